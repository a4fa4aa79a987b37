import type { ApprovalDelegate, makeApprovalDelegate } from '@laurel/contract/approvals'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { raise } from '../../order-events.ts'
import { changeCompany, noteChange } from '../companies/change-company.ts'
import { type InCompany, inCompany } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { personWire } from './approval-view.ts'
import { readCompanyNow } from './people.repo.ts'

type DelegateKit = Pick<Kit, 'pool' | 'now'>
type DelegateWire = z.input<typeof ApprovalDelegate>

/** Delegations of one person at the same time, past ones included. */
const MAX_DELEGATES = 50

/** @throws {Refusal} `registration_incomplete` */
export function listDelegates(
  { pool, now }: DelegateKit,
  site: SiteRow,
  actor: Customer,
): Promise<DelegateWire[]> {
  const own = inCompany(actor)
  return inSite(pool, site.id, (db) => readDelegates(db, site, own, now()))
}

/** @throws {Refusal} `not_found` for a person who can't approve; `validation_failed`; `limit_exceeded` */
export function makeDelegate(
  kit: DelegateKit,
  site: SiteRow,
  actor: Customer,
  asked: z.output<typeof makeApprovalDelegate.body>,
): Promise<DelegateWire> {
  const { person_id: delegateId, starts_on, ends_on } = asked
  if (ends_on < starts_on) {
    const message = 'Choose a last day on or after the first day.'
    throw new Refusal('validation_failed', {}, [{ field: 'ends_on', code: 'wrong', message }])
  }
  return changeCompany(kit, actor, 'approvals.decide', async (db, own) => {
    const at = kit.now()
    const { members } = await readCompanyNow(db, site, own.company.id, at)
    const delegate = members.find(({ id }) => id === delegateId)
    const isUsable = delegate?.mayApprove && delegateId !== own.customerId
    if (!isUsable) throw new Refusal('not_found')
    const before = await readDelegates(db, site, own, at)
    if (before.length >= MAX_DELEGATES) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_DELEGATES,
        of: /*i18n*/ '{limit, number} delegations',
      })
    }
    const { id } = await db
      .insertInto('approval_delegates')
      .values({
        site_id: own.siteId,
        company_id: own.company.id,
        customer_id: own.customerId,
        delegate_id: delegateId,
        starts_on,
        ends_on,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { person: `customer:${delegateId}`, from: starts_on, until: ends_on }
    noteChange(db, kit, own, 'approval.delegated', facts)
    await raise(db, { type: 'people.changed', siteId: own.siteId, companyId: own.company.id, at })
    return (await readDelegates(db, site, own, at)).find((one) => one.id === id)!
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function removeDelegate(kit: DelegateKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'approvals.decide', async (db, own) => {
    const removed = await db
      .deleteFrom('approval_delegates')
      .where('site_id', '=', own.siteId)
      .where('company_id', '=', own.company.id)
      .where('customer_id', '=', own.customerId)
      .where('id', '=', id)
      .returning('delegate_id')
      .executeTakeFirst()
    if (removed === undefined) throw new Refusal('not_found')
    noteChange(db, kit, own, 'approval.delegation_ended', { person: `customer:${removed.delegate_id}` })
  })
}

async function readDelegates(
  db: Db,
  site: SiteRow,
  { customerId, company }: InCompany,
  at: Date,
): Promise<DelegateWire[]> {
  const [{ members }, rows] = await Promise.all([
    readCompanyNow(db, site, company.id, at),
    db
      .selectFrom('approval_delegates')
      .selectAll()
      .where('site_id', '=', site.id)
      .where('company_id', '=', company.id)
      .where('customer_id', '=', customerId)
      .orderBy('starts_on')
      .orderBy('id')
      .execute(),
  ])
  return rows.flatMap((row) => {
    const person = members.find(({ id }) => id === row.delegate_id)
    const { id, starts_on, ends_on } = row
    return person ? [{ id, person: personWire(person, customerId), starts_on, ends_on }] : []
  })
}
