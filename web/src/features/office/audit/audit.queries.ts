import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import { momentAtSite } from '../../../parts/site-time.ts'
import type { AuditSearch } from '../screen-searches.ts'

export type AuditLine = Camelized<OutputOf<'listAudit'>>['results'][number]

export const auditQueries = {
  page: (search: AuditSearch, timeZone: string) =>
    queryOptions({
      queryKey: ['office', 'audit', search],
      queryFn: () => call(api.listAudit, { query: { ...soughtOf(search, timeZone), before: search.before } }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchOnMount: true,
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
