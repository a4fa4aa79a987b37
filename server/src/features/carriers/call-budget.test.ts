import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeCallBudgets, shareCallBudgets } from './call-budget.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Ten at once, and one every six minutes after that. */
const LIMIT = { perHour: 10, burst: 10 }
const SIX_MINUTES_MS = 360_000

/** Two servers' budgets and how time passes: for one process, and shared by several. */
const stores = {
  'one process': () => {
    let at = Date.now()
    const budgets = makeCallBudgets(() => at)
    const later = async (ms: number) => {
      at += ms
    }
    return { servers: [budgets, budgets], later }
  },
  'several servers': () => ({
    servers: [shareCallBudgets(world.kit.pool), shareCallBudgets(world.kit.pool)],
    later: async (ms: number) => {
      await sql`update call_budgets set full_at = full_at - ${ms} * interval '1 millisecond',
        paused_until = paused_until - ${ms} * interval '1 millisecond'`.execute(world.kit.pool)
    },
  }),
}

describe.each(Object.entries(stores))('budgets of %s', (name, open) => {
  test('the calls of an account are counted once, on any server', async () => {
    const { servers, later } = open()
    const [first, second] = servers.map((budgets) => budgets(`UPS:${name}`, LIMIT))
    const waits = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first! : second!).take()),
    )
    expect(waits.filter((ms) => ms === 0)).toHaveLength(10)
    for (const ms of waits.filter((wait) => wait > 0)) {
      expect(ms).toBeGreaterThan(SIX_MINUTES_MS / 2)
      expect(ms).toBeLessThanOrEqual(SIX_MINUTES_MS)
    }
    expect(await second!.left()).toBe(0)

    await later(2 * SIX_MINUTES_MS)
    expect(await second!.left()).toBe(2)
    expect(await second!.take()).toBe(0)
    expect(await first!.left()).toBe(1)
  })

  test('a carrier that says to wait is left alone by all', async () => {
    const { servers, later } = open()
    const [first, second] = servers.map((budgets) => budgets(`USPS:${name}`, LIMIT))
    await first!.pause(30_000)
    await first!.pause(10_000)
    expect(await second!.left()).toBe(0)
    const waitMs = await second!.take()
    expect(waitMs).toBeGreaterThan(10_000)
    expect(waitMs).toBeLessThanOrEqual(30_000)
    await later(30_000)
    expect(await second!.take()).toBe(0)
    expect(await first!.left()).toBe(9)
  })

  test('accounts have budgets of their own', async () => {
    const [budgets] = open().servers
    const [one, other] = ['one', 'other'].map((client) => budgets!(`UPS:${client} ${name}`, LIMIT))
    await one!.take()
    expect([await one!.left(), await other!.left()]).toEqual([9, 10])
  })
})
