import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { JOIN_REASON_WORDS, NO_TAX_ADVICE } from '@laurel/domain/year-end'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Merge, Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { companyQueries, refreshYearEnd, type YearEndDetails } from '../../../app/company.queries.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Figures } from '../../../parts/Figures.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { dayWords } from '../programs/program-words.ts'
import { JoinDialog } from './JoinDialog.tsx'
import { MarkDialog } from './MarkDialog.tsx'
import { useJoin } from './use-join.ts'
import { IfSeesYearEnd } from './YearEndScreen.tsx'
import { COUNTS_AS_WORDS, marksWords } from './year-end-words.ts'

type PersonSearch = { year?: number; after?: string }
type PersonScreenProps = { id: number; search: PersonSearch }

export type { PersonSearch }

/** A person's cards in a year, and why cards with other names or emails are theirs. */
export function YearEndPersonScreen(props: PersonScreenProps) {
  return (
    <IfSeesYearEnd>
      <Found {...props} />
    </IfSeesYearEnd>
  )
}

function Found({ id, search }: PersonScreenProps) {
  const i18n = useTexts()
  const read = useQuery(companyQueries.yearEndPerson(id, search))
  if (read.data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label={i18n.t('The person is loading')}>
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  if (read.data === null) {
    return (
      <EmptyState title={i18n.t('We couldn’t find that person')} action={<AllPeople year={search.year} />}>
        {i18n.t('They were joined with someone else, or their cards are another company’s.')}
      </EmptyState>
    )
  }
  return <Person person={read.data} search={search} />
}

function AllPeople({ year }: { year: number | undefined }) {
  const i18n = useTexts()
  return (
    <Link
      to="/company/year-end"
      search={year === undefined ? {} : { year }}
      className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
    >
      {i18n.t('All people')}
    </Link>
  )
}

type PersonProps = { person: YearEndDetails; search: PersonSearch }

function Person({ person, search }: PersonProps) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const mayManage = mayInCompany(company, 'year_end.manage')
  const [open, setOpen] = useState<'mark' | 'join'>()
  const close = () => setOpen(undefined)
  const { name, email, address, receivedCents, unclaimedCents, refundedCents } = person
  return (
    <section aria-labelledby="person">
      <AllPeople year={search.year} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="person" className="wrap-anywhere text-h3">
            {name || email || i18n.t('No name')}
          </h2>
          <p className="wrap-anywhere mt-1 text-muted text-small">
            {[email, address, marksWords(person)].filter((part) => part !== '').join(' · ')}
          </p>
        </div>
        {mayManage && (
          <div className="flex flex-wrap gap-3">
            <Button size="compact" onClick={() => setOpen('mark')}>
              <Icon of={Pencil} size={16} />
              {i18n.t('Edit status')}
            </Button>
            <Button size="compact" onClick={() => setOpen('join')}>
              <Icon of={Merge} size={16} />
              {i18n.t('Join people')}
            </Button>
          </div>
        )}
      </div>
      <div className="mt-7">
        <Figures
          figures={[
            { label: i18n.t('Received'), value: formatCents(receivedCents), note: i18n.t(NO_TAX_ADVICE) },
            {
              label: i18n.t('Unclaimed'),
              value: formatCents(unclaimedCents),
              note: i18n.t('Doesn’t count yet'),
            },
            {
              label: i18n.t('Canceled or refunded'),
              value: formatCents(refundedCents),
              note: i18n.t('Doesn’t count'),
            },
          ]}
        />
      </div>
      <Identities person={person} mayManage={mayManage} />
      <Similar person={person} mayManage={mayManage} />
      <Cards person={person} search={search} />
      {open === 'mark' && <MarkDialog person={person} year={search.year} onClose={close} />}
      {open === 'join' && <JoinDialog person={person} onClose={close} />}
    </section>
  )
}

/** `Ana Ruiz, ana@example.com` */
function namedWords({ name, email, address }: Pick<YearEndDetails, 'name' | 'email' | 'address'>): string {
  const i18n = pageTexts()
  return [name, email, address].filter((part) => part !== '').join(', ') || i18n.t('No name')
}

type PartProps = { person: YearEndDetails; mayManage: boolean }

