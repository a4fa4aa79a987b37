import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { conversionWords, fixWords } from '@laurel/domain/delivery-fix-words'
import { mayConvertToDigital, mayFixAddress, mayFixEmail, mayResend } from '@laurel/domain/delivery-status'
import { normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import { MOST_SENDINGS, RESEND_REST_MS, resendLimit } from '@laurel/domain/resend-limits'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { LONG_LIST } from '../../database/long-lists.ts'
import type { Kit } from '../../kit.ts'
import { isTestSite } from '../../test-site.ts'
import { record } from '../audit/audit.service.ts'
import { assertCardsCovered } from '../ledger/coverage.ts'
import { tellApprovers } from '../notices/tell-approvers.ts'
import { lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import { assertSomethingLeft, convertCard } from './convert-card.ts'
import {
  assertOwn,
  countGroups,
  type DeliveryFilter,
  holdDelivery,
  matchingDeliveries,
  readDelivery,
  totalOf,
} from './deliveries.repo.ts'
import { type DeliveryChange, moveDeliveries, writeDeliveryEvent } from './delivery-moves.ts'
import { type DeliveryRow, type DeliveryWire, deliveryWire } from './delivery-wire.ts'
import { convertCards, sendDeliveries } from './fulfillment-jobs.ts'
import { type Fix, type Fixed, judgeFix } from './judge-fix.ts'

export type CareKit = Pick<Kit, 'pool' | 'jobs' | 'issuing' | 'now'>

/** Who manages deliveries: customers their own, staff all of their site. */
export type Carer = {
  siteId: number
  by: 'customer' | 'staff'
  /** The name in the audit log: `customer:5`, `staff:2`. */
  actor: string
  /** Only what they ordered. */
  customerId?: number
}
export type MeantDelivery = { id: number; seenUpdatedAt: string | undefined }

/**
 * Fixes a delivery's address. If it already went out, it's sent again to the new address, and a link sent to
 * the old one stops working.
 *
 * @throws {Refusal} `not_found`; `delivery_changed`; `delivery_move_not_allowed` if it can no longer
 * be fixed; `order_not_covered` if its money was refunded; `validation_failed`; `limit_exceeded` if it was sent
 * too often
 */
export function fixDelivery(
  kit: CareKit,
  carer: Carer,
  meant: MeantDelivery,
  fix: Fix,
): Promise<DeliveryWire> {
  return withDelivery(kit, carer, meant, assertFixable, async (db, row, at) => {
    const { reward_type: type, status } = row
    const isDigital = type === 'digital'
    const fixed = judgeFix(row, fix)
    if (Object.keys(fixed).length === 0) return
    await saveFixed(db, carer.siteId, row, fixed, at)
    const line = { deliveryId: row.id, orderId: row.order_id, actor: carer.actor, at }
    const facts = { fields: Object.keys(fixed).join(', ') }
    const told = { ...facts, words: fixWords(row, fixed) }
    await writeDeliveryEvent(db, carer.siteId, { ...line, event: 'fixed', facts: told })
    tell(db, carer, 'delivery.fixed', row, facts, at)
    await tellOfChange(db, carer, row, at)

    if (isDigital) {
      if (fixed.email !== undefined) await sendElsewhere(db, kit, carer, row, at)
    } else if (status === 'returned') await queueAgain(db, kit, carer, row, at)
  })
}

/** Approvers saw the recipients. Staff answer for what they change themselves. */
async function tellOfChange(db: Db, { siteId, customerId: by }: Carer, row: DeliveryRow, at: Date) {
  if (by === undefined) return
  await tellApprovers(db, siteId, { orderId: row.order_id, deliveryId: row.id, by, at })
}

function assertFixable({ reward_type: type, status }: DeliveryRow): void {
  const may = type === 'digital' ? mayFixEmail(type, status) : mayFixAddress(type, status)
  if (!may) throw new Refusal('delivery_move_not_allowed', { from: status, to: 'queued' })
}

/**
 * Sends a delivery again unchanged: a mail at once, a letter with the next batch.
 *
 * @throws {Refusal} as {@link fixDelivery}; `order_is_held`
 */
export function resendDelivery(kit: CareKit, carer: Carer, meant: MeantDelivery): Promise<DeliveryWire> {
  return withDelivery(kit, carer, meant, assertResendable, async (db, row, at) => {
    if (row.reward_type === 'digital') assertNotTooOften(carer, row, false, at)
    await queueAgain(db, kit, carer, row, at)
    tell(db, carer, 'delivery.resent', row, { attempt: row.attempt + 1 }, at)
  })
}

function assertResendable(row: DeliveryRow): void {
  if (!mayResend(row.reward_type, row.status)) {
    throw new Refusal('delivery_move_not_allowed', { from: row.status, to: 'queued' })
  }
  if (row.is_held) throw new Refusal('order_is_held')
}

/**
 * Sends many of an order's deliveries again. Those that can't be sent, or were just sent, stay as they are.
 *
 * @throws {Refusal} `not_found`; `order_is_held`; `order_not_covered`
 */
export function resendMany(
  kit: CareKit,
  carer: Carer,
  orderId: number,
  filter: DeliveryFilter,
): Promise<{ found: number; resent: number }> {
  const { siteId } = carer
  return inSite(kit.pool, siteId, async (db) => {
    const order = await lockOrderFor(db, carer, orderId)
    if (order.held_at !== null) throw new Refusal('order_is_held')
    await assertCardsCovered(db, siteId, orderId)
    const at = kit.now()
    const rested = isTestSite(siteId) ? at : new Date(at.getTime() - RESEND_REST_MS)
    const within = { order_id: orderId }
    const isLong = totalOf(await countGroups(db, siteId, within)) > LONG_LIST
    const found = matchingDeliveries(db, siteId, { ...filter, ...within, isLong })
    const { count } = await found
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await found
      .select(['d.id', 'd.reward_type', 'd.status'])
      .where((eb) => {
        const isRested = eb.or([eb('d.sent_at', 'is', null), eb('d.sent_at', '<=', rested)])
        const mailed = eb.and([
          eb('d.reward_type', '=', 'digital'),
          eb('d.status', 'in', ['sent', 'opened', 'bounced']),
          eb('d.attempt', '<', MOST_SENDINGS[carer.by]),
          isRested,
        ])
        const posted = eb.and([eb('d.reward_type', '<>', 'digital'), eb('d.status', '=', 'returned')])
        return eb.or([mailed, posted])
      })
      .orderBy('d.id')
      .forUpdate('d')
      .$narrowType<Pick<DeliveryRow, 'reward_type' | 'status'>>()
      .execute()
    let resent = 0
    for (const alike of Map.groupBy(rows, (row) => `${row.reward_type} ${row.status}`).values()) {
      const first = alike[0]!
      const moved = await moveDeliveries(db, siteId, {
        ids: alike.map(({ id }) => id),
        type: first.reward_type,
        from: first.status,
        to: 'queued',
        set: first.reward_type === 'digital' ? againByMail(at) : againByPost(at),
        facts: { again: true },
        actor: carer.actor,
        at,
      })
      resent += moved.length
    }
    if (isTestSite(siteId) || rows.some((row) => row.reward_type === 'digital')) {
      await kit.jobs.enqueue(db, sendDeliveries, { siteId })
    }
    if (resent > 0) {
      const about = {
        actor: carer.actor,
        event: 'deliveries.resent' as const,
        subject: `order:${orderId}`,
        at,
      }
      record(db, siteId, { ...about, facts: { count: resent } })
    }
    return { found: count, resent }
  })
}

/**
 * Replaces a returned letter with a digital card for the printed card's remaining value; the printed card is
 * made worthless first. A retry after a crash, under the same idempotency key, answers with the same card.
 *
 * @returns the new delivery
 * @throws {Refusal} as {@link fixDelivery}; `order_is_held`; `card_is_spent` if the card has no value left
 */
export async function convertDelivery(
  kit: CareKit,
  carer: Carer,
  meant: MeantDelivery,
  typed: string,
): Promise<DeliveryWire> {
  const { siteId, actor } = carer
  const { orderId } = keptProgress<{ orderId: number }>() ?? (await beginConversion(kit, carer, meant, typed))
  await commitStep({ orderId })
  const insteadId = await convertCard(kit, { siteId, orderId, deliveryId: meant.id, actor })
  if (insteadId === undefined) {
    await commitStep()
    throw new Refusal('card_is_spent')
  }
  return inSite(kit.pool, siteId, async (db) => deliveryWire(await readDelivery(db, siteId, insteadId)))
}

async function beginConversion(kit: CareKit, carer: Carer, meant: MeantDelivery, typed: string) {
  const { siteId, actor } = carer
  await inSite(kit.pool, siteId, async (db) => {
    const row = await readDelivery(db, siteId, meant.id)
    if (carer.customerId !== undefined) await assertOwn(db, siteId, carer.customerId, row.order_id)
    assertConvertible(row)
  })
  await commitStep()
  await assertSomethingLeft(kit, siteId, meant.id)
  const { order_id: orderId } = await withDelivery(
    kit,
    carer,
    meant,
    assertConvertible,
    async (db, row, at) => {
      await moveDeliveries(db, siteId, {
        ids: [row.id],
        type: row.reward_type,
        from: 'returned',
        to: 'replaced',
        set: { email: normalizeEmail(typed) },
        facts: { words: conversionWords(row, normalizeEmail(typed)) },
        actor,
        at,
      })
      await tellOfChange(db, carer, row, at)
      // Issues the replacement exactly once, even if this process crashes.
      await kit.jobs.enqueue(db, convertCards, { siteId, orderId: row.order_id, deliveryId: row.id, actor })
    },
  )
  return { orderId }
}

function assertConvertible(row: DeliveryRow): void {
  if (!mayConvertToDigital(row.reward_type, row.status)) {
    throw new Refusal('delivery_move_not_allowed', { from: row.status, to: 'replaced' })
  }
  if (row.is_held) throw new Refusal('order_is_held')
}

/**
 * Locks the order, then the delivery, as everywhere, which prevents deadlocks. Impossible requests are refused
 * before locking, and checked again after it.
 */
function withDelivery(
  kit: CareKit,
  carer: Carer,
  { id, seenUpdatedAt }: MeantDelivery,
  assertMay: (row: DeliveryRow) => void,
  act: (db: Db, row: DeliveryRow, at: Date) => Promise<void>,
): Promise<DeliveryWire> {
  return inSite(kit.pool, carer.siteId, async (db) => {
    const judge = (row: DeliveryRow) => {
      if (seenUpdatedAt !== undefined && seenUpdatedAt !== row.updated_at.toISOString()) {
        throw new Refusal('delivery_changed')
      }
      assertMay(row)
    }
    const found = await readDelivery(db, carer.siteId, id)
    if (carer.customerId !== undefined) await assertOwn(db, carer.siteId, carer.customerId, found.order_id)
    judge(found)
    await lockOrderOfSite(db, carer.siteId, found.order_id)
    const row = await holdDelivery(db, carer.siteId, id)
    judge(row)
    await assertCardsCovered(db, carer.siteId, row.order_id)
    await act(db, row, kit.now())
    return deliveryWire(await readDelivery(db, carer.siteId, id))
  })
}

async function lockOrderFor(db: Db, { siteId, customerId }: Carer, orderId: number): Promise<OrderRow> {
  if (customerId !== undefined) await assertOwn(db, siteId, customerId, orderId)
  return lockOrderOfSite(db, siteId, orderId)
}

function assertNotTooOften(carer: Carer, row: DeliveryRow, isOtherAddress: boolean, at: Date) {
  const limit = resendLimit(carer.by, { attempt: row.attempt, sentAt: row.sent_at, isOtherAddress }, at)
  if (limit === 'too_often') {
    throw new Refusal('limit_exceeded', {
      limit: MOST_SENDINGS[carer.by],
      of: /*i18n*/ '{limit, number} emails per card',
    })
  }
  // No one gets it.
  if (limit === 'too_soon' && !isTestSite(carer.siteId))
    throw new Refusal('limit_exceeded', { limit: /*i18n*/ 'one email every 10 minutes' })
}

const nextAttempt: DeliveryChange['attempt'] = (eb) => eb('d.attempt', '+', 1)

/** Sends the same card again: with the same link, in a new mail. */
function againByMail(at: Date): DeliveryChange {
  return {
    ...{ attempt: nextAttempt, tries: 0, due_at: at, problem: '', problem_code: '' },
    ...{ sent_at: null, opened_at: null, bounced_at: null },
  }
}

function againByPost(at: Date): DeliveryChange {
  return {
    ...{ attempt: nextAttempt, due_at: at, batch_id: null, batch_position: null, tracking_number: '' },
    ...{ mailed_at: null, delivered_at: null, returned_at: null, problem: '', problem_code: '' },
  }
}

async function queueAgain(db: Db, kit: CareKit, carer: Carer, row: DeliveryRow, at: Date) {
  const isDigital = row.reward_type === 'digital'
  await moveDeliveries(db, carer.siteId, {
    ids: [row.id],
    type: row.reward_type,
    from: row.status,
    to: 'queued',
    set: isDigital ? againByMail(at) : againByPost(at),
    facts: { again: true },
    actor: carer.actor,
    at,
  })
  if (isDigital || isTestSite(carer.siteId)) {
    await kit.jobs.enqueue(db, sendDeliveries, { siteId: carer.siteId })
  }
}

/** The card has a new address: links sent to the old one stop working. */
async function sendElsewhere(db: Db, kit: CareKit, carer: Carer, row: DeliveryRow, at: Date) {
  const hasLeft = row.status !== 'queued'
  if (hasLeft || row.tries > 0 || row.attempt > 1) assertNotTooOften(carer, row, true, at)
  if (hasLeft) await queueAgain(db, kit, carer, row, at)
  else if (row.claim_hash !== null) {
    // The mail server may have accepted an earlier try without saying so.
    await db
      .updateTable('deliveries')
      .set({ attempt: row.attempt + 1, tries: 0 })
      .where('site_id', '=', carer.siteId)
      .where('id', '=', row.id)
      .execute()
  }
  await db
    .updateTable('deliveries')
    .set((eb) => ({ link_attempt: eb.ref('attempt'), claim_hash: null }))
    .where('site_id', '=', carer.siteId)
    .where('id', '=', row.id)
    .execute()
}

async function saveFixed(db: Db, siteId: number, row: DeliveryRow, fixed: Partial<Fixed>, at: Date) {
  await db
    .updateTable('deliveries')
    .set({ ...fixed, updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', row.id)
    .execute()
}

function tell(db: Db, carer: Carer, event: AuditEventName, row: DeliveryRow, facts: AuditFacts, at: Date) {
  const subject = `delivery:${row.id}`
  record(db, carer.siteId, {
    actor: carer.actor,
    event,
    subject,
    facts: { order_id: row.order_id, ...facts },
    at,
  })
}
