import {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerLine,
  type Posting,
  postMoneyReceived,
  postMoneyReturned,
} from '@laurel/domain/ledger'
import type { PaymentMethod } from '@laurel/domain/payment-method'
import { isMoneyHere, type PaymentState } from '@laurel/domain/payment-state'
import { expressionBuilder } from 'kysely'
import { crashPoint } from '../../crash-points.ts'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { literals } from '../../database/sql.ts'
import { raise } from '../../order-events.ts'

/** A posting's source: each event of a source is posted once, however often it's reported. */
export type LedgerEvent = {
  orderId: number
  event: string
  source: string
  posting: Posting
  at: Date
  /** The company whose balance or open invoices it changes; read only then. */
  companyId?: number | null
}

/**
 * Writes a posting, in its event's transaction, and keeps the balance, or what is open on invoice, of the company it's
 * about. Repeating it changes nothing.
 *
 * @returns false if it already existed
 * @throws {RangeError} for an account that the ledger doesn't have, and for what doesn't balance: a caller's bug
 */
export async function post(
  db: Db,
  siteId: number,
  { orderId, event, source, posting, at, companyId }: LedgerEvent,
): Promise<boolean> {
  if (posting.length === 0) return false
  const unknown = posting.find(({ account }) => !LEDGER_ACCOUNTS.includes(account))
  if (unknown !== undefined) throw new RangeError(`the ledger has no account ${unknown.account}`)
  const unbalanced = new RangeError(`the posting ${event} of ${source} does not balance`)
  if (posting.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw unbalanced
  const ofCompany = posting.find(
    ({ account }) => account === 'company_balance' || account === 'company_terms',
  )
  if (ofCompany !== undefined && !companyId) throw new RangeError(`${event} of ${source} has no company`)
  const written = await db
    .insertInto('ledger_entries')
    .values(
      posting.map((line) => ({
        ...line,
        ...(line === ofCompany && { company_id: companyId! }),
        ...{ site_id: siteId, order_id: orderId, event, source, at },
      })),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'source', 'event', 'account']).doNothing())
    .returning('id')
    .execute()
  // Some of its accounts were posted before, with other lines.
  if (written.length > 0 && written.length < posting.length) throw unbalanced
  if (written.length > 0 && ofCompany?.account === 'company_terms') {
    await addToTerms(db, siteId, companyId!, ofCompany.cents)
  } else if (written.length > 0 && ofCompany) {
    const cents = -ofCompany.cents
    const balanceCents = await addToBalance(db, siteId, companyId!, cents)
    const isTopUp = source === `top_up:${orderId}`
    const moved = { siteId, companyId: companyId!, orderId, isTopUp, cents, balanceCents, at }
    await raise(db, { type: 'balance.moved', ...moved })
  }
  crashPoint('ledger.posted')
  return written.length > 0
}

/** Waits for others who change the balance. The order whose money it is must be locked already. */
async function addToBalance(db: Db, siteId: number, companyId: number, cents: number): Promise<number> {
  const { balance_cents } = await db
    .insertInto('company_balances')
    .values({ site_id: siteId, company_id: companyId, balance_cents: cents })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'company_id']).doUpdateSet(({ eb, ref }) => ({
        balance_cents: eb('company_balances.balance_cents', '+', ref('excluded.balance_cents')),
      })),
    )
    .returning('balance_cents')
    .executeTakeFirstOrThrow()
  return balance_cents
}

async function addToTerms(db: Db, siteId: number, companyId: number, cents: number): Promise<void> {
  await db
    .updateTable('company_terms')
    .set((eb) => ({ open_cents: eb('open_cents', '+', cents) }))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .execute()
}

/** A company's balance, locked until the transaction ends. */
export async function lockBalance(db: Db, siteId: number, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('company_balances')
    .select('balance_cents')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  return row?.balance_cents ?? 0
}

