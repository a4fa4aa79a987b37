import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'

/** Tables of a customer's own things, gone with the account. Files and orders have their own ways. */
const OWN_THINGS = [
  'registered_addresses',
  'saved_people',
  'recipient_lists',
  'import_mappings',
  'customer_notes',
  'notices',
] as const

export function lockCustomerOfSubject(
  db: Db,
  siteId: number,
  subject: string,
): Promise<{ id: number; closed_at: Date | null } | undefined> {
  return db
    .selectFrom('customers')
    .select(['id', 'closed_at'])
    .where('site_id', '=', siteId)
    .where('identity_subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteOwnThings(db: Db, siteId: number, customerId: number): Promise<void> {
  for (const table of OWN_THINGS) {
    await db.deleteFrom(table).where('site_id', '=', siteId).where('customer_id', '=', customerId).execute()
  }
  await db
    .deleteFrom('idempotency_keys')
    .where('site_id', '=', siteId)
    .where('actor', '=', `customer:${customerId}`)
    .execute()
}

/**
 * Deletes carts without payments, and empties those whose payments failed: the payments themselves are kept for
 * accounting.
 *
 * @param quietSince a failed payment may still turn out paid, but not if it's from before this moment
 * @returns keys of the cards' uploads, and whether a payment is still open
 */
export async function clearCarts(
  db: Db,
  siteId: number,
  customerId: number,
  quietSince: Date,
): Promise<{ uploads: string[]; leftOpen: boolean }> {
  const cart = sql<boolean>`o.site_id = ${siteId} and o.customer_id = ${customerId} and o.status = 'cart'`
  const payment = sql`select from payments p where p.site_id = o.site_id and p.order_id = o.id`
  const isUnderWay = sql<boolean>`exists (${payment} and (p.state not in ('failed', 'expired', 'abandoned', 'refunded')
    or p.updated_at > ${quietSince}))`

  const ended = sql`select o.id from orders o where ${cart} and not ${isUnderWay}`
  const uploads = await sql<{ key: string }>`
    select i.file_key as key from csv_card_item_imports i join card_items c on c.site_id = i.site_id and c.id = i.card_item_id
    where c.site_id = ${siteId} and c.order_id in (${ended}) and i.file_key <> ''`.execute(db)
  await sql`delete from card_items where site_id = ${siteId} and order_id in (${ended})`.execute(db)
  await sql`delete from orders o where ${cart} and not exists (${payment})`.execute(db)

  const { rows: open } = await sql`select o.id from orders o where ${cart} and ${isUnderWay}`.execute(db)
  return { uploads: uploads.rows.map(({ key }) => key), leftOpen: open.length > 0 }
}

/** Removes the rows of files that no remaining card shows. @returns their keys, for the store */
export async function takeUnusedFiles(db: Db, siteId: number, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from files f where f.site_id = ${siteId} and f.customer_id = ${customerId} and not exists (
      select from card_items c join orders o on o.site_id = c.site_id and o.id = c.order_id
      where o.site_id = f.site_id and o.customer_id = f.customer_id and c.design ->> 'logo_file_key' = f.key
    ) returning f.key`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Removes the customer's personal data. If they ordered, what an invoice shows is kept: name, business, its
 * address and tax number, and the email the order was placed with.
 */
export async function forgetCustomer(db: Db, siteId: number, customerId: number, at: Date): Promise<void> {
  const hasOrders = sql<boolean>`exists (
    select from orders o where o.site_id = customers.site_id and o.customer_id = customers.id)`
  const keptForBooks = (column: string): RawBuilder<string> =>
    sql<string>`case when ${hasOrders} then ${sql.ref(column)} else '' end`
  await db
    .updateTable('customers')
    .set({
      phone: '',
      heard_about: '',
      referral_source: '',
      purpose_of_order: '',
      business_logo: '',
      disabled_reason: '',
      invoice_emails: json([]),
      email: keptForBooks('email'),
      first_name: keptForBooks('first_name'),
      last_name: keptForBooks('last_name'),
      legal_business_name: keptForBooks('legal_business_name'),
      business_address1: keptForBooks('business_address1'),
      business_address2: keptForBooks('business_address2'),
      business_city: keptForBooks('business_city'),
      business_state: keptForBooks('business_state'),
      business_zip: keptForBooks('business_zip'),
      tax_number_sealed: keptForBooks('tax_number_sealed'),
      tax_number_last4: keptForBooks('tax_number_last4'),
      registration_complete: false,
      closed_at: sql<Date>`coalesce(closed_at, ${at})`,
      updated_at: at,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .execute()
}
