import type { AddressVerdict } from '@laurel/domain/address-verdict'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable } from 'kysely'
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

/** The letters of a batch in the order they are printed. */
export function listLettersOfBatch(db: Db, siteId: number, batchId: number, asked: BatchLettersAsked) {
  let letters = lettersOf(db, siteId).where('d.batch_id', '=', batchId)
  if (asked.only === 'warned') letters = warned(letters)
  if (asked.only === 'without_tracking') {
    letters = letters.where('d.tracking_number', '=', '').where('d.status', 'in', ['printing', 'mailed'])
  }
  return listLetters(db, siteId, letters, 'd.batch_position', asked)
}

export type WaitingLettersAsked = Page & {
  orderId?: number | undefined
  only?: 'warned' | undefined
  at: Date
}

/** Letters that can be printed now, longest waiting first. */
export function listWaitingLetters(db: Db, siteId: number, asked: WaitingLettersAsked) {
  let letters = lettersOf(db, siteId)
    .where('d.reward_type', '=', 'direct')
    .where('d.due_at', '<=', asked.at)
    .where(READY_TO_PRINT)
  if (asked.orderId !== undefined) letters = letters.where('d.order_id', '=', asked.orderId)
  if (asked.only === 'warned') letters = warned(letters)
  return listLetters(db, siteId, letters, 'd.due_at', asked)
}

/** @throws {Refusal} `not_found`, also for digital cards */
export async function readLetter(db: Db, siteId: number, id: number): Promise<LetterRow> {
  const letter = lettersOf(db, siteId).where('d.id', '=', id).where('d.reward_type', '<>', 'digital')
  const { rows } = await listLetters(db, siteId, letter, 'd.id', { limit: 1, offset: 0 })
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0]
}

/**
 * The unsent letters of a batch, with their orders, locked until this transaction ends. Nothing joins a batch
 * later, so the orders are known before locking.
 */
export async function lockPrinting(db: Db, siteId: number, batchId: number): Promise<number[]> {
  await db
    .selectFrom('orders')
    .where('site_id', '=', siteId)
    .where('id', 'in', printingOrders(db, siteId, batchId))
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await printing(db, siteId, batchId).select('id').orderBy('id').forUpdate().execute()
  return rows.map(({ id }) => id)
}

/** As a query: the orders of a batch's unsent letters. */
export function printingOrders(db: Db, siteId: number, batchId: number) {
  return printing(db, siteId, batchId).select('order_id')
}

function printing(db: Db, siteId: number, batchId: number) {
  return ofBatch(db, siteId, batchId).where('status', '=', 'printing')
}

function ofBatch(db: Db, siteId: number, batchId: number) {
  return db.selectFrom('deliveries').where('site_id', '=', siteId).where('batch_id', '=', batchId)
}

/** How many letters a batch has, and how many cards they carry. */
export function countLetters(db: Db, siteId: number, batchId: number) {
  return ofBatch(db, siteId, batchId)
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('delivery_count'),
      fn.coalesce(fn.sum<number>('card_count'), lit(0)).as('card_count'),
    ])
    .executeTakeFirstOrThrow()
}

/** Deliveries, as `d`, with their orders, as `o`, and what the carrier says of their addresses, as `a`. */
function lettersOf(db: Db, siteId: number) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .leftJoin('address_checks as a', (join) =>
      join.onRef('a.site_id', '=', 'd.site_id').on('a.digest', '=', ADDRESS_DIGEST),
    )
    .where('d.site_id', '=', siteId)
}
type Letters = ReturnType<typeof lettersOf>

function warned(letters: Letters): Letters {
  return letters.where('d.reward_type', '=', 'direct').where('a.verdict', '<>', 'Y')
}

async function listLetters(
  db: Db,
  siteId: number,
  letters: Letters,
  order: 'd.batch_position' | 'd.due_at' | 'd.id',
  { limit, offset }: Page,
): Promise<{ rows: LetterRow[]; count: number }> {
  const page = letters.select('d.id').orderBy(order).orderBy('d.id').limit(limit).offset(offset)
  const [rows, { count }] = await Promise.all([
    lettersOf(db, siteId)
      .innerJoin(page.as('f'), 'f.id', 'd.id')
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('shipments as s')
            .select(['s.id as shipment_id', 's.carrier as shipment_carrier', 's.service as shipment_service'])
            .select(['s.status as shipment_status', 's.tracking_number as shipment_tracking'])
            .select(['s.cost_cents as shipment_cost_cents', 's.problem as shipment_problem'])
            .select('s.label_key as shipment_label_key')
            .whereRef('s.site_id', '=', 'd.site_id')
            .whereRef('s.delivery_id', '=', 'd.id')
            .whereRef('s.batch_id', '=', 'd.batch_id')
            .orderBy('s.id', 'desc')
            .limit(1)
            .as('s'),
        (join) => join.onTrue(),
      )
      .selectAll('d')
      .selectAll('s')
      .select(['a.verdict', 'a.suggestion'])
      .select(({ eb, fn, val, selectFrom, lit }) => {
        const inParcel = selectFrom('card_items as i')
          .select((items) => items.fn.sum<number | null>('i.quantity').as('letters'))
          .whereRef('i.site_id', '=', 'd.site_id')
          .whereRef('i.order_id', '=', 'd.order_id')
          .where('i.reward_type', '=', 'bulk')
          .where('i.state', '=', 'in_cart')
          .where('i.message', '~', '\\S')
          .$asScalar()
        const isParcel = eb('d.reward_type', '=', 'bulk')
        return [
          fn.coalesce('o.number', val('')).as('order_number'),
          eb
            .case()
            .when(isParcel)
            .then(fn.coalesce(inParcel, lit(0)))
            .else(lit(0))
            .end()
            .as('letter_count'),
        ]
      })
      .orderBy(order)
      .orderBy('d.id')
      .$narrowType<Pick<LetterRow, 'status' | 'reward_type' | 'verdict' | 'shipment_status'>>()
      .execute(),
    letters.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}
