import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { paidOrder } from '../../testing/ordering-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { retallyAt } from '../card-items/recipient-tallies.repo.ts'
import { listOrderRecipients } from './office-recipients.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('pages of an order’s recipients cross blocks, gaps, and lists in the order of the lists', async () => {
  const { id, itemId } = await paidOrder(world, { type: 'direct' })
  const site = await world.kit.sites.readByHost('localhost')
  const pool = world.kit.pool
  await inSite(pool, site.id, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into card_items overriding system value select (jsonb_populate_record(item, jsonb_build_object('id', item.id + 1000))).*
      from card_items item where site_id = ${site.id} and id = ${itemId} returning id`.execute(db)
    for (const list of [itemId, rows[0]!.id]) {
      const { rows: people } = await sql<{ position: number }>`
        insert into card_recipient_details (site_id, card_item_id, position, first_name, last_name)
        select ${site.id}::bigint, ${list}::bigint, n * 3, 'Maya', 'Okafor' || n from generate_series(100, 600) n
        returning position`.execute(db)
      await retallyAt(db, site.id, list, people)
    }
  })
  await assertTallied(pool)
  const { rows: all } = await inSite(pool, site.id, (db) =>
    sql<{ id: number }>`select id from card_recipient_details where site_id = ${site.id} and card_item_id in
      (select id from card_items where order_id = ${id}) order by card_item_id, position`.execute(db),
  )
  expect(all).toHaveLength(1_004)

  for (const page_size of [1, 50, 200]) {
    for (const page of [1, 2, 3, 6, 11, Math.ceil(all.length / page_size), all.length]) {
      const shown = await listOrderRecipients({ pool }, site, id, { page, page_size })
      expect(shown.count).toBe(all.length)
      expect(shown.results.map((one) => one.id)).toEqual(
        all.slice((page - 1) * page_size, page * page_size).map((one) => one.id),
      )
    }
  }

  const ofItem = await listOrderRecipients({ pool }, site, id, {
    card_item_id: itemId,
    page: 10,
    page_size: 50,
  })
  expect(ofItem.count).toBe(503)
  expect(ofItem.results.map((one) => one.card_item_id)).toEqual(Array(50).fill(itemId))
  expect(ofItem.results.map((one) => one.id)).toEqual(all.slice(450, 500).map((one) => one.id))
})
