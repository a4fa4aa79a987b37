import { formatCents } from '@laurel/domain/money'
import {
  areDaysReversed,
  REPORT_KIND_WORDS,
  REPORT_RANGE_WORDS,
  REPORT_RANGES,
  REPORT_STATUSES,
  type ReportKind,
  type ReportRange,
} from '@laurel/domain/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Report, type ReportSettings, reportQueries } from '../../app/report.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Figures } from '../Figures.tsx'
import { count } from '../format.ts'
import { EmptyState } from '../Note.tsx'
import { Loading, Skeleton } from '../Progress.tsx'
import { ReadProblem } from '../ReadProblem.tsx'
import { Select } from '../Select.tsx'
import { zoneName } from '../site-time.ts'
import { Cell, Table } from '../Table.tsx'
import { TextField } from '../TextField.tsx'
import { DownloadReport, LinkedFile, ReportFiles } from './ReportFiles.tsx'
import { useReportRoom } from './report-room.tsx'
import { SavedReports, SaveReport } from './SavedReports.tsx'

export type ReportSearch = {
  kind?: ReportKind
  range?: ReportRange
  from?: string
  until?: string
  by?: string
  /** For staff: only what is of this company, or has this status. */
  companyId?: number
  status?: string
  /** The file of a mail's link. */
  file?: number
}

/** What a screen without any choice shows. */
export function settingsOf({
  kind = 'orders',
  range = 'this_month',
  from,
  until,
  by,
  companyId,
  status,
}: ReportSearch): ReportSettings {
  return {
    kind,
    range,
    ...(range === 'days' && { ...(from && { from }), ...(until && { until }) }),
    ...(kind === 'spend' && { by: by ?? 'month' }),
    ...(companyId !== undefined && { companyId }),
    ...(status !== undefined && REPORT_STATUSES[kind]?.[status] !== undefined && { status }),
  }
}

type ReportsViewProps = {
  settings: ReportSettings
  linkedFile: number | undefined
  /** The heading, unless the page has one. */
  title?: string
  /** Beside the choices. */
  filter?: ReactNode
}

