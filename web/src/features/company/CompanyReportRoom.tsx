import { COMPANY_REPORT_KINDS } from '@laurel/domain/reports'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { ReportRoomProvider } from '../../parts/reports/report-room.tsx'

/** Reports and files in it are the current company's. */
export function CompanyReportRoom({ children }: { children: ReactNode }) {
  const { company, people, roles } = useSuspenseQuery(companyQueries.people()).data
  const readers = people.filter(({ role }) =>
    roles.some(({ key, capabilities }) => key === role && capabilities.includes('reports.see')),
  )
  const { timeZone } = company
  return (
    <ReportRoomProvider
      value={{ owner: 'company', to: '/company/reports', kinds: COMPANY_REPORT_KINDS, timeZone, readers }}
    >
      {children}
    </ReportRoomProvider>
  )
}
