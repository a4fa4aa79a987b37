import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** The audit log's events about an order itself. */
export const ORDER_EVENTS = [
  'order.moved',
  'order.held',
  'order.release_asked',
  'order.released',
  'order.flagged',
] as const

const DID: Readonly<Record<string, string>> = {
  'order.moved pending_payment': 'placed it',
  'order.moved in_review': 'moved it to review',
  'order.moved approved': 'approved it',
  'order.moved fulfilled': 'marked it as fulfilled',
  'order.moved declined': 'declined it',
  'order.held': 'put it on hold',
  'order.release_asked': 'asked to release it',
  'order.released': 'released it',
}

/**
 * The refusal of a decision that came too late: it says who was first, and what they did.
 *
 * @returns `order_changed_meanwhile`, for the caller to throw
 */
export async function changedMeanwhile(db: Db, siteId: number, orderId: number): Promise<Refusal> {
  const { rows } = await sql<{ actor: string; did: string; name: string | null }>`
    select a.actor, a.event || coalesce(' ' || (a.facts ->> 'to'), '') as did, s.name from audit_entries a
    left join staff_accounts s on s.site_id = a.site_id and 'staff:' || s.id = a.actor
    where a.site_id = ${siteId} and a.subject = ${`order:${orderId}`} and a.event in (${sql.join(ORDER_EVENTS)})
    order by a.at desc, a.id desc limit 1`.execute(db)
  const [last] = rows
  const did = last && DID[last.did]
  if (did === undefined) return new Refusal('order_changed_meanwhile')
  const message = `${last!.name ?? whoElse(last!.actor)} ${did} meanwhile.`
  return new Refusal('order_changed_meanwhile', {}, [{ field: 'seen_status', code: 'changed', message }])
}

function whoElse(actor: string): string {
  if (actor.startsWith('customer:')) return 'The customer'
  if (actor.startsWith('integrator:')) return 'A program'
  return actor === 'system' ? 'The system' : 'Somebody'
}
