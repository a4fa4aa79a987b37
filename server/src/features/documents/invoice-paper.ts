import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PriceLine, PriceSection } from '@laurel/domain/pricing'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { isPaid, type OrderPaper, paperDay } from './order-paper.ts'
import { COLUMN, drawPaper, type Paper, type Words } from './paper.ts'

const COUNT = { x: 330, width: 60, align: 'right' } as const
const EACH = { x: 396, width: 76, align: 'right' } as const
const AMOUNT = { x: 472, width: COLUMN.right - 472, align: 'right' } as const
const WHAT = { x: COLUMN.left, width: 270 } as const
const CLEARING = { bank_debit: 'Bank debit clearing', card: 'Card payment being confirmed' } as const
const numbers = new Intl.NumberFormat('en-US')

/** An order's invoice: what was ordered, the payments received, and the amount due. */
export function drawInvoice(order: OrderPaper): Promise<Buffer> {
  const subject = `Invoice ${order.number}`
  return drawPaper(order.site, { title: 'Invoice', subject }, (paper) => {
    drawWhoAndWhen(paper, order, 'Invoice number')
    drawLines(paper, order)
    drawMoney(paper, order)
    drawHowToPay(paper, order)
    drawNotes(paper, order)
  })
}

/** The same for an order whose money is here. */
export function drawReceipt(order: OrderPaper): Promise<Buffer> {
  const subject = `Receipt for order ${order.number}`
  return drawPaper(order.site, { title: 'Receipt', subject }, (paper) => {
    drawWhoAndWhen(paper, order, 'Order number')
    drawLines(paper, order)
    drawMoney(paper, order)
    drawNotes(paper, order)
  })
}

function drawWhoAndWhen(paper: Paper, order: OrderPaper, numberLabel: string) {
  const { business, person, email, address } = order.billTo
  const facts = [
    { label: numberLabel, value: order.number },
    { label: 'Date', value: paperDay(order.placedAt, order.site) },
    { label: 'PO number', value: order.poNumber },
    { label: 'Status', value: statusWords(order) },
  ]
  const left = { x: COLUMN.left, width: 250 }
  paper.beside(
    () => {
      paper.row([{ ...left, text: 'Bill to', size: 9, ink: 'muted' }])
      const lines = [business, person, ...address, email].filter((line) => line !== '')
      for (const text of lines) paper.row([{ ...left, text }], { gap: 1 })
    },
    () => {
      paper.row([{ x: 330, width: COLUMN.right - 330, text: order.site.organization_name, bold: true }])
      for (const { label, value } of facts) {
        if (value === '') continue
        const words = { x: 414, width: COLUMN.right - 414, text: value }
        paper.row([{ x: 330, width: 80, text: label, ink: 'muted' }, words], { gap: 1 })
      }
    },
  )
  paper.space(18)
}

function statusWords(order: OrderPaper): string {
  if (order.isDeclined) return 'Order declined'
  if (order.refundState === 'full') return 'Refunded'
  if (order.balanceCents > 0 && order.clearing !== null) return CLEARING[order.clearing]
  if (order.balanceCents > 0) return 'Due on receipt'
  if (!isPaid(order)) return 'Nothing to pay'
  return order.refundedCents > 0 ? `Paid, ${formatCents(order.refundedCents)} refunded` : 'Paid'
}

function drawLines(paper: Paper, order: OrderPaper) {
  const head = () => {
    paper.row([
      { ...WHAT, text: 'What', size: 9, ink: 'muted' },
      { ...COUNT, text: 'Count', size: 9, ink: 'muted' },
      { ...EACH, text: 'Each', size: 9, ink: 'muted' },
      { ...AMOUNT, text: 'Amount', size: 9, ink: 'muted' },
    ])
    paper.rule({ strong: true })
  }
  head()
  drawSection(paper, 'Value on the cards', order.value, head)
  drawSection(paper, 'Card fees', order.fees, head)
  drawSection(paper, 'Delivery', order.delivery, head)
}

function drawSection(paper: Paper, title: string, { lines, cents }: PriceSection, onNewPage: () => void) {
  if (lines.length === 0) return
  paper.keepTogether(48)
  paper.row(
    [
      { ...WHAT, text: title, bold: true },
      { ...AMOUNT, text: formatCents(cents), bold: true },
    ],
    { onNewPage },
  )
  for (const line of lines) for (const row of rowsOf(line)) paper.row(row, { onNewPage })
  paper.space(2)
  paper.rule()
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

function drawMoney(paper: Paper, order: OrderPaper) {
  const label = { x: 240, width: 226, align: 'right' } as const
  paper.keepTogether(60)
  paper.space(6)
  paper.row([
    { ...label, text: 'Total', bold: true, size: 12 },
    { ...AMOUNT, text: formatCents(order.totalCents), bold: true, size: 12 },
  ])
  for (const { at, words, cents } of order.moves) {
    paper.row([
      { ...label, text: `${words}, ${paperDay(at, order.site)}`, ink: 'muted' },
      { ...AMOUNT, text: formatCents(cents) },
    ])
  }
  const balance = order.balanceCents
  paper.row([
    {
      ...label,
      text:
        balance > 0
          ? order.clearing === null
            ? 'Still to pay'
            : CLEARING[order.clearing]
          : balance < 0
            ? 'Owed to you'
            : 'Nothing left to pay',
      bold: true,
    },
    { ...AMOUNT, text: formatCents(Math.abs(balance)), bold: true },
  ])
}

function drawHowToPay(paper: Paper, { promised, balanceCents }: OrderPaper) {
  if (promised === null || balanceCents <= 0) return
  paper.space(14)
  paper.keepTogether(90)
  paper.text(`Pay by ${WAYS_TO_PAY[promised.method].name.toLowerCase()}`, { bold: true, size: 12 })
  for (const { label, value } of promised.lines) {
    // The amount due is above; repeating the full amount would contradict it after a partial payment.
    if (label === 'Amount') continue
    paper.row([
      { x: COLUMN.left, width: 110, text: label, ink: 'muted' },
      { x: COLUMN.left + 116, width: COLUMN.width - 116, text: value },
    ])
  }
  if (promised.note !== '') paper.text(promised.note, { ink: 'muted' })
}

function drawNotes(paper: Paper, { site }: OrderPaper) {
  const note = site.money_rules.tax_note
  if (note === '') return
  paper.space(14)
  paper.text(note, { size: 9, ink: 'muted' })
}
