import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { watchedPool } from '../../testing/watched-pool.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { reconcilePayments } from '../checkout/checkout.jobs.ts'
import { walk } from '../deliveries/deliveries.jobs.ts'
import { remindAll } from '../deliveries/reminders.ts'
import { tidyLists } from '../imports/imports.jobs.ts'
import { carryOutAll } from '../money/carry-out-refund.ts'
import { remindOfAll } from '../money/reminders.jobs.ts'
import { promiseNews } from '../notices/notices.jobs.ts'
import { housekeepingHandler } from '../system/housekeeping.jobs.ts'
import { forgetMessages } from '../webhooks/webhooks.jobs.ts'
import { forEverySite } from './every-site.ts'
import { listSites } from './sites.repo.ts'

let world: World
let first: { id: number; slug: string }
let last: { id: number; slug: string }
beforeAll(async () => {
  world = await makeWorld()
  const sites = await listSites(world.kit.pool)
  first = sites[0]!
  last = sites.at(-1)!
})
afterAll(() => world.close())

test('one failing site does not stop the others, and the failure names it', async () => {
  const seen: string[] = []
  const walked = forEverySite(world.kit.pool, async ({ id, slug }) => {
    seen.push(slug)
    if (id === first.id) throw new Error('its data is broken')
  })
  await expect(walked).rejects.toThrow(`site ${first.slug}: its data is broken`)
  expect(seen).toEqual([first.slug, last.slug])
})

test.each<[string, (kit: Kit) => Promise<unknown>]>([
  ['deliveries', (kit) => walk({ ...kit, log })],
  ['reminders of cards', (kit) => remindAll({ ...parts(), kit: { ...kit, log } })],
  ['reminders of payments', remindOfAll],
  ['mails about orders', promiseNews],
  ['refunds', carryOutAll],
  ['payments', reconcilePayments],
  ['lists', tidyLists],
  ['webhook messages', forgetMessages],
  ['housekeeping', (kit) => housekeepingHandler(kit, undefined).run(undefined as never)],
])('the job of %s goes on with the next site when the first one fails', async (_, run) => {
  const visited = new Set<number>()
  const pool = failingFor(first.id, (siteId) => visited.add(siteId))
  await expect(run({ ...world.kit, pool })).rejects.toThrow(`site ${first.slug}: its data is broken`)
  expect([...visited]).toEqual([first.id, last.id])
})

const log = { warn: () => {}, error: () => {} }
const parts = () => {
  const { mailer, pictures } = deliverySteps(world)
  return { mailer, pictures }
}

/** The same pool, where every transaction of one site fails as it begins. */
function failingFor(siteId: number, visit: (siteId: number) => void): Pool {
  return watchedPool(world.kit.pool, (query) => {
    const entered = /app\.site_id = '(\d+)'/.exec(query)?.[1]
    if (entered === undefined) return
    visit(Number(entered))
    if (entered === String(siteId)) throw new Error('its data is broken')
  })
}
