import { digest } from '../secrecy.ts'
import { TRIP_LIFE_S } from './trips.ts'

/**
 * The cookie that ties a sign-in to its browser. Each sign-in has its own, so two tabs don't interfere; `__Host-`
 * keeps sibling domains from setting one.
 *
 * @param isForm whether the service returns by a cross-site form post
 */
export function ticketCookie(state: string, ticket: string, isForm: boolean): string {
  return `${cookieName(state)}=${ticket}; Max-Age=${TRIP_LIFE_S}; ${flags(isForm)}`
}

export function usedTicketCookie(state: string): string {
  return `${cookieName(state)}=; Max-Age=0; ${flags(false)}`
}

export function findTicket(header: string | undefined, state: string): string | undefined {
  const start = `${cookieName(state)}=`
  const found = header?.split(/;\s*/).find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length)
}

function cookieName(state: string): string {
  return `__Host-trip-${digest(state).slice(0, 16)}`
}

function flags(isForm: boolean): string {
  return `Path=/; Secure; HttpOnly; SameSite=${isForm ? 'None' : 'Lax'}`
}
