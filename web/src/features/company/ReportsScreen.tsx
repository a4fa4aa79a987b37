import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../app/company.queries.ts'
import { EmptyState } from '../../parts/Note.tsx'
import { type ReportSearch, ReportsView, settingsOf } from '../../parts/reports/ReportsView.tsx'
import { CompanyReportRoom } from './CompanyReportRoom.tsx'

/** Reports on the company's orders. */
export function ReportsScreen({ search }: { search: ReportSearch }) {
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'reports.see')) {
    return (
      <EmptyState title="Your role doesn’t allow this">
        Ask an admin of {company.name} to let you see reports.
      </EmptyState>
    )
  }
  return (
    <CompanyReportRoom>
      <ReportsView title="Reports" settings={settingsOf(search)} linkedFile={search.file} />
    </CompanyReportRoom>
  )
}
