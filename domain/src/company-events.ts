import { EVENT_TYPES, type EventType } from './event-types.ts'

/** Events that are about companies as the site has them. */
const OF_THE_SITE: readonly EventType[] = ['company.created', 'company.merged', 'company.unmerged']

/** The events that a company's own endpoints can get. */
export const COMPANY_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => !OF_THE_SITE.includes(type),
)

/** What they get of an event: what the company's people see, too. Anything else is for the site's own systems. */
const SHOWN: ReadonlySet<string> = new Set([
  'approval_id',
  'order_id',
  'number',
  'status',
  'total_cents',
  'company_id',
  'amount_cents',
  'refund_state',
  'delivery_id',
  'attempt',
  'person_id',
  'budget_id',
  'balance_cents',
  'webhook_id',
])

type Data = Readonly<Record<string, unknown>>

/** An event's data for its company, with what the program that placed its order calls that. */
export function companyEventData(data: Data, externalId: string | null): Data {
  const shown = Object.entries(data).filter(([name]) => SHOWN.has(name))
  return { ...Object.fromEntries(shown), ...('order_id' in data && { external_id: externalId }) }
}

/** How many endpoints a company has at most. */
export const MAX_COMPANY_ENDPOINTS = 5
