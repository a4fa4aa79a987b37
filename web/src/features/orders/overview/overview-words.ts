import { formatCents } from '@laurel/domain/money'
import type { Figure } from '../../../parts/Figures.tsx'
import { count, plural } from '../../../parts/format.ts'
import type { Overview } from './overview.queries.ts'

/** The year in four numbers. */
export function overviewFigures({ ordered, cards, emails, toPay }: Overview): Figure[] {
  return [
    {
      label: 'Ordered this year',
      value: formatCents(ordered.totalCents),
      note: `in ${plural(ordered.orderCount, 'order')}`,
    },
    {
      label: 'Arrived',
      value: count(cards.arrived),
      note: `of ${plural(ordered.cardCount, 'card')} ordered this year`,
    },
    emails.sent > 0
      ? {
          label: 'Opened',
          value: `${Math.floor((100 * emails.opened) / emails.sent)}%`,
          note: `of ${plural(emails.sent, 'email')} this year`,
        }
      : {
          label: 'On the way',
          value: count(cards.underWay),
          note: 'with their carriers',
        },
    { label: 'To be paid', value: formatCents(toPay.cents), note: openNote(toPay) },
  ]
}

/** A bank debit that clears is not to be paid any more, and not forgotten either. */
function openNote({ orderCount, clearingCents }: Overview['toPay']): string {
  const open = orderCount === 0 ? 'nothing is open' : `in ${plural(orderCount, 'order')}`
  return clearingCents === 0 ? open : `${open}, ${formatCents(clearingCents)} clearing`
}

/** Every card stands in one of these, in the order it walks them. */
export const CARD_STATES = [
  { key: 'arrived', word: 'arrived', color: 'bg-accent-line' },
  { key: 'underWay', word: 'on the way', color: 'bg-accent-line/50' },
  { key: 'beingMade', word: 'being made', color: 'bg-chart-2' },
  { key: 'waiting', word: 'waiting', color: 'bg-line-mid' },
  { key: 'needsAHand', word: 'needing attention', color: 'bg-warn' },
] as const satisfies readonly { key: keyof Overview['cards']; word: string; color: string }[]

/** `4 cards returned, 2 emails bounced`. */
export function troubleWords({
  returned,
  bounced,
}: Pick<Overview['troubled'][number], 'returned' | 'bounced'>): string {
  const parts = [
    returned > 0 ? `${plural(returned, 'card')} returned` : '',
    bounced > 0 ? `${plural(bounced, 'email')} bounced` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** `waiting for your check of $316,930.44`. */
export function unpaidWords({ awaits, cents }: Pick<Overview['unpaid'][number], 'awaits' | 'cents'>): string {
  if (awaits === 'payment') return `${formatCents(cents)} isn’t paid yet`
  return `waiting for your ${awaits} of ${formatCents(cents)}`
}