function Identities({ person, mayManage }: PartProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const separate = useMutation({
    mutationFn: ({ id, joinedTo }: { id: number; joinedTo: number }) =>
      call(api.separateYearEndPerson, { params: { id }, body: { joinedTo } }),
    onSuccess: ({ name }) => {
      showToast({
        title:
          name === '' ? i18n.t('This person is separate now') : i18n.t('{name} is separate now', { name }),
        text: i18n.t('They won’t be joined again.'),
      })
    },
    onSettled: () => refreshYearEnd(queryClient),
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t separate them'), problem)
    },
  })
  if (person.identities.length === 1) return null
  return (
    <section aria-labelledby="identities" className="mt-10">
      <h3 id="identities" className="font-semibold text-lead">
        {i18n.t('Joined people')}
      </h3>
      <p className="mt-1 text-muted text-small">
        {i18n.t('Cards that name this person in these ways are added up.')}
      </p>
      <ul className="mt-3 border-line border-t">
        {person.identities.map(({ id, joinedTo, joinedWhy, joinedToName, ...named }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere">{namedWords(named)}</p>
              {joinedWhy && (
                <p className="wrap-anywhere text-muted text-small">
                  {joinedToName === ''
                    ? i18n.t(JOIN_REASON_WORDS[joinedWhy])
                    : i18n.t('{reason} as {name}', {
                        reason: i18n.t(JOIN_REASON_WORDS[joinedWhy]),
                        name: joinedToName,
                      })}
                </p>
              )}
            </div>
            {mayManage && joinedTo !== null && (
              <Button
                size="compact"
                aria-label={i18n.t('Separate {name}', { name: namedWords(named) })}
                isPending={separate.isPending && separate.variables.id === id}
                onClick={() => separate.mutate({ id, joinedTo })}
              >
                {i18n.t('Separate')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** People who could be this person. */
function Similar({ person, mayManage }: PartProps) {
  const i18n = useTexts()
  const join = useJoin(person.id)
  if (person.similar.length === 0) return null
  return (
    <section aria-labelledby="similar" className="mt-10">
      <h3 id="similar" className="font-semibold text-lead">
        {i18n.t('Not joined')}
      </h3>
      <p className="mt-1 text-muted text-small">
        {i18n.t('They have the same email, address, or employee number, or someone separated them.')}
      </p>
      <ul className="mt-3 border-line border-t">
        {person.similar.map(({ id, wasSeparated, ...named }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere">{namedWords(named)}</p>
              {wasSeparated && <p className="text-muted text-small">{i18n.t('Separated')}</p>}
            </div>
            {mayManage && (
              <Button
                size="compact"
                aria-label={i18n.t('Join {name} with this person', { name: namedWords(named) })}
                isPending={join.isPending && join.variables === id}
                onClick={() => join.mutate(id)}
              >
                {i18n.t('Join')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cards({ person, search }: PersonProps) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const byId = new Map(person.identities.map((identity) => [identity.id, identity]))
  const isJoined = person.identities.length > 1
  const show = (next: PersonSearch) =>
    void navigate({
      to: '/company/year-end/$id',
      params: { id: String(person.id) },
      search: next,
      resetScroll: false,
    })
  const year = search.year === undefined ? {} : { year: search.year }
  return (
    <section aria-labelledby="cards" className="mt-10">
      <h3 id="cards" className="font-semibold text-lead">
        {search.year === undefined
          ? i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: person.cardCount })
          : i18n.t('{cards, plural, one {# card} other {# cards}} in {year}', {
              cards: person.cardCount,
              year: String(search.year),
            })}
      </h3>
      {person.cards.length > 0 && (
        <Table
          aria-labelledby="cards"
          stacks
          className="mt-2"
          columns={[
            i18n.t('Order'),
            i18n.t('Day'),
            ...(isJoined ? [i18n.t('Recipient')] : []),
            i18n.t('Counts as'),
            { title: i18n.t('Value'), isNumber: true },
          ]}
        >
          {person.cards.map(({ deliveryId, order, day, cents, countsAs, identityId }) => (
            <tr key={deliveryId}>
              <Cell>
                <Link
                  to="/my-rewards"
                  search={{ openDetails: order.id }}
                  className="link inline-flex min-h-9 items-center touch:min-h-11"
                >
                  {i18n.t('Order {number}', { number: order.number })}
                </Link>
              </Cell>
              <Cell className="whitespace-nowrap narrow:order-2">{dayWords(day)}</Cell>
              {isJoined && (
                <Cell className="wrap-anywhere text-muted text-small narrow:order-4 narrow:col-span-2">
                  {namedWords(byId.get(identityId)!)}
                </Cell>
              )}
              <Cell className="text-muted narrow:order-3">{i18n.t(COUNTS_AS_WORDS[countsAs])}</Cell>
              <Cell isNumber>{formatCents(cents)}</Cell>
            </tr>
          ))}
        </Table>
      )}
      <nav aria-label={i18n.t('Pages of cards')} className="mt-5 flex justify-end gap-3">
        {search.after !== undefined && (
          <Button size="compact" onClick={() => show(year)}>
            {i18n.t('First page')}
          </Button>
        )}
        {person.next !== null && (
          <Button size="compact" onClick={() => show({ ...year, after: person.next! })}>
            {i18n.t('Next page')}
          </Button>
        )}
      </nav>
    </section>
  )
}
