import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { EmptyState } from '../../parts/Note.tsx'
import { type ReportSearch, ReportsView, settingsOf } from '../../parts/reports/ReportsView.tsx'
import { CompanyReportRoom } from './CompanyReportRoom.tsx'

/** Reports on the company's orders. */
export function ReportsScreen({ search }: { search: ReportSearch }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'reports.see')) {
    return (
      <EmptyState title={i18n.t('Your role doesn’t allow this')}>
        {i18n.t('Ask an admin of {name} to let you see reports.', { name: company.name })}
      </EmptyState>
    )
  }
  return (
    <CompanyReportRoom>
      <ReportsView title={i18n.t('Reports')} settings={settingsOf(search)} linkedFile={search.file} />
    </CompanyReportRoom>
  )
}
