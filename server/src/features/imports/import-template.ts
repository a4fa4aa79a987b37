import { Readable } from 'node:stream'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import { FIELD_HEADINGS } from './columns.ts'

const EXAMPLE = {
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@example.com',
  address1: '12 Elm Street',
  address2: 'Apt 4',
  city: 'Portland',
  state: 'OR',
  zip: '97205',
  amount_cents: '50.00',
  message: 'Thank you, {first name}.',
}
type Field = keyof typeof EXAMPLE

const FIELDS: Readonly<Record<Exclude<RewardType, 'bulk'>, readonly Field[]>> = {
  direct: [
    'first_name',
    'last_name',
    'address1',
    'address2',
    'city',
    'state',
    'zip',
    'amount_cents',
    'message',
  ],
  digital: ['first_name', 'last_name', 'email', 'amount_cents', 'message'],
}

/**
 * A list to fill in, with an example, for cards that have recipients.
 *
 * @throws {Refusal} `validation_failed` for bulk cards, which have none
 */
export function templateOf(rewardType: RewardType): Download {
  if (rewardType === 'bulk') {
    const message = 'Bulk cards have no list of people.'
    throw new Refusal('validation_failed', {}, [{ field: 'rewardType', code: 'no_recipient', message }])
  }
  const fields = FIELDS[rewardType]
  const lines = [fields.map((field) => FIELD_HEADINGS[field] ?? field), fields.map((field) => EXAMPLE[field])]
  return {
    stream: Readable.from([`\ufeff${lines.map(csvLine).join('')}`]),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${rewardType} recipients.csv`,
  }
}
