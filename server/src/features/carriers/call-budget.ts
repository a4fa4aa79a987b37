/** How often a carrier lets itself be called: `perHour`, of which `burst` at once. */
export type CallLimit = { perHour: number; burst: number }

export type CallBudget = {
  /** Takes one call. @returns 0 when it may be made now, else the milliseconds until one may be */
  take(): number
  /** The carrier said to wait: no calls before that. */
  pause(ms: number): void
  left(): number
}

/**
 * Limits all calls to one carrier with one account, token requests included: the carrier blocks an account that
 * calls too often for an hour. Refills evenly.
 */
export function makeCallBudget({ perHour, burst }: CallLimit, now: () => number): CallBudget {
  const msPerCall = 3_600_000 / perHour
  let calls = burst
  let countedAt = now()
  let pausedUntil = 0
  const count = () => {
    const at = now()
    calls = Math.min(burst, calls + (at - countedAt) / msPerCall)
    countedAt = at
    return at
  }
  return {
    take() {
      const at = count()
      if (at < pausedUntil) return pausedUntil - at
      if (calls < 1) return Math.ceil((1 - calls) * msPerCall)
      calls -= 1
      return 0
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, count() + ms)
    },
    left() {
      return count() < pausedUntil ? 0 : Math.floor(calls)
    },
  }
}
