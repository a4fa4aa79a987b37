import { Refusal } from '@laurel/domain/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from './origin.ts'

/** Longer than any session; the server ends sessions itself. */
const KEEP_S = 24 * 3600
const KEEP_DEVICE_S = 365 * 24 * 3600

/** The cookie of a browser that has signed in before. It opens nothing, and stays after a sign-out. */
const DEVICES = { sessionid: 'officedevice', platformid: 'platformdevice' } as const

/** docs/spec.md §6. Over TLS the prefix ensures that only this host could set it. */
function cookieName(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  of: CookieName | (typeof DEVICES)[CookieName],
): string {
  return protocol === 'https' ? `__Host-${of}` : of
}

/** The office's, and the platform area's. */
export type CookieName = 'sessionid' | 'platformid'

export function sessionCookie(request: FastifyRequest, of: CookieName = 'sessionid'): string | undefined {
  return request.cookies[cookieName(request, of)]
}

export type SessionCookie = {
  /** What the browser has now. */
  token: string | undefined
  set(token: string): void
  device: string | undefined
  setDevice(device: string): void
  clear(): void
}

/** Sets or clears a session's token, in a cookie that scripts can't read. */
export function sessionCookieOf(request: FastifyRequest, reply: FastifyReply, of: CookieName): SessionCookie {
  const guarded = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const
  return {
    token: sessionCookie(request, of),
    set: (token) => void reply.setCookie(cookieName(request, of), token, { ...guarded, maxAge: KEEP_S }),
    device: request.cookies[cookieName(request, DEVICES[of])],
    setDevice: (device) =>
      void reply.setCookie(cookieName(request, DEVICES[of]), device, { ...guarded, maxAge: KEEP_DEVICE_S }),
    clear: () => {
      reply.clearCookie(cookieName(request, of), guarded)
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
