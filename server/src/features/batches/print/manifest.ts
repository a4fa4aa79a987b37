import { deliveryReference } from '@laurel/domain/delivery-reference'
import { decimalFromCents } from '@laurel/domain/money'
import { csvLine } from '../../../http/csv-lines.ts'
import type { PrintedLetter } from './printed-letters.repo.ts'

const HEADINGS = [
  'Reference',
  'Position',
  'Order',
  'Name',
  'Company',
  'Address 1',
  'Address 2',
  'City',
  'State',
  'ZIP',
  'Cards',
  'Value',
  'Carrier',
  'Service',
  'Tracking number',
]

/** The mailing list of a batch as CSV, in which no cell is a formula. Filled in it can be read back. */
export async function* manifestCsv(letters: AsyncIterable<PrintedLetter>): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for await (const letter of letters) {
    yield csvLine([
      deliveryReference(letter.id),
      String(letter.position),
      letter.order_number,
      `${letter.first_name} ${letter.last_name}`.trim(),
      letter.company,
      letter.address1,
      letter.address2,
      letter.city,
      letter.state,
      letter.zip,
      String(letter.card_count),
      decimalFromCents(letter.value_cents),
      letter.carrier,
      letter.service,
      letter.tracking_number,
    ])
  }
}
