import { randomBytes } from 'node:crypto'
import type {
  CompanyInvitation,
  CompanyPerson,
  getCompanyPeople,
  getInvitation as invitationEndpoint,
  OwnCompany,
} from '@laurel/contract/companies'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { type CompanyRole, mayInCompany } from '@laurel/domain/company-roles'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { record } from '../audit/audit.service.ts'
import { invitationLink, mailCompanyInvitation, sealInvitation } from '../mail/company-invitation.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  addPerson,
  deleteInvitation,
  type InCompany,
  type InvitationRow,
  inCompany,
  listInvitations,
  listOwnCompanies,
  listPeople,
  lockInvitation,
  lockInvitationOf,
  lockPeople,
  type PersonRow,
  readInvitationOf,
  renewInvitation,
  saveInvitation,
  setRole,
  takeOut,
} from './companies.repo.ts'
import { shareOrders } from './share-orders.jobs.ts'

export type CompanyKit = Pick<Kit, 'pool' | 'keys' | 'jobs' | 'now' | 'config'>
type CompanyWire = z.input<typeof OwnCompany>
type PersonWire = z.input<typeof CompanyPerson>
type InvitationWire = z.input<typeof CompanyInvitation>

/** Invitations of one company that wait at the same time. */
const MAX_OPEN_INVITATIONS = 200
/** An invitation isn't mailed again sooner. */
const AGAIN_AFTER_S = 60

export function listCompanies({ pool }: CompanyKit, actor: Customer): Promise<CompanyWire[]> {
  return inSite(pool, actor.siteId, (db) => listOwnCompanies(db, actor))
}

/** @throws {Refusal} `registration_incomplete` */
export function readPeople(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
): Promise<z.input<typeof getCompanyPeople.response>> {
  const own = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => {
    const company = await readOwn(db, actor, own.company.id)
    const people = await listPeople(db, own)
    const isManaging = mayInCompany(company.role, 'people.manage')
    const invitations = isManaging ? await listInvitations(db, own) : []
    return {
      company,
      people: people.map((person) => personWire(person, actor)),
      invitations: invitations.map((row) => invitationWire(kit, site, row)),
    }
  })
}

