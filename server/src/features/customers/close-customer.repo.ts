import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { cardsShowing, designsShowing } from './cards-showing.ts'

/** Tables deleted with the account. Files and orders are handled separately. */
const OWN_THINGS = [
  'company_join_requests',
  'registered_addresses',
  'saved_people',
  'recipient_lists',
  'import_mappings',
  'customer_notes',
  'notices',
  'notification_settings',
  'conversations',
  'file_folders',
  'file_uploads',
  'assistant_connections',
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
  const { eb, and, exists, not, selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()
  const isCart = and([
    eb('o.site_id', '=', siteId),
    eb('o.customer_id', '=', customerId),
    eb('o.status', '=', 'cart'),
  ])
  const payments = selectFrom('payments as p')
    .select('p.id')
    .whereRef('p.site_id', '=', 'o.site_id')
    .whereRef('p.order_id', '=', 'o.id')
  const isUnderWay = exists(
    payments.where(({ eb, or }) =>
      or([
        eb('p.state', 'not in', ['failed', 'expired', 'abandoned', 'refunded']),
        eb('p.updated_at', '>', quietSince),
      ]),
    ),
  )

  const carts = db.selectFrom('orders as o').select('o.id').where(isCart)
  const ended = carts.where(not(isUnderWay))
  const uploads = await db
    .selectFrom('csv_card_item_imports as i')
    .innerJoin('card_items as c', (join) =>
      join.onRef('c.site_id', '=', 'i.site_id').onRef('c.id', '=', 'i.card_item_id'),
    )
    .select('i.file_key as key')
    .where('c.site_id', '=', siteId)
    .where('c.order_id', 'in', ended)
    .where('i.file_key', '<>', '')
    .execute()
  await db.deleteFrom('card_items').where('site_id', '=', siteId).where('order_id', 'in', ended).execute()
  await db
    .deleteFrom('orders as o')
    .where(isCart)
    .where(not(exists(payments)))
    .execute()

  const open = await carts.where(isUnderWay).execute()
  return { uploads: uploads.map(({ key }) => key), leftOpen: open.length > 0 }
}

/** Where the parts of a customer's unfinished uploads are in the store. */
export async function uploadedParts(db: Db, siteId: number, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('file_upload_parts as part')
    .innerJoin('file_uploads as upload', (join) =>
      join.onRef('upload.site_id', '=', 'part.site_id').onRef('upload.id', '=', 'part.upload_id'),
    )
    .select('part.key')
    .where('part.site_id', '=', siteId)
    .where('upload.customer_id', '=', customerId)
    .execute()
  return rows.map(({ key }) => key)
}

/** Removes the rows of files that no remaining card or saved design shows. @returns their keys, for the store */
export async function takeUnusedFiles(db: Db, siteId: number, customerId: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('files as f')
    .where('f.site_id', '=', siteId)
    .where('f.customer_id', '=', customerId)
    .where(({ exists, not }) => not(exists(cardsShowing())))
    .where(({ exists, not }) => not(exists(designsShowing())))
    .returning('f.key')
    .execute()
  return rows.map(({ key }) => key)
}

type InvoiceColumn =
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'legal_business_name'
  | 'business_address1'
  | 'business_address2'
  | 'business_city'
  | 'business_state'
  | 'business_zip'
  | 'tax_number_sealed'
  | 'tax_number_last4'

/**
 * Removes the customer's personal data. If they ordered, what an invoice shows is kept: name, business, its
 * address and tax number, and the email the order was placed with.
 */
export async function forgetCustomer(db: Db, siteId: number, customerId: number, at: Date): Promise<void> {
  await db
    .updateTable('customers')
    .set(({ case: choose, exists, fn, ref, selectFrom, val }) => {
      const orders = selectFrom('orders as o')
        .select('o.id')
        .whereRef('o.site_id', '=', 'customers.site_id')
        .whereRef('o.customer_id', '=', 'customers.id')
      const keptForBooks = (column: InvoiceColumn) =>
        choose().when(exists(orders)).then(ref(column)).else('').end()
      return {
        phone: '',
        heard_about: '',
        referral_source: '',
        purpose_of_order: '',
        business_logo: '',
        language: '',
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
        closed_at: fn.coalesce('closed_at', val(at)),
        updated_at: at,
      }
    })
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .execute()
}
