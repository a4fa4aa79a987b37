import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { momentsOfDays } from '../../../parts/site-time.ts'
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

export function soughtOf({ event, actor, subject, from, until }: AuditSearch, timeZone: string) {
  return { event, actor, subject, ...momentsOfDays({ from, until }, timeZone) }
}
