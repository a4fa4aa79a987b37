import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PipelinedConnection } from '../../database/pipelined-postgres-dialect.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: '',
  logo_file_key: null,
  logo_one_color: true,
}

/** @returns a function that ends it: queries without `begin` and `commit`, transactions, and packets */
function watch() {
  const original = PipelinedConnection.prototype.executeQuery
  const sent = vi.spyOn(PipelinedConnection.prototype, 'executeQuery')
  let packets = 0
  let isNewTick = true
  sent.mockImplementation(function <Row>(this: PipelinedConnection, query: CompiledQuery) {
    if (isNewTick) {
      packets += 1
      isNewTick = false
      process.nextTick(() => {
        isNewTick = true
      })
    }
    return (original<Row>).call(this, query)
  })
  return () => {
    const texts = sent.mock.calls.map(([{ sql }]) => sql).filter((sql) => !sql.includes('pgboss'))
    sent.mockRestore()
    const transactions = texts.filter((sql) => sql === 'begin').length
    return [texts.length - 2 * transactions, transactions, packets]
  }
}
// A cluster takes more: it gets the site in a query of its own.
test.skipIf(process.env.TEST_CITUS_URL)(
  'an order takes few queries, in few packets, and one transaction a call',
  async () => {
    const { ok } = customerSteps(await world.signIn())
    // A second after a sign-in, a job for its events is enqueued.
    await delay(2_000)
    const counts: Record<string, number[]> = {}
    const count = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
      const stop = watch()
      const result = await work()
      counts[step] = stop()
      return result
    }
    const [template] = await ok('GET', '/api/v1/reward_card_templates/')
    const [option] = await ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
    const address = await ok('POST', '/api/v1/registered_addresses/', {
      name: 'Dana Whitlock',
      address1: '90 Foundry Road',
      city: 'Dayton',
      state: 'OH',
      zip: '45402',
    })

    const { id } = await count('design', () =>
      ok('POST', '/api/v1/card_items/', {
        reward_type: 'bulk',
        reward_card_template_id: template.id,
        design: DESIGN,
      }),
    )
    await count('quantity', () =>
      ok('PATCH', `/api/v1/card_items/${id}/`, { quantity: 4, denomination_cents: 5_000 }),
    )
    await count('add to cart', () => ok('POST', '/api/v1/add_to_cart/', { card_item_id: id }))
    const { results } = await count('cart', () => ok('GET', '/api/v1/orders/?status=cart'))
    const order = results[0].id
    await count('address', () =>
      ok('POST', `/api/v1/orders/${order}/attach_address_to_bulk_items/`, {
        registered_address_id: address.id,
      }),
    )
    await count('shipping', () =>
      ok('POST', `/api/v1/orders/${order}/bulk_shipping_orders/`, { shipping_option_id: option.id }),
    )
    await count('summary', () => ok('GET', '/api/v1/order_summary/'))
    await count('pay', () =>
      ok('POST', '/api/v1/payments/', { order_id: order, method_code: 'self_hosted_check' }),
    )
    await count('confirmation', () => ok('GET', `/api/v1/orders/${order}/`))

    // In each call, one query checks the session and sets the site.
    expect(counts).toEqual({
      design: [4, 1, 2],
      quantity: [3, 1, 2],
      'add to cart': [4, 1, 2],
      cart: [2, 1, 1],
      address: [3, 1, 2],
      shipping: [3, 1, 2],
      summary: [2, 1, 1],
      pay: [12, 1, 5],
      confirmation: [2, 1, 1],
    })
  },
)
