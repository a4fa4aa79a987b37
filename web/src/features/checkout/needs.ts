import { isProductSetupStep } from '@laurel/domain/product-setup-flow'
import type { OrderSummary } from '../../parts/summary-groups.ts'
import type { Order } from './checkout.queries.ts'

type Need = OrderSummary['missing'][number]

/** Where a need is met: the path, and what the link says. */
export type NeedPlace = {
  to: string
  search?: { item: number; from: 'payment'; only?: 'attention' }
  label: string
}

/**
 * The screen on which something that checkout still lacks is decided: a card item's own flow, or a
 * shipping step. What concerns the order as a whole has none.
 */
export function placeOfNeed({ field, code }: Need, order: Pick<Order, 'cardItems'>): NeedPlace | undefined {
  const itemId = Number(/^card_items\.(\d+)$/.exec(field)?.[1])
  const item = order.cardItems.find(({ id }) => id === itemId)
  if (item) {
    const isList = code === 'card_items_need_attention' && item.rewardTypeData.name !== 'bulk'
    const step = isList ? 'recipients' : (stepOf(item) ?? 'card-design')
    const search = { item: item.id, from: 'payment' as const, ...(isList && { only: 'attention' as const }) }
    return { to: `/create-reward/${step}`, search, label: 'Fix it' }
  }
  if (field.endsWith('-shipping-method')) return { to: `/checkout/${field}`, label: 'Choose' }
  return undefined
}

/** The step of the first thing an item lacks, where the server names it. */
function stepOf({ missing }: Order['cardItems'][number]): string | undefined {
  const byField: Record<string, string> = {
    template_id: 'card-design',
    quantity: 'quantity',
    denomination_cents: 'value',
    recipients: 'recipients',
    amount_cents: 'recipients',
  }
  const [first] = missing
  const step = first && (byField[first.field] ?? first.field)
  return isProductSetupStep(step) ? step : undefined
}
