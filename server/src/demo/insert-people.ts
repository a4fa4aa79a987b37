import type { Db } from '../database/database.ts'
import { sealTaxNumber } from '../features/customers/tax-number-seal.ts'
import type { DemoCustomer } from './demo-people.ts'

/** Adds a customer who has told everything, with their address book. */
export async function insertCustomer(
  db: Db,
  dataSeal: Buffer,
  siteId: number,
  customer: DemoCustomer,
  subject: string,
): Promise<void> {
  const { id } = await db
    .insertInto('customers')
    .values({
      site_id: siteId,
      identity_subject: subject,
      email: customer.email,
      email_verified: true,
      phone: customer.phone,
      ...customer.profile,
      registration_complete: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The seal names the customer's id, which the database gave only now.
  await db
    .updateTable('customers')
    .set(sealTaxNumber(dataSeal, siteId, id, customer.taxNumber))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('registered_addresses')
    .values(
      customer.addresses.map((address, index) => ({
        ...address,
        site_id: siteId,
        customer_id: id,
        is_default: index === 0,
      })),
    )
    .execute()
}
