import { api } from '@laurel/contract/routes'
import {
  ACTIVITY_KIND_WORDS,
  ACTIVITY_KINDS,
  type ActivityKind,
  type ActivityScreen as Target,
} from '@laurel/domain/activity-kinds'
import type { CompanyCapability } from '@laurel/domain/company-roles'
import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type AnswerOf, call } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Initials } from '../../parts/Initials.tsx'
import { ExportButton, Older } from '../../parts/LongList.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Select } from '../../parts/Select.tsx'
import { momentsOfDays, siteDay, zoneName } from '../../parts/site-time.ts'
import { TextField } from '../../parts/TextField.tsx'
import type { CompanyPerson } from './company-words.ts'

type Filters = { kind?: ActivityKind; person?: number | 'site'; from?: string; until?: string }
export type ActivitySearch = Filters & { before?: string }
type Line = AnswerOf<'listCompanyActivity'>['results'][number]

const EVERYTHING = 'all'

function activityPage({ before, ...filters }: ActivitySearch, timeZone: string) {
  const query = { ...soughtOf(filters, timeZone), before }
  return queryOptions({
    queryKey: ['company', 'activity', query],
    queryFn: () => call(api.listCompanyActivity, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

function soughtOf({ kind, person, ...days }: Filters, timeZone: string) {
  return { kind, person: person === undefined ? undefined : String(person), ...momentsOfDays(days, timeZone) }
}

/** Who did what in the company, by day. The URL keeps the filters. */
export function ActivityScreen({ search }: { search: ActivitySearch }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { name: siteName } = useSite()
  const { company, people } = useSuspenseQuery(companyQueries.people()).data
  const { before, ...filters } = search
  const read = useQuery(activityPage(search, company.timeZone))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const show = (next: ActivitySearch) => void navigate({ to: '/company/activity', search: next })

  return (
    <section aria-labelledby="activity">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="activity" className="text-h3">
            {i18n.t('Activity')}
          </h2>
          <p className="mt-1 text-muted text-small">
            {i18n.t(
              'Everything your company and {site} did with orders, people, budgets, and settings. Times are in {zone}.',
              { site: siteName, zone: zoneName(company.timeZone) },
            )}
          </p>
        </div>
        <ExportButton
          name="activity.csv"
          fetchFile={() => call(api.exportCompanyActivity, { query: soughtOf(filters, company.timeZone) })}
        />
      </div>
      <ActivityFilters filters={filters} people={people} onChange={show} />
      <div
        className={`mt-6 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={read.isPlaceholderData}
      >
        {read.data === undefined ? (
          read.error ? (
            <ReadProblem read={read} />
          ) : (
            <Loading label={i18n.t('Activity is loading')}>
              {[0, 1, 2, 3].map((row) => (
                <Skeleton key={row} className="h-12 w-full" />
              ))}
            </Loading>
          )
        ) : read.data.results.length === 0 ? (
          <EmptyState
            title={isFiltered ? i18n.t('No activity found') : i18n.t('No activity yet')}
            action={isFiltered && <Button onClick={() => show({})}>{i18n.t('Clear filters')}</Button>}
          >
            {isFiltered
              ? i18n.t('Choose other dates, or another person.')
              : i18n.t('Orders, invitations, and changes to budgets and settings appear here.')}
          </EmptyState>
        ) : (
          <Days lines={read.data.results} timeZone={company.timeZone} />
        )}
        {read.data && (
          <Older
            label={i18n.t('Pages of the activity')}
            onNewest={before === undefined ? undefined : () => show(filters)}
            onOlder={olderOf(read.data.older, (older) => show({ ...filters, before: older }))}
          />
        )}
      </div>
    </section>
  )
}

function olderOf(older: string | null, show: (older: string) => void) {
  return older === null ? undefined : () => show(older)
}

type ActivityFiltersProps = {
  filters: Filters
  people: readonly CompanyPerson[]
  onChange: (filters: Filters) => void
}

function ActivityFilters({ filters, people, onChange }: ActivityFiltersProps) {
  const i18n = useTexts()
  const { name: siteName } = useSite()
  const { kind, person, from, until } = filters
  const known = people.map(({ id, name, email }) => ({ value: String(id), label: name || email }))
  // Someone who left isn't in the list of people.
  const isGone = typeof person === 'number' && !people.some(({ id }) => id === person)
  return (
    <search className="mt-5 grid grid-cols-4 gap-3 narrow:grid-cols-2">
      <Select
        label={i18n.t('About')}
        className="max-[480px]:col-span-2"
        options={[
          { value: EVERYTHING, label: i18n.t('Everything') },
          ...ACTIVITY_KINDS.map((one) => ({ value: one, label: i18n.t(ACTIVITY_KIND_WORDS[one]) })),
        ]}
        value={kind ?? EVERYTHING}
        onChange={(value) => {
          const chosen = ACTIVITY_KINDS.find((one) => one === value)
          onChange(without({ ...filters, kind: chosen }))
        }}
      />
      <Select
        label={i18n.t('By')}
        className="max-[480px]:col-span-2"
        options={[
          { value: EVERYTHING, label: i18n.t('Everyone') },
          ...known,
          ...(isGone
            ? [{ value: String(person), label: i18n.t('Person {number}', { number: String(person) }) }]
            : []),
          { value: 'site', label: siteName },
        ]}
        value={person === undefined ? EVERYTHING : String(person)}
        onChange={(value) => {
          const chosen = value === 'site' ? value : Number(value) || undefined
          onChange(without({ ...filters, person: chosen }))
        }}
      />
      <TextField
        label={i18n.t('First day')}
        name="from"
        type="date"
        className="max-[480px]:col-span-2"
        value={from ?? ''}
        onChange={(value) => onChange(without({ ...filters, from: value || undefined }))}
      />
      <TextField
        label={i18n.t('Last day')}
        name="until"
        type="date"
        className="max-[480px]:col-span-2"
        value={until ?? ''}
        onChange={(value) => onChange(without({ ...filters, until: value || undefined }))}
      />
    </search>
  )
}

type Loose = { [Name in keyof Filters]: Filters[Name] | undefined }

function without({ kind, person, from, until }: Loose): Filters {
  return { ...(kind && { kind }), ...(person && { person }), ...(from && { from }), ...(until && { until }) }
}

function Days({ lines, timeZone }: { lines: readonly Line[]; timeZone: string }) {
  const days = Map.groupBy(lines, ({ at }) => siteDay(at, timeZone))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day} className="mt-7 first:mt-0">
      <h3 className="border-line border-b pb-2 font-semibold text-muted text-small">{day}</h3>
      <ol>
        {ofDay.map((line) => (
          <ActivityRow key={line.id} line={line} timeZone={timeZone} />
        ))}
      </ol>
    </section>
  ))
}

function ActivityRow({ line, timeZone }: { line: Line; timeZone: string }) {
  const i18n = useTexts()
  const { at, by, does } = line
  const time = new Date(at).toLocaleTimeString(i18n.locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  return (
    <li className="grid grid-cols-[34px_minmax(0,1fr)_auto_84px] items-center gap-x-3.5 border-line border-b py-3 last:border-0 narrow:grid-cols-[34px_minmax(0,1fr)_auto] narrow:gap-y-0.5">
      <span aria-hidden="true" className="narrow:self-start">
        <Initials name={by} />
      </span>
      <p className="wrap-anywhere min-w-0 narrow:col-span-2">
        <b className="font-semibold">{by}</b> {does}
      </p>
      <span className="narrow:col-start-2">
        <About line={line} />
      </span>
      <time dateTime={at} className="whitespace-nowrap text-end text-muted text-small">
        {time}
      </time>
    </li>
  )
}

const PAGES = { people: '/company', budgets: '/company/budgets', settings: '/company/settings' } as const

type ScreenLink = { label: string; needs: CompanyCapability; link: (id: string | null) => LinkProps }

const SCREENS: Readonly<Record<Target, ScreenLink>> = {
  reports: { label: /*i18n*/ 'Reports', needs: 'reports.see', link: () => ({ to: '/company/reports' }) },
  year_end: { label: /*i18n*/ 'Year end', needs: 'reports.see', link: () => ({ to: '/company/year-end' }) },
  list: {
    label: /*i18n*/ 'List',
    needs: 'programs.manage',
    link: (id) => (id === null ? { to: '/recipients' } : { to: '/recipients/$id/file', params: { id } }),
  },
  program: {
    label: /*i18n*/ 'Program',
    needs: 'programs.manage',
    link: (id) =>
      id === null ? { to: '/company/programs' } : { to: '/company/programs/$id', params: { id } },
  },
  api_keys: {
    label: /*i18n*/ 'API keys',
    needs: 'api_keys.manage',
    link: () => ({ to: '/company/api-keys' }),
  },
  webhooks: {
    label: /*i18n*/ 'Webhooks',
    needs: 'api_keys.manage',
    link: () => ({ to: '/company/webhooks' }),
  },
}

/** A link to what an entry is about. */
function About({ line: { kind, order, about } }: { line: Line }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const look = 'link inline-flex items-center text-small touch:min-h-11'
  if (about !== null) {
    const { label, needs, link } = SCREENS[about.screen]
    if (!company.capabilities.includes(needs)) return null
    return (
      <Link {...link(about.id === null ? null : String(about.id))} className={look}>
        {i18n.t(label)}
      </Link>
    )
  }
  if (kind === 'orders') {
    return (
      order && (
        <Link to="/my-rewards" search={{ openDetails: order.id }} className={look}>
          {i18n.t('Order {number}', { number: order.number })}
        </Link>
      )
    )
  }
  if (kind === 'settings' && !company.capabilities.includes('rules.manage')) return null
  return (
    <Link to={PAGES[kind]} className={look}>
      {i18n.t(ACTIVITY_KIND_WORDS[kind])}
    </Link>
  )
}
