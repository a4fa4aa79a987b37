import { STAFF_REPORT_KINDS } from '@laurel/domain/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportQueries } from '../../../app/report.queries.ts'
import { useSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { type ReportSearch, ReportsView, settingsOf } from '../../../parts/reports/ReportsView.tsx'
import { ReportRoomProvider } from '../../../parts/reports/report-room.tsx'
import { CompanyPicker } from '../companies/CompanyPicker.tsx'
import { companiesQueries } from '../companies/companies.queries.ts'
import { ScreenHead } from '../ListParts.tsx'

/** Reports on the whole site, or on one company. */
export function OfficeReportsScreen({ search }: { search: ReportSearch }) {
  const { timeZone } = useSite()
  const { data: readers = [] } = useQuery(reportQueries.readers())
  return (
    <ReportRoomProvider
      value={{ owner: 'office', to: '/office/reports', kinds: STAFF_REPORT_KINDS, timeZone, readers }}
    >
      <ScreenHead title="Reports" />
      <ReportsView
        settings={settingsOf(search)}
        linkedFile={search.file}
        filter={<CompanyFilter search={search} />}
      />
    </ReportRoomProvider>
  )
}

/** The one company that the report is about. */
function CompanyFilter({ search }: { search: ReportSearch }) {
  const { companyId } = search
  const navigate = useNavigate()
  const [isPicking, setPicking] = useState(false)
  const { data: company } = useQuery({
    ...companiesQueries.one(companyId ?? 0),
    enabled: companyId !== undefined,
  })
  const show = (id: number | undefined) => {
    const { companyId: _, file: _file, ...others } = search
    const kept = id === undefined ? others : { ...others, companyId: id }
    void navigate({ to: '/office/reports', search: kept, replace: true, resetScroll: false })
    setPicking(false)
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      {companyId === undefined ? 'All companies' : `Only ${company?.name || `company ${companyId}`}`}
      <Button size="compact" onClick={() => setPicking(true)}>
        Choose company
      </Button>
      {companyId !== undefined && (
        <Button size="compact" look="plain" onClick={() => show(undefined)}>
          Show all companies
        </Button>
      )}
      {isPicking && (
        <Modal isOpen onClose={() => setPicking(false)} title="Choose a company">
          <CompanyPicker onPick={({ id }) => show(id)} />
        </Modal>
      )}
    </p>
  )
}
