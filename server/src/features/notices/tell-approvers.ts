import type { NoticeKind } from '@laurel/domain/notice-words'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'

/**
 * Tells those who approved an order, and are still in its company, what the latest event of one of its deliveries
 * changed. Nothing for an order that needed no approval.
 *
 * @param by who changed it, and knows
 */
export async function tellApprovers(
  db: Db,
  siteId: number,
  { orderId, deliveryId, by, at }: { orderId: number; deliveryId: number; by: number; at: Date },
): Promise<void> {
  const { cast, selectFrom, val } = expressionBuilder<Database>()
  const kind: NoticeKind = 'recipient_changed'
  const event = selectFrom('delivery_events as e')
    .select(({ fn }) => fn.max('e.id').as('id'))
    .where('e.site_id', '=', siteId)
    .where('e.delivery_id', '=', deliveryId)
  await db
    .insertInto('notices')
    .columns(['site_id', 'customer_id', 'company_id', 'subject_id', 'kind', 'created_at', 'mail_at'])
    .expression(
      db
        .selectFrom('approval_requests as r')
        .innerJoin('approval_steps as s', (join) =>
          join.onRef('s.site_id', '=', 'r.site_id').onRef('s.request_id', '=', 'r.id'),
        )
        .innerJoin('company_members as m', (join) =>
          join
            .onRef('m.site_id', '=', 'r.site_id')
            .onRef('m.company_id', '=', 'r.company_id')
            .onRef('m.customer_id', '=', 's.decided_by'),
        )
        .distinct()
        .select([
          'r.site_id',
          'm.customer_id',
          'r.company_id',
          event.$asScalar().as('subject_id'),
          cast<string>(val(kind), 'text').as('kind'),
          cast<Date>(val(at), 'timestamptz').as('created_at'),
          cast<Date>(val(at), 'timestamptz').as('mail_at'),
        ])
        .where('r.site_id', '=', siteId)
        .where('r.order_id', '=', orderId)
        .where('r.state', '=', 'approved')
        .where('s.state', '=', 'approved')
        .where('m.customer_id', '<>', by),
    )
    .execute()
}
