import type { TodoKind } from '@laurel/domain/office-todos'
import { HOSTED_PAGE_METHODS } from '@laurel/domain/payment-method'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { findDueSites, lookAcrossSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { literal, literals, now } from '../../database/sql.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'
import type { Kit } from '../../kit.ts'
import { sendDeliveries } from '../deliveries/fulfillment-jobs.ts'
import { wrongTerms } from '../ledger/company-terms.ts'
import { unbalancedPostings, wrongBalances } from '../ledger/ledger.repo.ts'

/** A value of a gauge of `GAUGES` (measurements.ts). */
export type Sample = { gauge: string; labels: Readonly<Record<string, string>>; value: number }

type Waiting = { count: number; since: Date | null }
const NONE_DUE: Waiting = { count: 0, since: null }

const { cast, fn, lit } = expressionBuilder<Database>()

type Queued = { name: string; job?: string; pending: number } & Waiting

/** Jobs and digital cards that wait, by queue; for those that are due, since when. Without its connection, none is. */
export async function measureQueues({
  pool,
  unconnectedQueues,
}: Pick<Kit, 'pool' | 'unconnectedQueues'>): Promise<Sample[]> {
  const [jobs, cards] = await Promise.all([
    pool
      .withTables<QueueTables>()
      .selectFrom('pgboss.job')
      .select(({ fn }) => [
        'name',
        fn.countAll<number>().as('pending'),
        fn.countAll<number>().filterWhere('start_after', '<=', now).as('count'),
        fn.min<Date | null>('start_after').filterWhere('start_after', '<=', now).as('since'),
      ])
      .where('state', '<', literals('active')[0]!)
      .where('blocked', '=', lit(false))
      .groupBy('name')
      .execute(),
    lookAcrossSites(pool, (db) =>
      db
        .selectFrom('deliveries')
        .select(({ ref }) => waiting(ref('due_at')))
        .where('reward_type', '=', literal('digital'))
        .where('status', '=', literal('queued'))
        .where('due_at', '<=', now)
        .executeTakeFirstOrThrow(),
    ),
  ])
  const rows: Queued[] = [
    ...jobs,
    { name: 'mail.cards', job: sendDeliveries.name, pending: cards.count, ...cards },
  ]
  return rows.flatMap(({ name, job = name, pending, ...found }): Sample[] => {
    const { count, since } = unconnectedQueues.includes(job) ? NONE_DUE : found
    return [
      { gauge: 'laurel_jobs_waiting', labels: { queue: name, state: 'due' }, value: count },
      { gauge: 'laurel_jobs_waiting', labels: { queue: name, state: 'later' }, value: pending - count },
      { gauge: 'laurel_jobs_oldest_due_seconds', labels: { queue: name }, value: secondsSince(since) },
    ]
  })
}

export async function measurePayments({ pool }: Pick<Kit, 'pool'>): Promise<Sample[]> {
  const rows = await lookAcrossSites(pool, (db) =>
    db
      .selectFrom('payments')
      .select(['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
  )
  return rows.map(({ state, count }) => ({ gauge: 'laurel_payments', labels: { state }, value: count }))
}

/** Ages of the last complete backup and of the last verified one. Without such a backup, its age is missing. */
export async function measureBackups({ pool }: Pick<Kit, 'pool'>): Promise<Sample[]> {
  const { whole, verified } = await pool
    .selectFrom('backup_runs')
    .select(({ fn }) => [
      fn.max<Date | null>('finished_at').filterWhere('address', '<>', literal('')).as('whole'),
      fn.max<Date | null>('verified_at').as('verified'),
    ])
    .executeTakeFirstOrThrow()
  const ages = [
    { kind: 'whole', at: whole },
    { kind: 'verified', at: verified },
  ]
  return ages.flatMap(({ kind, at }) =>
    at === null ? [] : [{ gauge: 'laurel_backup_age_seconds', labels: { kind }, value: secondsSince(at) }],
  )
}

/** To-dos of all sites by kind, and how long the oldest has waited. Only kinds that a time or state shows. */
export async function measureTodos({ pool }: Pick<Kit, 'pool'>): Promise<Sample[]> {
  const found = await lookAcrossSites(pool, async (db) => {
    const entries: Array<[TodoKind, Waiting]> = []
    for (const [kind, look] of Object.entries(TODOS)) entries.push([kind as TodoKind, await look(db)])
    return entries
  })
  return found.flatMap(([kind, { count, since }]) => [
    { gauge: 'laurel_todos', labels: { kind }, value: count },
    { gauge: 'laurel_todos_oldest_seconds', labels: { kind }, value: secondsSince(since) },
  ])
}

type Look = (db: Db) => Promise<Waiting>

const waiting = (since: Expression<Date | null>) =>
  [fn.countAll<number>().as('count'), fn.min<Date | null>(since).as('since')] as const

const deliveries =
  (status: string): Look =>
  (db) =>
    db
      .selectFrom('deliveries')
      .select(({ ref }) => waiting(ref('updated_at')))
      .where('status', '=', literal(status))
      .executeTakeFirstOrThrow()

const TODOS: Partial<Record<TodoKind, Look>> = {
  review: (db) =>
    db
      .selectFrom('orders')
      .select(({ ref }) => waiting(ref('placed_at')))
      .where('status', '=', literal('in_review'))
      .where('placed_at', 'is not', null)
      .where('held_at', 'is', null)
      .executeTakeFirstOrThrow(),
  unmatched_payments: (db) =>
    db
      .selectFrom('funds_received')
      .select(({ ref }) => waiting(ref('recorded_at')))
      .where('order_id', 'is', null)
      .where('reversed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  discrepancies: (db) =>
    db
      .selectFrom('payment_doubts')
      .select(({ ref }) => waiting(ref('found_at')))
      .where('state', '=', literal('open'))
      .executeTakeFirstOrThrow(),
  refunds_to_agree: (db) =>
    db
      .selectFrom('refunds')
      .select(({ ref }) => waiting(ref('created_at')))
      .where('state', '=', literal('asked'))
      .executeTakeFirstOrThrow(),
  batches_failed: (db) =>
    db
      .selectFrom('batches')
      .select(({ ref }) => waiting(ref('updated_at')))
      .where('status', '=', literal('failed'))
      .executeTakeFirstOrThrow(),
  unanswered_labels: (db) =>
    db
      .selectFrom('shipments')
      .select(({ ref }) => waiting(ref('updated_at')))
      .where('status', '=', literal('unknown'))
      .executeTakeFirstOrThrow(),
  bounced: deliveries('bounced'),
  returned: deliveries('returned'),
}

/**
 * Checks each site's books, one site after the other: postings that don't balance, money without a posting, and
 * company balances and open invoices that aren't the sum of theirs.
 */
export async function measureLedger({ pool }: Pick<Kit, 'pool'>): Promise<Sample[]> {
  const siteIds = await findDueSites(pool, (db) =>
    db.selectFrom('sites').select('id as site_id').where('id', '>', 0),
  )
  let unbalanced = 0
  let driftCents = 0
  let unposted = 0
  let wrong = 0
  let wrongOnInvoice = 0
  for (const siteId of siteIds) {
    const drift = await inSite(pool, siteId, (db) => driftOf(db, siteId))
    unbalanced += drift.unbalanced
    driftCents += Math.abs(drift.cents)
    unposted += drift.unposted
    wrong += drift.wrong
    wrongOnInvoice += drift.wrong_terms
  }
  return [
    { gauge: 'laurel_ledger_drift_cents', labels: {}, value: driftCents },
    { gauge: 'laurel_ledger_problems', labels: { problem: 'unbalanced_posting' }, value: unbalanced },
    { gauge: 'laurel_ledger_problems', labels: { problem: 'payment_without_posting' }, value: unposted },
    { gauge: 'laurel_ledger_problems', labels: { problem: 'wrong_balance' }, value: wrong },
    { gauge: 'laurel_ledger_problems', labels: { problem: 'wrong_terms' }, value: wrongOnInvoice },
  ]
}

function driftOf(db: Db, siteId: number) {
  const payments = db
    .selectFrom('payments as p')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.site_id', '=', siteId)
    .where('p.method_code', 'in', literals(...HOSTED_PAGE_METHODS))
    .where(IS_MONEY_HERE)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entries as l')
            .select('l.id')
            .whereRef('l.site_id', '=', 'p.site_id')
            .where((eb) => eb('l.source', '=', eb.fn<string>('concat', [literal('payment:'), 'p.id']))),
        ),
      ),
    )
  return db
    .selectFrom(unbalancedPostings(db, siteId).as('postings'))
    .select(({ fn }) => [
      fn.countAll<number>().as('unbalanced'),
      fn.coalesce(cast<number>(fn.sum<number>(fn('abs', ['cents'])), 'bigint'), lit(0)).as('cents'),
      payments.$asScalar().$notNull().as('unposted'),
      db
        .selectFrom(wrongBalances(db, siteId).as('balances'))
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('wrong'),
      db
        .selectFrom(wrongTerms(db, siteId).as('terms'))
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('wrong_terms'),
    ])
    .executeTakeFirstOrThrow()
}

/** As `isMoneyHere` in the domain. */
const IS_MONEY_HERE: Expression<SqlBool> = (() => {
  const { eb, and, or } = expressionBuilder<Database & { p: Database['payments'] }, 'p'>()
  return or([
    eb('p.state', '=', literal('settled')),
    and([eb('p.state', '=', literal('paid')), eb('p.method_code', '<>', literal('elavon_ach'))]),
  ])
})()

function secondsSince(moment: Date | null): number {
  return moment === null ? 0 : Math.max(0, Math.round((Date.now() - moment.getTime()) / 1_000))
}
