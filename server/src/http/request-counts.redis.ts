import * as z from 'zod'
import type { Exchange } from './request-limits.ts'

/** Adds each count to its key, which lives as long as the first server's window. */
const ADD = `
local sums = {}
for i, key in ipairs(KEYS) do
  local sum = redis.call('INCRBY', key, ARGV[2 * i - 1])
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[2 * i])
    redis.call('PEXPIRE', key, left)
  end
  sums[i] = { sum, left }
end
return sums`
const Sums = z.array(z.tuple([z.number(), z.number()]))

const CONNECT_WITHIN_MS = 2_000
const TRY_AGAIN_MS = 1_000
/** A connection without an answer for this long is given up. */
const SILENT_MS = { ping: 10_000, most: 25_000 }

/**
 * Adds up what several servers count, in Redis or Valkey. No request waits for it: without an answer, each server counts
 * alone.
 */
export async function makeRedisCounts(url: string) {
  // Only those who use it load it.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: SILENT_MS.ping,
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_MS.most,
      reconnectStrategy: TRY_AGAIN_MS,
    },
  })
  const exchange: Exchange = async (counts) => {
    const answer = await client.eval(ADD, {
      // In one slot of a cluster.
      keys: counts.map(({ caller }) => `{laurel:requests}:${caller}`),
      arguments: counts.flatMap(({ count, leftMs }) => [String(count), String(leftMs)]),
    })
    return Sums.parse(answer).map(([count, leftMs], at) => ({ caller: counts[at]!.caller, count, leftMs }))
  }
  return {
    exchange,
    /** @param say takes a sentence for the operator when Redis is gone, and when it's back */
    connect(say: (sentence: string) => void) {
      let isGone = false
      client.on('error', ({ message }: Error) => {
        if (!isGone) say(`REDIS_URL doesn't answer (${message}). Each server counts requests alone.`)
        isGone = true
      })
      client.on('ready', () => {
        if (isGone) say('REDIS_URL answers again.')
        isGone = false
      })
      // The listener hears of every failure, and the client tries again.
      client.connect().catch(() => {})
    },
    close() {
      if (client.isOpen) client.destroy()
    },
  }
}
