import type { OutputOf } from '@laurel/contract/wire-types'
import type { Camelized } from '../../app/case.ts'
import type { TagTone } from '../../parts/Tag.tsx'

export type Recipient = Camelized<OutputOf<'listRecipients'>>['results'][number]

/** What has become of one person's card, from waiting to being claimed or delivered. */
const STATES: Readonly<Record<string, { tone: TagTone; word: string }>> = {
  waiting: { tone: 'plain', word: 'Not sent yet' },
  queued: { tone: 'wait', word: 'Queued' },
  sent: { tone: 'wait', word: 'Sent' },
  opened: { tone: 'good', word: 'Opened' },
  claimed: { tone: 'good', word: 'Claimed' },
  bounced: { tone: 'bad', word: 'Bounced' },
  printing: { tone: 'wait', word: 'Being printed' },
  mailed: { tone: 'wait', word: 'Mailed' },
  delivered: { tone: 'good', word: 'Delivered' },
  returned: { tone: 'warn', word: 'Returned' },
}

/** A state nobody has heard of is told as it is. Of a rejected order nothing will ever be sent. */
export function deliveryWord(state: string, isRejected = false): { tone: TagTone; word: string } {
  if (isRejected && state === 'waiting') return { tone: 'plain', word: 'Not sent' }
  return STATES[state] ?? { tone: 'plain', word: state.replaceAll('_', ' ') }
}

export function fullName({ firstName, lastName }: Pick<Recipient, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'No name'
}

/** Where the card goes: an email address, or a postal one in one line. */
export function sentTo(
  person: Pick<Recipient, 'email' | 'address1' | 'address2' | 'city' | 'state' | 'zip'>,
  isDigital: boolean,
): string {
  if (isDigital) return person.email
  const street = [person.address1, person.address2].filter(Boolean).join(', ')
  return [street, person.city, `${person.state} ${person.zip}`.trim()].filter(Boolean).join(', ')
}
