import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { toBuffer } from 'bwip-js/node'
import { siteDay } from '../../http/site-time.ts'
import { COLUMN, drawDocument, type Pdf } from './document-pdf.ts'
import type { OrderDocument } from './order-document.ts'

const LABEL = { x: COLUMN.left, width: 120 } as const
const VALUE = { x: COLUMN.left + 126, width: COLUMN.width - 126 } as const

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
  const { noun, isMailed } = WAYS_TO_PAY[method]
  const subject = `Remittance slip for order ${order.number}`
  return drawDocument(
    order.site,
    { title: 'Remittance slip', subject, isDemo: order.isDemo, logo },
    (pdf) => {
      pdf.text(isMailed ? `Mail this slip with your ${noun}` : `Quote this reference with your ${noun}`, {
        size: 16,
        bold: true,
      })
      pdf.text(
        `Due on receipt: we start on the cards once we receive ${formatCents(order.balanceCents)}. We use the reference to match your payment to your order.`,
        { ink: 'muted', gap: 20 },
      )
      pdf.text('Reference', { size: 9, ink: 'muted' })
      pdf.text(reference, { size: 34, bold: true, gap: 8 })
      pdf.image(barcode, { x: COLUMN.left - 12, width: 300, height: 56 })
      pdf.space(14)
      pdf.text(isMailed ? `Amount of the ${noun}` : 'Amount to transfer', { size: 9, ink: 'muted' })
      pdf.text(formatCents(order.balanceCents), { size: 24, bold: true, gap: 18 })
      pdf.rule()
      drawFacts(pdf, [
        // Amount and reference are already above, in larger type.
        ...promised.lines.filter(({ label }) => label !== 'Amount' && label !== 'Reference'),
        { label: 'Order', value: `${order.number}, placed ${siteDay(order.placedAt, order.site)}` },
        { label: 'Order total', value: formatCents(order.totalCents) },
        { label: 'PO number', value: order.poNumber },
        { label: 'From', value: [order.billTo.business, order.billTo.person].filter(Boolean).join('\n') },
      ])
      for (const { words, at, cents } of order.moves) {
        drawFacts(pdf, [{ label: siteDay(at, order.site), value: `${words}: ${formatCents(-cents)}` }])
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
