import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isRedisInstalled, startRedis } from '../testing/redis.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { makeRedisCounts } from './request-counts.redis.ts'
import { exchangeCounts } from './request-counts.repo.ts'
import { type Exchange, makeRequestLimits } from './request-limits.ts'

/** Servers exchange their counts once a second. */
const NEXT_EXCHANGE_MS = 1_100

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

/** A server that shares its counts through a store only. `shared` resolves after the next exchange. */
function server(perMinute: number, exchange: Exchange, now?: () => number) {
  let exchanged = Promise.withResolvers<void>()
  const limits = makeRequestLimits(perMinute, {
    exchange: async (counts) => {
      const sums = await exchange(counts)
      exchanged.resolve()
      return sums
    },
    ...(now && { now }),
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

type Store = { exchange: Exchange; endWindows(): Promise<void> }

function sharedBy(store: () => Store) {
  test('a caller who is refused by one server is refused by the others within a second', async () => {
    const { exchange } = store()
    const [first, second] = [server(40, exchange), server(40, exchange)]

    expect(countUntilRefused(first.limits, 'ada')).toBe(40)
    await first.shared()
    for (let n = 0; n < 3; n += 1) second.limits.count('account', 'ada')
    await second.shared()

    expect(() => second.limits.count('account', 'ada')).toThrow('too_many_requests')
    expect(() => second.limits.count('account', 'bea')).not.toThrow()
  })

  test('a window that is over begins anew, for all', async () => {
    const { exchange, endWindows } = store()
    const [first, second] = [server(40, exchange), server(40, exchange)]
    countUntilRefused(first.limits, 'cleo')
    await first.shared()
    await endWindows()

    for (let n = 0; n < 3; n += 1) second.limits.count('account', 'cleo')
    await second.shared()

    expect(countUntilRefused(second.limits, 'cleo')).toBe(37)
  })

  test('a window ends a minute after its first request, also when it is shared late', async () => {
    let at = 0
    const { limits, shared } = server(40, store().exchange, () => at)
    limits.count('account', 'finn')
    at = 55_000
    limits.count('account', 'finn')
    await shared()

    at = 60_001
    expect(countUntilRefused(limits, 'finn')).toBe(40)
  })
}

describe('counts shared in PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  sharedBy(() => ({
    exchange: exchangeCounts(database.db),
    endWindows: async () => {
      await database.db
        .updateTable('request_counts')
        .set({ ends_at: new Date(0) })
        .execute()
    },
  }))
})

describe.skipIf(!isRedisInstalled())('counts shared in Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  async function connect(say: (sentence: string) => void = () => {}) {
    const counts = await makeRedisCounts(redis.url)
    onTestFinished(() => counts.close())
    counts.connect(say)
    await vi.waitFor(() => counts.exchange([{ caller: 'first', count: 1, leftMs: 1 }]), { timeout: 5_000 })
    return counts
  }
  let exchange: Exchange
  beforeAll(async () => {
    const counts = await makeRedisCounts(redis.url)
    counts.connect(() => {})
    exchange = counts.exchange
    await vi.waitFor(() => exchange([{ caller: 'first', count: 1, leftMs: 1 }]), { timeout: 5_000 })
    return counts.close
  })
  sharedBy(() => ({ exchange, endWindows: redis.forget }))

  test('without Redis each server counts alone, says so once, and shares again once it is back', async () => {
    const said: string[] = []
    const counts = await connect((sentence) => said.push(sentence))
    const [first, second] = [server(40, counts.exchange), server(40, counts.exchange)]

    await redis.stop()
    for (let n = 0; n < 30; n += 1) first.limits.count('account', 'gus')
    await delay(2 * NEXT_EXCHANGE_MS)
    expect(said).toEqual([expect.stringMatching(/^REDIS_URL doesn't answer .* counts requests alone\.$/)])

    await redis.start()
    await vi.waitFor(() => expect(said.at(-1)).toBe('REDIS_URL answers again.'), { timeout: 10_000 })
    // What the first server counted alone arrives with its next request.
    first.limits.count('account', 'gus')
    await first.shared()
    for (let n = 0; n < 3; n += 1) second.limits.count('account', 'gus')
    await second.shared()
    expect(countUntilRefused(second.limits, 'gus')).toBe(40 - 31 - 3)
  })

  test('a Redis that is frozen is asked once, and told the rest when it wakes', async () => {
    const counts = await connect()
    let asked = 0
    const { limits, shared } = server(600, (given) => {
      asked += 1
      return counts.exchange(given)
    })
    redis.freeze()
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 100; n += 1) limits.count('account', 'hal')
      await delay(NEXT_EXCHANGE_MS)
    }
    expect(asked).toBe(1)
    redis.thaw()
    await shared()
    await shared()
    expect(countUntilRefused(limits, 'hal')).toBe(300)
  })
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
  await delay(NEXT_EXCHANGE_MS)
  expect(exchanges).toBe(0)
})

test('counts are exchanged outside the request that reached the limit', async () => {
  const request = new AsyncLocalStorage<string>()
  const seen = Promise.withResolvers<string | undefined>()
  const limits = makeRequestLimits(20, {
    exchange: async () => {
      seen.resolve(request.getStore())
      return []
    },
  })
  request.run('dora’s', () => limits.count('account', 'dora'))
  expect(await seen.promise).toBeUndefined()
})

test('without the store, each server counts alone', async () => {
  const limits = makeRequestLimits(40, { exchange: () => Promise.reject(new Error('down')) })
  for (let n = 0; n < 39; n += 1) limits.count('account', 'eve')
  await delay(NEXT_EXCHANGE_MS)
  expect(countUntilRefused(limits, 'eve')).toBe(1)
})
