import { subscribe } from 'node:diagnostics_channel'
import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chainAccountEvents, chainEvents } from '../features/accounts/chain-account-events.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { type KeyedCall, keyedCalls } from '../testing/keyed-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

const keyed = Object.values(endpoints as Record<string, Endpoint>).filter(({ idempotent }) => idempotent)

let world: World
let calls: Record<string, () => Promise<KeyedCall>>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  calls = await keyedCalls(world)
  await prepareFailures()
  recordCallsOutside()
}, 120_000)
afterAll(() => world.close())

/**
 * Calls to a provider that move no money and no card: after a lost connection, a request with a key is repeated.
 * A canceled card stays canceled.
 */
const REPEATABLE = new Set(['mintToken', 'findTransactions', 'balance', 'cancel'])
const callsOutside: string[] = []
const everCalled = new Set<string>()

/** Mail needs no recording: only jobs have a mailer. */
function recordCallsOutside() {
  const { kit, gateway } = world
  const record = <T extends object>(of: T, name: keyof T & string) => {
    const call = of[name] as (...given: unknown[]) => unknown
    const recorded = (...given: unknown[]) => {
      callsOutside.push(name)
      return call.apply(of, given)
    }
    vi.spyOn(of, name as never).mockImplementation(recorded as never)
  }
  for (const name of ['mintToken', 'findTransactions', 'refund'] as const) record(gateway, name)
  for (const name of ['issue', 'activate', 'balance', 'cancel'] as const) record(kit.issuing, name)
  // Carriers, webhooks, text messages, and whatever comes later.
  for (const channel of ['undici:request:create', 'http.client.request.start']) {
    subscribe(channel, () => callsOutside.push(channel))
  }
}

/** From now on, a transaction that stores an answer under a failing key can't commit. */
async function prepareFailures() {
  await sql`create table failing_keys (key text primary key)`.execute(world.kit.pool)
  await sql`grant select on failing_keys to laurel_app`.execute(world.kit.pool)
  await sql`create function fail_commit() returns trigger language plpgsql as $$
    begin
      if exists (select from failing_keys where key = new.key) then raise exception 'the server dies here'; end if;
      return null;
    end $$`.execute(world.kit.pool)
  await sql`create constraint trigger fail_commit after update on idempotency_keys
    deferrable initially deferred for each row when (new.status is not null) execute function fail_commit()`.execute(
    world.kit.pool,
  )
}

/** Account events reach the audit log by a job, and no worker runs here. */
async function writeAuditLog() {
  for (const { id } of await listSites(world.kit.pool)) await chainAccountEvents(world.kit.pool, id)
}

/** Every row of every table that a request can write. Events of sign-ins are chained a second later. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' and tablename not in ('idempotency_keys', 'failing_keys', 'staff_sessions', 'running_servers'))
      or (schemaname = 'pgboss' and tablename = 'job') order by 1`.execute(world.kit.pool)
  const sums = tables.map(
    ({ name }) => sql`select ${name} as name,
      concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as rows from ${sql.raw(name)} t
      where to_jsonb(t) ->> 'name' is distinct from ${chainEvents.name}`,
  )
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(sums, sql` union all `)}`.execute(
    world.kit.pool,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

test('covers every keyed endpoint of the contract', () => {
  expect(Object.keys(calls).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted())
})

describe.each(keyed.map(({ name }) => name))('%s', (name) => {
  test('commits its key with its effect, or neither', { timeout: 60_000 }, async () => {
    const { as, path, body, effects } = await calls[name]!()
    const key = `commit-${name}`
    const send = () => as.call('POST', path, body, { 'idempotency-key': key })
    const keyRow = () =>
      world.kit.pool.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()
    await writeAuditLog()
    const before = await everything()
    callsOutside.length = 0

    await sql`insert into failing_keys values (${key})`.execute(world.kit.pool)
    expect((await send()).status).toBe(500)
    const kept = await keyRow()
    if (effects === undefined) {
      expect(await everything()).toEqual(before)
      // A first step that only read may have committed.
      expect(kept?.progress ?? null).toBeNull()
    } else expect(kept).toMatchObject({ status: null, progress: expect.anything() })

    await sql`delete from failing_keys`.execute(world.kit.pool)
    const first = await send()
    expect([first.status, first.body?.code]).toEqual([200, undefined])
    const after = await everything()
    expect(after).not.toEqual(before)
    const again = await send()
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await everything()).toEqual(after)
    if (effects !== undefined) expect(await effects()).toBe(1)
    expect(callsOutside.filter((call) => !REPEATABLE.has(call))).toEqual([])
    for (const call of callsOutside) everCalled.add(call)
  })
})

test('calls outside are recorded', () => {
  expect([...everCalled].sort()).toEqual([...REPEATABLE].sort())
})
