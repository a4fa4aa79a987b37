import type { AuditEventName } from '@laurel/domain/audit-events'
import type { EventType } from '@laurel/domain/event-types'
import type { Db } from '../../database/database.ts'
import type { EventOf } from '../../order-events.ts'
import { announce, type SiteEvent } from './announce.ts'

type Recorded = EventOf<'company.recorded'>
type Told = { type: EventType; more?: (recorded: Recorded) => SiteEvent['data'] }

const ofPerson = ({ actor, facts }: Recorded) => ({ person_id: idOf(facts.person ?? actor) })
const ofBudget = ({ facts }: Recorded) => ({ budget_id: facts.budget_id ?? null })
const intoOther = ({ facts }: Recorded) => ({ into_company_id: facts.into_id ?? null })

/** What integrators hear of an entry of a company. Other entries are for its people, or for staff. */
const TOLD: Readonly<Partial<Record<AuditEventName, Told>>> = {
  'company.renamed': { type: 'company.renamed' },
  'company.merged': { type: 'company.merged', more: intoOther },
  'company.merge_undone': { type: 'company.unmerged', more: intoOther },
  'company.joined': { type: 'company.person_joined', more: ofPerson },
  'company.join_approved': { type: 'company.person_joined', more: ofPerson },
  'company.left': { type: 'company.person_removed', more: ofPerson },
  'company.person_removed': { type: 'company.person_removed', more: ofPerson },
  'company.role_changed': { type: 'company.role_changed', more: ofPerson },
  'budget.made': { type: 'budget.changed', more: ofBudget },
  'budget.changed': { type: 'budget.changed', more: ofBudget },
  'budget.ended': { type: 'budget.changed', more: ofBudget },
}

export async function announceCompanyChanged(db: Db, recorded: Recorded): Promise<void> {
  const told = TOLD[recorded.event]
  if (told === undefined) return
  const data = { company_id: idOf(recorded.subject), ...told.more?.(recorded) }
  await announce(db, recorded.siteId, [{ type: told.type, data, at: recorded.at }])
}

export async function announceCompanyFounded(
  db: Db,
  { siteId, companyId, personId, at }: EventOf<'company.founded'>,
): Promise<void> {
  const data = { company_id: companyId, person_id: personId }
  await announce(db, siteId, [{ type: 'company.created', data, at }])
}

export async function announceBudgetUsed(
  db: Db,
  { siteId, companyId, budgetId, percent, at }: EventOf<'budget.used'>,
): Promise<void> {
  if (percent < 100) return
  const data = { company_id: companyId, budget_id: budgetId }
  await announce(db, siteId, [{ type: 'budget.exhausted', data, at }])
}

export async function announceBalanceMoved(
  db: Db,
  { siteId, companyId, orderId, isTopUp, cents, balanceCents, at }: EventOf<'balance.moved'>,
): Promise<void> {
  const type = isTopUp && cents > 0 ? 'balance.topped_up' : 'balance.changed'
  const data = { company_id: companyId, order_id: orderId, amount_cents: cents, balance_cents: balanceCents }
  await announce(db, siteId, [{ type, data, at }])
}

/** The ID in `customer:5` or `company:4`. */
function idOf(party: unknown): number | null {
  const id = Number(String(party).split(':')[1])
  return Number.isSafeInteger(id) ? id : null
}
