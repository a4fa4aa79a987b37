import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { testingImports } from '../../testing/import-world.ts'
import { LIMITS, openShops, type Shops } from '../../testing/shop-world.ts'
import { tidyLists } from '../../testing/sweeps.ts'
import { changeMany } from '../card-items/bulk-change.service.ts'
import { undoChange } from '../card-items/undo-change.service.ts'
import { takeList } from './imports.service.ts'

let shops: Shops
let imports: Awaited<ReturnType<typeof testingImports>>
beforeAll(async () => {
  shops = await openShops()
  imports = await testingImports(shops.pool)
})
afterAll(async () => {
  await shops.close()
  imports.close()
})

test('waiting files and undone changes are deleted after a day', async () => {
  const dana = await shops.signIn(shops.here)
  const item = await shops.draft(dana, { denomination_cents: 5_000 })
  const file = await imports.stored('Name,Email\nMaya Okafor,maya@halden.example')
  const waiting = await takeList(imports.kit, dana, LIMITS, { card_item_id: item.id, review: true }, file)
  const person = await shops.add(dana, item)
  const { undo_token } = await changeMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    action: 'delete',
    ids: [person.id],
    all: false,
    except_ids: [],
  })
  await tidyLists(imports.kit)
  expect(await imports.kit.files.find(file.key)).toBeDefined()

  await inSite(shops.pool, dana.siteId, async (db) => {
    await sql`update csv_card_item_imports set created_at = now() - interval '25 hours'`.execute(db)
    await sql`update recipient_changes set created_at = now() - interval '25 hours'`.execute(db)
  })
  await tidyLists(imports.kit)
  expect(await imports.kit.files.find(file.key)).toBeUndefined()
  await expect(undoChange(shops.pool, dana, LIMITS, undo_token)).rejects.toMatchObject({ code: 'not_found' })
  expect(waiting.state).toBe('mapping')
})

test('a file that stayed behind when its import ended is removed', async () => {
  const dana = await shops.signIn(shops.here)
  const item = await shops.draft(dana, { denomination_cents: 5_000 })
  const file = await imports.stored('Name,Email\nMaya Okafor,maya@halden.example')
  const { id } = await takeList(imports.kit, dana, LIMITS, { card_item_id: item.id, review: true }, file)
  const end = (ago: string) =>
    inSite(shops.pool, dana.siteId, (db) =>
      sql`update csv_card_item_imports set state = 'cancelled', finished_at = now() - ${ago}::interval
        where id = ${id}`.execute(db),
    )
  await end('1 minute')
  await tidyLists(imports.kit)
  expect(await imports.kit.files.find(file.key)).toBeDefined()
  await end('11 minutes')
  await tidyLists(imports.kit)
  expect(await imports.kit.files.find(file.key)).toBeUndefined()
})

test('cells of ignored columns are deleted once an order is placed', async () => {
  const dana = await shops.signIn(shops.here)
  const item = await shops.draft(dana, { denomination_cents: 5_000 })
  await takeList(
    imports.kit,
    dana,
    LIMITS,
    { card_item_id: item.id, mapping: ['name', 'email', 'ignore'] },
    await imports.stored('Name,Email,Salary\nMaya Okafor,maya@halden.example,90000'),
  )
  const sources = () =>
    inSite(shops.pool, dana.siteId, (db) =>
      db.selectFrom('card_recipient_details').select('source').where('card_item_id', '=', item.id).execute(),
    )
  await tidyLists(imports.kit)
  expect(await sources()).toEqual([{ source: ['Maya Okafor', 'maya@halden.example', '90000'] }])
  await shops.pool
    .updateTable('orders')
    .set({ status: 'in_review', placed_at: new Date() })
    .where('id', '=', item.order_id)
    .execute()
  await tidyLists(imports.kit)
  expect(await sources()).toEqual([{ source: null }])
})
