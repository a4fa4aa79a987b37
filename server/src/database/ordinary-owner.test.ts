import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '../run-program.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { makeWorld } from '../testing/world.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const { TEST_DATABASE_URL } = process.env

/** An empty database of a user who may do nothing else on the server. */
async function openAsOrdinaryOwner() {
  const database = await openTestDatabase({ withTables: false })
  const user = `owner_${randomUUID().replaceAll('-', '')}`
  const url = new URL(database.url!)
  const as = async (...queries: string[]) => {
    for (const query of queries) await sql.raw(query).execute(database.db)
  }
  await as('create role laurel_app nologin').catch(() => {})
  await as(
    `create role ${user} login password 'owner' nosuperuser nocreaterole`,
    `alter database ${url.pathname.slice(1)} owner to ${user}`,
  )
  url.username = user
  url.password = 'owner'
  const owned = await openDatabase({ databaseUrl: url.href, databasePool: 8, dataDir: '' })
  const close = async () => {
    await owned.close()
    await as(`reassign owned by ${user} to current_user`, `drop owned by ${user}`, `drop role ${user}`)
    await database.close()
  }
  return { ...owned, url: url.href, user, close, administer: as }
}

test.skipIf(!TEST_DATABASE_URL)('an owner with the role starts an empty database', async () => {
  const database = await openAsOrdinaryOwner()
  await database.administer(`grant laurel_app to ${database.user}`)
  const world = await makeWorld({}, database)
  onTestFinished(() => world.close())
  expect(world.demo).toHaveLength(4)
  const customer = await world.signIn()
  expect((await customer.call('GET', '/api/v1/actual_user/')).status).toBe(200)
})

test.skipIf(!TEST_DATABASE_URL)('an owner without the role is told what to run', async () => {
  const database = await openAsOrdinaryOwner()
  onTestFinished(database.close)
  const cause = await migrate(database.db).catch((error: unknown) => error)
  const sentence = sentenceOf(cause, database.url)
  expect(sentence).toContain(`create role laurel_app nologin; grant laurel_app to "${database.user}";`)
})
