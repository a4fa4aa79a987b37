import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { momentAtSite } from '../../../parts/site-time.ts'
import { FRESH_PAGE } from '../office.queries.ts'
import type { AuditSearch } from '../screen-searches.ts'

export type AuditLine = AnswerOf<'listAudit'>['results'][number]

export const auditQueries = {
  page: (search: AuditSearch, timeZone: string) =>
    queryOptions({
      queryKey: ['office', 'audit', search],
      queryFn: () => call(api.listAudit, { query: { ...soughtOf(search, timeZone), before: search.before } }),
      ...FRESH_PAGE,
    }),
  words: () =>
    queryOptions({ queryKey: ['office', 'audit-words'], queryFn: () => call(api.listAuditEvents) }),
}

/** Turns days in the site's time zone into times. The last day is included in full. */
export function soughtOf({ event, actor, subject, from, until }: AuditSearch, timeZone: string) {
  return {
    event,
    actor,
    subject,
    from: from && momentAtSite({ date: from, time: '00:00' }, timeZone)?.toISOString(),
    until: until && momentAtSite({ date: dayAfter(until), time: '00:00' }, timeZone)?.toISOString(),
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
