import { needsSecondPerson } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changeReceivedPayment, lockReceivedPayment } from '../refunds/received-payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { isSamePerson } from '../staff/same-person.ts'
import { type ReceivedPaymentWire, receivedPaymentWire } from './received-payments.service.ts'

type UnmatchedRefund = { receivedPaymentId: number; documentNumber: string; reason: string }

/**
 * Records that a payment without an order was returned to its sender. It was never in an order's ledger, so
 * nothing is posted. Above the site's limit, a second person has to confirm.
 *
 * @throws {Refusal} `not_found`; `payment_not_matchable` if it has an order, or was reversed; `not_allowed`
 * for a program; `other_person_needed` if the requester could be behind both
 */
export function refundUnmatchedPayment(
  kit: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Staff,
  { receivedPaymentId, documentNumber, reason }: UnmatchedRefund,
): Promise<ReceivedPaymentWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const payment = await lockReceivedPayment(db, site.id, receivedPaymentId)
    if (payment === undefined) throw new Refusal('not_found')
    if (payment.order_id !== null || payment.reversed_at !== null) throw new Refusal('payment_not_matchable')

    const isLarge = needsSecondPerson(payment.amount_cents, await twoPeopleAbove(db, site, at))
    const isFirst = isLarge && payment.send_back_asked_by === ''
    if (isLarge && !isFirst) {
      if (actor.staffId === undefined) throw new Refusal('not_allowed')
      const pair = { siteId: site.id, one: payment.send_back_asked_by, other: actor.by, at }
      if (await isSamePerson(db, pair)) throw new Refusal('other_person_needed')
    }
    const change = isFirst
      ? { send_back_asked_by: actor.by }
      : { reversed_at: at, reversed_reason: reason, sent_back_as: documentNumber }
    const changed = await changeReceivedPayment(db, payment, change)
    record(db, site.id, {
      actor: actor.by,
      event: isFirst ? 'funds.send_back_asked' : 'funds.sent_back',
      subject: `funds:${payment.id}`,
      facts: { amount_cents: payment.amount_cents, document: documentNumber, reason },
      at,
    })
    return receivedPaymentWire(changed, undefined)
  })
}
