import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PipelinedConnection } from '../../database/pipelined-postgres-dialect.ts'
import { payingSteps } from '../../testing/checkout-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const original = PipelinedConnection.prototype.executeQuery
  vi.spyOn(PipelinedConnection.prototype, 'executeQuery').mockImplementation(function <Row>(
    this: PipelinedConnection,
    query: CompiledQuery,
  ) {
    noteQuery(query.sql)
    return (original<Row>).call(this, query)
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: '',
  logo_file_key: null,
  logo_one_color: true,
}

type Sent = { texts: string[]; packets: number; isNewTick: boolean }
const watched = new AsyncLocalStorage<Sent>()

/** Counts what a request sends, not the jobs that run beside it: queries without `begin` and `commit`, transactions, and packets. */
async function watch<T>(work: () => Promise<T>): Promise<{ result: T; counts: number[] }> {
  const sent: Sent = { texts: [], packets: 0, isNewTick: true }
  const result = await watched.run(sent, work)
  const texts = sent.texts.filter((sql) => !sql.includes('pgboss'))
  const transactions = texts.filter((sql) => sql === 'begin').length
  return { result, counts: [texts.length - 2 * transactions, transactions, sent.packets] }
}

function noteQuery(sql: string) {
  const sent = watched.getStore()
  // A site is read again every five seconds, by the request that comes then.
  if (sent === undefined || sql.startsWith('select "sites".*')) return
  sent.texts.push(sql)
  if (!sent.isNewTick) return
  sent.packets += 1
  sent.isNewTick = false
  process.nextTick(() => {
    sent.isNewTick = true
  })
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
      const seen = await watch(work)
      counts[step] = seen.counts
      return seen.result
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
      pay: [13, 1, 5],
      confirmation: [2, 1, 1],
    })
  },
)

test.skipIf(process.env.TEST_CITUS_URL)(
  'a payment by card is started and verified in few packets',
  async () => {
    const dana = await payingSteps(world).newCustomer()
    const id = await dana.fillCart('bulk')
    await delay(2_000)

    const paying = await watch(() => dana.pay(id))
    expect(paying.result.status).toBe(200)
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    const verifying = await watch(() => dana.verify(id))
    expect(verifying.result.body.status).toBe('in_review')

    expect({ paying: paying.counts, verifying: verifying.counts }).toEqual({
      paying: [15, 2, 7],
      verifying: [22, 3, 10],
    })
  },
)
