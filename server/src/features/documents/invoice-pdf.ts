import { dueWords } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PriceLine, PriceSection } from '@laurel/domain/pricing'
import { remittanceLabel } from '@laurel/domain/remittance-words'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type { Texts } from '@laurel/domain/texts'
import { siteDay } from '../../http/site-time.ts'
import { textsOf } from '../../texts.ts'
import { COLUMN, drawDocument, type Pdf, type Words } from './document-pdf.ts'
import { isPaid, type OrderDocument } from './order-document.ts'

const COUNT = { x: 330, width: 60, align: 'right' } as const
const EACH = { x: 396, width: 76, align: 'right' } as const
const AMOUNT = { x: 472, width: COLUMN.right - 472, align: 'right' } as const
const WHAT = { x: COLUMN.left, width: 270 } as const
const CLEARING = {
  bank_debit: /*i18n*/ 'Bank debit clearing',
  card: /*i18n*/ 'Card payment being confirmed',
} as const

/** An order's invoice: what was ordered, the payments received, and the amount due. */
export function drawInvoice(order: OrderDocument, logo?: Buffer): Promise<Buffer> {
  const i18n = textsOf(order.language)
  const subject = i18n.t('Invoice {number}', { number: order.number })
  const numberLabel = i18n.t('Invoice number')
  return drawOrder(i18n, order, { title: i18n.t('Invoice'), subject, numberLabel, logo })
}

/** The same for an order that is paid. */
export function drawReceipt(order: OrderDocument, logo?: Buffer): Promise<Buffer> {
  const i18n = textsOf(order.language)
  const subject = i18n.t('Receipt for order {number}', { number: order.number })
  const numberLabel = i18n.t('Order number')
  return drawOrder(i18n, order, { title: i18n.t('Receipt'), subject, numberLabel, logo })
}

type Heading = { title: string; subject: string; numberLabel: string; logo: Buffer | undefined }

function drawOrder(i18n: Texts, order: OrderDocument, { numberLabel, ...heading }: Heading) {
  return drawDocument(order.site, { ...heading, i18n, isDemo: order.isDemo }, (pdf) => {
    drawWhoAndWhen(i18n, pdf, order, numberLabel)
    drawLines(i18n, pdf, order)
    drawMoney(i18n, pdf, order)
    drawHowToPay(i18n, pdf, order)
    drawNotes(pdf, order)
  })
}

