import type { OfficeCustomer, OfficeCustomerLine } from '@laurel/contract/office-customers'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { displayStatus, type OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Identity, SignInState } from '@laurel/identity'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { closeCustomer } from '../customers/close-customer.jobs.ts'
import type { CustomerRow } from '../customers/customers.repo.ts'
import { maskedTaxNumber } from '../customers/tax-number-seal.ts'
import { NOT_REFUNDED } from '../ledger/refunded.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  type CustomersAsked,
  listCompaniesOf,
  listCustomerRows,
  listNotes,
  lockCustomer,
  readOrdersOf,
} from './office-customers.repo.ts'

export type OfficeCustomersKit = Pick<Kit, 'pool' | 'jobs' | 'now'> & {
  /** Undefined where a user pool elsewhere keeps the accounts. */
  identity: Pick<Identity, 'signInState' | 'setEnabled' | 'resetSecondFactor' | 'removeUser'> | undefined
}
type Wire = z.input<typeof OfficeCustomer>

const DAY_MS = 86_400_000

export function listCustomers(
  { pool }: OfficeCustomersKit,
  site: SiteRow,
  asked: CustomersAsked,
): Promise<{ results: z.input<typeof OfficeCustomerLine>[]; has_more: boolean }> {
  return inSite(pool, site.id, async (db) => {
    const rows = await listCustomerRows(db, site.id, asked)
    const results = rows.slice(0, asked.page_size).map((row) => ({
      ...person(row),
      registration_complete: row.registration_complete,
      order_count: Number(row.order_count ?? 0),
      last_order_at: row.last_order_at?.toISOString() ?? null,
    }))
    return { results, has_more: rows.length > asked.page_size }
  })
}

/** @throws {Refusal} `not_found` */
export async function getCustomer(kit: OfficeCustomersKit, site: SiteRow, id: number): Promise<Wire> {
  const sign_in = await signInOf(kit, site, id)
  return inSite(kit.pool, site.id, async (db) => {
    const row = await lockCustomer(db, site.id, id)
    return { ...(await around(db, kit, site, row)), sign_in }
  })
}

/** The accounts are kept in tables of their own, read outside any transaction of a site. */
async function signInOf(kit: OfficeCustomersKit, site: SiteRow, id: number): Promise<Wire['sign_in']> {
  const { identity_subject } = await inSite(kit.pool, site.id, (db) => lockCustomer(db, site.id, id))
  await commitStep()
  const signIn = await kit.identity?.signInState(identity_subject)
  return signIn === undefined ? null : signInWire(signIn)
}

export async function addNote(
  kit: OfficeCustomersKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  text: string,
): Promise<Wire> {
  const at = kit.now()
  const sign_in = await signInOf(kit, site, id)
  return inSite(kit.pool, site.id, async (db) => {
    const row = await lockCustomer(db, site.id, id)
    await db
      .insertInto('customer_notes')
      .values({ site_id: site.id, customer_id: id, text, written_by: actor.by, at })
      .execute()
    note(db, site.id, actor, 'customer.noted', id, {}, at)
    return { ...(await around(db, kit, site, row)), sign_in }
  })
}

/**
 * Disables or enables an account: first here, where every request checks, then in the accounts service.
 *
 * @throws {Refusal} `changed` if it already is, or is closed
 */
export async function setCustomerEnabled(
  kit: OfficeCustomersKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  change: { isEnabled: true } | { isEnabled: false; reason: string },
): Promise<Wire> {
  const at = kit.now()
  const { isEnabled } = change
  const reason = change.isEnabled ? '' : change.reason
  const subject = await inSite(kit.pool, site.id, async (db) => {
    const row = await lockCustomer(db, site.id, id)
    if (row.closed_at !== null || (row.disabled_at === null) === isEnabled) {
      throw new Refusal('changed')
    }
    await db
      .updateTable('customers')
      .set({ disabled_at: isEnabled ? null : at, disabled_reason: reason, updated_at: at })
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .execute()
    note(db, site.id, actor, isEnabled ? 'customer.enabled' : 'customer.disabled', id, { reason }, at)
    return row.identity_subject
  })
  await kit.identity?.setEnabled(subject, isEnabled, actor.by)
  return getCustomer(kit, site, id)
}

/**
 * Resets a customer's lost second step: the audit log records who did it and why, and the accounts service ends
 * every session and sends a mail.
 *
 * @throws {Refusal} `second_step_missing`; `changed` if the account is closed
 */
export async function resetSecondStep(
  kit: OfficeCustomersKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  reason: string,
): Promise<Wire> {
  const { row, state } = await readWithSignIn(kit, site, id)
  if (row.closed_at !== null || !state) throw new Refusal('changed')
  if (state.factors.length === 0) throw new Refusal('second_step_missing')
  // Recorded before it happens: a reset without its reason must never exist.
  await inSite(kit.pool, site.id, async (db) => {
    note(db, site.id, actor, 'customer.second_step_reset', id, { reason }, kit.now())
  })
  await kit.identity?.resetSecondFactor(row.identity_subject, actor.by)
  return getCustomer(kit, site, id)
}

