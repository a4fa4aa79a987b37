import { AsyncLocalStorage } from 'node:async_hooks'
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
  /** The API's documents and their pages from one network: they're long. */
  reference: 0.2,
  /** Suggestions of addresses for one customer. */
  places: 0.1,
  /** Calls to the accounts service from one network. It limits codes and guesses itself, by the hour. */
  accounts: 10,
  /** The payment provider's reports. */
  report: 10,
} as const

export type Limit = keyof typeof SHARES

export type RequestLimits = {
  /** Counts a request. @throws {Refusal} `too_many_requests` over the limit */
  count(limit: Limit, who: string): void
  /** Takes back a count of who turned out to be another caller. */
  uncount(limit: Limit, who: string): void
  /** @throws {Refusal} `too_many_requests` if the next one would be over the limit */
  assertLeft(limit: Limit, who: string): void
}

/** A caller's requests: those one server hasn't shared yet, or the sum of all servers. Its window lasts `leftMs`. */
export type Count = { caller: string; count: number; leftMs: number }
/** Adds counts to those of the other servers; the first one decides when the window ends. @returns the sums */
export type Exchange = (counts: readonly Count[]) => Promise<Count[]>

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
  let isSharing = false

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

  /** One exchange after the other: a store that answers slowly isn't asked more often than it can answer. */
  function shareSoon() {
    if (isSharing || toShare.size === 0) return
    isSharing = true
    setTimeout(shareOutside, EXCHANGE_EVERY_MS).unref()
  }

  // A request starts the timer, but its session, which may have ended, isn't this query's.
  const shareOutside = AsyncLocalStorage.bind(share)

  async function share() {
    const at = now()
    const sent = new Map<string, { window: Window; count: number }>()
    const counts = [...toShare].flatMap((key) => {
      const window = windows.get(key)
      if (window === undefined || window.endsAt <= at) return []
      const caller = digestOf(key)
      const { unshared: count, endsAt } = window
      sent.set(caller, { window, count })
      window.unshared = 0
      return [{ caller, count, leftMs: Math.ceil(endsAt - at) }]
    })
    toShare.clear()
    try {
      const sums = counts.length === 0 ? [] : await exchange!(counts)
      for (const { caller, count, leftMs } of sums) {
        const { window } = sent.get(caller)!
        window.count = count + window.unshared
        window.endsAt = now() + leftMs
      }
    } catch {
      // Each server counts alone until the store is back, and then says what it counted.
      for (const { window, count } of sent.values()) window.unshared += count
    }
    isSharing = false
    shareSoon()
  }

  return {
    count(limit, who) {
      const { key, window, max, seconds } = windowOf(limit, who)
      window.count += 1
      window.unshared += 1
      window.isShared ||= window.count >= max * SHARED_FROM
      if (exchange !== undefined && window.isShared) {
        toShare.add(key)
        shareSoon()
      }
      if (window.count > max) throw new Refusal('too_many_requests', { seconds })
    },
    uncount(limit, who) {
      const { window } = windowOf(limit, who)
      window.count -= 1
      window.unshared -= 1
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
