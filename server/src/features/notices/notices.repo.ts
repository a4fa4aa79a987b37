import type { NoticeKind } from '@laurel/domain/notice-words'
import type { NotNull } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'

type Page = { limit: number; offset: number; isFromEnd: boolean }

/** Rows of one kind and order that are unseen, or were seen together, are one notice, placed where the newest is. */
export async function listNoticeRows(db: Db, customer: Customer, { limit, offset, isFromEnd }: Page) {
  const direction = isFromEnd ? 'asc' : 'desc'
  const newest = db
    .selectFrom('notices as n')
    .select(['n.id', 'n.order_id', 'n.kind', 'n.seen_at'])
    .where('n.site_id', '=', customer.siteId)
    .where('n.customer_id', '=', customer.customerId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as later')
            .where('later.site_id', '=', customer.siteId)
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
          .whereRef('all.order_id', '=', 'm.order_id')
          .whereRef('all.kind', '=', 'm.kind')
          .whereRef('all.seen_at', 'is not distinct from', 'm.seen_at')
          .as('sums'),
      (join) => join.onTrue(),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.id', '=', 'm.order_id').on('o.site_id', '=', customer.siteId),
    )
    .selectAll('m')
    .select(['sums.created_at', 'sums.delivery_id', 'sums.card_count', 'sums.amount_cents'])
    .select((eb) => eb.fn.coalesce('o.number', eb.val('')).as('order_number'))
    .orderBy('m.id', 'desc')
    .$narrowType<{ kind: NoticeKind; created_at: NotNull; card_count: NotNull }>()
    .execute()
}

function noticesOf(db: Db, { siteId, customerId }: Customer) {
  return db.selectFrom('notices').where('site_id', '=', siteId).where('customer_id', '=', customerId)
}

export async function countNoticeRows(db: Db, customer: Customer): Promise<number> {
  const mine = noticesOf(db, customer).groupBy(['order_id', 'kind', 'seen_at'])
  const { count } = await db
    .selectFrom(mine.as('mine'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Called by every open page once a minute, so it reads only unseen rows. */
export async function countUnseenRows(db: Db, customer: Customer): Promise<number> {
  const mine = noticesOf(db, customer).where('seen_at', 'is', null).groupBy(['order_id', 'kind'])
  const { unseen } = await db
    .selectFrom(mine.as('mine'))
    .select(({ fn }) => fn.countAll<number>().as('unseen'))
    .executeTakeFirstOrThrow()
  return unseen
}

export function findNoticeRow(
  db: Db,
  { siteId, customerId }: Customer,
  id: number,
): Promise<{ order_id: number; kind: string } | undefined> {
  return db
    .selectFrom('notices')
    .select(['order_id', 'kind'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @param only the notice to mark; all of them without it */
export async function markSeen(
  db: Db,
  { siteId, customerId }: Customer,
  { upToId, only, at }: { upToId: number; only?: { order_id: number; kind: string }; at: Date },
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
    : all.where('order_id', '=', only.order_id).where('kind', '=', only.kind)
  ).execute()
}
