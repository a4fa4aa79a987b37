import { tidyInvoiceEmails } from '@laurel/domain/invoice-emails'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { OrderRow } from '../orders/orders.repo.ts'

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

/** Adds the email of the company's billing details to those that get an order's documents, unless it gets them already. */
export async function alsoSendTo(
  db: Db,
  { siteId, email: buyers }: Customer,
  { id, invoice_emails }: Pick<OrderRow, 'id' | 'invoice_emails'>,
  email = '',
): Promise<string[]> {
  const emails = invoice_emails as string[]
  const isNew = ![buyers, ...emails].some((one) => one.toLowerCase() === email.toLowerCase())
  if (email === '' || !isNew) return emails
  const all = [...emails, email]
  await db
    .updateTable('orders')
    .set({ invoice_emails: json(all) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  return all
}
