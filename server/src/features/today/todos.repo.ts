import type { TodoKind } from '@laurel/domain/office-todos'
import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders, Refunds } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { firstOf, literal, literals, sumOf } from '../../database/sql.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'
import { READY_TO_PRINT } from '../batches/waiting.repo.ts'
import { openInvoices } from '../ledger/company-terms.ts'
import { isOverpaid, overpaidCents } from '../ledger/overpaid.ts'
import { isFullyRefunded, isOnHold } from '../ledger/refunded.ts'
import { isOutstanding, outstandingCents } from '../money/outstanding.repo.ts'
import { isWorkOf, mailsWaiting, type Owner } from '../system/queue.repo.ts'

type Counts = {
  count: number
  card_count: number
  cents: number
  since: Date | null
  oldest: string
  oldest_id: number | null
}
export type TodoRow = Counts & { kind: TodoKind }

type Asked = {
  owner: Owner
  now: Date
  /** In the site's time zone. */
  today: string
  longOutstandingUntil: Date
  mergesAskedSince: Date
  overfunded: readonly number[]
}

/** All to-dos in one query, each kind as one row: how many, how much, since when, and which is the oldest. */
export async function listTodoRows(db: Db, kinds: readonly TodoKind[], asked: Asked): Promise<TodoRow[]> {
  const [first, ...others] = kinds.map((kind) =>
    db
      .selectFrom(TODOS[kind](db, asked).as('todo'))
      .select(cast<TodoKind>(literal(kind), 'text').as('kind'))
      .selectAll('todo'),
  )
  if (first === undefined) return []
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute()
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return kinds.map((kind) => byKind.get(kind)!)
}

/** One row with the counts of a kind. Statuses are literals, as in the conditions of their indexes. */
type Counted = (db: Db, asked: Asked) => AliasableExpression<Counts>

const { cast, fn, lit, selectFrom } = expressionBuilder<Database>()

/** The columns of a kind; by default, only rows are counted. */
function counts(of: {
  since: Expression<Date | null>
  count?: Expression<number>
  cards?: Expression<number | null>
  cents?: Expression<number | null>
  oldest?: Expression<string | null>
  oldestId?: Expression<number | null>
}) {
  return [
    cast<number>(of.count ?? fn.countAll(), 'integer').as('count'),
    cast<number>(of.cards ? sumOf(of.cards) : lit(0), 'integer').as('card_count'),
    (of.cents ? sumOf(of.cents) : cast<number>(lit(0), 'bigint')).as('cents'),
    fn.min<Date | null>(of.since).as('since'),
    cast<string>(fn.coalesce(of.oldest ?? literal(''), literal('')), 'text').as('oldest'),
    cast<number | null>(of.oldestId ?? lit(null), 'bigint').as('oldest_id'),
  ]
}

const order = expressionBuilder<Database & { o: Orders }, 'o'>()
const refund = expressionBuilder<Database & { r: Refunds }, 'r'>()

const placed =
  (condition: Expression<SqlBool>, since: 'o.placed_at' | 'o.held_at' = 'o.placed_at'): Counted =>
  (db, { owner: { siteId } }) =>
    db
      .selectFrom('orders as o')
      .select(({ ref }) => counts({ cents: ref('o.total_cents'), since: ref(since) }))
      .where('o.site_id', '=', siteId)
      .where('o.placed_at', 'is not', null)
      .where(condition)

const undelivered =
  (status: 'bounced' | 'returned'): Counted =>
  (db, { owner: { siteId } }) =>
    db
      .selectFrom('deliveries as d')
      .select(({ ref }) => counts({ cents: ref('d.value_cents'), since: ref('d.updated_at') }))
      .where('d.site_id', '=', siteId)
      .where('d.status', '=', literal(status))

const toBatch =
  (type: 'direct' | 'bulk'): Counted =>
  (db, { owner: { siteId }, now }) =>
    db
      .selectFrom('deliveries as d')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
      )
      .select(({ fn, ref }) =>
        counts({
          count: fn.count<number>('d.order_id').distinct(),
          cards: ref('d.card_count'),
          cents: ref('d.value_cents'),
          since: ref('d.due_at'),
        }),
      )
      .where('d.site_id', '=', siteId)
      .where('d.reward_type', '=', literal(type))
      .where('d.due_at', '<=', now)
      .where(READY_TO_PRINT)

