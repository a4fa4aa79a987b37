import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ShippingOptions } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import type { Customer } from '../../http/actor.ts'
import type { ShippingOrderRow } from './orders.repo.ts'

export type ShippingOptionRow = Selectable<ShippingOptions>

export function listShippingOptionsById(db: Db, siteId: number, ids: number[]): Promise<ShippingOptionRow[]> {
  return db
    .selectFrom('shipping_options')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .where('id', 'in', ids)
    .execute()
}

/** The options that an order's deliveries were chosen from, as the site offers them now. */
export function chosenOptions(db: Db, siteId: number, orderId: number) {
  return db
    .selectFrom('shipping_options')
    .select(['id', 'price_cents', 'per'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('shipping_orders as chosen')
        .select('chosen.shipping_option_id')
        .where('chosen.site_id', '=', siteId)
        .where('chosen.order_id', '=', orderId),
    )
}

const CHOSEN = [
  'shipping_option_id',
  'carrier',
  'service',
  'price_cents',
  'per',
  'send_at',
  'updated_at',
] as const

/**
 * Saves an option that the site offers as one of an order's deliveries, one per reward type, with its price as it is
 * now. The order is held from then on: it may be a placed one, or about to be paid.
 *
 * @throws {Refusal} `not_found` if the order is missing or another customer's, or the site doesn't offer the option
 */
export async function saveShippingOrder(
  db: Db,
  { siteId, customerId }: Customer,
  orderId: number,
  chosen: { optionId: number; sendAt: Date | null },
  at: Date,
): Promise<ShippingOrderRow> {
  const [row] = await savedChoice(db, { siteId, customerId, orderId, ...chosen, at })
  if (row === undefined) throw new Refusal('not_found')
  return row
}

type Choice = Pick<Customer, 'siteId' | 'customerId'> & {
  orderId: number
  optionId: number
  sendAt: Date | null
  at: Date
}

const savedChoice = prepared((db: Db, given: Choice) =>
  db
    .with('held', (orders) =>
      orders
        .selectFrom('orders')
        .select('id')
        .where('site_id', '=', given.siteId)
        .where('customer_id', '=', given.customerId)
        .where('id', '=', given.orderId)
        .forUpdate(),
    )
    .insertInto('shipping_orders')
    .columns(['site_id', 'order_id', 'reward_type', ...CHOSEN])
    .expression(({ selectFrom }) =>
      selectFrom(['shipping_options as option', 'held'])
        .select(['option.site_id', 'held.id as order_id', 'option.reward_type', 'option.id as option_id'])
        .select(['option.carrier', 'option.service', 'option.price_cents', 'option.per'])
        .select(({ val }) => [val(given.sendAt).as('send_at'), val(given.at).as('updated_at')])
        .where('option.site_id', '=', given.siteId)
        .where('option.active', '=', true)
        .where('option.id', '=', given.optionId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'order_id', 'reward_type'])
        .doUpdateSet(({ ref }) => Object.fromEntries(CHOSEN.map((one) => [one, ref(`excluded.${one}`)]))),
    )
    .returningAll(),
)

/** What a chosen delivery costs now. */
export async function setShippingPrice(
  db: Db,
  siteId: number,
  id: number,
  price: { price_cents: number; per: string; updated_at: Date },
) {
  await db
    .updateTable('shipping_orders')
    .set(price)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** A delivery that is no longer offered can’t be chosen. */
export async function dropShippingOrder(db: Db, siteId: number, id: number) {
  await db.deleteFrom('shipping_orders').where('site_id', '=', siteId).where('id', '=', id).execute()
}
