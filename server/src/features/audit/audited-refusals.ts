import type { Endpoint } from '@laurel/contract/endpoint'
import type { AuditEventName } from '@laurel/domain/audit-events'
import { Refusal, type RefusalCode } from '@laurel/domain/refusal'
import type { FastifyRequest } from 'fastify'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { record } from './audit.service.ts'

type AuditLogKit = { pool: Pool; now: () => Date }
type Refused = { siteId: number; actor: string; event: AuditEventName; subject: string; reason: string }

/** The most entries per minute for one event and actor, so that the log can't be flooded. */
const MAX_A_MINUTE = 10
const MINUTE_MS = 60_000

/** What a customer is refused about an order's money. */
const OF_ORDERS: Readonly<Record<string, AuditEventName>> = {
  createPayment: 'payment.refused',
  verifyPayment: 'payment.return_refused',
  leavePayment: 'payment.leave_refused',
  cancelOrder: 'order.cancel_refused',
}
/** What is never an accident of two people at once, or of a list that is not fresh. */
const TOLD: readonly RefusalCode[] = [
  'not_found',
  'not_allowed',
  'refund_too_large',
  'refund_changed',
  'other_person_needed',
  'refund_not_covered',
]

let minute = 0
const counts = new Map<string, number>()

/** Records a refusal in its own transaction, because the refused one is rolled back. */
export async function recordRefusal({ pool, now }: AuditLogKit, refused: Refused): Promise<void> {
  const { siteId, actor, event, subject, reason } = refused
  const at = now()
  const began = Math.floor(Date.now() / MINUTE_MS)
  if (began !== minute) counts.clear()
  minute = began
  const of = `${siteId} ${actor} ${event}`
  const count = (counts.get(of) ?? 0) + 1
  counts.set(of, count)
  if (count > MAX_A_MINUTE) return
  await inSite(pool, siteId, async (db) =>
    record(db, siteId, { actor, event, subject, facts: { reason }, at }),
  )
}

/** Records a refusal about money: another customer's order, a missing permission, a refund that isn't allowed. */
export async function recordMoneyRefusal(
  kit: AuditLogKit,
  endpoint: Endpoint,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const event = eventOf(endpoint, error)
  // Without a known actor, there's nothing to record.
  if (event === undefined || request.actor === undefined || !(error instanceof Refusal)) return
  const { actor } = request
  await recordRefusal(kit, {
    siteId: actor.siteId,
    actor: 'customerId' in actor ? `customer:${actor.customerId}` : 'by' in actor ? actor.by : 'visitor',
    event,
    subject: subjectOf(endpoint, request),
    reason: `${endpoint.name}: ${error.code}`,
  }).catch((cause) => request.log.error(cause))
}

function eventOf({ name, needs }: Endpoint, error: unknown): AuditEventName | undefined {
  if (!(error instanceof Refusal) || !TOLD.includes(error.code)) return undefined
  const isMoney = needs?.startsWith('money.') === true
  if (error.code === 'not_allowed') return isMoney ? 'access.refused' : undefined
  if (name in OF_ORDERS) return OF_ORDERS[name]
  if (!isMoney || needs === 'money.read') return undefined
  return needs === 'money.record' ? 'money.refused' : 'refund.not_allowed'
}

function subjectOf({ name, path }: Endpoint, { params, body }: FastifyRequest): string {
  const given = { ...(params as object), ...(body as object) } as Record<string, unknown>
  const [kind, id] =
    name in OF_ORDERS || path.includes('/office/orders/')
      ? ['order', given.order_id ?? given.id]
      : path.includes('/refunds/')
        ? given.payment_id !== undefined
          ? ['payment', given.payment_id]
          : ['refund', given.id]
        : ['', given.id]
  const isId = /^\d{1,15}$/.test(String(id ?? ''))
  return isId && kind !== '' ? `${kind}:${id}` : ''
}
