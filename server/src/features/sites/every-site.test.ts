import type { Identity } from '@laurel/identity'
import { PostgresQueryCompiler, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../database/database.ts'
import { type Sweep, visitSites } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { watchedPool } from '../../testing/watched-pool.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { reconciling } from '../checkout/checkout.jobs.ts'
import { sweeping } from '../deliveries/deliveries.jobs.ts'
import { remindingOfUnclaimed } from '../deliveries/reminders.ts'
import { tidying } from '../imports/imports.jobs.ts'
import { carryingOut } from '../money/carry-out-refund.ts'
import { remindingOfUnpaid } from '../money/reminders.jobs.ts'
import { mailingNotices } from '../notices/notices.jobs.ts'
import { addWaysToPay } from '../payments/office-providers.service.ts'
import { moveStaff } from '../staff/move-staff.ts'
import { ensureStaffPools, type StaffPools, staffPoolId } from '../staff/staff-pool.ts'
import { housekeepingHandler } from '../system/housekeeping.jobs.ts'
import { remindingOfInvoices } from '../terms/reminders.jobs.ts'
import { forgetting } from '../webhooks/webhooks.jobs.ts'
import { ensurePools } from './accounts-pools.ts'
import { forEverySite } from './every-site.ts'
import { listSites, type SiteAtStart } from './sites.repo.ts'

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
  const all = async (sites: SiteAtStart[]) => sites
  const swept = forEverySite(world.kit.pool, all, async ({ id, slug }) => {
    seen.push(slug)
    if (id === first.id) throw new Error('its data is broken')
  })
  await expect(swept).rejects.toThrow(`site ${first.slug}: its data is broken`)
  expect(seen).toEqual([first.slug, last.slug])
})

const bothSites = (sweep: Sweep) => visitSites([first.id, last.id], sweep.visit)

test.each<[string, (kit: Kit) => Promise<unknown>]>([
  ['deliveries', (kit) => bothSites(sweeping({ ...kit, log }))],
  ['reminders of cards', (kit) => bothSites(remindingOfUnclaimed({ ...parts(), kit: { ...kit, log } }))],
  ['reminders of payments', (kit) => bothSites(remindingOfUnpaid(kit))],
  ['reminders of open invoices', (kit) => bothSites(remindingOfInvoices(kit))],
  ['mails about orders', (kit) => bothSites(mailingNotices(kit))],
  ['refunds', (kit) => bothSites(carryingOut(kit))],
  ['payments', (kit) => bothSites(reconciling(kit))],
  ['lists', (kit) => bothSites(tidying(kit))],
  ['webhook messages', (kit) => bothSites(forgetting(kit))],
  ['housekeeping', (kit) => housekeepingHandler(kit, undefined).run(undefined as never)],
  ['staff who move', moveStaff],
])('a failing first site does not stop the next: %s', async (_, run) => {
  await makeDue()
  const visited = new Set<number>()
  const pool = failingFor(first.id, (siteId) => visited.add(siteId))
  const failure = new RegExp(`site (${first.slug}|${first.id}): its data is broken`)
  await expect(run({ ...world.kit, pool })).rejects.toThrow(failure)
  expect([...visited]).toEqual([first.id, last.id])
})

/** Old keys, and staff who haven't moved yet: on both sites. */
async function makeDue() {
  const { pool } = world.kit
  for (const { id } of [first, last]) {
    await world.staff('owner', id === first.id ? 'northwind' : 'acorn')
    await sql`insert into idempotency_keys (site_id, actor, operation, key, request_hash, created_at)
      values (${id}, 'customer:1', 'test', 'old', '', now() - interval '2 days') on conflict do nothing`.execute(
      pool,
    )
  }
  await pool.updateTable('staff_accounts').set({ identity_subject: null }).execute()
}

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
  await sql`update identity.pools set self_sign_up = not self_sign_up`.execute(kit.pool)
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
  // The owner's transactions build the query that names their site, a request's is prepared.
  const pool = world.kit.pool.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node, queryId)
      const siteId = parameters.find((value) => Number(value) > 0)
      if (sql.includes('set_config') && siteId !== undefined) enter(String(siteId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return watchedPool(pool, (query, parameters) => {
    if (query.includes("set_config('app.site_id'")) enter(String(parameters.at(-1)))
    // On a cluster.
    const [, named] = /set local app\.site_id = '(\d+)'/.exec(query) ?? []
    if (named !== undefined) enter(named)
  })
}

test('a start changes only the sites that need it', async () => {
  const { kit, identity } = world
  const changed: string[] = []
  const pool = watchedPool(kit.pool, (query) => {
    if (query.startsWith('insert into "organization_payment_providers"')) changed.push('ways to pay')
  })
  const ensurePool: Identity['ensurePool'] = async (settings, db) => {
    changed.push(settings.siteId)
    await identity.ensurePool(settings, db)
  }
  const ensure: StaffPools['ensure'] = async (db, settings) => {
    changed.push(settings.poolId)
    await kit.staffPools.ensure(db, settings)
  }
  const start = async () => {
    changed.length = 0
    await addWaysToPay(pool)
    await ensurePools(pool, { ...identity, ensurePool })
    await ensureStaffPools(pool, { ...kit.staffPools, ensure })
    return [...changed]
  }
  await start()
  expect(await start()).toEqual([])

  await sql`update identity.pools set blocked_words = '["other"]'
    where site_id in (${first.slug}, ${String(last.id)})`.execute(kit.pool)
  await sql`delete from organization_payment_providers where site_id = ${last.id}
    and method_code = 'self_hosted_check'`.execute(kit.pool)
  expect(await start()).toEqual(['ways to pay', first.slug, staffPoolId(last.id)])
  expect(await start()).toEqual([])
})
