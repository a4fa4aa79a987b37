import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { toBuffer } from 'bwip-js/node'
import { type OrderPaper, paperDay } from './order-paper.ts'
import { COLUMN, drawPaper, type Paper } from './paper.ts'

const LABEL = { x: COLUMN.left, width: 120 } as const
const VALUE = { x: COLUMN.left + 126, width: COLUMN.width - 126 } as const

/** What is mailed with a check, or laid beside a transfer form, so that its money finds the order. */
export async function drawSlip(
  order: OrderPaper,
  promised: NonNullable<OrderPaper['promised']>,
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
  return drawPaper(order.site, { title: 'Remittance slip', subject }, (paper) => {
    paper.text(isMailed ? `Mail this slip with your ${noun}` : `Quote this reference with your ${noun}`, {
      size: 16,
      bold: true,
    })
    paper.text(
      `Due on receipt: we start on the cards when ${formatCents(order.balanceCents)} has arrived. The reference is how your money finds your order.`,
      { ink: 'muted', gap: 20 },
    )
    paper.text('Reference', { size: 9, ink: 'muted' })
    paper.text(reference, { size: 34, bold: true, gap: 8 })
    paper.image(barcode, { x: COLUMN.left - 12, width: 300, height: 56 })
    paper.space(14)
    paper.text(isMailed ? `Amount of the ${noun}` : 'Amount to transfer', { size: 9, ink: 'muted' })
    paper.text(formatCents(order.balanceCents), { size: 24, bold: true, gap: 18 })
    paper.rule()
    drawFacts(paper, [
      // Amount and reference are already above, in larger type.
      ...promised.lines.filter(({ label }) => label !== 'Amount' && label !== 'Reference'),
      { label: 'Order', value: `${order.number}, placed ${paperDay(order.placedAt, order.site)}` },
      { label: 'Order total', value: formatCents(order.totalCents) },
      { label: 'PO number', value: order.poNumber },
      { label: 'From', value: [order.billTo.business, order.billTo.person].filter(Boolean).join('\n') },
    ])
    for (const { words, at, cents } of order.moves) {
      drawFacts(paper, [{ label: paperDay(at, order.site), value: `${words}: ${formatCents(-cents)}` }])
    }
  })
}

function drawFacts(paper: Paper, facts: readonly { label: string; value: string }[]) {
  for (const { label, value } of facts) {
    if (value === '') continue
    paper.row([
      { ...LABEL, text: label, ink: 'muted' },
      { ...VALUE, text: value },
    ])
  }
}
