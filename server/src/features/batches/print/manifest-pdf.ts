import { deliveryReference } from '@laurel/domain/delivery-reference'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { addressLines } from './address-lines.ts'
import { line, write } from './packing-slip-pdf.ts'
import { drawPdf } from './pdf-stream.ts'
import type { PrintedLetter } from './printed-letters.repo.ts'

const LETTER = { width: 612, height: 792 }
const SIDE = 54
const ROWS_PER_PAGE = 30
const ROW = 20

/** The mailing list of a batch on paper, to be signed when it is handed over. */
export function manifestPdf(
  letters: AsyncIterable<PrintedLetter>,
  site: SiteRow,
  { number, deliveries }: { number: string; deliveries: number },
) {
  const title = `Mailing manifest, batch ${number}`
  return drawPdf({ title, author: site.name }, async ({ doc, page }) => {
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
