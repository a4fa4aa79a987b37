/** Renewed this long before it runs out, or after half its life where that is shorter. */
const EARLY_MS = 30 * 60_000

export type Token = { value: string; livesMs: number }
export type TokenOutcome = Token | { retryAfterMs: number } | { reason: string }

/**
 * Keeps a token until shortly before it runs out; callers that come at once share one request. A new
 * token per call is what carriers turn people away for.
 */
export function keepToken(fetchToken: () => Promise<TokenOutcome>, now: () => number) {
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
    /** The carrier does not take it any more. */
    forget() {
      kept = undefined
    },
  }
}
