import { dueWords } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PriceLine, PriceSection } from '@laurel/domain/pricing'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { siteDay } from '../../http/site-time.ts'
import { COLUMN, drawDocument, type Pdf, type Words } from './document-pdf.ts'
import { isPaid, type OrderDocument } from './order-document.ts'

const COUNT = { x: 330, width: 60, align: 'right' } as const
const EACH = { x: 396, width: 76, align: 'right' } as const
const AMOUNT = { x: 472, width: COLUMN.right - 472, align: 'right' } as const
const WHAT = { x: COLUMN.left, width: 270 } as const
const CLEARING = { bank_debit: 'Bank debit clearing', card: 'Card payment being confirmed' } as const
const numbers = new Intl.NumberFormat('en-US')

/** An order's invoice: what was ordered, the payments received, and the amount due. */
export function drawInvoice(order: OrderDocument, logo?: Buffer): Promise<Buffer> {
  const subject = `Invoice ${order.number}`
  return drawDocument(order.site, { title: 'Invoice', subject, isDemo: order.isDemo, logo }, (pdf) => {
    drawWhoAndWhen(pdf, order, 'Invoice number')
    drawLines(pdf, order)
    drawMoney(pdf, order)
    drawHowToPay(pdf, order)
    drawNotes(pdf, order)
  })
}

/** The same for an order whose money is here. */
export function drawReceipt(order: OrderDocument, logo?: Buffer): Promise<Buffer> {
  const subject = `Receipt for order ${order.number}`
  return drawDocument(order.site, { title: 'Receipt', subject, isDemo: order.isDemo, logo }, (pdf) => {
    drawWhoAndWhen(pdf, order, 'Order number')
    drawLines(pdf, order)
    drawMoney(pdf, order)
    drawNotes(pdf, order)
  })
}

function drawWhoAndWhen(pdf: Pdf, order: OrderDocument, numberLabel: string) {
  const { business, attention, person, email, address } = order.billTo
  const facts = [
    { label: numberLabel, value: order.number },
    { label: 'Date', value: siteDay(order.placedAt, order.site) },
    { label: 'Terms', value: order.terms ? `Net ${order.terms.days}` : '' },
    { label: 'Due', value: order.terms ? dueWords(order.terms.dueOn) : '' },
    { label: 'PO number', value: order.poNumber },
    // Without an attention line, the person is under the business.
    { label: 'Ordered by', value: attention === '' ? '' : person },
    ...order.fields.map(({ name, value }) => ({ label: name, value })),
    { label: 'Status', value: statusWords(order) },
  ]
  const left = { x: COLUMN.left, width: 250 }
  pdf.beside(
    () => {
      pdf.row([{ ...left, text: 'Bill to', size: 9, ink: 'muted' }])
      const lines = [business, attention === '' ? person : `Attn: ${attention}`, ...address, email].filter(
        (line) => line !== '',
      )
      for (const text of lines) pdf.row([{ ...left, text }], { gap: 1 })
    },
    () => {
      pdf.row([{ x: 330, width: COLUMN.right - 330, text: order.site.organization_name, bold: true }])
      for (const { label, value } of facts) {
        if (value === '') continue
        const words = { x: 414, width: COLUMN.right - 414, text: value }
        pdf.row([{ x: 330, width: 80, text: label, ink: 'muted' }, words], { gap: 1 })
      }
    },
  )
  pdf.space(18)
}

function statusWords(order: OrderDocument): string {
  if (order.isDeclined) return 'Order declined'
  if (order.refundState === 'full') return 'Refunded'
  if (order.balanceCents > 0 && order.clearing !== null) return CLEARING[order.clearing]
  if (order.balanceCents > 0) return order.terms ? 'Open' : 'Due on receipt'
  if (!isPaid(order)) return 'Nothing due'
  return order.refundedCents > 0 ? `Paid, ${formatCents(order.refundedCents)} refunded` : 'Paid'
}

