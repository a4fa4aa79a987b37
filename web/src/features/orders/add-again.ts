import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { plural } from '../../parts/format.ts'

/** The designs that came into the cart, and those that must be decided anew first. */
export type Added = { inCart: CardItem[]; drafts: CardItem[] }

/**
 * Copies an order's cards, with their recipients, into the cart.
 *
 * @throws {ApiProblem} `order_is_frozen` while the cart is being paid; `limit_exceeded` when it would be too full
 */
export async function addAgain(
  queryClient: QueryClient,
  orderId: number,
  idempotencyKey: string,
): Promise<Added> {
  const before = await queryClient.fetchQuery(orderQueries.current())
  const known = new Set(before?.cardItems.map(({ id }) => id))
  const cart = await call(api.reorder, { params: { id: orderId }, idempotencyKey })
  queryClient.setQueryData(orderQueries.current().queryKey, cart)
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  const added = cart.cardItems.filter(({ id }) => !known.has(id))
  return {
    inCart: added.filter(({ state }) => state === 'in_cart'),
    drafts: added.filter(({ state }) => state === 'draft'),
  }
}

/** `3 designs, 5,266 cards.`, who needs attention first, and what has become of those that are no longer offered as they were. */
export function addedText({ inCart, drafts }: Added): string {
  const cards = inCart.reduce((all, item) => all + item.cardCount, 0)
  const came = inCart.length > 0 ? [`${plural(inCart.length, 'design')}, ${plural(cards, 'card')}.`] : []
  const unsure = inCart.reduce((all, item) => all + item.attentionCount, 0)
  if (unsure > 0) came.push(`${plural(unsure, 'person needs', 'people need')} attention before you pay.`)
  if (drafts.length === 0) return came.join(' ')
  const stay = `${plural(drafts.length, 'design')} changed on this site since: look ${drafts.length === 1 ? 'it' : 'them'} over under Drafts.`
  return [...came, stay].join(' ')
}
