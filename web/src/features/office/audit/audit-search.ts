import { day, searchParams, words } from '../../../app/search-params.ts'
export type AuditSearch = {
  event?: string
  actor?: string
  subject?: string
  /** Days of the site's calendar, both included. */
  from?: string
  until?: string
  before?: string
}

/** What the address says of the trail. */
export const readAuditSearch = searchParams<AuditSearch>({
  event: words(80),
  actor: words(120),
  subject: words(120),
  from: day,
  until: day,
  before: words(60),
})
