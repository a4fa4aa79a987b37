import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { literal } from '../../database/sql.ts'
import { BUSINESS_COLUMNS } from '../companies/billing.repo.ts'

const { selectFrom } = expressionBuilder<Database, 'orders'>()

const PERSON = ['first_name', 'last_name', 'email'] as const

/**
 * Whom an order is billed to, as its company's billing details and its buyer's profile said when it was placed. The
 * person is the buyer. Orders placed before companies had billing details have neither `attention` nor `billing_email`.
 */
export type BilledTo = Record<(typeof BUSINESS_COLUMNS)[number] | (typeof PERSON)[number], string> & {
  attention?: string
  billing_email?: string
}

/** What is in effect now, for an update of an order. Without a company, it's as the buyer's profile says. */
export const billToNow = selectFrom('customers as c')
  .leftJoin('companies as company', (join) =>
    join
      .onRef('company.site_id', '=', 'c.site_id')
      .on(({ eb, ref }) => eb('company.id', '=', ref('orders.company_id'))),
  )
  .leftJoin('company_billing as own', (join) =>
    join.onRef('own.site_id', '=', 'company.site_id').onRef('own.company_id', '=', 'company.id'),
  )
  .leftJoin('customers as founder', (join) =>
    join
      .onRef('founder.site_id', '=', 'company.site_id')
      .onRef('founder.id', '=', 'company.founded_by')
      .on('founder.legal_business_name', '<>', literal('')),
  )
  .select(({ fn, ref }) =>
    fn<BilledTo>('jsonb_build_object', [
      ...BUSINESS_COLUMNS.flatMap((column) => [
        literal(column),
        fn.coalesce(ref(`own.${column}`), ref(`founder.${column}`), ref(`c.${column}`)),
      ]),
      ...PERSON.flatMap((column) => [literal(column), ref(`c.${column}`)]),
      literal('attention'),
      fn.coalesce(ref('own.attention'), literal('')),
      literal('billing_email'),
      fn.coalesce(ref('own.email'), literal('')),
    ]).as('bill_to'),
  )
  .whereRef('c.site_id', '=', 'orders.site_id')
  .whereRef('c.id', '=', 'orders.customer_id')
  .$asScalar()
