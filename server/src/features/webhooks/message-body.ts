import { companyEventData } from '@laurel/domain/company-events'
import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'
import { isTestSite } from '../../test-site.ts'

export type EventOfMessage = {
  type: string
  at: Date
  data: unknown
  /** What the program that placed the event's order calls that. */
  external_id: string | null
}

/**
 * The body of an event's message: byte for byte the same each time, because it's signed.
 *
 * @param of whose endpoint it's for; without a company, it's the site's own
 */
export function messageBody(
  { type, at, data, external_id: externalId }: EventOfMessage,
  of: { siteId: number; companyId: number | null },
): string {
  const { siteId, companyId } = of
  const shown = companyId === null ? data : companyEventData(data as Record<string, unknown>, externalId)
  const mode = isTestSite(siteId) && { mode: 'test' }
  return JSON.stringify({ type, timestamp: at.toISOString(), ...mode, data: shown })
}

const { cast, ref, selectFrom } = expressionBuilder<Database & { e: Database['site_events'] }, 'e'>()

/** The external ID of the order that an event `e` of a site is about. */
export function externalIdIn(siteId: number) {
  return selectFrom('orders as o')
    .select('o.external_id')
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', cast<number>(jsonText(ref('e.data'), 'order_id'), 'bigint'))
    .$asScalar()
    .as('external_id')
}
