import type { RewardType } from '@laurel/domain/reward-type'
import { SAMPLE_PERSON } from '../card-look.ts'
import type { Recipient } from '../recipients/recipients.queries.ts'

/** Whom a preview is for, in the words of the letter. */
export type Reader = {
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
