import { holdsMoney, needsSecondPerson } from '@laurel/domain/refund-rules'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Staff } from '../../http/actor.ts'
import { type Coverage, coverageOf } from '../ledger/coverage.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { isSamePerson } from '../staff/same-person.ts'
import { listRefundsOf } from './refunds.repo.ts'

type Order = Pick<OrderRow, 'id' | 'status' | 'total_cents' | 'held_at' | 'release_asked_by'>

/** What payments don't cover: of its total under review, of its cards afterwards. Open refunds count as gone. */
export function missingCents(order: Order, { keptCents, aliveCents, isReleased }: Coverage): number {
  const neededCents = order.status === 'in_review' ? order.total_cents : aliveCents
  return isReleased ? 0 : Math.max(0, neededCents - keptCents)
}

/** Can staff release it, and what do its payments not cover? Under review, an open refund needs no hold. */
export async function releasable(db: Db, siteId: number, order: Order) {
  const coverage = await coverageOf(db, siteId, order.id)
  const missing = missingCents(order, coverage)
  const isWaiting = order.held_at !== null || (order.status === 'in_review' && missing > 0)
  return { isWaiting, hasCards: coverage.aliveCents > 0, missing }
}

/**
 * May this person release an order whose payments don't cover it, or do they only ask for it? It takes a person
 * who had no part in its refunds, and above the site's limit two people.
 *
 * @throws {Refusal} `other_person_needed` if it's asked for already and this person can't agree; `not_allowed`
 * for a program
 * @see docs/decisions/0036-who-is-a-second-person.md
 */
export async function mayRelease(
  db: Db,
  site: SiteRow,
  actor: Staff,
  order: Order,
  { missing, at }: { missing: number; at: Date },
): Promise<boolean> {
  if (actor.staffId === undefined) throw new Refusal('not_allowed')
  const refunds = (await listRefundsOf(db, site.id, order.id)).filter(
    ({ state, doubt_id }) => doubt_id === null && holdsMoney(state),
  )
  const refunders = [...new Set(refunds.flatMap((one) => [one.asked_by, one.approved_by]))].filter(Boolean)
  const isAmong = async (people: readonly string[], who: string) => {
    for (const one of people) {
      if (await isSamePerson(db, { siteId: site.id, one, other: who, at })) return true
    }
    return false
  }
  const isFree = !(await isAmong(refunders, actor.by))
  if (isFree && !needsSecondPerson(missing, await twoPeopleAbove(db, site, at))) return true

  const { release_asked_by: asker } = order
  if (asker === '') return false
  const isSecond = !(await isAmong([asker], actor.by))
  if (isSecond && (isFree || !(await isAmong(refunders, asker)))) return true
  throw new Refusal('other_person_needed')
}
