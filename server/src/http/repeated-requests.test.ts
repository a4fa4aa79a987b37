import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, outageOr, repeated } from '../database/database-unavailable.ts'
import { customerSteps } from '../testing/ordering-world.ts'
import { type Answer, makeWorld, type SignedIn, type World } from '../testing/world.ts'

const failure = (code: string, message = code) => outageOr(Object.assign(new Error(message), { code }))
const failsWith = async (causes: readonly unknown[]) => {
  let calls = 0
  const result = await repeated(async () => {
    calls += 1
    if (calls <= causes.length) throw causes[calls - 1]
    return 'done'
  }).catch((cause: unknown) => cause)
  return { calls, result }
}

test.each(['40001', '40P01', '08006', '57P01', 'ECONNRESET'])('after %s, work is repeated', async (code) => {
  expect(await failsWith([failure(code), failure(code)])).toEqual({ calls: 3, result: 'done' })
})

test.each(['53100', '25006', 'ECONNREFUSED', '23505'])('after %s, work isn’t repeated', async (code) => {
  const cause = failure(code)
  expect(await failsWith([cause])).toEqual({ calls: 1, result: cause })
})

test.each([
  ['XX000', 'failure on connection marked as essential: 10.0.0.7:5432'],
  ['XX000', 'server closed the connection unexpectedly\n\tThis probably means …'],
  ['58030', 'failed to COPY to shard 0 on 10.0.0.7:5432'],
  ['XX000', 'could not commit transaction for shard 102124 on at least one active node'],
])('a node of a cluster that is lost (%s) is an outage, and work is repeated', async (code, message) => {
  expect(failure(code, message)).toBeInstanceOf(DatabaseUnavailable)
  expect(await failsWith([failure(code, message)])).toEqual({ calls: 2, result: 'done' })
})

test('work is repeated at most twice', async () => {
  const cause = failure('40001')
  expect(await failsWith([cause, cause, cause])).toEqual({ calls: 3, result: cause })
})

// PGlite has one connection, so nothing waits there.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a request whose connection is lost', () => {
  let world: World
  let dana: SignedIn
  let card: Record<string, unknown>
  beforeAll(async () => {
    world = await makeWorld()
    dana = await world.signIn()
    const { design, reward_card_template_id } = await customerSteps(dana).addCards('bulk', { draft: true })
    card = { reward_type: 'bulk', design, reward_card_template_id }
  })
  afterAll(() => world.close())

  const names = async () =>
    (await dana.call('GET', '/api/v1/card_items/')).body.map(({ name }: { name: string }) => name)

  /** Ends its connection while it waits for a table. */
  async function interrupted(ask: () => Promise<Answer>): Promise<Answer> {
    const { asked } = await world.kit.pool.transaction().execute(async (db) => {
      await sql`lock table card_items in access exclusive mode`.execute(db)
      let isAnswered = false
      const asked = ask().finally(() => {
        isAnswered = true
      })
      while (!isAnswered) {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(world.kit.pool)
        if (rows.length > 0) break
        await pause(20)
      }
      return { asked }
    })
    return asked
  }

  const add = (name: string, headers: Record<string, string> = {}) =>
    interrupted(() => dana.call('POST', '/api/v1/card_items/', { ...card, name }, headers))

  test('is repeated if it only reads', async () => {
    const answer = await interrupted(() => dana.call('GET', '/api/v1/card_items/'))
    expect([answer.status, answer.body.length]).toEqual([200, 1])
  })

  test('is repeated if it has a key, and takes effect once', async () => {
    expect((await add('With a key', { 'idempotency-key': 'one' })).status).toBe(200)
    expect((await names()).filter((name: string) => name === 'With a key')).toHaveLength(1)
  })

  test('is answered with 503 if it has none, and nothing is done', async () => {
    const answer = await add('Without a key')
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true])
    expect(await names()).not.toContain('Without a key')
  })
})
