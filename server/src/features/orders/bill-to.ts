import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Customers } from '../../database/generated/tables.ts'
import { literal } from '../../database/sql.ts'

const { selectFrom } = expressionBuilder<Database, 'orders'>()

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
export const billToNow = selectFrom('customers as c')
  .select(({ fn, ref }) =>
    fn<BilledTo>(
      'jsonb_build_object',
      COLUMNS.flatMap((column) => [literal(column), ref(`c.${column}`)]),
    ).as('bill_to'),
  )
  .whereRef('c.site_id', '=', 'orders.site_id')
  .whereRef('c.id', '=', 'orders.customer_id')
  .$asScalar()
