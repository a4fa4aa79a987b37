import {
  isByReceipt,
  REPORT_KIND_WORDS,
  REPORT_KINDS,
  REPORT_RANGE_WORDS,
  REPORT_RANGES,
  type ReportKind,
  type ReportRange,
} from '@laurel/domain/company-reports'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AnswerOf } from '../../app/call.ts'
import { companyQueries, type ReportSettings } from '../../app/company.queries.ts'
import { Figures } from '../../parts/Figures.tsx'
import { count } from '../../parts/format.ts'
import { EmptyState } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Select } from '../../parts/Select.tsx'
import { zoneName } from '../../parts/site-time.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { DownloadReport, LinkedFile, ReportFiles } from './ReportFiles.tsx'
import { SavedReports, SaveReport } from './SavedReports.tsx'

export type ReportSearch = {
  kind?: ReportKind
  range?: ReportRange
  from?: string
  until?: string
  by?: string
  /** The file of a mail's link, and its company. */
  file?: number
  company?: number
}
type Report = AnswerOf<'getCompanyReport'>

/** What a screen without any choice shows. */
export function settingsOf({
  kind = 'orders',
  range = 'this_month',
  from,
  until,
  by,
}: ReportSearch): ReportSettings {
  return {
    kind,
    range,
    ...(range === 'days' && { ...(from && { from }), ...(until && { until }) }),
    ...(kind === 'spend' && { by: by ?? 'month' }),
  }
}

/** Reports on the company's orders. The URL keeps the choice. */
export function ReportsScreen({ search }: { search: ReportSearch }) {
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'reports.see')) {
    return (
      <EmptyState title="Your role doesn’t allow this">
        Ask an admin of {company.name} to let you see reports.
      </EmptyState>
    )
  }
  return <Reports settings={settingsOf(search)} linkedFile={search.file} />
}

type ReportsProps = { settings: ReportSettings; linkedFile: number | undefined }

function Reports({ settings, linkedFile }: ReportsProps) {
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const read = useQuery(companyQueries.report(settings))
  return (
    <div className="grid gap-14">
      {linkedFile !== undefined && <LinkedFile id={linkedFile} />}
      <section aria-labelledby="report" className="min-w-0">
        <h2 id="report" className="text-h3">
          Reports
        </h2>
        <p className="mt-1 max-w-[62ch] text-muted text-small">
          {REPORT_KIND_WORDS[settings.kind].says} Days are in {zoneName(company.timeZone)}.
        </p>
        <Choices settings={settings} groups={read.data?.groups ?? []} />
        <div
          className={`mt-7 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
          aria-busy={read.isPlaceholderData}
        >
          {read.data ? (
            <>
              <Rows report={read.data} settings={settings} />
              <div className="mt-5 flex flex-wrap justify-end gap-3">
                <SaveReport settings={settings} />
                {read.data.rows.length > 0 && <DownloadReport settings={settings} />}
              </div>
            </>
          ) : read.error ? (
            <ReadProblem read={read} />
          ) : (
            <Loading label="The report is loading">
              {[0, 1, 2, 3].map((row) => (
                <Skeleton key={row} className="h-12 w-full" />
              ))}
            </Loading>
          )}
        </div>
      </section>
      <SavedReports />
      <ReportFiles />
    </div>
  )
}

function Choices({ settings, groups }: { settings: ReportSettings; groups: Report['groups'] }) {
  const navigate = useNavigate()
  const { kind, range, from, until, by } = settings
  const show = (change: ReportSearch) =>
    void navigate({
      to: '/company/reports',
      search: { ...settings, ...change },
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="mt-5 grid grid-cols-4 gap-3 narrow:grid-cols-2">
      <Select
        label="Report"
        className="max-[480px]:col-span-2"
        options={REPORT_KINDS.map((value) => ({ value, label: REPORT_KIND_WORDS[value].label }))}
        value={kind}
        onChange={(value) => value && show({ kind: value })}
      />
      <Select
        label={isByReceipt(kind) ? 'Received' : 'Orders placed'}
        className="max-[480px]:col-span-2"
        options={REPORT_RANGES.map((value) => ({ value, label: REPORT_RANGE_WORDS[value] }))}
        value={range}
        onChange={(value) => value && show({ range: value })}
      />
      {range === 'days' && (
        <>
          <TextField
            label="From"
            name="from"
            type="date"
            className="max-[480px]:col-span-2"
            value={from ?? ''}
            onChange={(value) => show({ from: value })}
          />
          <TextField
            label="To"
            name="until"
            type="date"
            className="max-[480px]:col-span-2"
            value={until ?? ''}
            onChange={(value) => show({ until: value })}
          />
        </>
      )}
      {kind === 'spend' && groups.length > 0 && (
        <Select
          label="Listed by"
          className="max-[480px]:col-span-2"
          options={groups.map((one) => ({ value: one.by, label: one.title }))}
          value={by ?? 'month'}
          onChange={(value) => value && show({ by: value })}
        />
      )}
    </search>
  )
}

function Rows({ report, settings }: { report: Report; settings: ReportSettings }) {
  const { columns, rows, totals, hasMore } = report
  if (rows.length === 0) {
    return <EmptyState title="Nothing in these days">{emptyWords(settings.kind)}</EmptyState>
  }
  return (
    <>
      <Figures
        figures={totals.map(({ title, type, value }) => ({ label: title, value: shown(value, type) }))}
      />
      <section
        aria-label="Rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="mt-6 overflow-x-auto rounded-control"
      >
        <Table columns={columns.map(({ title, type }) => ({ title, isNumber: isNumber(type) }))}>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID, and never move
            <tr key={row}>
              {cells.map((cell, index) => {
                const { title, type } = columns[index]!
                return (
                  <Cell key={title} isNumber={isNumber(type)} className="max-w-[280px] truncate">
                    {shown(cell, type)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </Table>
      </section>
      {hasMore && (
        <p className="mt-4 text-muted text-small">The first {rows.length} rows. A file has all of them.</p>
      )}
    </>
  )
}

function emptyWords(kind: ReportKind): string {
  if (kind === 'payroll') return 'Employees are marked at year end. Choose other dates to see more.'
  if (kind === 'cards' || kind === 'unclaimed') {
    return 'Cards are listed once their order is approved. Choose other dates to see more.'
  }
  return 'Choose other dates to see more.'
}

type ColumnType = Report['columns'][number]['type']

function isNumber(type: ColumnType): boolean {
  return type === 'count' || type === 'cents'
}

function shown(cell: string | number | null, type: ColumnType): string {
  if (cell === null) return ''
  if (type === 'cents') return formatCents(Number(cell))
  return type === 'count' ? count(Number(cell)) : String(cell)
}