const batches =
  (status: 'failed' | 'ready' | 'printed'): Counted =>
  (db, { owner: { siteId } }) =>
    db
      .selectFrom('batches as b')
      .select(({ fn, ref }) =>
        counts({
          cards: ref('b.card_count'),
          since: ref('b.updated_at'),
          oldest: firstOf(
            fn.agg<string[]>('array_agg', ['b.number']).orderBy('b.updated_at').orderBy('b.id'),
          ),
          oldestId: firstOf(fn.agg<number[]>('array_agg', ['b.id']).orderBy('b.updated_at').orderBy('b.id')),
        }),
      )
      .where('b.site_id', '=', siteId)
      .where('b.status', '=', literal(status))

const refunds =
  (condition: Expression<SqlBool>): Counted =>
  (db, { owner: { siteId } }) =>
    db
      .selectFrom('refunds as r')
      .select(({ ref }) => counts({ cents: ref('r.amount_cents'), since: ref('r.created_at') }))
      .where('r.site_id', '=', siteId)
      .where('r.state', 'in', literals('asked', 'approved', 'sent', 'unknown'))
      .where(condition)

const mails =
  (which: Parameters<typeof mailsWaiting>[2]): Counted =>
  (db, { owner, now }) =>
    db
      .selectFrom(mailsWaiting(owner, now, which).as('mail'))
      .select(({ ref }) => counts({ since: ref('mail.since') }))

/** A held order waits under its own kind. */
const IN_REVIEW = order.and([
  order('o.status', '=', literal('in_review')),
  order('o.placed_at', 'is not', null),
  order('o.held_at', 'is', null),
  order.not(isFullyRefunded),
])

/** Orders in review, with the customer who placed the oldest. */
const review: Counted = (db, { owner: { siteId } }) =>
  db
    .selectFrom('orders as o')
    .select(({ fn, ref }) => {
      const oldest = (column: 'o.id' | 'o.customer_id') =>
        firstOf(fn.agg<number[]>('array_agg', [column]).orderBy('o.placed_at').orderBy('o.id'))
      const customer = selectFrom('customers as c')
        .select(({ eb, fn, ref }) => {
          const name = eb(eb('c.first_name', '||', literal(' ')), '||', ref('c.last_name'))
          const business = fn<string | null>('nullif', ['c.legal_business_name', literal('')])
          return fn.coalesce(business, fn<string>('trim', [name])).as('name')
        })
        .where('c.site_id', '=', siteId)
        .where('c.id', '=', oldest('o.customer_id'))
        .$asScalar()
      return counts({
        cents: ref('o.total_cents'),
        since: ref('o.placed_at'),
        oldest: customer,
        oldestId: oldest('o.id'),
      })
    })
    .where('o.site_id', '=', siteId)
    .where(IN_REVIEW)

/** A label whose purchase wasn't answered may have been paid for. */
const unansweredLabels: Counted = (db, { owner: { siteId } }) =>
  db
    .selectFrom('shipments as s')
    .select(({ fn, ref }) => {
      const batchId = firstOf(
        fn.agg<Array<number | null>>('array_agg', ['s.batch_id']).orderBy('s.updated_at').orderBy('s.id'),
      )
      const batch = selectFrom('batches as b')
        .select('b.number')
        .where('b.site_id', '=', siteId)
        .where('b.id', '=', batchId)
        .$asScalar()
      return counts({
        cents: ref('s.cost_cents'),
        since: ref('s.updated_at'),
        oldest: batch,
        oldestId: batchId,
      })
    })
    .where('s.site_id', '=', siteId)
    .where('s.status', '=', literal('unknown'))