function drawWhoAndWhen(i18n: Texts, pdf: Pdf, order: OrderDocument, numberLabel: string) {
  const { business, attention, person, email, address } = order.billTo
  const facts = [
    { label: numberLabel, value: order.number },
    { label: i18n.t('Date'), value: siteDay(order.placedAt, order.site, i18n.locale) },
    { label: i18n.t('Terms'), value: order.terms ? i18n.t('Net {days}', { days: order.terms.days }) : '' },
    { label: i18n.t('Due'), value: order.terms ? dueWords(order.terms.dueOn, i18n.locale) : '' },
    { label: i18n.t('PO number'), value: order.poNumber },
    // Without an attention line, the person is under the business.
    { label: i18n.t('Ordered by'), value: attention === '' ? '' : person },
    ...order.fields.map(({ name, value }) => ({ label: name, value })),
    { label: i18n.t('Status'), value: statusWords(i18n, order) },
  ]
  const left = { x: COLUMN.left, width: 250 }
  pdf.beside(
    () => {
      pdf.row([{ ...left, text: i18n.t('Bill to'), size: 9, ink: 'muted' }])
      const to = attention === '' ? person : i18n.t('Attn: {attention}', { attention })
      const lines = [business, to, ...address, email].filter((line) => line !== '')
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

function statusWords(i18n: Texts, order: OrderDocument): string {
  if (order.isDeclined) return i18n.t('Order declined')
  if (order.refundState === 'full') return i18n.t('Refunded')
  if (order.balanceCents > 0 && order.clearing !== null) return i18n.t(CLEARING[order.clearing])
  if (order.balanceCents > 0) return order.terms ? i18n.t('Open') : i18n.t('Due on receipt')
  if (!isPaid(order)) return i18n.t('Nothing due')
  return order.refundedCents > 0
    ? i18n.t('Paid, {refunded} refunded', { refunded: formatCents(order.refundedCents) })
    : i18n.t('Paid')
}

function drawLines(i18n: Texts, pdf: Pdf, order: OrderDocument) {
  const head = () => {
    pdf.row([
      { ...WHAT, text: i18n.t('Description'), size: 9, ink: 'muted' },
      { ...COUNT, text: i18n.t('Quantity'), size: 9, ink: 'muted' },
      { ...EACH, text: i18n.t('Price'), size: 9, ink: 'muted' },
      { ...AMOUNT, text: i18n.t('Amount'), size: 9, ink: 'muted' },
    ])
    pdf.rule({ strong: true })
  }
  head()
  drawSection(i18n, pdf, i18n.t('Card value'), order.value, head)
  drawSection(i18n, pdf, i18n.t('Card fees'), order.fees, head)
  drawSection(i18n, pdf, i18n.t('Delivery'), order.delivery, head)
}

function drawSection(
  i18n: Texts,
  pdf: Pdf,
  title: string,
  { lines, cents }: PriceSection,
  onNewPage: () => void,
) {
  if (lines.length === 0) return
  pdf.keepTogether(48)
  pdf.row(
    [
      { ...WHAT, text: title, bold: true },
      { ...AMOUNT, text: formatCents(cents), bold: true },
    ],
    { onNewPage },
  )
  for (const line of lines) for (const row of rowsOf(i18n, line)) pdf.row(row, { onNewPage })
  pdf.space(2)
  pdf.rule()
}

/** One row for a single multiplication; otherwise its parts follow below. */
function rowsOf(i18n: Texts, { label, rewardType, itemId, cents, parts }: PriceLine): Words[][] {
  const kind = i18n.t(REWARD_TYPE_TITLES[rewardType])
  const isFee = itemId === null && label === REWARD_TYPE_TITLES[rewardType]
  const name = label.trim() || i18n.t('Untitled card')
  const what = {
    ...WHAT,
    x: WHAT.x + 10,
    width: WHAT.width - 10,
    text: isFee ? kind : `${name} (${kind.toLowerCase()})`,
  }
  const amount = { ...AMOUNT, text: formatCents(cents) }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return [[what, ...partWords(i18n, only), amount]]
  return [
    [what, amount],
    ...parts.map((part) => [
      ...partWords(i18n, part),
      { ...AMOUNT, text: formatCents(part.count * part.eachCents), ink: 'muted' as const },
    ]),
  ]
}

function partWords(i18n: Texts, { count, eachCents }: { count: number; eachCents: number }): Words[] {
  return [
    { ...COUNT, text: count.toLocaleString(i18n.locale), ink: 'muted' },
    { ...EACH, text: formatCents(eachCents), ink: 'muted' },
  ]
}

function drawMoney(i18n: Texts, pdf: Pdf, order: OrderDocument) {
  const label = { x: 240, width: 226, align: 'right' } as const
  pdf.keepTogether(60)
  pdf.space(6)
  pdf.row([
    { ...label, text: i18n.t('Total'), bold: true, size: 12 },
    { ...AMOUNT, text: formatCents(order.totalCents), bold: true, size: 12 },
  ])
  for (const { at, words, cents } of order.moves) {
    pdf.row([
      { ...label, text: `${words}, ${siteDay(at, order.site, i18n.locale)}`, ink: 'muted' },
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
            ? i18n.t('Amount due')
            : i18n.t(CLEARING[order.clearing])
          : balance < 0
            ? i18n.t('To be refunded')
            : i18n.t('Nothing due'),
      bold: true,
    },
    { ...AMOUNT, text: formatCents(Math.abs(balance)), bold: true },
  ])
}

function drawHowToPay(i18n: Texts, pdf: Pdf, { promised, terms, balanceCents }: OrderDocument) {
  const remittance = promised ?? terms?.remittance ?? null
  if (remittance === null || balanceCents <= 0) return
  pdf.space(14)
  pdf.keepTogether(90)
  const how =
    promised === null
      ? i18n.t('How to pay')
      : i18n.t('Pay by {method}', { method: i18n.t(WAYS_TO_PAY[promised.method].name).toLowerCase() })
  pdf.text(how, { bold: true, size: 12 })
  for (const { label, value } of remittance.lines) {
    // The amount due is above; repeating the full amount would contradict it after a partial payment.
    if (label === 'Amount') continue
    pdf.row([
      { x: COLUMN.left, width: 110, text: remittanceLabel(i18n, label), ink: 'muted' },
      { x: COLUMN.left + 116, width: COLUMN.width - 116, text: value },
    ])
  }
  if (remittance.note !== '') pdf.text(i18n.t(remittance.note), { ink: 'muted' })
}

function drawNotes(pdf: Pdf, { site }: OrderDocument) {
  const note = site.money_rules.tax_note
  if (note === '') return
  pdf.space(14)
  pdf.text(note, { size: 9, ink: 'muted' })
}