/** Balances that aren't the sum of their entries: only damage makes one. */
export function wrongBalances(db: Db, siteId: number) {
  const entries = db
    .selectFrom('ledger_entries')
    .select(({ cast, eb, fn }) => [
      'company_id',
      cast<number>(eb.neg(fn.sum<number>('cents')), 'bigint').as('cents'),
    ])
    .where('site_id', '=', siteId)
    .where('account', '=', 'company_balance')
    .groupBy('company_id')
  const kept = db
    .selectFrom('company_balances')
    .select(['company_id', 'balance_cents'])
    .where('site_id', '=', siteId)
  return db
    .selectFrom(entries.as('entries'))
    .fullJoin(kept.as('kept'), 'kept.company_id', 'entries.company_id')
    .select(({ fn }) => fn.coalesce('kept.company_id', 'entries.company_id').as('company_id'))
    .where(({ eb, fn, lit }) =>
      eb(fn.coalesce('kept.balance_cents', lit(0)), 'is distinct from', fn.coalesce('entries.cents', lit(0))),
    )
}

export type LedgerRow = LedgerLine & { event: string; source: string; at: Date }

/** All that was posted about an order, in the order it happened. */
export async function ledgerOf(db: Db, siteId: number, orderId: number): Promise<LedgerRow[]> {
  const rows = await linesOf(db, { siteId, orderId })
  return rows.map((row) => ({ ...row, account: row.account as LedgerAccount, cents: Number(row.cents) }))
}

const linesOf = prepared((db: Db, { siteId, orderId }: { siteId: number; orderId: number }) =>
  db
    .selectFrom('ledger_entries')
    .select(['account', 'cents', 'event', 'source', 'at'])
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id'),
)

const OWED = literals('receivable', 'company_terms')

/** The outstanding amount of an order `o`, in cents; null without postings. */
export const owedCentsOf = expressionBuilder<Database & { o: Orders }, 'o'>()
  .selectFrom('ledger_entries as l')
  .select(({ cast, fn }) => cast<number | null>(fn.sum('l.cents'), 'bigint').as('cents'))
  .whereRef('l.site_id', '=', 'o.site_id')
  .whereRef('l.order_id', '=', 'o.id')
  .where('l.account', 'in', OWED)
  .$asScalar()

/** The outstanding amount of each order, in cents; orders without postings are left out. */
export async function owedByOrder(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => ['order_id', fn.sum<string>('cents').as('cents')])
    .where('site_id', '=', siteId)
    .where('order_id', 'in', orderIds)
    .where('account', 'in', OWED)
    .groupBy('order_id')
    .execute()
  return new Map(rows.map((row) => [row.order_id, Number(row.cents)]))
}

/** Postings that don't add up to zero: only damage makes one. */
export function unbalancedPostings(db: Db, siteId: number) {
  return db
    .selectFrom('ledger_entries')
    .select(({ cast, fn }) => ['source', 'event', cast<number>(fn.sum('cents'), 'bigint').as('cents')])
    .where('site_id', '=', siteId)
    .groupBy(['source', 'event'])
    .having(({ fn }) => fn.sum('cents'), '<>', 0)
}

type PaymentTurn = {
  site_id: number
  id: number
  order_id: number
  method_code: PaymentMethod
  amount_cents: number
  state: PaymentState
}

/**
 * Posts what a payment's state means, unless staff record its money, as an invoice's: it was received, or reversed. A debit may be
 * returned and presented again, so each turn is a separate event. The payment must be locked.
 *
 * @param companyId whose balance it is paid from, if it is
 */
export async function postTurnOf(
  db: Db,
  payment: PaymentTurn,
  at: Date,
  companyId?: number | null,
): Promise<void> {
  const { site_id: siteId, method_code: method, amount_cents: cents } = payment
  if (method === 'company_terms') return
  const source = `payment:${payment.id}`
  const told = await db
    .selectFrom('ledger_entries')
    .select('cents')
    .where('site_id', '=', siteId)
    .where('source', '=', source)
    .where('account', '=', 'receivable')
    .execute()
  const standsAs = told.reduce((sum, line) => sum - Number(line.cents), 0)
  const isHere = isMoneyHere(method, payment.state)
  if (isHere === (standsAs !== 0)) return

  const turn = told.length === 0 ? '' : `.${told.length + 1}`
  await post(db, siteId, {
    orderId: payment.order_id,
    event: isHere ? `money.received${turn}` : `money.returned${turn}`,
    source,
    posting: isHere ? postMoneyReceived(method, cents) : postMoneyReturned(method, cents),
    companyId: companyId ?? null,
    at,
  })
}
