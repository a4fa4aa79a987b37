import { needsSecondPerson } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changeFunds, lockFunds } from '../refunds/funds.repo.ts'
import { isSamePerson } from '../refunds/same-person.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { type FundsWire, fundsWire } from './funds.service.ts'

type SentBack = { fundsId: number; documentNumber: string; reason: string }

/**
 * Records that a payment without an order was returned to its sender. It was never in an order's ledger, so
 * nothing is posted. Above the site's limit, a second person has to confirm.
 *
 * @throws {Refusal} `not_found`; `funds_not_matchable` if it has an order, or was reversed; `not_allowed`
 * for a program; `other_person_needed` if the requester could be behind both
 */
export function sendBack(
  kit: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Staff,
  { fundsId, documentNumber, reason }: SentBack,
): Promise<FundsWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const funds = await lockFunds(db, site.id, fundsId)
    if (funds === undefined) throw new Refusal('not_found')
    if (funds.order_id !== null || funds.reversed_at !== null) throw new Refusal('funds_not_matchable')

    const isLarge = needsSecondPerson(funds.amount_cents, await twoPeopleAbove(db, site, at))
    const isFirst = isLarge && funds.send_back_asked_by === ''
    if (isLarge && !isFirst) {
      if (actor.staffId === undefined) throw new Refusal('not_allowed')
      const pair = { siteId: site.id, one: funds.send_back_asked_by, other: actor.by, at }
      if (await isSamePerson(db, pair)) throw new Refusal('other_person_needed')
    }
    const change = isFirst
      ? { send_back_asked_by: actor.by }
      : { reversed_at: at, reversed_reason: reason, sent_back_as: documentNumber }
    const changed = await changeFunds(db, funds, change)
    record(db, site.id, {
      actor: actor.by,
      event: isFirst ? 'funds.send_back_asked' : 'funds.sent_back',
      subject: `funds:${funds.id}`,
      facts: { amount_cents: funds.amount_cents, document: documentNumber, reason },
      at,
    })
    return fundsWire(changed, '')
  })
}
