import type { OutputOf } from '@laurel/contract/wire-types'
import { formatCents, formatDollars } from '@laurel/domain/money'
import type { Camelized } from '../app/case.ts'
import { count, plural } from './format.ts'
import type { SummaryGroup } from './SummaryLines.tsx'

export type OrderSummary = Camelized<OutputOf<'getOrderSummary'>>
type Line = OrderSummary['value']['lines'][number]

/** The three sums of an order, each followed down to count × each. */
export function summaryGroups(summary: OrderSummary): SummaryGroup[] {
  return [
    { title: 'Value on the cards', ...group(summary.value, partsText) },
    { title: 'Card fees', ...group(summary.fees, partsText) },
    { title: 'Delivery', ...group(summary.delivery, deliveryText), ...deliverySum(summary.delivery) },
  ]
}

/** Nothing to pay is free; nothing chosen is no price at all. */
function deliverySum({ cents, lines }: OrderSummary['delivery']) {
  if (lines.length === 0) return { sum: 'Not chosen yet' }
  return cents === 0 ? { sum: 'Free' } : {}
}

function group({ cents, lines }: OrderSummary['value'], detail: (line: Line) => string) {
  return {
    cents,
    lines: lines.map((line) => ({ label: line.label, detail: detail(line), cents: line.cents })),
  }
}

/** `40 × $50.00`; several values in short: `4,000 × $50, 1,000 × $75`. */
export function partsText({ parts }: Pick<Line, 'parts'>): string {
  const price = parts.length === 1 ? formatCents : formatDollars
  return parts.map((part) => `${count(part.count)} × ${price(part.eachCents)}`).join(', ')
}

function deliveryText(line: Line): string {
  const [part] = line.parts
  if (part?.eachCents === 0) return plural(part.count, 'card')
  const what = partsText(line)
  return line.rewardType === 'bulk' ? `1 parcel, ${what}` : what
}
