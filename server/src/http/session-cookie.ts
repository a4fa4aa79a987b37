import { Refusal } from '@laurel/domain/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from './origin.ts'

/** Longer than any session lives: the server's own clock ends it. */
const KEEP_S = 24 * 3600

/** docs/spec.md §6. Behind TLS the browser itself guards that only this host set it. */
function cookieName({ protocol }: Pick<FastifyRequest, 'protocol'>): string {
  return protocol === 'https' ? '__Host-sessionid' : 'sessionid'
}

export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)]
}

export type SessionCookie = { set(token: string): void; clear(): void }

/** Hands a staff session's token to the browser, out of every script's reach, or takes it back. */
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
      // Not "cookies": other sites of the same domain have theirs.
      reply.header('clear-site-data', '"cache", "storage"')
    },
  }
}

/**
 * A browser sends the cookie whoever wrote the page: what changes something must come from our own.
 *
 * @throws {Refusal} `not_allowed` for a write that another site's page sent
 */
export function assertOwnPage(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const isForeign = origin !== undefined && origin !== originOf(request)
  if (isForeign || (fetchSite !== undefined && fetchSite !== 'same-origin')) throw new Refusal('not_allowed')
}
