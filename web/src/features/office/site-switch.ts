import type { AnswerOf } from '../../app/call.ts'
import type { Place } from './shell/places.ts'

export type OtherSite = AnswerOf<'listOfficeSites'>[number]

/** What this browser keeps while it fetches a ticket from the other site. */
type Asked = { verifier: string; path: Place['to'] }
export type Arrival = { ticket: string; verifier: string }

/** In this tab only, because each switch has its own. */
const KEY = 'office-arrival'

/** Goes to another site's office: to the same place, but not to the same order, which only this site has. */
export function goToSite({ url }: OtherSite, path: Place['to']): void {
  const page = new URL('/office/arrive', url)
  page.search = new URLSearchParams({ from: window.location.hostname, path }).toString()
  window.location.assign(page)
}

/** Replaces this page, so that Back leads to the site that staff came from. */
export function replacePage(url: string): void {
  window.location.replace(url)
}

export function keepAsked(asked: Asked): void {
  sessionStorage.setItem(KEY, JSON.stringify(asked))
}

/** @returns what was kept, once */
export function takeAsked(): Partial<Asked> {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return kept === null ? {} : (JSON.parse(kept) as Asked)
  } catch {
    // Without storage, staff sign in.
    return {}
  }
}

/** Takes the ticket out of the address, so that it's in no history. */
export function takeTicket(): string {
  const { hash, pathname } = window.location
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname)
  return hash.slice(1)
}

let arrival: Arrival | undefined

/** Keeps a ticket that needs a sign-in here first, in memory only. */
export function keepArrival(kept: Arrival | undefined): void {
  arrival = kept
}

export function keptArrival(): Arrival | undefined {
  return arrival
}
