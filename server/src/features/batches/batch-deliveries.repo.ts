import type { AddressVerdict } from '@laurel/domain/address-verdict'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Deliveries } from '../../database/generated/tables.ts'
import { ADDRESS_DIGEST, READY_TO_PRINT } from './waiting.repo.ts'

/** A letter or parcel with its order's number, what the carrier says of its address, and its newest label. */
export type LetterRow = Omit<Selectable<Deliveries>, 'status' | 'reward_type'> & {
  status: DeliveryStatus
  reward_type: RewardType
  order_number: string
  /** The letters in a parcel: one for each card whose design has a message. */
  letter_count: number
  verdict: AddressVerdict | null
  suggestion: string | null
  shipment_id: number | null
  shipment_carrier: string | null
  shipment_service: string | null
  shipment_status: 'asked' | 'made' | 'unknown' | 'void' | 'failed' | null
  shipment_tracking: string | null
  shipment_cost_cents: number | null
  shipment_problem: string | null
  shipment_label_key: string | null
}

type Page = { limit: number; offset: number }
export type BatchLettersAsked = Page & { only?: 'without_tracking' | 'warned' | undefined }

const WARNED = sql<boolean>`d.reward_type = 'direct' and a.verdict <> 'Y'`

/** The letters of a batch in the order they are printed. */
export function listLettersOfBatch(db: Db, siteId: number, batchId: number, asked: BatchLettersAsked) {
  const only = {
    without_tracking: sql<boolean>`d.tracking_number = '' and d.status in ('printing', 'mailed')`,
    warned: WARNED,
  }
  const where = sql<boolean>`d.batch_id = ${batchId} and ${asked.only ? only[asked.only] : sql`true`}`
  return listLetters(db, siteId, where, sql`d.batch_position, d.id`, asked)
}

export type WaitingLettersAsked = Page & {
  orderId?: number | undefined
  only?: 'warned' | undefined
  at: Date
}

/** Letters that can be printed now, longest waiting first. */
export function listWaitingLetters(db: Db, siteId: number, asked: WaitingLettersAsked) {
  const where = sql<boolean>`d.reward_type = 'direct' and d.due_at <= ${asked.at} and ${READY_TO_PRINT}
    and ${asked.orderId === undefined ? sql`true` : sql`d.order_id = ${asked.orderId}`}
    and ${asked.only ? WARNED : sql`true`}`
  return listLetters(db, siteId, where, sql`d.due_at, d.id`, asked)
}

/** @throws {Refusal} `not_found`, also for what travels by e-mail */
export async function readLetter(db: Db, siteId: number, id: number): Promise<LetterRow> {
  const where = sql<boolean>`d.id = ${id} and d.reward_type <> 'digital'`
  const { rows } = await listLetters(db, siteId, where, sql`d.id`, { limit: 1, offset: 0 })
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0]
}

/**
 * The unsent letters of a batch, with their orders, locked until this transaction ends. Nothing joins a batch
 * later, so the orders are known before locking.
 */
export async function lockPrinting(db: Db, siteId: number, batchId: number): Promise<number[]> {
  await sql`select from orders where site_id = ${siteId} and id in (select order_id from deliveries
      where site_id = ${siteId} and batch_id = ${batchId} and status = 'printing')
    order by id for update`.execute(db)
  const { rows } = await sql<{ id: number }>`select id::int as id from deliveries
    where site_id = ${siteId} and batch_id = ${batchId} and status = 'printing'
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

const LETTERS_IN_PARCEL = sql`case when d.reward_type = 'bulk' then coalesce((
  select sum(i.quantity)::int from card_items i where i.site_id = d.site_id and i.order_id = d.order_id
    and i.reward_type = 'bulk' and i.state = 'in_cart' and i.message ~ '\\S'), 0) else 0 end`

async function listLetters(
  db: Db,
  siteId: number,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<{ rows: LetterRow[]; count: number }> {
  const from = sql`from deliveries d
    join orders o on o.site_id = d.site_id and o.id = d.order_id
    left join address_checks a on a.site_id = d.site_id and a.digest = ${ADDRESS_DIGEST}
    where d.site_id = ${siteId} and ${where}`
  const [{ rows }, counted] = await Promise.all([
    sql<LetterRow>`select d.*, o.number as order_number, a.verdict, a.suggestion, s.*,
        ${LETTERS_IN_PARCEL} as letter_count from (
        select d.id as found ${from} order by ${order} limit ${limit} offset ${offset}) f
      join deliveries d on d.site_id = ${siteId} and d.id = f.found
      join orders o on o.site_id = d.site_id and o.id = d.order_id
      left join address_checks a on a.site_id = d.site_id and a.digest = ${ADDRESS_DIGEST}
      left join lateral (select s.id as shipment_id, s.carrier as shipment_carrier, s.service as shipment_service,
          s.status as shipment_status, s.tracking_number as shipment_tracking, s.cost_cents as shipment_cost_cents,
          s.problem as shipment_problem, s.label_key as shipment_label_key
        from shipments s where s.site_id = d.site_id and s.delivery_id = d.id and s.batch_id = d.batch_id
        order by s.id desc limit 1) s on true
      order by ${order}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db),
  ])
  return { rows, count: counted.rows[0]!.count }
}
