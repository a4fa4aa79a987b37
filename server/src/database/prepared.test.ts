import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import type { Db } from './database.ts'
import { inSite } from './in-site.ts'
import { prepared, preparedByColumns } from './prepared.ts'
import { anyOf } from './sql.ts'

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterAll(() => world.close())
const work = <T>(run: (db: Db) => Promise<T>) => inSite(world.kit.pool, siteId, run)

const ofSite = (db: Db, site: number) =>
  db.selectFrom('rewards').select(['id', 'name']).where('site_id', '=', site)

test('is built once and runs with each call’s values', async () => {
  let built = 0
  const find = prepared((db: Db, given: { siteId: number; id: number }) => {
    built += 1
    return ofSite(db, given.siteId).where('id', '=', given.id)
  })
  const all = await work((db) => ofSite(db, siteId).execute())
  expect(all.length).toBeGreaterThan(1)
  for (const reward of all) expect(await work((db) => find(db, { siteId, id: reward.id }))).toEqual([reward])
  expect(built).toBe(1)
})

test('takes a list as one value, and keeps constants', async () => {
  const find = prepared((db: Db, given: { ids: number[] }) =>
    ofSite(db, siteId).where('id', '=', anyOf(given.ids)).orderBy('id'),
  )
  const ids = (await work((db) => ofSite(db, siteId).orderBy('id').execute())).map(({ id }) => id)
  for (const some of [ids, ids.slice(1), []]) {
    expect((await work((db) => find(db, { ids: some }))).map(({ id }) => id)).toEqual(some)
  }
})

test('refuses to compute with values, which it doesn’t have yet', async () => {
  const adding = prepared((db: Db, given: { id: number }) =>
    ofSite(db, siteId).where('id', '=', given.id + 1),
  )
  await expect(work((db) => adding(db, { id: 1 }))).rejects.toThrow("can't compute with id")
  const spreading = prepared((db: Db, { id, ...rest }: { id: number; siteId: number }) =>
    ofSite(db, rest.siteId).where('id', '=', id),
  )
  await expect(work((db) => spreading(db, { id: 1, siteId }))).rejects.toThrow('names each of its values')
})

test('writes varying columns, and builds a query for each set of columns', async () => {
  let built = 0
  type Columns = { name?: string | undefined; position?: number | undefined }
  const change = preparedByColumns((db: Db, { rewardId }: { rewardId: number }, columns: Columns) => {
    built += 1
    return db
      .updateTable('rewards')
      .set({ ...columns })
      .where('id', '=', rewardId)
      .returning(['name', 'position'])
  })
  const [reward] = await work((db) => ofSite(db, siteId).execute())
  const { id, name } = reward!
  const set = (columns: Columns) => work((db) => change(db, { rewardId: id }, columns))
  expect(await set({ position: 71 })).toEqual([{ name, position: 71 }])
  expect(await set({ position: 72, name: undefined })).toEqual([{ name, position: 72 }])
  expect(await set({ name: 'Renamed', position: 73 })).toEqual([{ name: 'Renamed', position: 73 }])
  expect(built).toBe(2)
})
