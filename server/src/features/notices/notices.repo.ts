import type { NoticeKind } from '@laurel/domain/notice-words'
import { type Expression, expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { jsonText, literal } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { choiceKindOf } from './notice-choice.ts'

type Page = { limit: number; offset: number; isFromEnd: boolean }

/**
 * Rows of one kind and order that are unseen, or were seen together, are one notice, placed where the newest is. Each
 * row about a company is a notice.
 */
export async function listNoticeRows(db: Db, customer: Customer, { limit, offset, isFromEnd }: Page) {
  const direction = isFromEnd ? 'asc' : 'desc'
  const newest = db
    .selectFrom('notices as n')
    .select(['n.id', 'n.order_id', 'n.kind', 'n.seen_at'])
    .where('n.site_id', '=', customer.siteId)
    .where('n.customer_id', '=', customer.customerId)
    .where(({ ref }) => isShown(customer, ref('n.kind')))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as later')
            .where('later.site_id', '=', customer.siteId)
            .where('later.customer_id', '=', customer.customerId)
            .whereRef('later.order_id', '=', 'n.order_id')
            .whereRef('later.kind', '=', 'n.kind')
            .whereRef('later.id', '>', 'n.id')
            .whereRef('later.seen_at', 'is not distinct from', 'n.seen_at'),
        ),
      ),
    )
    .orderBy('n.id', direction)
    .limit(limit)
    .offset(offset)
  return db
    .selectFrom(newest.as('m'))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('notices as all')
          .select(({ eb, fn, cast }) => [
            fn.max('all.created_at').as('created_at'),
            eb.case().when(fn.countAll(), '=', 1).then(fn.min('all.delivery_id')).end().as('delivery_id'),
            fn.sum<number>('all.card_count').as('card_count'),
            cast<number>(fn.sum('all.amount_cents'), 'bigint').as('amount_cents'),
          ])
          .where('all.site_id', '=', customer.siteId)
          .where('all.customer_id', '=', customer.customerId)
          .whereRef('all.order_id', '=', 'm.order_id')
          .whereRef('all.kind', '=', 'm.kind')
          .whereRef('all.seen_at', 'is not distinct from', 'm.seen_at')
          .as('sums'),
      (join) => join.onTrue(),
    )
    .innerJoin('notices as own', (join) =>
      join.onRef('own.id', '=', 'm.id').on('own.site_id', '=', customer.siteId),
    )
    .leftJoin('orders as o', (join) =>
      join
        .on('o.site_id', '=', customer.siteId)
        .on(({ eb, ref }) =>
          eb(
            'o.id',
            '=',
            orderOf(customer.siteId, ref('own.order_id'), ref('own.kind'), ref('own.subject_id')),
          ),
        ),
    )
    .leftJoin('companies as c', (join) =>
      join.onRef('c.id', '=', 'own.company_id').on('c.site_id', '=', customer.siteId),
    )
    .selectAll('m')
    .select(['sums.delivery_id', 'own.company_id', 'c.name as company_name', 'o.id as shown_order_id'])
    .select(({ fn, ref, val }) => [
      fn.coalesce('sums.created_at', 'own.created_at').as('created_at'),
      fn.coalesce('sums.card_count', 'own.card_count').as('card_count'),
      fn.coalesce('sums.amount_cents', 'own.amount_cents').as('amount_cents'),
      fn.coalesce('o.number', val('')).as('order_number'),
      subjectName(customer.siteId, ref('own.kind'), ref('own.subject_id')).as('about'),
    ])
    .orderBy('m.id', 'desc')
    .$narrowType<{ kind: NoticeKind }>()
    .execute()
}

/** Whether the customer wants to see notices of a kind in the shop. */
function isShown({ siteId, customerId }: Customer, kind: Expression<string>) {
  const { eb, selectFrom } = expressionBuilder<Database>()
  const hidden = selectFrom('notification_settings as s')
    .select('s.kind')
    .where('s.site_id', '=', siteId)
    .where('s.customer_id', '=', customerId)
    .where('s.in_app', '=', false)
  return eb(choiceKindOf(kind), 'not in', hidden)
}

/** The order that a notice links to: its own, or that of the delivery event it's about. */
export function orderOf(
  siteId: number,
  own: Expression<number | null>,
  kind: Expression<string>,
  id: Expression<number | null>,
) {
  const { case: when, fn, selectFrom } = expressionBuilder<Database>()
  const ofEvent = selectFrom('delivery_events as e')
    .select('e.order_id')
    .where('e.site_id', '=', siteId)
    .where('e.id', '=', id)
  return fn.coalesce(
    own,
    when().when(kind, '=', literal('recipient_changed')).then(ofEvent.$asScalar()).end(),
  )
}

