import type { TodoKind } from '@laurel/domain/office-todos'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { READY_TO_PRINT } from '../batches/waiting.repo.ts'
import { isOverpaid, overpaidCents } from '../ledger/overpaid.ts'
import { isFullyRefunded, isOnHold } from '../ledger/refunded.ts'
import { isOutstanding, outstandingCents } from '../money/outstanding.repo.ts'
import { isWorkOf, mailsWaiting, type Owner } from '../system/queue.repo.ts'

export type TodoRow = {
  kind: TodoKind
  count: number
  card_count: number
  cents: number
  since: Date | null
  oldest: string
  oldest_id: number | null
}

type Asked = { owner: Owner; now: Date; longOutstandingUntil: Date }

/** Everything that waits, each kind as one row: how many, how much, since when, and what the oldest is. */
export async function listTodoRows(db: Db, kinds: readonly TodoKind[], asked: Asked): Promise<TodoRow[]> {
  if (kinds.length === 0) return []
  const each = kinds.map(
    (kind) => sql`select ${sql.lit(kind)}::text as kind, h.* from (${TODOS[kind](asked)}) h`,
  )
  const { rows } = await sql<TodoRow>`${sql.join(each, sql` union all `)}`.execute(db)
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return kinds.map((kind) => {
    const row = byKind.get(kind)!
    return {
      ...row,
      cents: Number(row.cents),
      oldest_id: row.oldest_id === null ? null : Number(row.oldest_id),
    }
  })
}

type Counted = (asked: Asked) => RawBuilder<unknown>

