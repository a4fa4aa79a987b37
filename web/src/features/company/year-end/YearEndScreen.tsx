import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { NO_TAX_ADVICE, type YearEndFilter } from '@laurel/domain/year-end'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, IdCard, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AnswerOf, call, freshKey } from '../../../app/call.ts'
import { companyQueries, type YearEndPerson } from '../../../app/company.queries.ts'
import { reportQueries } from '../../../app/report.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Figures } from '../../../parts/Figures.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { ReportFiles } from '../../../parts/reports/ReportFiles.tsx'
import { Select } from '../../../parts/Select.tsx'
import { siteMoment, zoneName } from '../../../parts/site-time.ts'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { CompanyReportRoom } from '../CompanyReportRoom.tsx'
import { NumbersDialog } from './NumbersDialog.tsx'
import { marksWords } from './year-end-words.ts'

export type YearEndSearch = {
  year?: number
  filter?: YearEndFilter
  order?: 'amount_asc'
  search?: string
  after?: string
}

/** Shown to those who see reports; tells others whom to ask. */
export function IfSeesYearEnd({ children }: { children: ReactNode }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (mayInCompany(company, 'reports.see')) return children
  return (
    <EmptyState title={i18n.t('Your role doesn’t allow this')}>
      {i18n.t('Ask an admin of {name} to let you see reports.', { name: company.name })}
    </EmptyState>
  )
}

/** Who received how much in a year. The URL keeps the choice. */
export function YearEndScreen({ search }: { search: YearEndSearch }) {
  return (
    <IfSeesYearEnd>
      <YearEnd search={search} />
    </IfSeesYearEnd>
  )
}

