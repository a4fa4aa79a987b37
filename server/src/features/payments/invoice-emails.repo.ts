import { tidyInvoiceEmails } from '@laurel/domain/invoice-emails'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'

/** Saves the addresses that also get an order's documents, and offers them with the customer's next order. */
export async function saveInvoiceEmails(
  db: Db,
  actor: Customer,
  orderId: number,
  given: readonly string[],
): Promise<string[]> {
  const emails = tidyInvoiceEmails(given)
  await Promise.all([
    db
      .updateTable('orders')
      .set({ invoice_emails: json(emails) })
      .where('site_id', '=', actor.siteId)
      .where('customer_id', '=', actor.customerId)
      .where('id', '=', orderId)
      .execute(),
    db
      .updateTable('customers')
      .set({ invoice_emails: json(emails) })
      .where('site_id', '=', actor.siteId)
      .where('id', '=', actor.customerId)
      .execute(),
  ])
  return emails
}
