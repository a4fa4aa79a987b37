import type { Identity } from '@laurel/identity'
import { PostgresQueryCompiler } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { watchedPool } from '../../testing/watched-pool.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { reconcilePayments } from '../checkout/checkout.jobs.ts'
import { sweep } from '../deliveries/deliveries.jobs.ts'
import { remindOfUnclaimed } from '../deliveries/reminders.ts'
import { tidyLists } from '../imports/imports.jobs.ts'
import { carryOutAll } from '../money/carry-out-refund.ts'
import { remindOfUnpaid } from '../money/reminders.jobs.ts'
import { enqueueNews } from '../notices/notices.jobs.ts'
import { moveStaff } from '../staff/move-staff.ts'
import { ensureStaffPools, type StaffPools } from '../staff/staff-pool.ts'
import { housekeepingHandler } from '../system/housekeeping.jobs.ts'
import { settleRestoredLog } from '../webhooks/restored-log.ts'
import { forgetMessages } from '../webhooks/webhooks.jobs.ts'
import { ensurePools } from './accounts-pools.ts'
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
  const swept = forEverySite(world.kit.pool, async ({ id, slug }) => {
    seen.push(slug)
    if (id === first.id) throw new Error('its data is broken')
  })
  await expect(swept).rejects.toThrow(`site ${first.slug}: its data is broken`)
  expect(seen).toEqual([first.slug, last.slug])
})

test.each<[string, (kit: Kit) => Promise<unknown>]>([
  ['deliveries', (kit) => sweep({ ...kit, log })],
  ['reminders of cards', (kit) => remindOfUnclaimed({ ...parts(), kit: { ...kit, log } })],
  ['reminders of payments', remindOfUnpaid],
  ['mails about orders', enqueueNews],
  ['refunds', carryOutAll],
  ['payments', reconcilePayments],
  ['lists', tidyLists],
  ['webhook messages', forgetMessages],
  ['housekeeping', (kit) => housekeepingHandler(kit, undefined).run(undefined as never)],
  ['a restored log', ({ pool }) => settleRestoredLog(pool)],
  ['staff who move', moveStaff],
])('a failing first site does not stop the next: %s', async (_, run) => {
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

test('at startup, one site with failing accounts doesn’t stop the others', async () => {
  const { kit, identity } = world
  const visited: string[] = []
  const failFor = async (site: string, slug: string) => {
    visited.push(slug)
    if (slug === site) throw new Error('its data is broken')
  }
  const ensurePool: Identity['ensurePool'] = ({ siteId }) => failFor(first.slug, siteId)
  const ensure: StaffPools['ensure'] = (_, { siteId }) => failFor(String(first.id), siteId)
  for (const ensured of [
    () => ensurePools(kit.pool, { ...identity, ensurePool }),
    () => ensureStaffPools(kit.pool, { ...kit.staffPools, ensure }),
  ]) {
    await expect(ensured()).rejects.toThrow(`site ${first.slug}: its data is broken`)
  }
  expect(visited.toSorted()).toEqual([first.slug, last.slug, String(first.id), String(last.id)].toSorted())
})

/** The same pool, where every transaction of one site fails as it begins. */
function failingFor(siteId: number, visit: (siteId: number) => void): Pool {
  const enter = (entered: string) => {
    visit(Number(entered))
    if (entered === String(siteId)) throw new Error('its data is broken')
  }
  const compiler = new PostgresQueryCompiler()
  // The owner's transactions name their site by `set_config`, a request's in the text that begins them.
  const pool = world.kit.pool.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node, queryId)
      if (sql.includes('set_config')) enter(String(parameters.find((value) => Number(value) > 0)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return watchedPool(pool, (query) => {
    const entered = /app\.site_id = '(\d+)'/.exec(query)?.[1]
    if (entered !== undefined) enter(entered)
  })
}
