import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { type Figure, Figures } from '../../parts/Figures.tsx'
import { count } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { Skeleton } from '../../parts/Progress.tsx'
import { stepToGoOnWith } from './DraftTable.tsx'
import { type Overview, overviewQuery } from './order-lists.queries.ts'
import { itemName, stillToDo } from './order-words.ts'

/** This year's figures, and the state of all cards. */
export function OrdersOverview() {
  const i18n = useTexts()
  const { data, error, isFetching, refetch } = useQuery(overviewQuery())
  if (data) {
    return (
      <section aria-label={i18n.t('Overview')}>
        <Figures figures={overviewFigures(data)} />
        <WhereAllCardsAre cards={data.cards} />
      </section>
    )
  }
  if (error) {
    return (
      <Note
        action={
          <Button size="compact" isPending={isFetching} onClick={() => void refetch()}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {i18n.t('We couldn’t load this year’s numbers. Your orders are below.')}
      </Note>
    )
  }
  return <Figures figures={STILL_COUNTING.map((figure) => ({ ...figure, label: i18n.t(figure.label) }))} />
}

const STILL_COUNTING: Figure[] = [
  /*i18n*/ 'Ordered this year',
  /*i18n*/ 'Arrived',
  /*i18n*/ 'On the way',
  /*i18n*/ 'Amount due',
].map((label) => ({
  label,
  value: <Skeleton className="h-[1.15em] w-32" />,
  note: <Skeleton className="h-3.5 w-20" />,
}))

function WhereAllCardsAre({ cards }: Pick<Overview, 'cards'>) {
  const i18n = useTexts()
  const all = CARD_STATES.reduce((sum, { key }) => sum + cards[key], 0)
  const parts = CARD_STATES.filter(({ key }) => cards[key] > 0)
  if (all === 0) return null
  return (
    <>
      <h2 className="mt-10 mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-h3">
        {i18n.t('Where your cards are')}
        <b className="font-semibold text-body">
          {i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: all })}
        </b>
      </h2>
      <div aria-hidden="true" className="flex h-3 gap-[3px]">
        {parts.map(({ key, color }) => (
          <span
            key={key}
            className={`min-w-2 rounded-[3px] forced-color-adjust-none ${color}`}
            style={{ flexGrow: cards[key] }}
          />
        ))}
      </div>
      <ul aria-label={i18n.t('Cards by status')} className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {parts.map(({ key, word, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 rounded-[2px] forced-color-adjust-none ${color}`} />
            {i18n.t(word, { cards: cards[key] })}
          </li>
        ))}
      </ul>
    </>
  )
}

type Matter = {
  id: string
  name: string
  about: string
  words: string
  fix: string
  to: Pick<LinkProps, 'to' | 'search' | 'hash'>
}

const SHOWN = 4

/** Everything that needs the customer's attention, each with a link to where they can fix it. */
export function NeedsAttention({ drafts }: { drafts: readonly CardItem[] }) {
  const i18n = useTexts()
  const [isWhole, setWhole] = useState(false)
  const matters = useMatters(drafts)
  if (matters.length === 0) return null
  const shown = isWhole ? matters : matters.slice(0, SHOWN)
  return (
    <Note tone="warn" className="mb-8">
      <h2 className="font-semibold text-body tracking-normal">
        {i18n.t('{things, plural, one {# thing needs} other {# things need}} your attention', {
          things: matters.length,
        })}
      </h2>
      <ul aria-label={i18n.t('Needs your attention')} className="mt-1">
        {shown.map(({ id, name, about, words, fix, to }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-0.5">
            <span className="min-w-0 break-words">
              <b className="font-medium">{name}</b>
              {about && ` (${about})`}: {words}.
            </span>
            <Link
              {...to}
              aria-label={`${fix}: ${name}`}
              className="link inline-flex min-h-9 items-center touch:min-h-11"
            >
              {fix}
            </Link>
          </li>
        ))}
      </ul>
      {matters.length > shown.length && (
        <Button look="link" onClick={() => setWhole(true)}>
          {i18n.t('Show all {number}', { number: count(matters.length) })}
        </Button>
      )}
    </Note>
  )
}

/** Failed deliveries come first, because their recipients are waiting. */
function useMatters(drafts: readonly CardItem[]): Matter[] {
  const i18n = useTexts()
  const { data } = useQuery(overviewQuery())
  const astray = (data?.troubled ?? []).map(
    ({ orderId, orderNumber, name, ...trouble }): Matter => ({
      id: `troubled:${orderId}`,
      name: itemName({ name }),
      about: i18n.t('order {orderNumber}', { orderNumber }),
      words: troubleWords(trouble),
      fix: i18n.t('Fix and resend'),
      to: { to: '/my-rewards', search: { openDetails: orderId }, hash: 'needs-attention' },
    }),
  )
  const unpaid = (data?.unpaid ?? []).map(
    ({ orderId, orderNumber, name, ...money }): Matter => ({
      id: `unpaid:${orderId}`,
      name: itemName({ name }),
      about: i18n.t('order {orderNumber}', { orderNumber }),
      words: unpaidWords(money),
      fix: money.awaits === 'payment' ? i18n.t('Pay') : i18n.t('How to pay'),
      to: { to: '/my-rewards', search: { openDetails: orderId } },
    }),
  )
  const faulty = drafts
    .filter(({ attentionCount }) => attentionCount > 0)
    .map(
      (draft): Matter => ({
        id: `draft:${draft.id}`,
        name: itemName(draft),
        about: i18n.t('a draft'),
        words: stillToDo({ missing: [], attentionCount: draft.attentionCount }),
        fix: i18n.t('Fix them'),
        to: { to: stepToGoOnWith(draft), search: { item: draft.id } },
      }),
    )
  return [...astray, ...unpaid, ...faulty]
}

export function overviewFigures({ ordered, cards, emails, toPay }: Overview): Figure[] {
  const i18n = pageTexts()

  return [
    {
      label: i18n.t('Ordered this year'),
      value: formatCents(ordered.totalCents),
      note: i18n.t('in {orders, plural, one {# order} other {# orders}}', { orders: ordered.orderCount }),
    },
    {
      label: i18n.t('Arrived'),
      value: count(cards.arrived),
      note: i18n.t('of {cards, plural, one {# card} other {# cards}} ordered this year', {
        cards: ordered.cardCount,
      }),
    },
    emails.sent > 0
      ? {
          label: i18n.t('Opened'),
          value: `${Math.floor((100 * emails.opened) / emails.sent)}%`,
          note: i18n.t('of {emails, plural, one {# email} other {# emails}} this year', {
            emails: emails.sent,
          }),
        }
      : {
          label: i18n.t('On the way'),
          value: count(cards.underWay),
          note: i18n.t('with their carriers'),
        },
    { label: i18n.t('Amount due'), value: formatCents(toPay.cents), note: openNote(toPay) },
  ]
}

/** Mentions bank debits that are clearing, which aren't part of the amount due. */
function openNote({ orderCount, clearingCents }: Overview['toPay']): string {
  const i18n = pageTexts()

  const open =
    orderCount === 0
      ? i18n.t('nothing due')
      : i18n.t('in {orders, plural, one {# order} other {# orders}}', { orders: orderCount })
  return clearingCents === 0
    ? open
    : i18n.t('{open}, {amount} clearing', { open, amount: formatCents(clearingCents) })
}

/** Each card is in one of these states, best first. */
const CARD_STATES = [
  { key: 'arrived', word: /*i18n*/ '{cards, plural, other {# arrived}}', color: 'bg-accent-line' },
  { key: 'underWay', word: /*i18n*/ '{cards, plural, other {# on the way}}', color: 'bg-accent-line/50' },
  { key: 'beingMade', word: /*i18n*/ '{cards, plural, other {# in production}}', color: 'bg-chart-2' },
  { key: 'waiting', word: /*i18n*/ '{cards, plural, other {# waiting}}', color: 'bg-line-mid' },
  {
    key: 'needsAHand',
    word: /*i18n*/ '{cards, plural, other {# needing attention}}',
    color: 'bg-warn',
  },
] as const satisfies readonly { key: keyof Overview['cards']; word: string; color: string }[]

/** `4 cards returned, 2 emails bounced`. */
export function troubleWords({
  returned,
  bounced,
}: Pick<Overview['troubled'][number], 'returned' | 'bounced'>): string {
  const i18n = pageTexts()

  const parts = [
    returned > 0 ? i18n.t('{cards, plural, one {# card} other {# cards}} returned', { cards: returned }) : '',
    bounced > 0
      ? i18n.t('{emails, plural, one {# email} other {# emails}} bounced', { emails: bounced })
      : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** `waiting for your check of $316,930.44`. */
export function unpaidWords({ awaits, cents }: Pick<Overview['unpaid'][number], 'awaits' | 'cents'>): string {
  const i18n = pageTexts()

  if (awaits === 'payment') return i18n.t('{amount} isn’t paid yet', { amount: formatCents(cents) })
  return i18n.t('waiting for your {awaits} of {amount}', {
    awaits: i18n.t(awaits),
    amount: formatCents(cents),
  })
}
