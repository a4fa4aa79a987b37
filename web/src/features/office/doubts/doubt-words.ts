import { formatCents } from '@laurel/domain/money'
import { DOUBT_WORDS, type DoubtState } from '@laurel/domain/payment-doubt'
import type { TagTone } from '../../../parts/Tag.tsx'
import type { Doubt } from '../office.queries.ts'
import { paidBy } from '../order/money-words.ts'

export const DOUBT_STATE_WORDS: Readonly<Record<DoubtState, { word: string; tone: TagTone }>> = {
  open: { word: 'To decide', tone: 'warn' },
  accepted: { word: 'Counts for its order', tone: 'good' },
  giving_back: { word: 'Refund in progress', tone: 'wait' },
  given_back: { word: 'Refunded', tone: 'plain' },
  dismissed: { word: 'Not our payment', tone: 'plain' },
  cleared: { word: 'Cleared automatically', tone: 'plain' },
}

/** `$10.00 by card ending in 9990`, as the provider reports it. */
export function reportedWords({ amountCents, currency, methodCode, maskedAccount }: Doubt): string {
  const amount =
    amountCents === null
      ? 'An amount that cannot be read'
      : currency === '' || currency === 'USD'
        ? formatCents(amountCents)
        : `${(amountCents / 100).toFixed(2)} ${currency}`
  return `${amount} ${paidBy({ methodCode, maskedAccount })}`
}

/** Why it does not fit, in a sentence. */
export function reasonWords({ reason, expectedCents }: Pick<Doubt, 'reason' | 'expectedCents'>): string {
  return `${DOUBT_WORDS[reason]}. ${formatCents(expectedCents)} was asked for.`
}