/** The columns of a kind that is only counted. */
const sums = (cents: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  count(*)::int as count, 0 as card_count, coalesce(sum(${cents}), 0)::bigint as cents, min(${since}) as since,
  ''::text as oldest, null::bigint as oldest_id`
const NO_MONEY = sql`0`

const placed =
  (condition: Expression<unknown>, since = sql`o.placed_at`): Counted =>
  ({ owner: { siteId } }) =>
    sql`
    select ${sums(sql`o.total_cents`, since)} from orders o
    where o.site_id = ${siteId} and o.placed_at is not null and ${condition}`

const inTrouble =
  (status: 'bounced' | 'returned'): Counted =>
  ({ owner: { siteId } }) =>
    sql`
    select ${sums(sql`d.value_cents`, sql`d.updated_at`)} from deliveries d
    where d.site_id = ${siteId} and d.status = ${sql.lit(status)}`

const toBatch =
  (type: 'direct' | 'bulk'): Counted =>
  ({ owner: { siteId }, now }) =>
    sql`
    select count(distinct d.order_id)::int as count, coalesce(sum(d.card_count), 0)::int as card_count,
      coalesce(sum(d.value_cents), 0)::bigint as cents, min(d.due_at) as since, ''::text as oldest,
      null::bigint as oldest_id
    from deliveries d
    join orders o on o.site_id = d.site_id and o.id = d.order_id
    where d.site_id = ${siteId} and d.reward_type = ${sql.lit(type)} and d.due_at <= ${now} and ${READY_TO_PRINT}`

const batches =
  (status: 'failed' | 'ready' | 'printed'): Counted =>
  ({ owner: { siteId } }) =>
    sql`
    select count(*)::int as count, coalesce(sum(b.card_count), 0)::int as card_count, 0::bigint as cents,
      min(b.updated_at) as since,
      coalesce((array_agg(b.number order by b.updated_at, b.id))[1], '') as oldest,
      (array_agg(b.id order by b.updated_at, b.id))[1] as oldest_id
    from batches b where b.site_id = ${siteId} and b.status = ${sql.lit(status)}`

const refunds =
  (condition: RawBuilder<unknown>): Counted =>
  ({ owner: { siteId } }) =>
    sql`
    select ${sums(sql`r.amount_cents`, sql`r.created_at`)} from refunds r
    where r.site_id = ${siteId} and r.state in ('asked', 'approved', 'sent', 'unknown') and ${condition}`

/** A held order waits under its own kind. */
const IN_REVIEW = sql`o.status = 'in_review' and o.placed_at is not null and o.held_at is null
  and not ${isFullyRefunded}`

/** The oldest order in review, by whom it was placed. */
const review: Counted = ({ owner: { siteId } }) => sql`
  select count(*)::int as count, 0 as card_count, coalesce(sum(o.total_cents), 0)::bigint as cents, min(o.placed_at) as since,
    coalesce((select coalesce(nullif(c.legal_business_name, ''), trim(c.first_name || ' ' || c.last_name))
      from customers c where c.site_id = ${siteId}
        and c.id = (array_agg(o.customer_id order by o.placed_at, o.id))[1]), '') as oldest,
    (array_agg(o.id order by o.placed_at, o.id))[1] as oldest_id
  from orders o where o.site_id = ${siteId} and ${IN_REVIEW}`

/** A label whose purchase wasn't answered may have been paid for. */
const unansweredLabels: Counted = ({ owner: { siteId } }) => sql`
  select count(*)::int as count, 0 as card_count, coalesce(sum(s.cost_cents), 0)::bigint as cents, min(s.updated_at) as since,
    coalesce((select b.number from batches b where b.site_id = ${siteId}
      and b.id = (array_agg(s.batch_id order by s.updated_at, s.id))[1]), '') as oldest,
    (array_agg(s.batch_id order by s.updated_at, s.id))[1] as oldest_id
  from shipments s where s.site_id = ${siteId} and s.status = 'unknown'`

const TODOS: Readonly<Record<TodoKind, Counted>> = {
  review,
  flagged: placed(sql`${IN_REVIEW} and o.review_reasons <> '[]'::jsonb`),
  held: placed(isOnHold, sql`o.held_at`),
  unmatched_payments: ({ owner: { siteId } }) => sql`
    select ${sums(sql`f.amount_cents`, sql`f.recorded_at`)} from funds_received f
    where f.site_id = ${siteId} and f.order_id is null and f.reversed_at is null`,
  discrepancies: ({ owner: { siteId } }) => sql`
    select ${sums(sql`p.amount_cents`, sql`p.found_at`)} from payment_doubts p
    where p.site_id = ${siteId} and p.state = 'open'`,
  refunds_to_agree: refunds(sql`r.state = 'asked'`),
  refunds_to_finish: refunds(
    sql`r.state <> 'asked' and (r.stuck_since is not null or (r.state = 'approved' and r.kind = 'by_hand'))`,
  ),
  long_outstanding: ({ owner: { siteId }, longOutstandingUntil }) => sql`
    select ${sums(sql`greatest(0, ${outstandingCents})`, sql`o.placed_at`)} from orders o
    where o.site_id = ${siteId} and ${isOutstanding} and o.placed_at <= ${longOutstandingUntil}`,
  overpaid: ({ owner: { siteId } }) => sql`
    select count(*)::int as count, 0 as card_count, coalesce(sum(${overpaidCents}), 0)::bigint as cents,
      min(o.placed_at) as since, ''::text as oldest, (array_agg(o.id order by o.placed_at, o.id))[1] as oldest_id
    from orders o where o.site_id = ${siteId} and ${isOverpaid}`,
  batches_failed: batches('failed'),
  unanswered_labels: unansweredLabels,
  letters_to_batch: toBatch('direct'),
  parcels_to_batch: toBatch('bulk'),
  batches_to_print: batches('ready'),
  batches_to_mail: batches('printed'),
  bounced: inTrouble('bounced'),
  returned: inTrouble('returned'),
  mail_down: ({ owner, now }) =>
    sql`select ${sums(NO_MONEY, sql`since`)} from ${mailsWaiting(owner, now, 'all')} w`,
  mails_to_retry: ({ owner, now }) =>
    sql`select ${sums(NO_MONEY, sql`since`)} from ${mailsWaiting(owner, now, 'tried')} w`,
  failed_jobs: ({ owner }) => sql`
    select ${sums(NO_MONEY, sql`coalesce(completed_on, created_on)`)} from pgboss.job
    where state = 'failed' and ${isWorkOf(owner)}`,
}
