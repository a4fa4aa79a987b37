import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { spreadLog } from '../features/webhooks/spread-log.ts'
import { sendAllDue } from '../features/webhooks/webhooks.jobs.ts'
import { type Laurel, makeLaurel } from '../laurel.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { integrator, webhookSteps } from '../testing/webhook-world.ts'
import { makeFakeGateway, makeWorld, type World } from '../testing/world.ts'
import { openDatabase } from './open-database.ts'
import { followDatabaseClock } from './shared-clock.ts'

/** Longer than a message is claimed for, and than an authenticator's code lasts. */
const OFF_MS = 70_000

let world: World
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' }, database)
})
afterAll(() => world.close())

test.each([
  ['ahead', OFF_MS, ['70 s ahead of']],
  ['behind', -OFF_MS, ['70 s behind']],
  ['right', 0, []],
])('a machine whose clock is %s goes by the database', async (_name, offMs, said) => {
  const sentences: string[] = []
  const clock = await followDatabaseClock(
    database.db,
    (sentence) => sentences.push(sentence),
    () => Date.now() + offMs,
  )
  const asked = Date.now()
  const read = clock.now().getTime()
  clock.stop()
  // The answer's time on its way is all it may be wrong by.
  expect(Math.abs(read - asked)).toBeLessThan(OFF_MS / 10)
  expect(sentences).toEqual(said.map((words) => expect.stringContaining(words)))
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('two servers whose clocks differ', () => {
  let second: Laurel | undefined
  afterEach(() => second?.close())

  async function startSecond(offMs: number) {
    const opened = await openDatabase({ databaseUrl: database.url, databasePool: 4, dataDir: '' })
    second = await makeLaurel(world.kit.config, opened, {
      gateway: makeFakeGateway(),
      machine: () => Date.now() + offMs,
    })
    return second
  }

  test.each([
    ['ahead', OFF_MS],
    ['behind', -OFF_MS],
  ])('neither take nor miss the other’s work: %s', async (_name, offMs) => {
    const steps = await webhookSteps(world)
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    onTestFinished(() => answered.resolve())
    const hearer = await integrator(async (_request, response) => {
      arrived.resolve()
      await answered.promise
      response.writeHead(204).end()
    })
    await steps.endpointAt(hearer.url)
    const other = await startSecond(offMs)

    await steps.happen()
    const sending = steps.send()
    await arrived.promise
    await sendAllDue(other.kit, steps.staff.siteId)
    expect(hearer.received).toHaveLength(1)

    answered.resolve()
    await sending
    await steps.happen('order.declined')
    await spreadLog(world.kit, steps.staff.siteId)
    await vi.waitFor(
      async () => {
        await sendAllDue(other.kit, steps.staff.siteId)
        expect(hearer.types()).toEqual(['order.approved', 'order.declined'])
      },
      { timeout: OFF_MS / 10 },
    )
    await steps.reset()
  })

  test.each([
    ['ahead', OFF_MS],
    ['behind', -OFF_MS],
  ])('accept each other’s sign-ins: %s', async (_name, offMs) => {
    const { token } = await world.signIn()
    const other = await startSecond(offMs)
    const asked = { url: '/api/v1/actual_user/', headers: { host: 'localhost' } }
    const answer = await other.app.inject({
      ...asked,
      headers: { ...asked.headers, authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(Math.abs(other.kit.now().getTime() - world.kit.now().getTime())).toBeLessThan(OFF_MS / 10)
  })
})
