import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { customerSteps } from '../testing/ordering-world.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { migrate } from './migrate.ts'

/** A process looks every five seconds whether it must stop. */
const STOPS_WITHIN_MS = 15_000

/** A later version: this one's migrations, and one more. */
async function laterVersion(name: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-later-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  await writeFile(join(folder, `${name}.sql`), text)
  return pathToFileURL(`${folder}/`)
}

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'a server while a later version upgrades its database',
  () => {
    let database: TestDatabase
    let world: World
    let customer: SignedIn
    beforeAll(async () => {
      database = await openTestDatabase()
      world = await makeWorld({}, database)
      customer = await world.signIn()
    })
    afterAll(() => world.close())

    async function placeOrder(): Promise<number> {
      const steps = customerSteps(customer)
      const id = await steps.fillCart('bulk')
      return (await steps.pay(id, 'self_hosted_check')).status
    }

    test('continues if the upgrade only adds', async () => {
      const later = await laterVersion('2099-01-01T00-00-00_more', 'alter table orders add column gift text;')
      expect(await migrate(database.db, later)).toHaveLength(1)
      expect(await placeOrder()).toBe(200)
    })

    test('no longer starts', async () => {
      await expect(makeWorld({}, database)).rejects.toThrow('A newer version has upgraded this database')
    })

    test('finishes its requests and answers 503 before an upgrade that it can’t work with', async () => {
      await laterVersion('2099-01-01T00-00-00_more', '')
      const folder = await laterVersion('2099-01-01T00-00-00_more', '')
      await writeFile(
        new URL('2099-01-02T00-00-00_alone.sql', folder),
        '-- Earlier servers stop first: they read this column.\nalter table orders drop column gift;\n',
      )
      const answers: number[] = []
      let isUpgraded = false
      const upgrade = migrate(database.db, folder).then((names) => {
        isUpgraded = true
        return names
      })
      await vi.waitFor(
        async () => {
          const { status, headers } = await customer.call('GET', '/api/v1/orders/')
          answers.push(status)
          // It serves or refuses, but never on the tables of the later version.
          expect([200, 503]).toContain(status)
          if (isUpgraded) expect(status).toBe(503)
          expect(headers['retry-after']).toBe('30')
        },
        { timeout: STOPS_WITHIN_MS, interval: 50 },
      )
      expect(answers[0]).toBe(200)
      expect(answers.at(-1)).toBe(503)
      expect(await upgrade).toEqual(['2099-01-02T00-00-00_alone'])
      expect(await database.db.selectFrom('running_servers').select('id').execute()).toEqual([])
    })
  },
)
