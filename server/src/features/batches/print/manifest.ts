import { deliveryReference } from '@laurel/domain/delivery-reference'
import { decimalFromCents } from '@laurel/domain/money'
import { csvLine } from '../../../http/csv-lines.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { addressLines } from './address-lines.ts'
import { line, write } from './packing-slip-pdf.ts'
import { type PdfStream, streamPdf } from './pdf-stream.ts'
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

const LETTER = { width: 612, height: 792 }
const SIDE = 54
const ROWS_PER_PAGE = 30
const ROW = 20

/** The mailing list of a batch on paper, to be signed when it is handed over. */
export function manifestPdf(
  site: SiteRow,
  { number, deliveries }: { number: string; deliveries: number },
  letters: AsyncIterable<PrintedLetter>,
): PdfStream {
  const title = `Mailing manifest, batch ${number}`
  return streamPdf({ title, author: site.name }, async ({ doc, page }) => {
    let row = 0
    for await (const letter of letters) {
      const at = row % ROWS_PER_PAGE
      if (at === 0) {
        await page(LETTER)
        write(doc, `${site.name}: ${title}`, { x: SIDE, y: 48, width: 380, size: 13, bold: true })
        const count = `${deliveries} in all, page ${row / ROWS_PER_PAGE + 1}`
        write(doc, count, { x: 440, y: 50, width: 118, size: 9, align: 'right' })
      }
      const y = 86 + at * ROW
      const [name, ...address] = addressLines(letter)
      write(doc, deliveryReference(letter.id), { x: SIDE, y, width: 60, size: 9 })
      write(doc, name ?? '', { x: SIDE + 64, y, width: 120, size: 9, bold: true })
      write(doc, address.join(', '), { x: SIDE + 188, y, width: 190, size: 9 })
      write(doc, letter.tracking_number || letter.service, { x: SIDE + 382, y, width: 122, size: 8.5 })
      line(doc, y + 13)
      row += 1
      if (row % ROWS_PER_PAGE === 0 || row === deliveries) {
        write(
          doc,
          'Handed over by ____________________   Received by ____________________   Date __________',
          {
            x: SIDE,
            y: LETTER.height - 60,
            width: 504,
            size: 9,
          },
        )
      }
    }
  })
}
