import { randomBytes } from 'node:crypto'
import type { PaymentRequest } from './token-request.ts'

export const TOKEN_LIFETIME_MS = 15 * 60_000
/** How long an expired or used token is still distinguished from an unknown one. */
const REMEMBERED_MS = 24 * 3_600_000

export type SessionState = 'open' | 'used' | 'expired'
type Session = { request: PaymentRequest; mintedAtMs: number; isUsed: boolean }

/** Always contains `/`, `+`, and `=`, so that a client that forgets to percent-encode it fails at once. */
function randomToken(): string {
  for (;;) {
    const token = randomBytes(49).toString('base64')
    if (token.includes('/') && token.includes('+')) return token
  }
}

export type Sessions = ReturnType<typeof makeSessions>

/** The issued tokens: each opens one payment, once, for 15 minutes. */
export function makeSessions(now: () => Date) {
  const sessions = new Map<string, Session>()

  function forgetOld() {
    // A map keeps insertion order, so the oldest come first.
    for (const [token, { mintedAtMs }] of sessions) {
      if (now().getTime() - mintedAtMs < REMEMBERED_MS) return
      sessions.delete(token)
    }
  }

  function find(token: string): { request: PaymentRequest; state: SessionState } | undefined {
    const session = sessions.get(token)
    if (!session) return undefined
    const isExpired = now().getTime() - session.mintedAtMs >= TOKEN_LIFETIME_MS
    return { request: session.request, state: session.isUsed ? 'used' : isExpired ? 'expired' : 'open' }
  }

  return {
    find,

    mint(request: PaymentRequest): string {
      forgetOld()
      const token = randomToken()
      sessions.set(token, { request, mintedAtMs: now().getTime(), isUsed: false })
      return token
    },

    /** Uses up a token. A second caller gets nothing, even at the same moment. */
    consume(token: string): PaymentRequest | undefined {
      const session = sessions.get(token)
      if (!session || find(token)?.state !== 'open') return undefined
      session.isUsed = true
      return session.request
    },
  }
}
