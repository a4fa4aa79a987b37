import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'

const WINDOW_MS = 60_000

/** Requests a minute, as a share of `RATE_LIMIT_PER_MINUTE`. docs/decisions/0023. */
const SHARES = {
  /** One signed-in customer or staff member, or one integrator. */
  account: 1,
  /** One link to a card, wherever it's opened. */
  link: 0.2,
  /** Refused credentials and unknown links from one network. */
  guess: 1,
  /** Steps of an office sign-in from one network. */
  signIn: 0.2,
  /** Pages, unknown paths and public reads from one network: 500 colleagues share its address. */
  network: 10,
  /** Calls to the accounts service from one network. It limits codes and guesses itself, by the hour. */
  accounts: 10,
  /** The payment provider's reports. */
  report: 10,
} as const

export type Limit = keyof typeof SHARES

export type RequestLimits = {
  /** Counts a request. @throws {Refusal} `too_many_requests` over the limit */
  count(limit: Limit, who: string): void
  /** @throws {Refusal} `too_many_requests` if the next one would be over the limit */
  assertLeft(limit: Limit, who: string): void
}

/** A caller's requests: those one server hasn't shared yet, or the sum of all servers. */
export type Count = { caller: string; count: number }
/** Adds counts to those of the other servers. @returns the sums, and how long their windows last */
export type Exchange = (counts: readonly Count[]) => Promise<(Count & { leftMs: number })[]>

type Window = { count: number; endsAt: number; unshared: number; isShared: boolean }

const EXCHANGE_EVERY_MS = 1_000
/** A caller is shared from this part of the limit on: most never come near it, and cost nothing. */
const SHARED_FROM = 1 / 20

/**
 * Counts requests in memory, in one-minute windows that begin with a caller's first request. With `exchange`,
 * several servers count together: who comes near a limit is counted by all within a second.
 */
export function makeRequestLimits(
  perMinute: number,
  { now = Date.now, exchange }: { now?: () => number; exchange?: Exchange | undefined } = {},
): RequestLimits {
  const windows = new Map<string, Window>()
  const toShare = new Set<string>()

  function windowOf(limit: Limit, who: string) {
    const at = now()
    // All windows begin with the same length, so the oldest end first.
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at) break
      windows.delete(key)
    }
    const key = `${limit} ${who}`
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= at) {
      window = { count: 0, endsAt: at + WINDOW_MS, unshared: 0, isShared: false }
      windows.delete(key)
      windows.set(key, window)
    }
    const max = Math.ceil(perMinute * SHARES[limit])
    return { key, window, max, seconds: Math.ceil((window.endsAt - at) / 1000) }
  }

  function shareSoon(key: string) {
    if (toShare.size === 0) setTimeout(share, EXCHANGE_EVERY_MS).unref()
    toShare.add(key)
  }

  async function share() {
    const keys = new Map([...toShare].map((key) => [digestOf(key), key]))
    toShare.clear()
    const counts = [...keys].flatMap(([caller, key]) => {
      const window = windows.get(key)
      if (window === undefined) return []
      const { unshared: count } = window
      window.unshared = 0
      return [{ caller, count }]
    })
    // Without an answer, each server counts alone for a while.
    const sums = (await exchange?.(counts).catch(() => [])) ?? []
    for (const { caller, count, leftMs } of sums) {
      const window = windows.get(keys.get(caller)!)
      if (window === undefined) continue
      window.count = count + window.unshared
      window.endsAt = now() + leftMs
    }
  }

  return {
    count(limit, who) {
      const { key, window, max, seconds } = windowOf(limit, who)
      window.count += 1
      window.unshared += 1
      window.isShared ||= window.count >= max * SHARED_FROM
      if (exchange !== undefined && window.isShared) shareSoon(key)
      if (window.count > max) throw new Refusal('too_many_requests', { seconds })
    },
    assertLeft(limit, who) {
      const { window, max, seconds } = windowOf(limit, who)
      if (window.count >= max) throw new Refusal('too_many_requests', { seconds })
    },
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