/** @throws {Refusal} `not_allowed` */
export function renameCompany(kit: CompanyKit, actor: Customer, name: string): Promise<CompanyWire> {
  return change(kit, actor, async (db, own) => {
    const before = await readOwn(db, actor, own.company.id)
    await db
      .updateTable('companies')
      .set({ name })
      .where('site_id', '=', own.siteId)
      .where('id', '=', own.company.id)
      .execute()
    if (name !== before.name) note(db, kit, own, 'company.renamed', { name_old: before.name, name_new: name })
    return { ...before, name }
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `last_admin` if no one would be left to manage people */
export function changeRole(
  kit: CompanyKit,
  actor: Customer,
  personId: number,
  role: CompanyRole,
): Promise<PersonWire> {
  return change(kit, actor, async (db, own, roles) => {
    const before = roles.get(personId)
    if (before === undefined) throw new Refusal('not_found')
    if (role !== 'admin') assertOtherAdmin(roles, personId)
    await setRole(db, own, personId, role)
    if (role !== before) {
      note(db, kit, own, 'company.role_changed', {
        person: `customer:${personId}`,
        role_old: before,
        role_new: role,
      })
    }
    const people = await listPeople(db, own)
    return personWire(people.find(({ id }) => id === personId)!, actor)
  })
}

/**
 * Removes a person from the company, or lets them leave it. The orders they placed for it stay there, and pass to
 * the admin who removes them, or to the first of the admins. They have their own cart, and their own company if
 * they're in no other.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `last_admin`
 */
export function removePerson(kit: CompanyKit, actor: Customer, personId: number): Promise<void> {
  const own = inCompany(actor)
  const isLeaving = personId === actor.customerId
  return inSite(kit.pool, own.siteId, async (db) => {
    const roles = await lockPeople(db, own.siteId, own.company.id)
    if (!isLeaving) assertManages(roles, actor)
    if (!roles.has(personId)) throw new Refusal('not_found')
    assertOtherAdmin(roles, personId)
    const firstAdmin = [...roles].find(([id, role]) => role === 'admin' && id !== personId)
    const heirId = isLeaving ? firstAdmin?.[0] : actor.customerId
    await takeOut(db, own.siteId, own.company.id, { customerId: personId, heirId })
    note(db, kit, own, isLeaving ? 'company.left' : 'company.person_removed', {
      person: `customer:${personId}`,
    })
  })
}

/**
 * Invites people by email. An invitation that someone has already is replaced.
 *
 * @throws {Refusal} `not_allowed`; `validation_failed` for an address that can't be one, or of a person who is in
 * the company; `limit_exceeded`
 */
export function invitePeople(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  given: { emails: readonly string[]; role: CompanyRole },
): Promise<InvitationWire[]> {
  const emails = new Map(given.emails.map(normalizeEmail).map((email) => [email.toLowerCase(), email]))
  const wrong = [...emails.values()].filter((email) => !isEmail(email))
  if (wrong.length > 0) throw emailProblem(`${EMAIL_INVALID}: ${wrong.join(', ')}`)
  return change(kit, actor, async (db, own) => {
    const people = await listPeople(db, own)
    const known = people.filter(({ email }) => emails.has(email.toLowerCase())).map(({ email }) => email)
    if (known.length > 0) throw emailProblem(`Already in the company: ${known.join(', ')}`)
    const rows = []
    for (const email of emails.values()) {
      const token = randomBytes(18).toString('base64url')
      const row = await saveInvitation(db, own, {
        email,
        role: given.role,
        tokenHash: hashSecret(token),
        tokenSealed: sealInvitation(kit, site.id, token),
        at: kit.now(),
      })
      await mail(db, kit, row)
      note(db, kit, own, 'company.person_invited', { email, role: given.role })
      rows.push(row)
    }
    if ((await listInvitations(db, own)).length > MAX_OPEN_INVITATIONS) {
      throw new Refusal('limit_exceeded', { limit: `${MAX_OPEN_INVITATIONS} open invitations` })
    }
    await kit.jobs.enqueue(db, shareOrders, { siteId: site.id, companyId: own.company.id })
    return rows.map((row) => invitationWire(kit, site, row))
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `too_many_requests` within a minute */
export function sendAgain(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<InvitationWire> {
  return change(kit, actor, async (db, own) => {
    const row = await lockInvitation(db, own, id)
    const waitS = Math.ceil(AGAIN_AFTER_S - (kit.now().getTime() - row.sent_at.getTime()) / 1000)
    if (waitS > 0) throw new Refusal('too_many_requests', { seconds: waitS })
    const renewed = await renewInvitation(db, row, kit.now())
    await mail(db, kit, renewed)
    return invitationWire(kit, site, renewed)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function withdrawInvitation(kit: CompanyKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own) => {
    const row = await lockInvitation(db, own, id)
    await deleteInvitation(db, row)
    note(db, kit, own, 'company.invitation_withdrawn', { email: row.email })
  })
}

/** @throws {Refusal} `invitation_not_found` */
export function readInvitation(
  { pool, now }: CompanyKit,
  siteId: number,
  token: string,
): Promise<z.input<typeof invitationEndpoint.response>> {
  return inSite(pool, siteId, async (db) => {
    const row = await readInvitationOf(db, siteId, token)
    return {
      company: row.name,
      invited_by: `${row.first_name} ${row.last_name}`.trim(),
      role: row.role,
      email_hint: masked(row.email),
      is_expired: row.expires_at <= now(),
    }
  })
}

/**
 * Joins the company that invited the customer. Only the invited address can, once it is verified: a link can be
 * forwarded.
 *
 * @throws {Refusal} `invitation_not_found`; `invitation_expired`; `invitation_for_other`
 */
export function acceptInvitation(kit: CompanyKit, actor: Customer, token: string): Promise<CompanyWire> {
  const { siteId, customerId } = actor
  return inSite(kit.pool, siteId, async (db) => {
    const invitation = await lockInvitationOf(db, siteId, token)
    const isTheirs = actor.emailVerified && actor.email.toLowerCase() === invitation.email.toLowerCase()
    if (!isTheirs) throw new Refusal('invitation_for_other', { email: masked(invitation.email) })
    const at = kit.now()
    if (invitation.expires_at <= at) throw new Refusal('invitation_expired')
    const company = { id: invitation.company_id, role: invitation.role }
    const own = { siteId, customerId, company }
    const isNew = await addPerson(db, siteId, company.id, { customerId, role: company.role, at })
    await deleteInvitation(db, invitation)
    if (isNew) note(db, kit, own, 'company.joined', { role: company.role })
    return readOwn(db, actor, company.id)
  })
}

/**
 * Takes a customer whose account is closed out of their companies. Without an admin, the person who joined first
 * becomes one.
 */
export async function leaveAllCompanies(db: Db, siteId: number, customerId: number): Promise<void> {
  const memberships = await db
    .selectFrom('company_members')
    .select('company_id')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .orderBy('company_id')
    .execute()
  for (const { company_id: companyId } of memberships) {
    const others = [...(await lockPeople(db, siteId, companyId))].filter(([id]) => id !== customerId)
    const heir = others.find(([, role]) => role === 'admin') ?? others[0]
    await takeOut(db, siteId, companyId, { customerId, heirId: heir?.[0] })
    if (heir === undefined) {
      await db
        .deleteFrom('company_invitations')
        .where('site_id', '=', siteId)
        .where('company_id', '=', companyId)
        .execute()
      continue
    }
    const company = { id: companyId, role: 'admin' } as const
    await setRole(db, { siteId, customerId, company }, heir[0], 'admin')
  }
}

/** Changes the company as one of its admins: their role is read again, under the lock. */
function change<T>(
  kit: CompanyKit,
  actor: Customer,
  work: (db: Db, own: InCompany, roles: Map<number, CompanyRole>) => Promise<T>,
): Promise<T> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) => {
    const roles = await lockPeople(db, own.siteId, own.company.id)
    assertManages(roles, actor)
    return work(db, own, roles)
  })
}

function assertManages(roles: Map<number, CompanyRole>, { customerId }: Customer) {
  const role = roles.get(customerId)
  if (role === undefined) throw new Refusal('company_left')
  if (!mayInCompany(role, 'people.manage')) throw new Refusal('not_allowed')
}

function assertOtherAdmin(roles: Map<number, CompanyRole>, personId: number) {
  const hasOther = [...roles].some(([id, role]) => id !== personId && role === 'admin')
  if (!hasOther) throw new Refusal('last_admin')
}

/** @throws {Refusal} `company_left` */
async function readOwn(db: Db, actor: Customer, id: number): Promise<CompanyWire> {
  const company = (await listOwnCompanies(db, actor)).find((one) => one.id === id)
  if (company === undefined) throw new Refusal('company_left')
  return company
}

async function mail(db: Db, { jobs }: CompanyKit, { site_id: siteId, id, sent_at }: InvitationRow) {
  await jobs.enqueue(db, mailCompanyInvitation, { siteId, invitationId: id, sentAt: sent_at.toISOString() })
}

function note(
  db: Db,
  { now }: CompanyKit,
  { siteId, customerId, company }: InCompany,
  event: AuditEventName,
  facts: AuditFacts,
) {
  const actor = `customer:${customerId}`
  record(db, siteId, { actor, event, subject: `company:${company.id}`, facts, at: now() })
}

function personWire(row: PersonRow, { customerId }: Customer): PersonWire {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    role: row.role,
    is_you: row.id === customerId,
    joined_at: row.joined_at.toISOString(),
  }
}

function invitationWire(kit: CompanyKit, site: SiteRow, row: InvitationRow): InvitationWire {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    link: invitationLink(kit, site, row.token_sealed),
  }
}

/** `k…@halden.example` */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

function emailProblem(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'emails', code: 'wrong', message }])
}
