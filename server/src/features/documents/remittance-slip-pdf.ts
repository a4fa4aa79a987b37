import { formatCents } from '@laurel/domain/money'
import type { ByHandMethod } from '@laurel/domain/payment-method'
import { remittanceLabel } from '@laurel/domain/remittance-words'
import { toBuffer } from 'bwip-js/node'
import { siteDay } from '../../http/site-time.ts'
import { textsOf } from '../../texts.ts'
import { COLUMN, drawDocument, type Pdf } from './document-pdf.ts'
import type { OrderDocument } from './order-document.ts'

const LABEL = { x: COLUMN.left, width: 120 } as const
const VALUE = { x: COLUMN.left + 126, width: COLUMN.width - 126 } as const

const WORDS: Readonly<Record<ByHandMethod, { title: string; amount: string }>> = {
  self_hosted_check: {
    title: /*i18n*/ 'Mail this slip with your check',
    amount: /*i18n*/ 'Amount of the check',
  },
  self_hosted_bank: {
    title: /*i18n*/ 'Include this reference with your transfer',
    amount: /*i18n*/ 'Amount to transfer',
  },
}

/** What is mailed with a check, or laid beside a transfer form, so that its money finds the order. */
export async function drawRemittanceSlip(
  order: OrderDocument,
  promised: NonNullable<OrderDocument['promised']>,
  logo?: Buffer,
): Promise<Buffer> {
  const { reference, method } = promised
  const barcode = await toBuffer({
    bcid: 'code128',
    text: reference,
    scale: 4,
    height: 16,
    includetext: false,
    paddingwidth: 10,
    backgroundcolor: 'ffffff',
  })
  const i18n = textsOf(order.language)
  const amount = formatCents(order.balanceCents)
  const words = WORDS[method]
  const subject = i18n.t('Remittance slip for order {number}', { number: order.number })
  return drawDocument(
    order.site,
    { i18n, title: i18n.t('Remittance slip'), subject, isDemo: order.isDemo, logo },
    (pdf) => {
      pdf.text(i18n.t(words.title), { size: 16, bold: true })
      pdf.text(
        i18n.t(
          'Due on receipt: we start on the cards once we receive {amount}. We use the reference to match your payment to your order.',
          { amount },
        ),
        { ink: 'muted', gap: 20 },
      )
      pdf.text(i18n.t('Reference'), { size: 9, ink: 'muted' })
      pdf.text(reference, { size: 34, bold: true, gap: 8 })
      pdf.image(barcode, { x: COLUMN.left - 12, width: 300, height: 56 })
      pdf.space(14)
      pdf.text(i18n.t(words.amount), { size: 9, ink: 'muted' })
      pdf.text(amount, { size: 24, bold: true, gap: 18 })
      pdf.rule()
      drawFacts(pdf, [
        // Amount and reference are already above, in larger type.
        ...promised.lines
          .filter(({ label }) => label !== 'Amount' && label !== 'Reference')
          .map(({ label, value }) => ({ label: remittanceLabel(i18n, label), value })),
        {
          label: i18n.t('Order'),
          value: i18n.t('{number}, placed {day}', {
            number: order.number,
            day: siteDay(order.placedAt, order.site, i18n.locale),
          }),
        },
        { label: i18n.t('Order total'), value: formatCents(order.totalCents) },
        { label: i18n.t('PO number'), value: order.poNumber },
        {
          label: i18n.t('From'),
          value: [order.billTo.business, order.billTo.person].filter(Boolean).join('\n'),
        },
      ])
      for (const { words: what, at, cents } of order.moves) {
        const label = siteDay(at, order.site, i18n.locale)
        drawFacts(pdf, [{ label, value: `${what}: ${formatCents(-cents)}` }])
      }
    },
  )
}

function drawFacts(pdf: Pdf, facts: readonly { label: string; value: string }[]) {
  for (const { label, value } of facts) {
    if (value === '') continue
    pdf.row([
      { ...LABEL, text: label, ink: 'muted' },
      { ...VALUE, text: value },
    ])
  }
}
