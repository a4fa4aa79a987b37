import type { FieldValue } from '@laurel/domain/order-fields'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf } from '../../database/sql.ts'
import type { OrderRow } from './orders.repo.ts'

/** Saves what an order says of its company's fields, which it's also found by. */
export async function saveFields(
  db: Db,
  { site_id: siteId, id: orderId }: Pick<OrderRow, 'site_id' | 'id'>,
  fields: readonly FieldValue[],
): Promise<void> {
  const kept = fields.map(({ id }) => id)
  await Promise.all([
    db
      .updateTable('orders')
      .set({ fields: fields.length === 0 ? null : json(fields) })
      .where('site_id', '=', siteId)
      .where('id', '=', orderId)
      .execute(),
    db
      .deleteFrom('order_field_values')
      .where('site_id', '=', siteId)
      .where('order_id', '=', orderId)
      .where(({ eb, not }) => not(eb('field_id', '=', anyOf(kept))))
      .execute(),
    fields.length > 0 &&
      db
        .insertInto('order_field_values')
        .values(fields.map(({ id, value }) => ({ site_id: siteId, order_id: orderId, field_id: id, value })))
        .onConflict((conflict) =>
          conflict
            .columns(['site_id', 'order_id', 'field_id'])
            .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute(),
  ])
}

/** What a person said of their company's fields when they last placed an order for it that says anything. */
export async function readLastFields(
  db: Db,
  of: { siteId: number; customerId: number; companyId: number },
): Promise<readonly FieldValue[]> {
  const last = await db
    .selectFrom('orders')
    .select(({ ref }) => ref('fields').$castTo<FieldValue[]>().as('fields'))
    .where('site_id', '=', of.siteId)
    .where('customer_id', '=', of.customerId)
    .where('company_id', '=', of.companyId)
    .where('placed_at', 'is not', null)
    .where('fields', 'is not', null)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.fields ?? []
}
