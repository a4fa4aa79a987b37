import { balanceEntry } from '@laurel/domain/company-balance'
import { type CashAccount, isHostedPage, methodOf, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { dayBegins, jsonPart, jsonText, literal, sumOf } from '../../database/sql.ts'
import { TOP_UP } from '../orders/orders.repo.ts'
import { listPayments, type PaymentRow } from '../payments/payments.repo.ts'

export async function readBalance(db: Db, siteId: number, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('company_balances')
    .select('balance_cents')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.balance_cents ?? 0
}

/** Below which amount people hear of the balance; null if they don't. */
export async function readLowBalance(db: Db, siteId: number, companyId: number): Promise<number | null> {
  const { low_balance_cents } = await db
    .selectFrom('companies')
    .select('low_balance_cents')
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return low_balance_cents
}

/** How many top-ups are listed. */
const SHOWN = 50

function topUps(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select(['o.id', 'o.number', 'o.customer_id', 'o.total_cents', 'o.created_at'])
    .select(['c.first_name', 'c.last_name'])
    .select(({ eb, selectFrom }) =>
      eb
        .neg(
          selectFrom('ledger_entries as l')
            .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
            .whereRef('l.site_id', '=', 'o.site_id')
            .whereRef('l.order_id', '=', 'o.id')
            .where('l.account', '=', literal('company_balance'))
            .$asScalar(),
        )
        .as('added_cents'),
    )
    .where('o.site_id', '=', siteId)
    .where('o.company_id', '=', companyId)
    .where('o.status', '=', literal(TOP_UP))
}

type FoundTopUp = Awaited<ReturnType<ReturnType<typeof topUps>['executeTakeFirstOrThrow']>>
/** A top-up with its one payment. */
export type ListedTopUp = FoundTopUp & { payment: PaymentRow }

/** Newest first. */
export async function listTopUps(db: Db, siteId: number, companyId: number): Promise<ListedTopUp[]> {
  const rows = await topUps(db, siteId, companyId).orderBy('o.id', 'desc').limit(SHOWN).execute()
  const payments = await listPayments(
    db,
    siteId,
    rows.map(({ id }) => id),
  )
  const byOrder = new Map(payments.map((payment) => [payment.order_id, payment]))
  return rows.map((row) => ({ ...row, payment: byOrder.get(row.id)! }))
}

/** @throws {Refusal} `not_found` if it's missing or another company's */
export async function readTopUp(db: Db, siteId: number, companyId: number, id: number): Promise<ListedTopUp> {
  const row = await topUps(db, siteId, companyId).where('o.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  const [payment] = await listPayments(db, siteId, [id])
  return { ...row, payment: payment! }
}

/** What changed a company's balance. Its orders on invoice have entries of their own. */
function entries(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('ledger_entries as l')
    .where('l.site_id', '=', siteId)
    .where('l.company_id', '=', companyId)
    .where('l.account', '=', literal('company_balance'))
}

type Entries = SelectQueryBuilder<Database & { l: Database['ledger_entries'] }, 'l', object>
const added = (of: Entries) => of.select(({ eb, ref }) => eb.neg(sumOf(ref('l.cents'))).as('cents'))

/** When the balance first changed. */
export async function firstChangeAt(db: Db, siteId: number, companyId: number): Promise<Date | undefined> {
  const first = await entries(db, siteId, companyId)
    .select('l.at')
    .orderBy('l.at')
    .limit(1)
    .executeTakeFirst()
  return first?.at
}

export type StatementAsked = { companyId: number; from: string; until: string; timeZone: string }

/**
 * What a company's balance had when a period began, and what changed it, oldest first.
 *
 * @param asked the first day of the period, and the day after it
 */
export async function readEntries(db: Db, siteId: number, asked: StatementAsked) {
  const { companyId, from, until, timeZone } = asked
  const before = entries(db, siteId, companyId).where('l.at', '<', dayBegins(from, timeZone))
  const [opening, rows] = await Promise.all([
    added(before).executeTakeFirstOrThrow(),
    entries(db, siteId, companyId)
      .innerJoin('orders as o', (join) =>
        join.onRef('o.site_id', '=', 'l.site_id').onRef('o.id', '=', 'l.order_id'),
      )
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
      )
      .select(['l.id', 'l.at', 'l.cents', 'l.event', 'o.id as order_id', 'o.number', 'o.status'])
      .select(['c.first_name', 'c.last_name'])
      .select(({ fn, ref, selectFrom }) => [
        fn
          .coalesce(jsonText(jsonPart(jsonPart(ref('o.priced'), 'items'), 0), 'name'), literal(''))
          .as('order_name'),
        selectFrom('ledger_entries as cash')
          .select('cash.account')
          .whereRef('cash.site_id', '=', 'l.site_id')
          .whereRef('cash.order_id', '=', 'l.order_id')
          .where('cash.account', 'like', literal('cash%'))
          .orderBy('cash.id')
          .limit(1)
          .as('cash_account'),
        selectFrom('company_merges as m')
          .innerJoin('companies as other', (join) => join.onRef('other.site_id', '=', 'm.site_id'))
          .select('other.name')
          .whereRef('m.site_id', '=', 'l.site_id')
          .where(({ cast, eb, val }) =>
            eb('l.source', '=', eb(val('merge:'), '||', cast<string>('m.id', 'text'))),
          )
          .where(({ eb, or, ref: of }) =>
            or([eb('other.id', '=', of('m.company_id')), eb('other.id', '=', of('m.into_id'))]),
          )
          .whereRef('other.id', '<>', 'l.company_id')
          .as('company'),
      ])
      .where('l.at', '>=', dayBegins(from, timeZone))
      .where('l.at', '<', dayBegins(until, timeZone))
      .orderBy('l.at')
      .orderBy('l.id')
      .execute(),
  ])
  return {
    openingCents: opening.cents,
    rows: rows.map(({ cents, event, status, cash_account, ...row }) => ({
      ...row,
      ...balanceEntry(status === TOP_UP, event, cents),
      paidBy: cash_account === null ? '' : paidBy(cash_account as CashAccount),
    })),
  }
}

function paidBy(account: CashAccount): string {
  const method = methodOf(account)
  return method === 'elavon_ach'
    ? /*i18n*/ 'by ACH'
    : isHostedPage(method)
      ? /*i18n*/ 'by card'
      : WAYS_TO_PAY[method].by
}
