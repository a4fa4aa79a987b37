export type AuditSearch = {
  event?: string
  actor?: string
  subject?: string
  /** Days of the site's calendar, both included. */
  from?: string
  until?: string
  before?: string
}

const WORDS = { event: 80, actor: 120, subject: 120, before: 60 } as const

/** What the address says of the trail; whatever it should not say is left out. */
export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {}
  for (const [name, max] of Object.entries(WORDS) as [keyof typeof WORDS, number][]) {
    const word = given[name]
    if (typeof word === 'string' && word.trim() !== '') search[name] = word.trim().slice(0, max)
  }
  for (const name of ['from', 'until'] as const) {
    const day = given[name]
    if (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day)) search[name] = day
  }
  return search
}
