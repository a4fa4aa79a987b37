import type { NoticeKind } from '@laurel/domain/notice-words'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'

/** Rows of one kind and order that are unseen, or were seen together, are one notice. */
export function listNoticeRows(db: Db, customer: Customer, { skip, take }: { skip: number; take: number }) {
  const mine = noticesOf(db, customer)
    .select(({ eb, fn, cast }) => [
      ...(['kind', 'order_id', 'seen_at'] as const),
      fn.max('id').as('id'),
      fn.max('created_at').as('created_at'),
      eb.case().when(fn.countAll(), '=', 1).then(fn.min('delivery_id')).end().as('delivery_id'),
      fn.sum<number>('card_count').as('card_count'),
      cast<number>(fn.sum('amount_cents'), 'bigint').as('amount_cents'),
    ])
    .groupBy(['order_id', 'kind', 'seen_at'])
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .limit(take)
    .offset(skip)
  return db
    .selectFrom(mine.as('m'))
    .innerJoin('orders as o', (join) =>
      join.onRef('o.id', '=', 'm.order_id').on('o.site_id', '=', customer.siteId),
    )
    .selectAll('m')
    .select((eb) => eb.fn.coalesce('o.number', eb.val('')).as('order_number'))
    .orderBy('m.id', 'desc')
    .$narrowType<{ kind: NoticeKind }>()
    .execute()
}

function noticesOf(db: Db, { siteId, customerId }: Customer) {
  return db.selectFrom('notices').where('site_id', '=', siteId).where('customer_id', '=', customerId)
}

export function countNoticeRows(db: Db, customer: Customer): Promise<{ all: number; unseen: number }> {
  const mine = noticesOf(db, customer).select('seen_at').groupBy(['order_id', 'kind', 'seen_at'])
  return db
    .selectFrom(mine.as('mine'))
    .select(({ fn }) => {
      const count = fn.countAll<number>()
      return [count.as('all'), count.filterWhere('seen_at', 'is', null).as('unseen')]
    })
    .executeTakeFirstOrThrow()
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
