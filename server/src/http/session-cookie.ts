import { Refusal } from '@laurel/domain/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from './origin.ts'

/** Longer than any session; the server ends sessions itself. */
const KEEP_S = 24 * 3600

/** docs/spec.md §6. Over TLS the prefix ensures that only this host could set it. */
function cookieName({ protocol }: Pick<FastifyRequest, 'protocol'>): string {
  return protocol === 'https' ? '__Host-sessionid' : 'sessionid'
}

export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)]
}

export type SessionCookie = { set(token: string): void; clear(): void }

/** Sets or clears a staff session's token, in a cookie that scripts can't read. */
export function sessionCookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const guarded = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const
  return {
    set: (token) => void reply.setCookie(cookieName(request), token, { ...guarded, maxAge: KEEP_S }),
    clear: () => {
      reply.clearCookie(cookieName(request), guarded)
      // Not "cookies": that would clear those of other sites on the same domain.
      reply.header('clear-site-data', '"cache", "storage"')
    },
  }
}

/**
 * Refuses cross-site writes, because browsers send the cookie from any site's page.
 *
 * @throws {Refusal} `not_allowed` for a write that another site's page sent
 */
export function assertOwnPage(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const isForeign = origin !== undefined && origin !== originOf(request)
  if (isForeign || (fetchSite !== undefined && fetchSite !== 'same-origin')) throw new Refusal('not_allowed')
}