function drawLines(pdf: Pdf, order: OrderDocument) {
  const head = () => {
    pdf.row([
      { ...WHAT, text: 'Description', size: 9, ink: 'muted' },
      { ...COUNT, text: 'Quantity', size: 9, ink: 'muted' },
      { ...EACH, text: 'Price', size: 9, ink: 'muted' },
      { ...AMOUNT, text: 'Amount', size: 9, ink: 'muted' },
    ])
    pdf.rule({ strong: true })
  }
  head()
  drawSection(pdf, 'Card value', order.value, head)
  drawSection(pdf, 'Card fees', order.fees, head)
  drawSection(pdf, 'Delivery', order.delivery, head)
}

function drawSection(pdf: Pdf, title: string, { lines, cents }: PriceSection, onNewPage: () => void) {
  if (lines.length === 0) return
  pdf.keepTogether(48)
  pdf.row(
    [
      { ...WHAT, text: title, bold: true },
      { ...AMOUNT, text: formatCents(cents), bold: true },
    ],
    { onNewPage },
  )
  for (const line of lines) for (const row of rowsOf(line)) pdf.row(row, { onNewPage })
  pdf.space(2)
  pdf.rule()
}

/** One row for a single multiplication; otherwise its parts follow below. */
function rowsOf({ label, rewardType, itemId, cents, parts }: PriceLine): Words[][] {
  const kind = REWARD_TYPE_TITLES[rewardType]
  const name = label.trim() || 'Untitled card'
  const what = {
    ...WHAT,
    x: WHAT.x + 10,
    width: WHAT.width - 10,
    text: itemId === null && label === kind ? name : `${name} (${kind.toLowerCase()})`,
  }
  const amount = { ...AMOUNT, text: formatCents(cents) }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return [[what, ...partWords(only), amount]]
  return [
    [what, amount],
    ...parts.map((part) => [
      ...partWords(part),
      { ...AMOUNT, text: formatCents(part.count * part.eachCents), ink: 'muted' as const },
    ]),
  ]
}

function partWords({ count, eachCents }: { count: number; eachCents: number }): Words[] {
  return [
    { ...COUNT, text: numbers.format(count), ink: 'muted' },
    { ...EACH, text: formatCents(eachCents), ink: 'muted' },
  ]
}

function drawMoney(pdf: Pdf, order: OrderDocument) {
  const label = { x: 240, width: 226, align: 'right' } as const
  pdf.keepTogether(60)
  pdf.space(6)
  pdf.row([
    { ...label, text: 'Total', bold: true, size: 12 },
    { ...AMOUNT, text: formatCents(order.totalCents), bold: true, size: 12 },
  ])
  for (const { at, words, cents } of order.moves) {
    pdf.row([
      { ...label, text: `${words}, ${siteDay(at, order.site)}`, ink: 'muted' },
      { ...AMOUNT, text: formatCents(cents) },
    ])
  }
  const balance = order.balanceCents
  pdf.row([
    {
      ...label,
      text:
        balance > 0
          ? order.clearing === null
            ? 'Amount due'
            : CLEARING[order.clearing]
          : balance < 0
            ? 'To be refunded'
            : 'Nothing due',
      bold: true,
    },
    { ...AMOUNT, text: formatCents(Math.abs(balance)), bold: true },
  ])
}

function drawHowToPay(pdf: Pdf, { promised, terms, balanceCents }: OrderDocument) {
  const remittance = promised ?? terms?.remittance ?? null
  if (remittance === null || balanceCents <= 0) return
  pdf.space(14)
  pdf.keepTogether(90)
  const how = promised === null ? 'How to pay' : `Pay by ${WAYS_TO_PAY[promised.method].name.toLowerCase()}`
  pdf.text(how, { bold: true, size: 12 })
  for (const { label, value } of remittance.lines) {
    // The amount due is above; repeating the full amount would contradict it after a partial payment.
    if (label === 'Amount') continue
    pdf.row([
      { x: COLUMN.left, width: 110, text: label, ink: 'muted' },
      { x: COLUMN.left + 116, width: COLUMN.width - 116, text: value },
    ])
  }
  if (remittance.note !== '') pdf.text(remittance.note, { ink: 'muted' })
}

function drawNotes(pdf: Pdf, { site }: OrderDocument) {
  const note = site.money_rules.tax_note
  if (note === '') return
  pdf.space(14)
  pdf.text(note, { size: 9, ink: 'muted' })
}