/** A report with its choices and files, and saved ones. The URL keeps the choice. */
export function ReportsView({ settings, linkedFile, title, filter }: ReportsViewProps) {
  const i18n = useTexts()
  const { owner, timeZone } = useReportRoom()
  const isReversed = areDaysReversed(settings.range, settings)
  const read = useQuery({ ...reportQueries.rows(owner, settings), enabled: !isReversed })
  const { label, says, saysToStaff = says } = REPORT_KIND_WORDS[settings.kind]
  return (
    <div className="grid gap-14">
      {linkedFile !== undefined && <LinkedFile id={linkedFile} />}
      <section aria-labelledby="report" className="min-w-0">
        <h2 id="report" className={title === undefined ? 'sr-only' : 'text-h3'}>
          {title ?? i18n.t(label)}
        </h2>
        <p className="mt-1 max-w-[62ch] text-muted text-small">
          {i18n.t(owner === 'office' ? saysToStaff : says)}{' '}
          {i18n.t('Days are in {zone}.', { zone: zoneName(timeZone) })}
        </p>
        <Choices settings={settings} groups={read.data?.groups ?? []} isReversed={isReversed} />
        {filter}
        <div
          className={`mt-7 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
          aria-busy={read.isPlaceholderData}
        >
          {isReversed ? null : read.data ? (
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
            <Loading label={i18n.t('The report is loading')}>
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

type ChoicesProps = { settings: ReportSettings; groups: Report['groups']; isReversed: boolean }

function Choices({ settings, groups, isReversed }: ChoicesProps) {
  const i18n = useTexts()
  const { owner, to, kinds } = useReportRoom()
  const navigate = useNavigate()
  const { kind, range, from, until, by, status } = settings
  const statuses = owner === 'office' ? Object.entries(REPORT_STATUSES[kind] ?? {}) : []
  const show = (change: { [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined }) =>
    void navigate({
      to,
      search: { ...settings, ...change },
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="mt-5 grid grid-cols-4 gap-3 narrow:grid-cols-2">
      <Select
        label={i18n.t('Report')}
        className="max-[480px]:col-span-2"
        options={kinds.map((value) => ({ value, label: i18n.t(REPORT_KIND_WORDS[value].label) }))}
        value={kind}
        onChange={(value) => value && show({ kind: value, status: undefined })}
      />
      <Select
        label={i18n.t(REPORT_KIND_WORDS[kind].days)}
        className="max-[480px]:col-span-2"
        options={REPORT_RANGES.map((value) => ({ value, label: i18n.t(REPORT_RANGE_WORDS[value]) }))}
        value={range}
        onChange={(value) => value && show({ range: value })}
      />
      {range === 'days' && (
        <>
          <TextField
            label={i18n.t('First day')}
            name="from"
            type="date"
            className="max-[480px]:col-span-2"
            value={from ?? ''}
            onChange={(value) => show({ from: value })}
          />
          <TextField
            label={i18n.t('Last day')}
            name="until"
            type="date"
            className="max-[480px]:col-span-2"
            value={until ?? ''}
            error={isReversed ? i18n.t('Choose a day that isn’t before the first.') : undefined}
            onChange={(value) => show({ until: value })}
          />
        </>
      )}
      {kind === 'spend' && groups.length > 0 && (
        <Select
          label={i18n.t('Listed by')}
          className="max-[480px]:col-span-2"
          options={groups.map((one) => ({ value: one.by, label: one.title }))}
          value={by ?? 'month'}
          onChange={(value) => value && show({ by: value })}
        />
      )}
      {statuses.length > 0 && (
        <Select
          label={i18n.t('Status')}
          className="max-[480px]:col-span-2"
          options={[
            { value: '', label: i18n.t('All') },
            ...statuses.map(([value, label]) => ({ value, label })),
          ]}
          value={status ?? ''}
          onChange={(value) => show({ status: value || undefined })}
        />
      )}
    </search>
  )
}

function Rows({ report, settings }: { report: Report; settings: ReportSettings }) {
  const i18n = useTexts()
  const { columns, rows, totals, hasMore } = report
  if (rows.length === 0) {
    return (
      <EmptyState title={i18n.t(emptyTitle(settings.kind))}>{i18n.t(emptyWords(settings.kind))}</EmptyState>
    )
  }
  return (
    <>
      <Figures
        figures={totals.map(({ title, type, value }) => ({ label: title, value: shown(value, type) }))}
      />
      <Table
        aria-label={i18n.t('Rows')}
        className="mt-6"
        columns={columns.map(({ title, type }) => ({ title, isNumber: isNumber(type) }))}
      >
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
      {hasMore && (
        <p className="mt-4 text-muted text-small">
          {i18n.t('The first {rows} rows. A file has all of them.', { rows: rows.length })}
        </p>
      )}
    </>
  )
}

const EMPTY_TITLES: Readonly<Partial<Record<ReportKind, string>>> = {
  cards: /*i18n*/ 'No cards in this period',
  unclaimed: /*i18n*/ 'No unclaimed cards in this period',
  payroll: /*i18n*/ 'No cards for employees in this period',
  form_1099: /*i18n*/ 'No one reached the threshold in this period',
}

function emptyTitle(kind: ReportKind): string {
  return EMPTY_TITLES[kind] ?? /*i18n*/ 'No orders in this period'
}

function emptyWords(kind: ReportKind): string {
  if (kind === 'payroll') return /*i18n*/ 'Mark employees under Year end, or choose other dates.'
  if (kind === 'cards' || kind === 'unclaimed') {
    return /*i18n*/ 'Cards are listed once their order is approved. Choose other dates to see more.'
  }
  return /*i18n*/ 'Choose other dates to see more.'
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