/** The current name of the person or budget that a notice is about, or what someone changed. */
export function subjectName(siteId: number, kind: Expression<string>, id: Expression<number | null>) {
  const { case: when, fn, lit, selectFrom, val } = expressionBuilder<Database>()
  const person = selectFrom('customers as p')
    .select(({ ref }) =>
      fn<string>('btrim', [fn<string>('concat', [ref('p.first_name'), literal(' '), ref('p.last_name')])]).as(
        'name',
      ),
    )
    .where('p.site_id', '=', siteId)
    .where('p.id', '=', id)
  const budget = selectFrom('company_budgets as b')
    .select('b.name')
    .where('b.site_id', '=', siteId)
    .where('b.id', '=', id)
  const program = selectFrom('company_programs as program')
    .select('program.name')
    .where('program.site_id', '=', siteId)
    .where('program.id', '=', id)
  const report = selectFrom('saved_reports as report')
    .select('report.name')
    .where('report.site_id', '=', siteId)
    .where('report.id', '=', id)
  const list = selectFrom('recipient_lists as list')
    .select('list.name')
    .where('list.site_id', '=', siteId)
    .where('list.id', '=', id)
  // Only customers' changes are told of: `customer:5`.
  const change = selectFrom('delivery_events as e')
    .innerJoin('customers as p', (join) =>
      join
        .onRef('p.site_id', '=', 'e.site_id')
        .on(({ cast, eb, ref }) =>
          eb('p.id', '=', cast<number>(fn('split_part', [ref('e.actor'), literal(':'), lit(2)]), 'bigint')),
        ),
    )
    .select(({ ref }) =>
      fn<string>('concat_ws', [
        literal(' '),
        fn('nullif', [ref('p.first_name'), literal('')]),
        fn('nullif', [ref('p.last_name'), literal('')]),
        literal('changed'),
        fn.coalesce(jsonText(ref('e.facts'), 'words'), literal('the details of a recipient')),
      ]).as('name'),
    )
    .where('e.site_id', '=', siteId)
    .where('e.id', '=', id)
  const name = when()
    .when(kind, 'in', [literal('person_joined'), literal('join_requested')])
    .then(person.$asScalar())
    .when(kind, 'in', [literal('budget_low'), literal('budget_exhausted')])
    .then(budget.$asScalar())
    .when(kind, 'in', [literal('program_stuck'), literal('program_late')])
    .then(program.$asScalar())
    .when(kind, '=', literal('report_failed'))
    .then(report.$asScalar())
    .when(kind, 'in', [literal('list_sync_failed'), literal('list_sync_held')])
    .then(list.$asScalar())
    .when(kind, '=', literal('recipient_changed'))
    .then(change.$asScalar())
    .end()
  return fn.coalesce(name, val(''))
}

/** Why a program couldn't order, or a list wasn't synced; empty for other news, and once it's resolved. */
export function reasonOf(siteId: number, kind: Expression<string>, id: Expression<number | null>) {
  const { case: when, fn, selectFrom, val } = expressionBuilder<Database>()
  const program = selectFrom('company_programs as program')
    .select('program.problem_says')
    .where('program.site_id', '=', siteId)
    .where('program.id', '=', id)
  const run = selectFrom('list_file_runs as run')
    .innerJoin('list_files as file', (join) =>
      join.onRef('file.site_id', '=', 'run.site_id').onRef('file.id', '=', 'run.file_id'),
    )
    .select('run.says')
    .where('file.site_id', '=', siteId)
    .where('file.list_id', '=', id)
    .where('run.state', 'in', [literal('held'), literal('failed')])
    .orderBy('run.id', 'desc')
    .limit(1)
  const why = when()
    .when(kind, 'in', [literal('program_stuck'), literal('program_late')])
    .then(program.$asScalar())
    .when(kind, 'in', [literal('list_sync_failed'), literal('list_sync_held')])
    .then(run.$asScalar())
    .end()
  return fn.coalesce(why, val(''))
}

function noticesOf(db: Db, customer: Customer) {
  return db
    .selectFrom('notices')
    .where('site_id', '=', customer.siteId)
    .where('customer_id', '=', customer.customerId)
    .where(({ ref }) => isShown(customer, ref('kind')))
}

/** Those of an order and kind count as one; each of a company's counts. */
function countOf(db: Db, notices: ReturnType<typeof noticesOf>) {
  const ofOrders = notices.where('order_id', 'is not', null).groupBy(['order_id', 'kind', 'seen_at'])
  return db.selectNoFrom(({ eb, fn, selectFrom }) =>
    eb(
      selectFrom(ofOrders.select(literal('').as('one')).as('mine'))
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull(),
      '+',
      notices.where('order_id', 'is', null).select(fn.countAll<number>().as('count')).$asScalar().$notNull(),
    ).as('count'),
  )
}

export async function countNoticeRows(db: Db, customer: Customer): Promise<number> {
  const { count } = await countOf(db, noticesOf(db, customer)).executeTakeFirstOrThrow()
  return Number(count)
}

/** Called by every open page once a minute, so it reads only unseen rows. */
export async function countUnseenRows(db: Db, customer: Customer): Promise<number> {
  const unseen = noticesOf(db, customer).where('seen_at', 'is', null)
  const { count } = await countOf(db, unseen).executeTakeFirstOrThrow()
  return Number(count)
}

type SeenNotice = { id: number; order_id: number | null; kind: string }

export function findNoticeRow(
  db: Db,
  { siteId, customerId }: Customer,
  id: number,
): Promise<SeenNotice | undefined> {
  return db
    .selectFrom('notices')
    .select(['id', 'order_id', 'kind'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @param only the notice to mark; all of them without it */
export async function markSeen(
  db: Db,
  { siteId, customerId }: Customer,
  { upToId, only, at }: { upToId: number; only?: SeenNotice; at: Date },
): Promise<void> {
  const all = db
    .updateTable('notices')
    .set({ seen_at: at })
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('seen_at', 'is', null)
    .where('id', '<=', upToId)
  await (only === undefined
    ? all
    : only.order_id === null
      ? all.where('id', '=', only.id)
      : all.where('order_id', '=', only.order_id).where('kind', '=', only.kind)
  ).execute()
}
