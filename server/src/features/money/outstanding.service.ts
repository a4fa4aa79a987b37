import type { OutstandingOrder } from '@laurel/contract/office-outstanding'
import { api } from '@laurel/contract/routes'
import { daysSince, type OutstandingAge, outstandingAge } from '@laurel/domain/outstanding-age'
import { isLivePayment, isOpenPayment } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import { customerWire, listCustomersOf } from '../customers/customer-wire.ts'
import { lockOrderOfSite } from '../orders/orders.repo.ts'
import { listPayments } from '../payments/payments.repo.ts'
import { isPromised } from '../payments/promised-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { enqueueReminder } from './enqueue-reminder.ts'
import { findOutstandingRow, listOutstandingRows, sumOutstanding } from './outstanding.repo.ts'

type OutstandingKit = Pick<Kit, 'pool' | 'jobs' | 'now'>
type Wire = z.input<typeof OutstandingOrder>
type Row = Awaited<ReturnType<typeof listOutstandingRows>>[number]

/** Orders with an outstanding amount, and what is outstanding by age. */
export function listOutstanding(
  { pool, now }: OutstandingKit,
  site: SiteRow,
  asked: PageAsked & { age?: OutstandingAge | undefined },
) {
  const at = now()
  const { age } = asked
  return inSite(pool, site.id, async (db) => {
    const [rows, ages] = await Promise.all([
      listOutstandingRows(db, site.id, { age, ...windowOf(asked) }, at),
      sumOutstanding(db, site.id, at),
    ])
    const count = ages
      .filter((one) => age === undefined || one.age === age)
      .reduce((sum, one) => sum + one.count, 0)
    const results = await wires(db, site, rows, at)
    return { ...pageOfResults(api.listOutstanding.path, { age }, asked, count, results), ages }
  })
}

/**
 * Reminds the customer now, at staff's request.
 *
 * @throws {Refusal} `not_found`; `order_changed` if the payment was received, isn't by check or
 * transfer, or another reminder was sent since the list was seen
 */
export function remindNow(
  { pool, jobs, now }: OutstandingKit,
  site: SiteRow,
  actor: Staff,
  { orderId, seenReminders }: { orderId: number; seenReminders: number },
): Promise<Wire> {
  const at = now()
  return inSite(pool, site.id, async (db) => {
    const order = await lockOrderOfSite(db, site.id, orderId)
    const hasPromise = (await listPayments(db, site.id, [orderId])).some(isPromised)
    const isReminded =
      order.status === 'pending_payment' &&
      order.reminders_sent === seenReminders &&
      hasPromise &&
      (await enqueueReminder(db, jobs, site, order, { actor: actor.by, at }))
    if (!isReminded) throw new Refusal('order_changed')
    const [wire] = await wires(db, site, [(await findOutstandingRow(db, site.id, orderId))!], at)
    return wire!
  })
}

async function wires(db: Db, site: SiteRow, rows: readonly Row[], now: Date): Promise<Wire[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [customers, payments] = await Promise.all([
    listCustomersOf(db, site.id, [...new Set(rows.map((row) => row.customer_id))]),
    listPayments(db, site.id, ids),
  ])
  return rows.map((row) => {
    const tried = payments.filter(({ order_id }) => order_id === row.id)
    const placedAt = row.placed_at!
    return {
      order_id: row.id,
      order_number: row.number ?? '',
      customer: customerWire(customers, row.customer_id),
      method_code: (tried.findLast(({ state }) => isOpenPayment(state)) ?? tried.at(-1))?.method_code ?? null,
      placed_at: placedAt.toISOString(),
      age: outstandingAge(placedAt, now),
      age_days: daysSince(placedAt, now),
      total_cents: row.total_cents,
      outstanding_cents: Math.max(0, Number(row.outstanding_cents)),
      reminders_sent: row.reminders_sent,
      reminded_at: row.reminded_at?.toISOString() ?? null,
      is_under_way: tried.some(({ state }) => isLivePayment(state)),
      // Customers on the provider's page have nothing left to do.
      can_remind: tried.some(isPromised),
    }
  })
}
