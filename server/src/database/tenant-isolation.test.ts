import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { findDueSites, type Look } from './due-sites.ts'
import { inSite } from './in-site.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Looked up by host before a site is known, or unique across sites; they hold no customer data. */
const SHARED_TABLES = [
  'backup_runs',
  'call_budgets',
  'card_numbers',
  'installation',
  'kysely_migration',
  'kysely_migration_lock',
  'measurements',
  'operators',
  'organizations',
  'platform_log',
  'provider_transactions',
  'request_counts',
  'running_servers',
  'setup_links',
  'shared_locks',
  'sites',
  'tax_years',
]

test('every table of a site has forced row-level security and a policy of its site', async () => {
  const { rows } = await sql<{
    name: string
    forced: boolean
    enabled: boolean
    policies: number
    has_site: boolean
  }>`
    select c.relname as name, c.relforcerowsecurity as forced, c.relrowsecurity as enabled,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid
        and pg_get_expr(p.polqual, p.polrelid) like '%site_id = current_site()%'
        and pg_get_expr(p.polwithcheck, p.polrelid) like '%site_id = current_site()%') as policies,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id') as has_site
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(world.kit.pool)

  const inside = rows.filter(({ name }) => !SHARED_TABLES.includes(name))
  expect(inside.length).toBeGreaterThan(20)
  expect(inside.filter((t) => !(t.has_site && t.forced && t.enabled && t.policies === 1))).toEqual([])
})

test('every key of a site’s table starts with the site', async () => {
  const { rows } = await sql<{ name: string; first: string }>`
    select c.relname as name, a.attname as first from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and c.relnamespace = 'public'::regnamespace`.execute(world.kit.pool)

  expect(rows.filter(({ name, first }) => !SHARED_TABLES.includes(name) && first !== 'site_id')).toEqual([])
})

test('the role of requests isn’t an owner and can’t bypass tenant isolation', async () => {
  const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean; owned: number }>`
    select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = 'laurel_app'`.execute(world.kit.pool)
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0 }])
})

test('without a site, no row can be read or written', async () => {
  const seen = await world.kit.pool.transaction().execute(async (tx) => {
    await sql`select set_config('role', 'laurel_app', true)`.execute(tx)
    return tx.selectFrom('rewards').select('id').execute()
  })
  expect(seen).toEqual([])
})

test('a query without a site condition still sees only one site', async () => {
  const [one, two] = await world.kit.pool.selectFrom('sites').select('id').orderBy('id').execute()
  const sites = await inSite(world.kit.pool, one!.id, (db) =>
    db.selectFrom('rewards').select('site_id').execute(),
  )
  expect(new Set(sites.map((row) => row.site_id))).toEqual(new Set([one!.id]))

  const foreign = inSite(world.kit.pool, one!.id, (db) =>
    db.insertInto('predefined_amounts').values({ site_id: two!.id, value_cents: 77 }).execute(),
  )
  await expect(foreign).rejects.toThrow(/row-level security/)
})

test('a request changes only its own site, and only the columns it may change', async () => {
  const [one, two] = await world.kit.pool.selectFrom('sites').select(['id', 'name']).orderBy('id').execute()
  const rename = (siteId: number) =>
    inSite(world.kit.pool, one!.id, (db) =>
      db.updateTable('sites').set({ name: 'Renamed' }).where('id', '=', siteId).executeTakeFirst(),
    )
  expect((await rename(two!.id)).numUpdatedRows).toBe(0n)
  expect((await rename(one!.id)).numUpdatedRows).toBe(1n)
  const names = await world.kit.pool.selectFrom('sites').select('name').orderBy('id').execute()
  expect(names.map(({ name }) => name)).toEqual(['Renamed', two!.name])

  for (const change of [{ slug: 'taken' }, { organization_id: 2 }]) {
    const moving = inSite(world.kit.pool, one!.id, (db) => db.updateTable('sites').set(change).execute())
    await expect(moving).rejects.toThrow(/permission denied/)
  }
  const removing = inSite(world.kit.pool, one!.id, (db) => db.deleteFrom('sites').execute())
  await expect(removing).rejects.toThrow(/permission denied/)
  await world.kit.pool.updateTable('sites').set({ name: one!.name }).where('id', '=', one!.id).execute()
})

test('the role of sweeps reads on every site what is due there, and nothing else', async () => {
  const { pool } = world.kit
  for (const site of await pool.selectFrom('sites').select('id').execute()) {
    await sql`insert into idempotency_keys (site_id, actor, operation, key, request_hash)
      values (${site.id}, 'customer:1', 'test', 'due', '')`.execute(pool)
  }
  const keys: Look = (db) => db.selectFrom('idempotency_keys').select('site_id')
  expect(await findDueSites(pool, keys)).toEqual([1, 2])
  expect(await inSite(pool, 2, (db) => keys(db).execute())).toEqual([{ site_id: 2 }])

  const denied: Look[] = [
    (db) => db.selectFrom('deliveries').select(['site_id', 'email']),
    (db) => db.selectFrom('idempotency_keys').selectAll(),
    (db) => db.selectFrom('orders').select(['site_id', 'total_cents']),
    (db) => db.selectFrom('customers').select('site_id'),
    (db) => db.selectFrom('orders').select('site_id').forUpdate(),
    (db) => db.deleteFrom('idempotency_keys').returning('site_id'),
  ]
  for (const look of denied) {
    await expect(findDueSites(pool, look)).rejects.toThrow(
      // The last is Citus's own.
      /permission denied|read-only transaction|FOR UPDATE\/SHARE commands/,
    )
  }
})

test('the role of requests can’t delete audit entries', async () => {
  const [site] = await world.kit.pool.selectFrom('sites').select('id').orderBy('id').execute()
  const change = inSite(world.kit.pool, site!.id, (db) => db.deleteFrom('audit_entries').execute())
  await expect(change).rejects.toThrow(/permission denied/)
})