async function readWithSignIn(kit: OfficeCustomersKit, site: SiteRow, id: number) {
  const row = await inSite(kit.pool, site.id, (db) => lockCustomer(db, site.id, id))
  // The accounts are kept in tables of their own, read outside this transaction.
  return { row, state: await kit.identity?.signInState(row.identity_subject) }
}

/**
 * Deletes an account at its owner's request. The same job as for their own deletion closes the rest; with an
 * external user pool, that job is all that's done here.
 *
 * @throws {Refusal} `validation_failed` if the email differs; `changed` if it's closed
 */
export async function closeAccount(
  kit: OfficeCustomersKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  given: { email: string; reason: string },
): Promise<void> {
  const at = kit.now()
  const subject = await inSite(kit.pool, site.id, async (db) => {
    const row = await lockCustomer(db, site.id, id)
    if (row.closed_at !== null) throw new Refusal('changed')
    if (row.email.toLowerCase() !== given.email.toLowerCase()) {
      const message = 'Enter this account’s email.'
      throw new Refusal('validation_failed', {}, [{ field: 'email', code: 'wrong', message }])
    }
    note(db, site.id, actor, 'customer.closing_asked', id, { reason: given.reason }, at)
    // The account's own deletion enqueues it too: closing twice changes nothing.
    const closing = { siteId: site.id, subject: row.identity_subject }
    await kit.jobs.enqueue(db, closeCustomer, closing, { startAfter: 60 })
    return row.identity_subject
  })
  await kit.identity?.removeUser(subject, actor.by)
}

async function around(
  db: Db,
  kit: OfficeCustomersKit,
  site: SiteRow,
  row: CustomerRow,
): Promise<Omit<Wire, 'sign_in'>> {
  const now = kit.now().getTime()
  const [ordered, companies, notes, names] = await Promise.all([
    readOrdersOf(db, site.id, row.id, new Date(now - DAY_MS)),
    listCompaniesOf(db, site.id, row.id),
    listNotes(db, site.id, row.id),
    namesOfStaff(db, site.id),
  ])
  const newUntil = new Date(row.created_at.getTime() + site.money_rules.new_account_days * DAY_MS)
  const { business_address1, business_address2, business_city, business_state, business_zip } = row
  const city = [business_city, `${business_state} ${business_zip}`.trim()].filter(Boolean).join(', ')
  return {
    ...person(row),
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    email_verified: row.email_verified,
    phone: row.phone,
    companies,
    address: [business_address1, business_address2, city].filter(Boolean).join(', '),
    tax_number: maskedTaxNumber(row.tax_number_last4),
    heard_about: row.heard_about,
    referral_source: row.referral_source,
    purpose_of_order: row.purpose_of_order,
    registration_complete: row.registration_complete,
    limits: {
      is_new: newUntil.getTime() > now,
      new_until: newUntil.toISOString(),
      new_account_order_cents: site.money_rules.new_account_order_cents,
      max_order_cents: site.limits.max_order_cents,
      day_limit_cents: site.money_rules.day_limit_cents,
      ordered_today_cents: ordered.todayCents,
    },
    order_count: ordered.count,
    ordered_cents: ordered.cents,
    declined_count: ordered.declinedCount,
    refunded_count: ordered.refundedCount,
    orders: ordered.orders.map(({ id, number, status, is_shipped, total_cents, placed_at }) => ({
      id,
      number: number ?? '',
      status: status as OrderStatus,
      display_status: displayStatus({ status: status as OrderStatus, isShipped: is_shipped }),
      ...(ordered.refunds.get(id) ?? NOT_REFUNDED),
      total_cents,
      placed_at: placed_at!.toISOString(),
    })),
    notes: notes.map(({ id, text, written_by: by, at }) => ({
      id,
      text,
      by,
      by_name: names.get(by) ?? '',
      at: at.toISOString(),
    })),
  }
}

function person(row: CustomerRow) {
  const state = row.closed_at !== null ? 'closed' : row.disabled_at !== null ? 'disabled' : 'active'
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    company: row.legal_business_name,
    email: row.email,
    state: state as Wire['state'],
    created_at: row.created_at.toISOString(),
  }
}

function signInWire({ status, factors, lastSignedInAt }: SignInState): NonNullable<Wire['sign_in']> {
  return { status, factors, last_signed_in_at: lastSignedInAt?.toISOString() ?? null }
}

function note(
  db: Db,
  siteId: number,
  actor: Staff,
  event: AuditEventName,
  id: number,
  facts: AuditFacts,
  at: Date,
) {
  record(db, siteId, { actor: actor.by, event, subject: `customer:${id}`, facts, at })
}
