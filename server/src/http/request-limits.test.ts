import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { exchangeCounts } from './request-counts.repo.ts'
import { makeRequestLimits } from './request-limits.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Counts until it is refused. */
function countUntilRefused(limits: ReturnType<typeof makeRequestLimits>, who: string): number {
  for (let count = 0; ; count += 1) {
    try {
      limits.count('account', who)
    } catch {
      return count
    }
  }
}
/** A server that shares its counts through the database only. `shared` resolves after the next exchange. */
function server(perMinute: number) {
  let exchanged = Promise.withResolvers<void>()
  const exchange = exchangeCounts(world.kit.pool)
  const limits = makeRequestLimits(perMinute, {
    exchange: async (counts) => {
      const sums = await exchange(counts)
      exchanged.resolve()
      return sums
    },
  })
  return {
    limits,
    async shared() {
      await exchanged.promise
      exchanged = Promise.withResolvers()
      // The sums are taken over right after.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('a caller who is refused by one server is refused by the others within a second', async () => {
  const [first, second] = [server(40), server(40)]

  expect(countUntilRefused(first.limits, 'ada')).toBe(40)
  await first.shared()
  for (let n = 0; n < 3; n += 1) second.limits.count('account', 'ada')
  await second.shared()

  expect(() => second.limits.count('account', 'ada')).toThrow('too_many_requests')
  expect(() => second.limits.count('account', 'bea')).not.toThrow()
})

test('a window that is over begins anew, for all', async () => {
  const [first, second] = [server(40), server(40)]
  countUntilRefused(first.limits, 'cleo')
  await first.shared()
  await sql`update request_counts set ends_at = now() - interval '1 second'`.execute(world.kit.pool)

  for (let n = 0; n < 3; n += 1) second.limits.count('account', 'cleo')
  await second.shared()

  expect(countUntilRefused(second.limits, 'cleo')).toBe(37)
})

test('callers far from their limit cost no query', async () => {
  let exchanges = 0
  const limits = makeRequestLimits(600, {
    exchange: async () => {
      exchanges += 1
      return []
    },
  })
  for (let n = 0; n < 29; n += 1) limits.count('account', 'dora')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(exchanges).toBe(0)
})

test('without the database, each server counts alone', async () => {
  const limits = makeRequestLimits(40, { exchange: () => Promise.reject(new Error('down')) })
  for (let n = 0; n < 39; n += 1) limits.count('account', 'eve')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(countUntilRefused(limits, 'eve')).toBe(1)
})
