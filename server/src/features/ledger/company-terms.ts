import { postTerms } from '@laurel/domain/ledger'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { literal, sumOf } from '../../database/sql.ts'
import { kept, ownEntries } from './coverage.ts'
import { post } from './ledger.repo.ts'

export function termsOf(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_terms')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .$narrowType<{ days: 15 | 30 }>()
}
export type TermsRow = Awaited<ReturnType<ReturnType<typeof termsOf>['executeTakeFirstOrThrow']>>

/** A company's terms, locked until the transaction ends. An order must be locked before, if there's one. */
export function lockTerms(db: Db, siteId: number, companyId: number): Promise<TermsRow | undefined> {
  return termsOf(db, siteId, companyId).forUpdate().executeTakeFirst()
}

/** A company's open invoices. */
export function openInvoices(db: Db, siteId: number) {
  return db.selectFrom('orders as o').where('o.site_id', '=', siteId).where('o.terms_open_cents', '>', 0)
}

/** The earliest day on which an invoice of the company is due. */
export async function earliestDueOn(db: Db, siteId: number, companyId: number): Promise<string | undefined> {
  const row = await openInvoices(db, siteId)
    .select('o.due_on')
    .where('o.company_id', '=', companyId)
    .orderBy('o.due_on')
    .limit(1)
    .executeTakeFirst()
  return row?.due_on ?? undefined
}

/**
 * Moves what an order on invoice owes to its company's account, or takes what no longer is. Called after everything that
 * changes its money. It must be locked.
 *
 * @param isOver whether the order is declined: then nothing of it is open
 *
 * @returns what is open now, and what is left of the money that came in
 */
export async function settleTerms(
  db: Db,
  order: { site_id: number; id: number; company_id: number | null },
  at: Date,
  { isOver }: { isOver: boolean },
): Promise<{ openCents: number; receivedCents: number }> {
  const source = `terms:${order.id}`
  const { kept_cents, open_cents, receivable_cents, postings } = await db
    .selectFrom('orders as o')
    .select([
      kept.as('kept_cents'),
      ownEntries
        .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
        .where('l.account', '=', literal('company_terms'))
        .$asScalar()
        .$notNull()
        .as('open_cents'),
      ownEntries
        .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
        .where('l.account', '=', literal('receivable'))
        .$asScalar()
        .$notNull()
        .as('receivable_cents'),
      ownEntries
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('l.source', '=', source)
        .where('l.account', '=', literal('company_terms'))
        .$asScalar()
        .$notNull()
        .as('postings'),
    ])
    .where('o.site_id', '=', order.site_id)
    .where('o.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const openCents = isOver ? 0 : Math.max(0, open_cents + receivable_cents)
  const settled = { openCents, receivedCents: kept_cents - open_cents }
  if (openCents === open_cents) return settled
  await post(db, order.site_id, {
    orderId: order.id,
    event: `${openCents > open_cents ? 'terms.owed' : 'terms.settled'}${postings === 0 ? '' : `.${postings + 1}`}`,
    source,
    posting: postTerms(openCents - open_cents),
    companyId: order.company_id,
    at,
  })
  await db
    .updateTable('orders')
    .set({ terms_open_cents: openCents })
    .where('site_id', '=', order.site_id)
    .where('id', '=', order.id)
    .execute()
  crashPoint('terms.settled')
  return settled
}

/** Companies and orders whose open amount isn't the sum of its entries: only damage makes one. */
export function wrongTerms(db: Db, siteId: number) {
  const entries = db
    .selectFrom('ledger_entries')
    .select(({ cast, fn }) => ['company_id', cast<number>(fn.sum('cents'), 'bigint').as('cents')])
    .where('site_id', '=', siteId)
    .where('account', '=', 'company_terms')
    .groupBy('company_id')
  const orders = db
    .selectFrom('orders')
    .select(({ cast, fn }) => ['company_id', cast<number>(fn.sum('terms_open_cents'), 'bigint').as('cents')])
    .where('site_id', '=', siteId)
    .where('terms_open_cents', '>', 0)
    .groupBy('company_id')
  return db
    .selectFrom('company_terms as kept')
    .leftJoin(entries.as('entries'), 'entries.company_id', 'kept.company_id')
    .leftJoin(orders.as('orders'), 'orders.company_id', 'kept.company_id')
    .select('kept.company_id')
    .where('kept.site_id', '=', siteId)
    .where(({ eb, fn, lit, or }) =>
      or([
        eb('kept.open_cents', '<>', fn.coalesce('entries.cents', lit(0))),
        eb('kept.open_cents', '<>', fn.coalesce('orders.cents', lit(0))),
      ]),
    )
}
