import { type Call, DESIGN, makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import type { Stack } from './stack.ts'

export type Catalog = { template: string; shipping: string; address: string }

/** The choices for a design and its delivery. */
export async function readCatalog(call: Call): Promise<Catalog> {
  const [templates, options, addresses] = await Promise.all([
    call('GET', '/api/v1/reward_card_templates/'),
    call('GET', '/api/v1/shipping_options/?reward_type=bulk'),
    call('GET', '/api/v1/registered_addresses/'),
  ])
  return {
    template: String(templates[0].id),
    shipping: String(options[0].id),
    address: String(addresses[0].id),
  }
}

export type Steps = Record<string, number[]>
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>

/** Records how long each step took, in ms, by name. */
export function timing(steps: Steps): Timed {
  return async (step, work) => {
    const began = performance.now()
    const result = await work()
    const times = steps[step] ?? []
    steps[step] = times
    times.push(performance.now() - began)
    return result
  }
}

/** A cart with one design, step by step as on the site, up to payment. @returns the order's ID */
export async function fillCart(call: Call, catalog: Catalog, timed: Timed): Promise<string> {
  const item = await timed('design', () =>
    call('POST', '/api/v1/card_items/', {
      reward_type: 'bulk',
      reward_card_template_id: catalog.template,
      design: JSON.stringify(DESIGN),
    }),
  )
  const id = String(item.id)
  await timed('quantity', () => call('PATCH', `/api/v1/card_items/${id}/`, { quantity: '40' }))
  await timed('value', () => call('PATCH', `/api/v1/card_items/${id}/`, { denomination_cents: '5000' }))
  await timed('message', () => call('PATCH', `/api/v1/card_items/${id}/`, { message: 'Thank you.' }))
  await timed('add to cart', () => call('POST', '/api/v1/add_to_cart/', { card_item_id: id }))
  const cart = await timed('cart', () => call('GET', '/api/v1/orders/?status=cart'))
  const order = String(cart.results[0].id)
  await timed('address', () =>
    call('POST', `/api/v1/orders/${order}/attach_address_to_bulk_items/`, {
      registered_address_id: catalog.address,
    }),
  )
  await timed('shipping', () =>
    call('POST', `/api/v1/orders/${order}/bulk_shipping_orders/`, { shipping_option_id: catalog.shipping }),
  )
  await timed('summary', () => call('GET', '/api/v1/order_summary/'))
  return order
}

/** One whole order, paid by check. */
export async function placeOrder(call: Call, catalog: Catalog, timed: Timed) {
  const order = await fillCart(call, catalog, timed)
  await timed('pay', () =>
    call('POST', '/api/v1/payments/', { order_id: order, method_code: 'self_hosted_check' }),
  )
  await timed('confirmation', () => call('GET', `/api/v1/orders/${order}/`))
}

/**
 * Each customer's orders before timing starts, to fill caches and plans: each connection plans a query six times
 * before PostgreSQL keeps its plan.
 */
export const WARM_UP = 8

/** Whole orders per second and p95 per step, with concurrent customers for some seconds. */
export async function benchOrders(stack: Stack, connections: number, seconds: number) {
  const customers = await Promise.all(Array.from({ length: connections }, () => makeCustomer(stack)))
  const steps: Steps = {}
  const wholes: number[] = []
  const catalogs = await Promise.all(customers.map(({ call }) => readCatalog(call)))
  await Promise.all(
    customers.map(async ({ call }, i) => {
      for (let n = 0; n < WARM_UP; n += 1) await placeOrder(call, catalogs[i]!, timing({}))
    }),
  )

  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    customers.map(async ({ call }, i) => {
      while (performance.now() < until) {
        const start = performance.now()
        await placeOrder(call, catalogs[i]!, timing(steps))
        wholes.push(performance.now() - start)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  return {
    ordersPerSecond: wholes.length / elapsed,
    wholeP50: percentile(wholes, 0.5),
    wholeP95: percentile(wholes, 0.95),
    steps: Object.entries(steps).map(([step, times]) => ({
      step,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    })),
  }
}
