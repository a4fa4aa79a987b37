import { companyEventData } from '@laurel/domain/company-events'
import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'

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
 * @param companyId whose endpoint it's for; null for the site's own
 */
export function messageBody(
  { type, at, data, external_id: externalId }: EventOfMessage,
  companyId: number | null,
): string {
  const shown = companyId === null ? data : companyEventData(data as Record<string, unknown>, externalId)
  return JSON.stringify({ type, timestamp: at.toISOString(), data: shown })
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
