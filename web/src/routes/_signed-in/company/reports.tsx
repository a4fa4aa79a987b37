import { REPORT_KINDS, REPORT_RANGES, SPEND_BY } from '@laurel/domain/company-reports'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { chooseLinked } from '../../../app/company.queries.ts'
import { dayParam, id, oneOf, searchParams } from '../../../app/search-params.ts'
import { type ReportSearch, ReportsScreen } from '../../../features/company/ReportsScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/reports')({
  staticData: { title: 'Reports' },
  validateSearch: searchParams<ReportSearch>({
    kind: oneOf(...REPORT_KINDS),
    range: oneOf(...REPORT_RANGES),
    from: dayParam,
    until: dayParam,
    file: id,
    company: id,
    by: (given) => (typeof given === 'string' && SPEND_BY.test(given) ? given : undefined),
  }),
  // A mail's link names the company that its file is of.
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: async ({ context: { queryClient }, deps: { company }, location }) => {
    if (company === undefined) return
    await chooseLinked(queryClient, company)
    const { company: _, ...search } = location.search as ReportSearch
    throw redirect({ to: '/company/reports', search, replace: true })
  },
  component: ReportsRoute,
})

function ReportsRoute() {
  return <ReportsScreen search={Route.useSearch()} />
}
