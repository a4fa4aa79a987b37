import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { readBillingEmail } from '../companies/billing.repo.ts'
import { capableOf } from '../companies/capable-of.ts'
import type { TermsRow } from '../ledger/company-terms.ts'
import { mailOpenInvoices } from './open-invoices.jobs.ts'

/**
 * Enqueues a mail about a company's open invoices to each of its finance people and admins, and to the email of its
 * billing details. Its terms must be locked.
 */
export async function remind(
  db: Db,
  { jobs }: Pick<Kit, 'jobs'>,
  { site_id: siteId, company_id: companyId, open_cents }: TermsRow,
  { today, actor, at }: { today: string; actor: string; at: Date },
): Promise<void> {
  await db
    .updateTable('company_terms')
    .set({ reminded_on: today })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .execute()
  const told = { siteId, companyId, sentAt: at.toISOString() }
  for (const customerId of await capableOf(db, siteId, companyId, 'balance.top_up')) {
    await jobs.enqueue(db, mailOpenInvoices, { ...told, customerId })
  }
  if ((await readBillingEmail(db, siteId, companyId)) !== '') await jobs.enqueue(db, mailOpenInvoices, told)
  const facts = { amount_cents: open_cents }
  record(db, siteId, { actor, event: 'company.terms_reminded', subject: `company:${companyId}`, facts, at })
}
