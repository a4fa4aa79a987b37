import { deliveryReference } from '@laurel/domain/delivery-reference'
import { formatCents } from '@laurel/domain/money'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { addressLines } from './address-lines.ts'
import { type Doc, drawPdf, fitLine, setFont } from './pdf-stream.ts'
import type { ParcelLine, PrintedLetter } from './printed-letters.repo.ts'

const LETTER = { width: 612, height: 792 }
const SIDE = 54
const WIDTH = LETTER.width - 2 * SIDE
const BOTTOM = LETTER.height - 72
const ROW = 18
const COLUMNS = [
  { title: 'Cards', x: SIDE, width: 220 },
  { title: 'Reward', x: SIDE + 226, width: 120 },
  { title: 'Value each', x: SIDE + 352, width: 72 },
  { title: 'Quantity', x: SIDE + 430, width: 74 },
] as const

/** The contents of a parcel, for packing and unpacking. It has no card numbers. */
export function packingSlipPdf(
  lines: AsyncIterable<ParcelLine>,
  site: SiteRow,
  { batchNumber, parcel, letters }: { batchNumber: string; parcel: PrintedLetter; letters: number },
) {
  const title = `Packing slip, order ${parcel.order_number}`
  return drawPdf({ title, author: site.name }, async ({ doc, page }) => {
    let y = 0
    const begin = async () => {
      await page(LETTER)
      write(doc, site.name, { x: SIDE, y: 54, width: 300, size: 16, bold: true })
      write(doc, 'Packing slip', { x: SIDE + 304, y: 54, width: WIDTH - 304, size: 16, align: 'right' })
      y = 96
    }
    const row = (cells: readonly string[], bold = false) => {
      cells.forEach((text, at) => {
        const { x, width } = COLUMNS[at]!
        write(doc, text, { x, y, width, size: 10, bold, align: at > 1 ? 'right' : 'left' })
      })
      y += ROW
      line(doc, y - 4)
    }
    await begin()
    const to = addressLines(parcel)
    const facts = [
      `Order ${parcel.order_number}`,
      ...(parcel.po_number ? [`PO ${parcel.po_number}`] : []),
      `Batch ${batchNumber}`,
      `Reference ${deliveryReference(parcel.id)}`,
      ...(parcel.service ? [parcel.service] : []),
    ]
    write(doc, 'Ship to', { x: SIDE, y, width: 260, size: 9 })
    to.forEach((text, at) => {
      write(doc, text, { x: SIDE, y: y + 14 + at * 15, width: 260, size: 11, bold: at === 0 })
    })
    facts.forEach((text, at) => {
      write(doc, text, { x: SIDE + 290, y: y + 14 + at * 15, width: WIDTH - 290, size: 11 })
    })
    y += 14 + 15 * Math.max(to.length, facts.length) + 22

    const titles = COLUMNS.map((column) => column.title)
    row(titles, true)
    for await (const { name, reward, value_cents, quantity } of lines) {
      if (y > BOTTOM) {
        await begin()
        row(titles, true)
      }
      row([name || reward, reward, formatCents(value_cents), String(quantity)])
    }
    row(['Total', '', formatCents(parcel.value_cents), String(parcel.card_count)], true)
    if (letters > 0) row(['Letters, one for each card with a message', '', '', String(letters)])
    const ask = `Count the cards when you open the parcel. Questions: ${[site.support_email, site.support_phone].filter(Boolean).join(', ')}`
    write(doc, ask, { x: SIDE, y: y + 14, width: WIDTH, size: 9 })
  })
}

type Written = {
  x: number
  y: number
  width: number
  size: number
  bold?: boolean
  align?: 'left' | 'right'
}

/** One line, shrunk or cut to its place. */
export function write(doc: Doc, text: string, { x, y, width, size, bold, align = 'left' }: Written): void {
  const font = bold ? 'semibold' : 'regular'
  const shown = fitLine(doc, text, { font, size, minSize: Math.min(size, 6.5), width })
  setFont(doc, font, (doc as unknown as { _fontSize: number })._fontSize, shown)
  const left = align === 'left' ? x : x + width - doc.widthOfString(shown)
  doc.fillColor('#1c1c20').text(shown, left, y, { lineBreak: false })
}

export function line(doc: Doc, y: number): void {
  doc
    .moveTo(SIDE, y)
    .lineTo(LETTER.width - SIDE, y)
    .lineWidth(0.5)
    .strokeColor('#c9ccd1')
    .stroke()
}
