import type { joinCompany, listCompanyProposals } from '@laurel/contract/company-domains'
import {
  domainOfEmail,
  type JoinRequestState,
  joinMailAt,
  MAX_JOIN_REQUESTS,
  waysToJoin,
} from '@laurel/domain/company-domains'
import { mayInCompany, type RoleInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { mailJoinOutcome, mailJoinRequests } from '../mail/company-join.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertMayGive, changeCompany, noteChange } from './change-company.ts'
import { addPerson, type InCompany, inCompany, lockPeople, type PeopleRoles } from './companies.repo.ts'
import { type CompanyKit, readOwn } from './companies.service.ts'
import {
  changeJoining,
  findHolder,
  findJoinRequest,
  listJoinRequests,
  readJoining,
  saveJoinRequest,
} from './domains.repo.ts'
import { isInCompany } from './own-companies.ts'
import { readRole } from './roles.repo.ts'
import { shareOrders } from './share-orders.jobs.ts'

/**
 * The company that has the domain of the customer's address. Only a verified address shows it, and only the domain
 * itself: another company's name would tell who orders here.
 */
export function listProposals(
  kit: CompanyKit,
  { siteId, customerId, email, emailVerified, registrationComplete }: Customer,
): Promise<z.input<typeof listCompanyProposals.response>> {
  return inSite(kit.pool, siteId, async (db) => {
    if (!emailVerified || !registrationComplete) return []
    const companyId = await findHolder(db, siteId, domainOfEmail(email))
    if (companyId === undefined || (await isInCompany(db, asPerson(siteId, customerId, companyId, ''))))
      return []
    const { name, mode, role } = await readJoining(db, { siteId, companyId })
    const before = await findJoinRequest(db, { siteId, companyId, customerId })
    const joins = waysToJoin(mode, before, kit.now())
    if (joins === undefined) return []
    const { legal_business_name: business } = await db
      .selectFrom('customers')
      .select('legal_business_name')
      .where('site_id', '=', siteId)
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const { name: role_name } = await readRole(db, asPerson(siteId, customerId, companyId, role), role)
    const state = before === undefined ? 'new' : WIRE_STATES[before.state]
    const is_same_business = business.trim().toLowerCase() === name.trim().toLowerCase()
    return [{ company_id: companyId, name, role_name, joins, state, is_same_business }]
  })
}

const WIRE_STATES = { open: 'asked', declined: 'declined', left: 'left' } as const satisfies Record<
  JoinRequestState,
  string
>

/**
 * Joins a proposed company, or asks its admins to. Joining twice is joining once.
 *
 * @throws {Refusal} `registration_incomplete`; `not_found` if the customer's address isn't at a domain of the
 * company, or it lets no one join; `limit_exceeded`
 */
export function join(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  companyId: number,
): Promise<z.input<typeof joinCompany.response>> {
  const { siteId, customerId } = inCompany(actor)
  return inSite(kit.pool, siteId, async (db) => {
    const people = await lockPeople(db, siteId, companyId)
    if (people.has(customerId)) {
      return { company: await readOwn(db, site, asPerson(siteId, customerId, companyId, '')) }
    }
    const domain = domainOfEmail(actor.email)
    const holder = actor.emailVerified ? await findHolder(db, siteId, domain) : undefined
    if (holder !== companyId) throw new Refusal('not_found')
    const { mode, role } = await readJoining(db, { siteId, companyId })
    const before = await findJoinRequest(db, { siteId, companyId, customerId })
    const at = kit.now()
    const joins = waysToJoin(mode, before, at)
    if (joins === undefined) throw new Refusal('not_found')
    const own = asPerson(siteId, customerId, companyId, role)
    if (joins === 'at_once') {
      await letIn(db, kit, own, customerId, role)
      const company = await readOwn(db, site, own)
      noteChange(db, kit, own, 'company.joined', { role: company.role_name, domain })
      return { company }
    }
    if (before?.state === 'open') return { company: null }
    if ((await listJoinRequests(db, own)).length >= MAX_JOIN_REQUESTS) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_JOIN_REQUESTS,
        of: /*i18n*/ '{limit, number} open requests',
      })
    }
    await saveJoinRequest(db, { siteId, companyId, customerId }, { state: 'open', at })
    noteChange(db, kit, own, 'company.join_asked', {})
    await tellAdmins(db, kit, own, people)
    return { company: null }
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`, also for the second of two at once; `role_above_own` */
export async function approveRequest(
  kit: CompanyKit,
  actor: Customer,
  personId: number,
  asked: string | undefined,
): Promise<void> {
  await changeCompany(kit, actor, 'people.manage', async (db, own) => {
    await assertOpen(db, own, personId)
    const { role: joinRole } = await readJoining(db, { siteId: own.siteId, companyId: own.company.id })
    const role = await readRole(db, own, asked ?? joinRole)
    assertMayGive(own.role, role)
    await letIn(db, kit, own, personId, role.role)
    noteChange(db, kit, own, 'company.join_approved', { person: `customer:${personId}`, role: role.name })
    await tellOutcome(db, kit, own, personId, true)
  })
  crashPoint('join.answered')
}

/** @throws {Refusal} `not_allowed`; `not_found`, also for the second of two at once */
export async function declineRequest(kit: CompanyKit, actor: Customer, personId: number): Promise<void> {
  await changeCompany(kit, actor, 'people.manage', async (db, own) => {
    await assertOpen(db, own, personId)
    const ids = { siteId: own.siteId, companyId: own.company.id, customerId: personId }
    await saveJoinRequest(db, ids, { state: 'declined', at: kit.now() })
    noteChange(db, kit, own, 'company.join_declined', { person: `customer:${personId}` })
    await tellOutcome(db, kit, own, personId, false)
  })
  crashPoint('join.answered')
}

/**
 * Withdraws the customer's own request. They can ask again, but not join at once: they may have left or been removed
 * before.
 *
 * @throws {Refusal} `registration_incomplete`; `not_found`, also if it was answered
 */
export function withdrawRequest(kit: CompanyKit, actor: Customer, companyId: number): Promise<void> {
  const { siteId, customerId } = inCompany(actor)
  const own = asPerson(siteId, customerId, companyId, '')
  return inSite(kit.pool, siteId, async (db) => {
    await lockPeople(db, siteId, companyId)
    await assertOpen(db, own, customerId)
    await saveJoinRequest(db, { siteId, companyId, customerId }, { state: 'left', at: kit.now() })
    noteChange(db, kit, own, 'company.join_withdrawn', {})
  })
}

async function assertOpen(db: Db, { siteId, company }: InCompany, customerId: number): Promise<void> {
  const request = await findJoinRequest(db, { siteId, companyId: company.id, customerId })
  if (request?.state !== 'open') throw new Refusal('not_found')
}

async function letIn(
  db: Db,
  kit: CompanyKit,
  { siteId, company }: InCompany,
  customerId: number,
  role: string,
): Promise<void> {
  await addPerson(db, siteId, company.id, { customerId, role, at: kit.now() })
  await kit.jobs.enqueue(db, shareOrders, { siteId, companyId: company.id })
}

/** Enqueues a mail to everyone who manages people, at most once a day. */
async function tellAdmins(
  db: Db,
  kit: CompanyKit,
  { siteId, company }: InCompany,
  people: PeopleRoles,
): Promise<void> {
  const ids = { siteId, companyId: company.id }
  const now = kit.now()
  const at = joinMailAt((await readJoining(db, ids)).join_mail_at, now)
  if (at === undefined) return
  await changeJoining(db, ids, { join_mail_at: at })
  const startAfter = Math.ceil((at.getTime() - now.getTime()) / 1000)
  const isManager = (role: RoleInCompany) => mayInCompany(role, 'people.manage')
  for (const [customerId] of [...people].filter(([, role]) => isManager(role))) {
    const payload = { ...ids, customerId, at: at.toISOString() }
    await kit.jobs.enqueue(db, mailJoinRequests, payload, { startAfter })
  }
}

async function tellOutcome(
  db: Db,
  { jobs, now }: CompanyKit,
  { siteId, company }: InCompany,
  customerId: number,
  isApproved: boolean,
): Promise<void> {
  const at = now().toISOString()
  await jobs.enqueue(db, mailJoinOutcome, { siteId, companyId: company.id, customerId, isApproved, at })
}

function asPerson(siteId: number, customerId: number, companyId: number, role: string): InCompany {
  return { siteId, customerId, company: { id: companyId, role, capabilities: [] } }
}
