import { CardItem } from '@laurel/contract/card-items'
import { Address } from '@laurel/contract/customers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { PRICED_VERSION, readPriced } from './priced-order.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** An order as an older server kept it: without a version, and without fields that have come since. */
async function orderedLongAgo() {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('bulk', 'digital')
  await dana.pay(id, 'self_hosted_check')
  const now = await dana.order(id)
  await sql`update orders set priced = (priced - 'version') || jsonb_build_object(
      'items', (select jsonb_agg(item - 'sender_name' - 'attention_count' - 'missing' - 'amounts' - 'duplicates')
        from jsonb_array_elements(priced -> 'items') item),
      'bulkAddress', (priced -> 'bulkAddress') - 'company' - 'phone')
    where id = ${id}`.execute(world.kit.pool)
  return { dana, id, now }
}

// The update that this test needs isn't possible on a cluster.
test.skipIf(process.env.TEST_CITUS_URL)(
  'an order from before a field was added is shown, exported, and listed as any other',
  async () => {
    const { dana, id, now } = await orderedLongAgo()
    const shown = await dana.order(id)
    expect(shown).toMatchObject({ total_cents: now.total_cents, display_status: now.display_status })
    expect(shown.card_items[0]).toMatchObject({ sender_name: '', attention_count: 0, missing: [] })
    const owner = await world.staff('owner')
    expect((await owner.call('GET', `/api/v1/office/orders/${id}/`)).status).toBe(200)
    expect((await owner.call('GET', '/api/v1/office/orders/')).status).toBe(200)
    expect((await owner.call('GET', '/api/v1/office/orders/export/')).status).toBe(200)
  },
)

test('a stored order names its version', async () => {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  await dana.pay(id, 'self_hosted_check')
  const { rows } = await sql<{ priced: object }>`select priced from orders where id = ${id}`.execute(
    world.kit.pool,
  )
  expect(rows[0]!.priced).toMatchObject({ version: PRICED_VERSION })
  expect(readPriced(rows[0]!.priced)).toEqual(rows[0]!.priced)
})

test('a new required field of card items or addresses raises the version of stored prices', () => {
  const required = ({
    shape,
  }: {
    shape: Record<string, { safeParse(value: undefined): { success: boolean } }>
  }) => Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success)
  // Changing a list requires a higher PRICED_VERSION, and an entry in UPGRADES for older orders.
  expect({ version: PRICED_VERSION, item: required(CardItem), address: required(Address) }).toEqual({
    version: 2,
    item: [
      'id',
      'order_id',
      'name',
      'state',
      'reward_type_data',
      'reward',
      'reward_card_template_id',
      'art',
      'design',
      'denomination_cents',
      'quantity',
      'message',
      'sender_name',
      'recipient_count',
      'attention_count',
      'duplicates',
      'card_count',
      'value_cents',
      'amounts',
      'missing',
      'updated_at',
    ],
    address: [
      'id',
      'label',
      'name',
      'company',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'phone',
      'is_default',
    ],
  })
})
