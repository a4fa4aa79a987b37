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

/** Counts requests in memory, in one-minute windows that begin with a caller's first request. */
export function makeRequestLimits(perMinute: number, now: () => number = Date.now): RequestLimits {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf(limit: Limit, who: string) {
    const at = now()
    // All windows have the same length, so the oldest end first.
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at) break
      windows.delete(key)
    }
    const key = `${limit} ${who}`
    const window = windows.get(key) ?? { count: 0, endsAt: at + WINDOW_MS }
    windows.set(key, window)
    return {
      window,
      max: Math.ceil(perMinute * SHARES[limit]),
      seconds: Math.ceil((window.endsAt - at) / 1000),
    }
  }

  return {
    count(limit, who) {
      const { window, max, seconds } = windowOf(limit, who)
      window.count += 1
      if (window.count > max) throw new Refusal('too_many_requests', { seconds })
    },
    assertLeft(limit, who) {
      const { window, max, seconds } = windowOf(limit, who)
      if (window.count >= max) throw new Refusal('too_many_requests', { seconds })
    },
  }
}
