import { remittanceReference } from '@laurel/domain/remittance-reference'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { paidOrder } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { customersFound } from '../customers/customers.repo.ts'
import { matchingDeliveries } from '../deliveries/deliveries.repo.ts'
import { foundBy } from './orders-found.ts'

let world: World
let id: number
let itemId: number
let siteId: number
let customer: { id: number; email: string; first_name: string; last_name: string }
beforeAll(async () => {
  world = await makeWorld()
  const placed = await paidOrder(world, { type: 'direct' })
  id = placed.id
  itemId = placed.itemId
  const row = await world.kit.pool
    .updateTable('orders')
    .set({ po_number: 'PO-4711 b' })
    .where('id', '=', id)
    .returning(['site_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  siteId = row.site_id
  customer = await world.kit.pool
    .selectFrom('customers')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  const person = await world.kit.pool
    .selectFrom('card_recipient_details')
    .selectAll()
    .where('card_item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  const { first_name, last_name, email } = person
  const at = new Date()
  await world.kit.pool
    .insertInto('deliveries')
    .values({
      ...{
        site_id: siteId,
        order_id: id,
        card_item_id: itemId,
        recipient_id: person.id,
        source: 'long-search',
      },
      ...{ reward_type: 'direct', value_cents: 5_000, first_name, last_name, email },
      ...{ due_at: at, created_at: at, updated_at: at },
    })
    .execute()
})
afterAll(() => world.close())

const orders = (search: string) =>
  inSite(world.kit.pool, siteId, async (db) => {
    const rows = await db
      .selectFrom('orders as o')
      .select('o.id')
      .where('o.site_id', '=', siteId)
      .where(foundBy(siteId, search, true))
      .execute()
    return rows.map((row) => row.id)
  })
const deliveriesOf = (search: string, order_id?: number) =>
  inSite(world.kit.pool, siteId, async (db) => {
    const filter = { search, order_id, isLong: true }
    const rows = await matchingDeliveries(db, siteId, filter).select('d.order_id').execute()
    return rows.map((row) => row.order_id)
  })

describe('among many orders', () => {
  test('customers are found by the beginnings of their names, business, and email', async () => {
    const { email, first_name: first, last_name: last } = customer
    for (const search of [
      email.slice(0, email.indexOf('@') + 3).toUpperCase(),
      `${first} ${last}`,
      `${last} ${first}`,
      'halden to',
    ]) {
      const found = await inSite(world.kit.pool, siteId, (db) =>
        db
          .selectFrom(customersFound(siteId, search, true).as('c'))
          .select('c.id')
          .execute(),
      )
      expect(found).toContainEqual({ id: customer.id })
      expect(await orders(search)).toContain(id)
    }
    expect(await orders(email.slice(1))).not.toContain(id)
    expect(await orders('alden tools')).not.toContain(id)
  })

  test('a PO number is found by its beginning, and recipients as in any list', async () => {
    for (const search of ['PO-4711', 'po-471', `Ada Recipient ${itemId}`]) {
      expect(await orders(search)).toContain(id)
    }
    expect(await orders('4711 b')).not.toContain(id)
  })

  test('an order is found by a number that looks like another order’s payment reference', async () => {
    const number = remittanceReference(104).replaceAll(/\D/g, '')
    await world.kit.pool.updateTable('orders').set({ number }).where('id', '=', id).execute()
    expect(await orders(number)).toEqual([id])
    expect(await orders('R-104')).toEqual([])
  })
})

test('among many deliveries, recipients are found by the beginning of a name or email', async () => {
  expect(await deliveriesOf(`recipient ${itemId}`)).toEqual([id])
  expect(await deliveriesOf(`Ada Recipient ${itemId}`)).toEqual([id])
  expect(await deliveriesOf('ecipient')).toEqual([])
  expect(await deliveriesOf('ada', id)).toEqual([id])
  expect(await deliveriesOf('ecipient', id)).toEqual([])
})
