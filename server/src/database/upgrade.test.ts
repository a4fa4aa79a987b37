import { PROVIDER_METHODS } from '@laurel/domain/payment-method'
import { migrateIdentity } from '@laurel/identity'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { demoPassword } from '../demo/demo-password.ts'
import { FORMER_SECRET, fillFormerDatabase } from '../testing/former-database.ts'
import { approval, customerSteps } from '../testing/ordering-world.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeWorld } from '../testing/world.ts'
import type { Pool } from './database.ts'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { migrate } from './migrate.ts'

const LAUREL_SECRET = FORMER_SECRET

async function openFormerDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase({ withTables: false })
  await fillFormerDatabase(database.db)
  return database
}

/** Rows of every table, without migration records and what a start adds to the queue's tables. */
async function countRows({ db }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'identity') and table_type = 'BASE TABLE' and table_name not like '%migration%'
      and table_name <> 'running_servers'
    order by name`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.raw(name)}`.execute(db)
    if (rows[0]!.count > 0) counts[name] = rows[0]!.count
  }
  return counts
}

test('an older database keeps its rows, runs nothing twice, and accepts the next order', async () => {
  const database = await openFormerDatabase()
  const before = await countRows(database)
  expect(before).toMatchObject({ 'public.orders': 4, 'public.payments': 2, 'identity.users': 5 })

  const other = { LAUREL_SECRET: `${LAUREL_SECRET}, mistyped` }
  await expect(makeWorld(other, database)).rejects.toThrow('another secret')
  const world = await makeWorld({ LAUREL_SECRET }, database)
  onTestFinished(() => world.close())
  // Staff sign in through the accounts service, in pools of their own: three people, one signed in. So do operators.
  const { 'public.staff_sessions': signedIn, ...kept } = before
  expect(signedIn).toBe(1)
  expect(await countRows(database)).toEqual({
    ...kept,
    'public.companies': 5,
    'public.tax_years': 2,
    'public.company_members': 5,
    'public.installation': 1,
    'public.provider_transactions': 1,
    'public.shared_locks': 1,
    'public.organization_payment_providers': 2 * PROVIDER_METHODS.length,
    'identity.pools': 5,
    'identity.users': 8,
    'identity.sessions': 4,
    'identity.refresh_tokens': 4,
  })
  expect(world.demo).toBeUndefined()
  // Sites that customers use stay live.
  const live = await database.db.selectFrom('sites').select('id').where('live_at', 'is not', null).execute()
  expect(live).toHaveLength(2)
  const events = database.db.selectFrom('site_events').select(['type', 'number']).orderBy('number')
  expect(await events.execute()).toEqual([
    { type: 'order.placed', number: 1 },
    { type: 'order.paid', number: 2 },
  ])

  const email = 'staff@northwind.example'
  const password = demoPassword(world.kit.keys.pepper, email)
  const visit = world.visit('localhost')
  const signIn = await visit('POST', '/api/v1/office/sign_in/', { email, password })
  expect(signIn.body.step).toBe('set_up')

  const staff = await world.staff()
  const { body } = await staff.call('GET', '/api/v1/office/orders/')
  expect(body.results).toMatchObject([{ number: '10001', status: 'in_review' }])

  const customer = customerSteps(await world.signIn())
  const id = await customer.fillCart('bulk', 'digital')
  expect((await customer.pay(id)).status).toBe(200)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  expect((await customer.verify(id)).body).toMatchObject({ status: 'in_review' })
  expect(await customer.order(id)).toMatchObject({ number: '10003' })
})

test('two servers that start on it at once upgrade it once', async () => {
  const database = await openFormerDatabase()
  onTestFinished(() => database.close())
  const twice = async (start: (pool: Pool) => Promise<string[]>) =>
    (await Promise.all([start(database.db), start(database.db)])).flat()
  const applied = [...(await twice(migrate)), ...(await twice(migrateIdentity))]
  expect(applied.length).toBe(new Set(applied).size)

  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(FORMER_MIGRATIONS)))
})
