import { COMPANY_REPORT_KINDS, REPORT_RANGES, SPEND_BY } from '@laurel/domain/reports'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { chooseLinked } from '../../../app/company.queries.ts'
import { dayParam, id, oneOf, searchParams } from '../../../app/search-params.ts'
import { ReportsScreen } from '../../../features/company/ReportsScreen.tsx'
import type { ReportSearch } from '../../../parts/reports/ReportsView.tsx'

/** A mail's link names the company that its file is of. */
type Search = Omit<ReportSearch, 'companyId' | 'status'> & { company?: number }

export const Route = createFileRoute('/_signed-in/company/reports')({
  staticData: { title: /*i18n*/ 'Reports', texts: ['parts', 'company', 'reports'] },
  validateSearch: searchParams<Search>({
    kind: oneOf(...COMPANY_REPORT_KINDS),
    range: oneOf(...REPORT_RANGES),
    from: dayParam,
    until: dayParam,
    file: id,
    company: id,
    by: (given) => (typeof given === 'string' && SPEND_BY.test(given) ? given : undefined),
  }),
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: async ({ context: { queryClient }, deps: { company }, location }) => {
    if (company === undefined) return
    await chooseLinked(queryClient, company)
    const { company: _, ...search } = location.search as Search
    throw redirect({ to: '/company/reports', search, replace: true })
  },
  component: ReportsRoute,
})

function ReportsRoute() {
  return <ReportsScreen search={Route.useSearch()} />
}