function YearEnd({ search }: { search: YearEndSearch }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const [isAdding, setAdding] = useState(false)
  const read = useQuery(companyQueries.yearEnd(search))
  const navigate = useNavigate()
  const show = (next: YearEndSearch) =>
    void navigate({ to: '/company/year-end', search: next, replace: true, resetScroll: false })
  const { data } = read
  return (
    <div className="grid gap-14">
      <section aria-labelledby="year-end" className="min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div>
            <h2 id="year-end" className="text-h3">
              {i18n.t('Year end')}
            </h2>
            <p className="mt-1 max-w-[62ch] text-muted text-small">
              {i18n.t('Who received how much.')} {i18n.t(NO_TAX_ADVICE)}{' '}
              {i18n.t(
                'A digital card counts when it’s claimed, a letter when it’s mailed. Bulk cards aren’t included, because you hand them out yourself.',
              )}{' '}
              {i18n.t('Days are in {zone}.', { zone: zoneName(company.timeZone) })}
            </p>
          </div>
          {data && (
            <Select
              label={i18n.t('Year')}
              className="w-[140px]"
              options={yearsOf(data.years, data.year).map((year) => ({ value: year, label: String(year) }))}
              value={data.year}
              onChange={(year) => year && show(firstPage({ ...search, year }))}
            />
          )}
        </div>
        {data ? (
          <div className={read.isPlaceholderData ? 'opacity-60' : ''} aria-busy={read.isPlaceholderData}>
            <Sums data={data} timeZone={company.timeZone} />
            <Choices search={search} data={data} onChange={show} />
            <People data={data} search={search} onChange={show} />
          </div>
        ) : read.error ? (
          <ReadProblem read={read} />
        ) : (
          <Loading label={i18n.t('The year is loading')}>
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="mt-4 h-12 w-full" />
            ))}
          </Loading>
        )}
        {data && (
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            {mayInCompany(company, 'year_end.manage') && (
              <Button onClick={() => setAdding(true)}>
                <Icon of={IdCard} size={18} />
                {i18n.t('Add employee numbers')}
              </Button>
            )}
            <CreateFile kind="payroll" year={data.year}>
              {i18n.t('Create payroll CSV')}
            </CreateFile>
            <CreateFile kind="form_1099" year={data.year}>
              {i18n.t('Create 1099 CSV')}
            </CreateFile>
          </div>
        )}
      </section>
      <CompanyReportRoom>
        <ReportFiles />
      </CompanyReportRoom>
      {isAdding && <NumbersDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

type YearEndData = AnswerOf<'getYearEnd'>

/** A year of a link can have no cards yet. */
function yearsOf(years: readonly number[], year: number): number[] {
  return years.includes(year) ? [...years] : [...years, year].sort((a, b) => b - a)
}

function Sums({ data, timeZone }: { data: YearEndData; timeZone: string }) {
  const i18n = useTexts()
  const { totals, thresholdCents, countedAt } = data
  return (
    <>
      <div className="mt-7">
        <Figures
          figures={[
            {
              label: i18n.t('Received'),
              value: formatCents(totals.receivedCents),
              note: i18n.t('{people, plural, one {# person} other {# people}}', { people: totals.people }),
            },
            {
              label: i18n.t('Unclaimed'),
              value: formatCents(totals.unclaimedCents),
              note: i18n.t('Doesn’t count yet'),
            },
            {
              label: i18n.t('Canceled or refunded'),
              value: formatCents(totals.refundedCents),
              note: i18n.t('Doesn’t count'),
            },
            {
              label: i18n.t('Reached {amount}', { amount: formatDollars(thresholdCents) }),
              value: count(totals.over),
              note: i18n.t('The 1099 threshold, for people who aren’t employees'),
            },
          ]}
        />
      </div>
      <p className="mt-4 text-muted text-small">
        {countedAt
          ? i18n.t('Counted {moment}. New cards are counted within minutes.', {
              moment: siteMoment(countedAt, timeZone),
            })
          : i18n.t('We’re counting your cards for the first time. Come back in a few minutes.')}
      </p>
    </>
  )
}

type ChoicesProps = { search: YearEndSearch; data: YearEndData; onChange: (search: YearEndSearch) => void }

function Choices({ search, data, onChange }: ChoicesProps) {
  const i18n = useTexts()
  const { filter = 'all' } = search
  const [typed, setTyped] = useState(search.search ?? '')
  const settled = useSettled(typed.trim())
  const latest = useRef({ search, onChange })
  latest.current = { search, onChange }
  useEffect(() => {
    const now = latest.current
    if (settled !== (now.search.search ?? '')) now.onChange(firstPage({ ...now.search, search: settled }))
  }, [settled])
  const threshold = formatDollars(data.thresholdCents)
  const filters: { value: YearEndFilter; label: string }[] = [
    { value: 'all', label: i18n.t('Everyone') },
    { value: 'over', label: i18n.t('Reached {amount}', { amount: threshold }) },
    { value: 'near', label: i18n.t('Near {amount}', { amount: threshold }) },
    { value: 'employees', label: i18n.t('Employees') },
  ]
  return (
    <search className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <Chips label={i18n.t('People')}>
        {filters.map(({ value, label }) => (
          <Chip
            key={value}
            isSelected={filter === value}
            onPress={() => onChange(firstPage({ ...search, filter: value }))}
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <TextField
        label={i18n.t('Find a person')}
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder={i18n.t('Name, email, or employee number')}
        before={<Icon of={Search} size={18} className="text-muted" />}
        className="w-[320px] narrow:w-full"
      />
    </search>
  )
}

/** Another list begins at its first page. */
function firstPage({ year, filter, order, search }: YearEndSearch): YearEndSearch {
  return {
    ...(year && { year }),
    ...(filter && filter !== 'all' && { filter }),
    ...(order && { order }),
    ...(search && { search }),
  }
}

function People({ data: { people, next, year, thresholdCents }, search, onChange }: ChoicesProps) {
  const i18n = useTexts()
  if (people.length === 0 && search.filter === 'over' && !search.search) {
    return (
      <EmptyState
        title={i18n.t('No one reached {amount} in {year}', {
          amount: formatDollars(thresholdCents),
          year: String(year),
        })}
      >
        {i18n.t('People who aren’t employees appear here once they reach the 1099 threshold.')}
      </EmptyState>
    )
  }
  if (people.length === 0) {
    return (
      <EmptyState
        title={
          search.filter || search.search
            ? i18n.t('No one found')
            : i18n.t('No cards in {year}', { year: String(year) })
        }
      >
        {search.filter || search.search
          ? i18n.t('Choose other people, or search for the beginning of a name.')
          : i18n.t('People appear here as their cards are sent.')}
      </EmptyState>
    )
  }
  const isAscending = search.order === 'amount_asc'
  return (
    <>
      <div className="mt-4 flex justify-end">
        <Button
          size="compact"
          look="plain"
          onClick={() => {
            const { order: _, ...others } = firstPage(search)
            onChange(isAscending ? others : { ...others, order: 'amount_asc' })
          }}
        >
          {isAscending ? i18n.t('Show highest first') : i18n.t('Show lowest first')}
        </Button>
      </div>
      <Table
        aria-label={i18n.t('People in {year}', { year: String(year) })}
        stacks
        columns={[
          i18n.t('Person'),
          i18n.t('Status'),
          { title: i18n.t('Received'), isNumber: true },
          { title: i18n.t('Unclaimed'), isNumber: true },
          { title: i18n.t('Canceled or refunded'), isNumber: true },
        ]}
      >
        {people.map((person) => (
          <PersonRow key={person.id} person={person} year={year} />
        ))}
      </Table>
      <nav aria-label={i18n.t('Pages of people')} className="mt-5 flex justify-end gap-3">
        {search.after && (
          <Button size="compact" onClick={() => onChange(firstPage(search))}>
            {i18n.t('First page')}
          </Button>
        )}
        {next && (
          <Button size="compact" onClick={() => onChange({ ...firstPage(search), after: next })}>
            {i18n.t('Next page')}
          </Button>
        )}
      </nav>
    </>
  )
}

function PersonRow({ person, year }: { person: YearEndPerson; year: number }) {
  const i18n = useTexts()
  const { id, name, email, identityCount } = person
  return (
    <tr>
      <Cell className="narrow:col-span-2">
        <Link
          to="/company/year-end/$id"
          params={{ id: String(id) }}
          search={{ year }}
          className="link wrap-anywhere inline-flex min-h-9 items-center font-medium touch:min-h-11"
        >
          {name || email || i18n.t('No name')}
        </Link>
        <span className="block wrap-anywhere text-muted text-small">
          {[email, identityCount > 1 ? i18n.t('{count} joined', { count: identityCount }) : '']
            .filter((part) => part)
            .join(' · ')}
        </span>
      </Cell>
      <Cell className="text-muted text-small narrow:col-span-2">{marksWords(person)}</Cell>
      <Amount label={i18n.t('Received')} cents={person.receivedCents} />
      <Amount label={i18n.t('Unclaimed')} cents={person.unclaimedCents} />
      <Amount label={i18n.t('Canceled or refunded')} cents={person.refundedCents} />
    </tr>
  )
}

/** On a phone, where the table has no head, with its name. */
function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <Cell isNumber className="narrow:col-span-2 narrow:flex narrow:justify-between">
      <span aria-hidden="true" className="hidden text-muted narrow:inline">
        {label}
      </span>
      {formatCents(cents)}
    </Cell>
  )
}

type CreateFileProps = { kind: 'payroll' | 'form_1099'; year: number; children: ReactNode }

/** Starts making a file of the year, which appears in the list of files. */
function CreateFile({ kind, year, children }: CreateFileProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const key = useRef(freshKey())
  const make = useMutation({
    mutationFn: () =>
      call(api.makeReportFile, {
        body: { kind, range: 'days', from: `${year}-01-01`, until: `${year}-12-31`, format: 'csv' },
        idempotencyKey: key.current,
      }),
    onSuccess: () => showToast({ title: i18n.t('We’re creating your file') }),
    onSettled: () => {
      key.current = freshKey()
      return queryClient.invalidateQueries(reportQueries.files('company'))
    },
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t start the file'), problem)
    },
  })
  return (
    <Button isPending={make.isPending} onClick={() => make.mutate()}>
      <Icon of={Download} size={18} />
      {children}
    </Button>
  )
}
