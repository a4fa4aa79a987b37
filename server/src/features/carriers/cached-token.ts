/** Renewed this long before it expires, or after half its life if that is shorter. */
const EARLY_MS = 30 * 60_000

export type Token = { value: string; livesMs: number }
export type TokenOutcome = Token | { retryAfterMs: number } | { reason: string }

/**
 * Caches a token until shortly before it expires. Concurrent callers share one request: carriers limit how
 * many tokens an account may request.
 */
export function cacheToken(fetchToken: () => Promise<TokenOutcome>, now: () => number) {
  let kept: { value: string; until: number } | undefined
  let asking: Promise<TokenOutcome> | undefined
  return {
    async read(): Promise<{ value: string } | { retryAfterMs: number } | { reason: string }> {
      if (kept !== undefined && now() < kept.until) return kept
      asking ??= fetchToken().finally(() => {
        asking = undefined
      })
      const token = await asking
      if (!('value' in token)) return token
      const lives = token.livesMs - Math.min(EARLY_MS, token.livesMs / 2)
      kept = { value: token.value, until: now() + lives }
      return kept
    },
    /** The carrier no longer accepts it. */
    forget() {
      kept = undefined
    },
  }
}
