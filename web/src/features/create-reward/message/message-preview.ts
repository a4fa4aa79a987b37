import type { ProductSetupStep } from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Site } from '../../../app/site.ts'
import { SAMPLE_PERSON } from '../card-look.ts'
import type { PredefinedMessage } from '../create-reward.queries.ts'
import type { Recipient } from '../recipients/recipients.queries.ts'

/** Whom a preview is for, in the words of the letter. */
type Reader = {
  firstName: string
  lastName: string
  email: string
  address: string[]
  amountCents: number | null
  /** Their own message, where the list gave one. */
  message: string
}

/** The recipient as the letter's reader. */
export function readerOf(recipient: Recipient, denominationCents: number | null): Reader {
  const { firstName, lastName, address1, address2, city, state, zip } = recipient
  return {
    firstName,
    lastName,
    email: recipient.email,
    address: addressLines([
      `${firstName} ${lastName}`.trim(),
      address1,
      address2,
      `${place(city, state)} ${zip}`,
    ]),
    amountCents: recipient.amountCents ?? denominationCents,
    message: recipient.message,
  }
}

/** Stands in while there is nobody to name: bulk cards, or a list that is still on its way. */
export function sampleReader(rewardType: RewardType, denominationCents: number | null): Reader {
  return {
    ...SAMPLE_PERSON,
    email: 'maya@example.com',
    address: rewardType === 'direct' ? ['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214'] : [],
    amountCents: denominationCents,
    message: '',
  }
}

function place(city: string, state: string): string {
  return [city, state].filter((part) => part !== '').join(', ')
}

function addressLines(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** Ready-made messages of one occasion, in the site's order. */
export type Occasion = { name: string; messages: readonly PredefinedMessage[] }

export function byOccasion(messages: readonly PredefinedMessage[]): Occasion[] {
  return [...Map.groupBy(messages, ({ occasion }) => occasion)].map(([name, of]) => ({ name, messages: of }))
}

/** What pressing an occasion puts in: its first message, or the next after the one that stands there. */
export function nextMessage({ messages }: Occasion, standing: string): PredefinedMessage | undefined {
  const at = messages.findIndex(({ text }) => text === standing)
  return messages[(at + 1) % messages.length]
}

/** The step on which a missing part is decided. */
export function stepOfMissing(field: string, rewardType: RewardType): ProductSetupStep {
  switch (field) {
    case 'quantity':
      return 'quantity'
    case 'denomination_cents':
    case 'denominationCents':
      return rewardType === 'bulk' ? 'value' : 'recipients'
    case 'recipients':
    case 'amount_cents':
    case 'amountCents':
      return 'recipients'
    case 'message':
    case 'sender_name':
      return 'custom-message'
    default:
      return 'card-design'
  }
}

const DAY_MS = 86_400_000

/** Until when the link to a digital card opens if it is sent now, in the words of its mail. */
export function lastDayOfLink(
  { claimWithinDays, timeZone }: Pick<Site, 'claimWithinDays' | 'timeZone'>,
  now = new Date(),
): string {
  const last = new Date(now.getTime() + claimWithinDays * DAY_MS)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(last)
}
