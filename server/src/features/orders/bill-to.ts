import { type RawBuilder, sql } from 'kysely'
import type { Customers } from '../../database/generated/tables.ts'

const COLUMNS = [
  'legal_business_name',
  'first_name',
  'last_name',
  'email',
  'business_address1',
  'business_address2',
  'business_city',
  'business_state',
  'business_zip',
] as const satisfies readonly (keyof Customers)[]

/** Whom an order is billed to, as the customer's profile said when it was placed. */
export type BilledTo = Record<(typeof COLUMNS)[number], string>

/** The customer's current profile, for an update of their order. */
export const billToNow: RawBuilder<unknown> = sql`(
  select jsonb_build_object(${sql.join(COLUMNS.flatMap((column) => [sql.lit(column), sql.ref(`c.${column}`)]))})
  from customers c where c.site_id = orders.site_id and c.id = orders.customer_id)`
