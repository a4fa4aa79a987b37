import { REPORT_KINDS, REPORT_RANGES, SPEND_BY } from '@laurel/domain/company-reports'
import { createFileRoute } from '@tanstack/react-router'
import { dayParam, oneOf, searchParams } from '../../../app/search-params.ts'
import { type ReportSearch, ReportsScreen } from '../../../features/company/ReportsScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/reports')({
  staticData: { title: 'Reports' },
  validateSearch: searchParams<ReportSearch>({
    kind: oneOf(...REPORT_KINDS),
    range: oneOf(...REPORT_RANGES),
    from: dayParam,
    until: dayParam,
    by: (given) => (typeof given === 'string' && SPEND_BY.test(given) ? given : undefined),
  }),
  component: ReportsRoute,
})

function ReportsRoute() {
  return <ReportsScreen search={Route.useSearch()} />
}
