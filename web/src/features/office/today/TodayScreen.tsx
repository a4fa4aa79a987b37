import { formatCents } from '@laurel/domain/money'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { count, plural } from '../../../parts/format.ts'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { age } from '../age.ts'
import { LONG_AWAITED } from '../money/awaited-words.ts'
import { useMay, useMe } from '../office.queries.ts'
import { OrderRows } from '../orders/OrderRows.tsx'
import { SearchOrders } from '../orders/SearchOrders.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { useWaiting } from '../shell/use-waiting.ts'
import { greeting } from './greeting.ts'

/** What needs a hand, before anything else. */
export function TodayScreen() {
  const { name } = useMe()
  const may = useMay()
  const hands = useHands()
  const { inReview } = useWaiting()
  const total = hands?.reduce((sum, hand) => sum + hand.number, 0)
  const today = new Date().toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

  return (
    <>
      <DeskHead
        title={`${greeting(new Date().getHours())}, ${name.split(' ')[0]}`}
        text={total === undefined ? `${today}.` : `${today}. ${needsWords(total)}`}
      >
        {may('orders.read') && <SearchOrders />}
      </DeskHead>
      {hands === undefined && <RowsLoading label="What needs a hand" />}
      <h2 className="sr-only">Needs a hand</h2>
      {hands?.length === 0 && (
        <EmptyState title="Nothing waits for you">New orders and money show here by themselves.</EmptyState>
      )}
      {hands && hands.length > 0 && (
        <ul aria-label="Needs a hand">
          {hands.map(({ id, number, title, text, since, link }) => (
            <li
              key={id}
              className="grid min-h-[76px] grid-cols-[44px_minmax(0,1fr)_auto_108px] items-center gap-x-4 border-line border-b py-3 narrow:grid-cols-[36px_minmax(0,1fr)_100px]"
            >
              <span className="font-semibold text-[1.625rem] tracking-[-0.03em]">{count(number)}</span>
              <div>
                <b className="font-semibold">{title}</b>
                <p className="text-muted text-small">{text}</p>
              </div>
              <span className="text-muted text-small narrow:hidden">{since}</span>
              {link}
            </li>
          ))}
        </ul>
      )}
      {inReview && inReview.results.length > 0 && (
        <section aria-labelledby="waiting" className="mt-12">
          <h2 id="waiting" className="text-h3">
            Waiting for review
          </h2>
          <OrderRows label="Waiting for review" orders={inReview.results.slice(0, 8)} />
        </section>
      )}
    </>
  )
}

function needsWords(total: number): string {
  if (total === 0) return 'Nothing needs a hand.'
  return `${plural(total, 'thing needs', 'things need')} a hand.`
}

/** Undefined until every list is here, so that the page does not jump. */
function useHands() {
  const may = useMay()
  const { inReview, flagged, held, unmatched, awaited, doubts, refunds } = useWaiting()
  if (may('orders.read') && !(inReview && flagged && held)) return undefined
  if (may('money.read') && !(unmatched && awaited && doubts && refunds)) return undefined

  const late = (awaited?.ages ?? []).filter((one) => LONG_AWAITED.includes(one.age))
  const hands = [
    {
      id: 'review',
      number: inReview?.count ?? 0,
      title: 'Orders to review',
      text: reviewWords(inReview?.results ?? [], inReview?.count ?? 0),
      since: waitingWords(inReview?.results.at(-1)?.placedAt),
      link: (
        <LinkButton to="/office/orders" search={{ status: 'in_review' }}>
          Review
        </LinkButton>
      ),
    },
    {
      id: 'flagged',
      number: flagged?.count ?? 0,
      title: 'Flagged orders',
      text: 'They tripped a rule of this site: look at them before they go on.',
      since: '',
      link: (
        <LinkButton to="/office/orders" search={{ status: 'in_review', only: 'flagged' }}>
          Look
        </LinkButton>
      ),
    },
    {
      id: 'held',
      number: held?.count ?? 0,
      title: 'Held orders',
      text: 'Their money went back after they were let through.',
      since: '',
      link: (
        <LinkButton to="/office/orders" search={{ only: 'held' }}>
          Settle
        </LinkButton>
      ),
    },
    {
      id: 'funds',
      number: unmatched?.count ?? 0,
      title: 'Checks and transfers to match',
      text: `${formatCents((unmatched?.results ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0))} received, for no order yet.`,
      since: waitingWords(unmatched?.results.at(-1)?.recordedAt),
      link: <LinkButton to="/office/funds">Match</LinkButton>,
    },
    {
      id: 'doubts',
      number: doubts?.count ?? 0,
      title: 'Payments that do not fit',
      text: 'Money the provider reports otherwise than it was asked for.',
      since: waitingWords(doubts?.results.at(-1)?.foundAt),
      link: <LinkButton to="/office/payments">Decide</LinkButton>,
    },
    {
      id: 'awaited',
      number: late.reduce((sum, one) => sum + one.count, 0),
      title: 'Orders unpaid for more than 30 days',
      text: `${formatCents(late.reduce((sum, { cents }) => sum + cents, 0))} is still to come for them.`,
      since: '',
      link: (
        <LinkButton to="/office/funds" search={{ only: 'awaited' }}>
          Remind
        </LinkButton>
      ),
    },
    {
      id: 'refunds',
      number: refunds?.count ?? 0,
      title: 'Open refunds',
      text: 'They wait for a second person, for the provider, or to be sent by hand.',
      since: waitingWords(refunds?.results.at(-1)?.createdAt),
      link: <LinkButton to="/office/refunds">Look</LinkButton>,
    },
  ]
  return hands.filter(({ number }) => number > 0)
}

function waitingWords(since: string | null | undefined): string {
  return since ? `${age(since)} waiting` : ''
}

type Reviewed = { totalCents: number; customer: { company: string; name: string } }

/** The sum only where all of them are at hand. */
function reviewWords(orders: readonly Reviewed[], total: number): string {
  const oldest = orders.at(-1)
  if (!oldest || orders.length < total) return 'The newest stand below.'
  const sum = orders.reduce((all, { totalCents }) => all + totalCents, 0)
  const from = oldest.customer.company || oldest.customer.name
  return `${formatCents(sum)} together. The oldest is from ${from}.`
}
