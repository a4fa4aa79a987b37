import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CompanyBilling, Customers } from '../../database/generated/tables.ts'
import { literal } from '../../database/sql.ts'

/** How a business is described, in a customer's profile and in a company's billing details. */
export const BUSINESS_COLUMNS = [
  'legal_business_name',
  'business_address1',
  'business_address2',
  'business_city',
  'business_state',
  'business_zip',
] as const satisfies readonly (keyof Customers & keyof CompanyBilling)[]

export type BillingRow = Omit<Selectable<CompanyBilling>, 'site_id' | 'company_id' | 'changed_at'>

/** Whom a company is billed to now: as it said itself, or else as its founder's profile says. */
export async function readBilling(
  db: Db,
  siteId: number,
  companyId: number,
): Promise<BillingRow & { from_profile_of: string | null }> {
  const { own, first_name, last_name, ...details } = await db
    .selectFrom('companies as company')
    .innerJoin('customers as founder', (join) =>
      join.onRef('founder.site_id', '=', 'company.site_id').onRef('founder.id', '=', 'company.founded_by'),
    )
    .leftJoin('company_billing as own', (join) =>
      join.onRef('own.site_id', '=', 'company.site_id').onRef('own.company_id', '=', 'company.id'),
    )
    .select(['own.company_id as own', 'founder.first_name', 'founder.last_name'])
    .select(({ fn, ref }) => [
      ...BUSINESS_COLUMNS.map((column) =>
        fn
          .coalesce(ref(`own.${column}`), ref(`founder.${column}`))
          .$notNull()
          .as(column),
      ),
      fn.coalesce(ref('own.attention'), literal('')).as('attention'),
      fn.coalesce(ref('own.email'), literal('')).as('email'),
    ])
    .where('company.site_id', '=', siteId)
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    ...(details as BillingRow),
    from_profile_of: own === null ? `${first_name} ${last_name}`.trim() : null,
  }
}

/** Where copies of a company's invoices go; '' if nowhere. */
export async function readBillingEmail(db: Db, siteId: number, companyId: number): Promise<string> {
  const own = await db
    .selectFrom('company_billing')
    .select('email')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return own?.email ?? ''
}

export async function saveBilling(
  db: Db,
  siteId: number,
  companyId: number,
  details: BillingRow,
  at: Date,
): Promise<void> {
  const row = { ...details, changed_at: at }
  await db
    .insertInto('company_billing')
    .values({ site_id: siteId, company_id: companyId, ...row })
    .onConflict((conflict) => conflict.columns(['site_id', 'company_id']).doUpdateSet(row))
    .execute()
}

/** A company that its founder leaves is billed as before: their profile may become another business's. */
export async function keepFoundersBilling(
  db: Db,
  siteId: number,
  companyId: number,
  leavingId: number,
): Promise<void> {
  const founder = await db
    .selectFrom('companies as company')
    .innerJoin('customers as founder', (join) =>
      join.onRef('founder.site_id', '=', 'company.site_id').onRef('founder.id', '=', 'company.founded_by'),
    )
    .select(BUSINESS_COLUMNS.map((column) => `founder.${column}` as const))
    .where('company.site_id', '=', siteId)
    .where('company.id', '=', companyId)
    .where('company.founded_by', '=', leavingId)
    .where('founder.legal_business_name', '<>', '')
    .executeTakeFirst()
  if (founder === undefined) return
  await db
    .insertInto('company_billing')
    .values({ site_id: siteId, company_id: companyId, ...founder })
    .onConflict((conflict) => conflict.columns(['site_id', 'company_id']).doNothing())
    .execute()
}