const TODOS: Readonly<Record<TodoKind, Counted>> = {
  review,
  flagged: placed(order.and([IN_REVIEW, order('o.review_reasons', '<>', json([]))])),
  held: placed(isOnHold, 'o.held_at'),
  unmatched_payments: (db, { owner: { siteId } }) =>
    db
      .selectFrom('funds_received as f')
      .select(({ ref }) => counts({ cents: ref('f.amount_cents'), since: ref('f.recorded_at') }))
      .where('f.site_id', '=', siteId)
      .where('f.order_id', 'is', null)
      .where('f.reversed_at', 'is', null),
  discrepancies: (db, { owner: { siteId } }) =>
    db
      .selectFrom('payment_doubts as p')
      .select(({ ref }) => counts({ cents: ref('p.amount_cents'), since: ref('p.found_at') }))
      .where('p.site_id', '=', siteId)
      .where('p.state', '=', literal('open')),
  refunds_to_agree: refunds(refund('r.state', '=', 'asked')),
  refunds_to_finish: refunds(
    refund.and([
      refund('r.state', '<>', 'asked'),
      refund.or([
        refund('r.stuck_since', 'is not', null),
        refund.and([refund('r.state', '=', 'approved'), refund('r.kind', '=', 'by_hand')]),
      ]),
    ]),
  ),
  long_outstanding: (db, { owner: { siteId }, longOutstandingUntil }) =>
    db
      .selectFrom('orders as o')
      .select(({ fn, lit, ref }) =>
        counts({ cents: fn('greatest', [lit(0), outstandingCents]), since: ref('o.placed_at') }),
      )
      .where('o.site_id', '=', siteId)
      .where(isOutstanding)
      .where('o.placed_at', '<=', longOutstandingUntil),
  overdue_invoices: (db, { owner: { siteId }, today }) =>
    openInvoices(db, siteId)
      .select(({ ref }) => counts({ cents: ref('o.terms_open_cents'), since: ref('o.placed_at') }))
      .where('o.due_on', '<', today),
  merges_to_agree: (db, { owner: { siteId }, mergesAskedSince }) =>
    db
      .selectFrom('company_merges as m')
      .innerJoin('companies as c', (join) =>
        join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.company_id'),
      )
      .select(({ fn }) =>
        counts({
          since: fn.coalesce('m.undo_asked_at', 'm.asked_at'),
          oldest: firstOf(fn.agg<string[]>('array_agg', ['c.name']).orderBy('m.id')),
          oldestId: firstOf(fn.agg<number[]>('array_agg', ['c.id']).orderBy('m.id')),
        }),
      )
      .where('m.site_id', '=', siteId)
      .where(({ and, eb, or }) =>
        or([
          and([eb('m.state', '=', literal('asked')), eb('m.asked_at', '>', mergesAskedSince)]),
          and([eb('m.state', '=', literal('merged')), eb('m.undo_asked_at', '>', mergesAskedSince)]),
        ]),
      ),
  overpaid: (db, { owner: { siteId }, overfunded }) =>
    db
      .selectFrom('orders as o')
      .select(({ fn, ref }) =>
        counts({
          cents: overpaidCents,
          since: ref('o.placed_at'),
          oldestId: firstOf(fn.agg<number[]>('array_agg', ['o.id']).orderBy('o.placed_at').orderBy('o.id')),
        }),
      )
      .where('o.site_id', '=', siteId)
      .where(isOverpaid(overfunded)),
  batches_failed: batches('failed'),
  unanswered_labels: unansweredLabels,
  letters_to_batch: toBatch('direct'),
  parcels_to_batch: toBatch('bulk'),
  batches_to_print: batches('ready'),
  batches_to_mail: batches('printed'),
  bounced: undelivered('bounced'),
  returned: undelivered('returned'),
  mail_off: mails('untried too'),
  mail_down: mails('all'),
  mails_to_retry: mails('tried'),
  failed_jobs: (db, { owner }) =>
    db
      .withTables<QueueTables>()
      .selectFrom('pgboss.job')
      .select(({ fn }) => counts({ since: fn.coalesce('completed_on', 'created_on') }))
      .where('state', '=', 'failed')
      .where(isWorkOf(owner)),
}
