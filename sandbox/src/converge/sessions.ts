import { randomBytes } from 'node:crypto'
import type { PaymentRequest } from './token-request.ts'

export const TOKEN_LIFETIME_MS = 15 * 60_000
/** An expired or used token is still told apart from an invented one for this long. */
const REMEMBERED_MS = 24 * 3_600_000

export type SessionState = 'open' | 'used' | 'expired'
type Session = { request: PaymentRequest; mintedAtMs: number; isUsed: boolean }

/** Always with `/`, `+` and `=`, so that a client that forgets to percent-encode it notices at once. */
function randomToken(): string {
  for (;;) {
    const token = randomBytes(49).toString('base64')
    if (token.includes('/') && token.includes('+')) return token
  }
}

export type Sessions = ReturnType<typeof makeSessions>

/** The tokens that were given out: each opens one payment, once, for 15 minutes. */
export function makeSessions(now: () => Date) {
  const sessions = new Map<string, Session>()

  function forgetOld() {
    // A map keeps the order of arrival, so the old ones come first.
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

    /** Uses a token up. Whoever comes second gets nothing, however close behind. */
    consume(token: string): PaymentRequest | undefined {
      const session = sessions.get(token)
      if (!session || find(token)?.state !== 'open') return undefined
      session.isUsed = true
      return session.request
    },
  }
}
