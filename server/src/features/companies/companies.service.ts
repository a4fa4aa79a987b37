import { randomBytes } from 'node:crypto'
import type {
  CompanyInvitation,
  CompanyPerson,
  getCompanyPeople,
  getInvitation as invitationEndpoint,
  OwnCompany,
} from '@laurel/contract/companies'
import { mayInCompany } from '@laurel/domain/company-roles'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { isTimeZone } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { invitationLink, mailCompanyInvitation, sealInvitation } from '../mail/company-invitation.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertMay, assertMayGive, type Changing, changeCompany, noteChange } from './change-company.ts'
import {
  addPerson,
  changeMember,
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
  type PeopleRoles,
  type PersonRow,
  readInvitationOf,
  renewInvitation,
  saveInvitation,
  takeOut,
  tellPeopleChanged,
} from './companies.repo.ts'
import { countInvitations } from './invitation-limits.ts'
import { listRoles, readRole, roleName } from './roles.repo.ts'
import { roleWire } from './roles.service.ts'
import { shareOrders } from './share-orders.jobs.ts'
import { listTeams, moveToTeam } from './teams.ts'

export type CompanyKit = Pick<Kit, 'pool' | 'keys' | 'jobs' | 'now' | 'config'>
type CompanyWire = z.input<typeof OwnCompany>
type PersonWire = z.input<typeof CompanyPerson>
type InvitationWire = z.input<typeof CompanyInvitation>

/** Invitations of one company that wait at the same time. */
const MAX_OPEN_INVITATIONS = 200

export function listCompanies({ pool }: CompanyKit, site: SiteRow, actor: Customer): Promise<CompanyWire[]> {
  return inSite(pool, site.id, (db) => listOwnCompanies(db, site, actor.customerId))
}

/** @throws {Refusal} `registration_incomplete` */
export function readPeople(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
): Promise<z.input<typeof getCompanyPeople.response>> {
  const own = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => {
    const company = await readOwn(db, site, own)
    const people = await listPeople(db, own)
    const teams = await listTeams(db, own)
    const isManaging = mayInCompany(company, 'people.manage')
    const invitations = isManaging ? await listInvitations(db, own) : []
    const roles = await listRoles(db, own)
    return {
      company,
      people: people.map((person) => personWire(person, actor)),
      teams,
      roles: roles.map(roleWire),
      invitations: invitations.map((row) => invitationWire(kit, site, row)),
    }
  })
}

/** @throws {Refusal} `not_allowed`; `validation_failed` if there's no such time zone */
export function editCompany(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  { name, time_zone: zone }: { name?: string | undefined; time_zone?: string | undefined },
): Promise<CompanyWire> {
  if (zone !== undefined && zone !== '' && !isTimeZone(zone)) {
    const message = 'Choose a time zone, such as America/Chicago.'
    throw new Refusal('validation_failed', {}, [{ field: 'time_zone', code: 'wrong', message }])
  }
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const before = await readOwn(db, site, own)
    await db
      .updateTable('companies')
      .set({ name: name ?? before.name, ...(zone !== undefined && { time_zone: zone || null }) })
      .where('site_id', '=', own.siteId)
      .where('id', '=', own.company.id)
      .execute()
    const after = await readOwn(db, site, own)
    if (after.name !== before.name) {
      noteChange(db, kit, own, 'company.renamed', { name_old: before.name, name_new: after.name })
    }
    if (after.time_zone !== before.time_zone) {
      const facts = { time_zone_old: before.time_zone, time_zone_new: after.time_zone }
      noteChange(db, kit, own, 'company.time_zone_changed', facts)
    }
    return after
  })
}

/**
 * Changes a person's role, team, or both.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `role_above_own`; `last_admin` if no one would be left to manage
 * people
 */
export function changePerson(
  kit: CompanyKit,
  actor: Customer,
  personId: number,
  asked: { role?: string | undefined; team_id?: number | null | undefined },
): Promise<PersonWire> {
  return changeCompany(kit, actor, 'people.manage', async (db, own, people) => {
    const before = people.get(personId)
    if (before === undefined) throw new Refusal('not_found')
    if (asked.role !== undefined) await giveRole(db, kit, own, people, personId, asked.role)
    if (asked.team_id !== undefined) await moveToTeam(db, kit, own, personId, asked.team_id)
    await tellPeopleChanged(db, own, kit)
    const rows = await listPeople(db, own)
    return personWire(rows.find(({ id }) => id === personId)!, actor)
  })
}

async function giveRole(
  db: Db,
  kit: CompanyKit,
  own: Changing,
  people: PeopleRoles,
  personId: number,
  key: string,
) {
  const before = people.get(personId)!
  const roles = await listRoles(db, own)
  const role = await readRole(db, own, key)
  assertMayGive(own.role, before)
  assertMayGive(own.role, role)
  if (key !== 'admin') assertOtherAdmin(people, personId)
  await changeMember(db, own, personId, { role: key })
  if (key === before.role) return
  noteChange(db, kit, own, 'company.role_changed', {
    person: `customer:${personId}`,
    role_old: roles.find((one) => one.role === before.role)?.name ?? before.role,
    role_new: role.name,
  })
}

/**
 * Removes a person from the company, or lets them leave it. The orders they placed for it stay there, and pass to
 * the admin who removes them, or to the first of the admins. They have their own cart, and their own company if
 * they're in no other.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `role_above_own`; `last_admin`
 */
export async function removePerson(kit: CompanyKit, actor: Customer, personId: number): Promise<void> {
  const own = inCompany(actor)
  const isLeaving = personId === actor.customerId
  await inSite(kit.pool, own.siteId, async (db) => {
    const roles = await lockPeople(db, own.siteId, own.company.id)
    const manager = isLeaving ? undefined : assertMay(roles, actor, 'people.manage')
    const removed = roles.get(personId)
    if (removed === undefined) throw new Refusal('not_found')
    if (manager !== undefined) assertMayGive(manager, removed)
    assertOtherAdmin(roles, personId)
    const firstAdmin = [...roles].find(([id, { role }]) => role === 'admin' && id !== personId)
    const heirId = isLeaving ? firstAdmin?.[0] : actor.customerId
    await takeOut(db, own.siteId, own.company.id, { customerId: personId, heirId })
    crashPoint('person.taken_out')
    await tellPeopleChanged(db, own, kit)
    noteChange(db, kit, own, isLeaving ? 'company.left' : 'company.person_removed', {
      person: `customer:${personId}`,
    })
  })
  crashPoint('person.removed')
}

/**
 * Invites people by email. An invitation that someone has already is replaced.
 *
 * @throws {Refusal} `not_allowed`; `role_above_own`; `validation_failed` for an address that can't be one, or of a
 * person who is in the company; `too_many_requests`; `limit_exceeded`
 */
export function invitePeople(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  given: { emails: readonly string[]; role: string },
): Promise<InvitationWire[]> {
  const emails = new Map(given.emails.map(normalizeEmail).map((email) => [email.toLowerCase(), email]))
  const wrong = [...emails.values()].filter((email) => !isEmail(email))
  if (wrong.length > 0) throw emailProblem(`${EMAIL_INVALID}: ${wrong.join(', ')}`)
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const role = await readRole(db, own, given.role)
    assertMayGive(own.role, role)
    const people = await listPeople(db, own)
    const known = people.filter(({ email }) => emails.has(email.toLowerCase())).map(({ email }) => email)
    if (known.length > 0) throw emailProblem(`Already in your company: ${known.join(', ')}`)
    await countInvitations(db, kit, own, [...emails.values()])
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
      noteChange(db, kit, own, 'company.person_invited', { email, role: role.name })
      rows.push(row)
    }
    if ((await listInvitations(db, own)).length > MAX_OPEN_INVITATIONS) {
      throw new Refusal('limit_exceeded', { limit: `${MAX_OPEN_INVITATIONS} open invitations` })
    }
    await kit.jobs.enqueue(db, shareOrders, { siteId: site.id, companyId: own.company.id })
    return rows.map((row) => invitationWire(kit, site, row))
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `too_many_requests` */
export function sendAgain(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<InvitationWire> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const row = await lockInvitation(db, own, id)
    await countInvitations(db, kit, own, [row.email])
    const renewed = await renewInvitation(db, row, kit.now())
    await mail(db, kit, renewed)
    return invitationWire(kit, site, renewed)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function withdrawInvitation(kit: CompanyKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const row = await lockInvitation(db, own, id)
    await deleteInvitation(db, row)
    noteChange(db, kit, own, 'company.invitation_withdrawn', { email: row.email })
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
      role_name: roleName(row.role, row.custom_name),
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
export async function acceptInvitation(
  kit: CompanyKit,
  site: SiteRow,
  actor: Customer,
  token: string,
): Promise<CompanyWire> {
  const { siteId, customerId } = actor
  const joined = await inSite(kit.pool, siteId, async (db) => {
    // The company is locked before its invitation, as when an admin changes either, or its role.
    const companyId = await lockInviting(db, siteId, token)
    const invitation = await lockInvitationOf(db, siteId, token)
    const isTheirs = actor.emailVerified && actor.email.toLowerCase() === invitation.email.toLowerCase()
    if (!isTheirs) throw new Refusal('invitation_for_other', { email: masked(invitation.email) })
    const at = kit.now()
    if (invitation.expires_at <= at) throw new Refusal('invitation_expired')
    const company = { id: companyId, role: invitation.role, capabilities: [] }
    const own = { siteId, customerId, company }
    const isNew = await addPerson(db, siteId, companyId, { customerId, role: company.role, at })
    await deleteInvitation(db, invitation)
    const wire = await readOwn(db, site, own)
    if (isNew) noteChange(db, kit, own, 'company.joined', { role: wire.role_name })
    return wire
  })
  crashPoint('invitation.accepted')
  return joined
}

const LEFT_BY_THE_LAST = [
  'company_billing',
  'company_invitations',
  'company_domains',
  'company_join_requests',
  'saved_designs',
] as const

/** A company that is merged while this waits gives its invitations to another. */
async function lockInviting(db: Db, siteId: number, token: string): Promise<number> {
  const { company_id: asked } = await readInvitationOf(db, siteId, token)
  await lockPeople(db, siteId, asked)
  const { company_id: now } = await readInvitationOf(db, siteId, token)
  if (now !== asked) await lockPeople(db, siteId, now)
  return now
}

/**
 * Takes a customer whose account is closed out of their companies. Without an admin, the person who joined first
 * becomes one.
 */
export async function leaveAllCompanies(
  db: Db,
  kit: Pick<CompanyKit, 'now'>,
  siteId: number,
  customerId: number,
): Promise<void> {
  const memberships = await db
    .selectFrom('company_members')
    .select('company_id')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .orderBy('company_id')
    .execute()
  for (const { company_id: companyId } of memberships) {
    const others = [...(await lockPeople(db, siteId, companyId))].filter(([id]) => id !== customerId)
    const heir = others.find(([, { role }]) => role === 'admin') ?? others[0]
    await takeOut(db, siteId, companyId, { customerId, heirId: heir?.[0] })
    if (heir === undefined) {
      // No one is left to join, or to use them.
      for (const table of LEFT_BY_THE_LAST) {
        await db.deleteFrom(table).where('site_id', '=', siteId).where('company_id', '=', companyId).execute()
      }
      continue
    }
    const company = { id: companyId, role: 'admin', capabilities: [] }
    await changeMember(db, { siteId, customerId, company }, heir[0], { role: 'admin' })
    await tellPeopleChanged(db, { siteId, company }, kit)
  }
}

function assertOtherAdmin(roles: PeopleRoles, personId: number) {
  const hasOther = [...roles].some(([id, { role }]) => id !== personId && role === 'admin')
  if (!hasOther) throw new Refusal('last_admin')
}

/** @throws {Refusal} `company_left` */
export async function readOwn(
  db: Db,
  site: SiteRow,
  { customerId, company: { id } }: InCompany,
): Promise<CompanyWire> {
  const company = (await listOwnCompanies(db, site, customerId)).find((one) => one.id === id)
  if (company === undefined) throw new Refusal('company_left')
  return company
}

async function mail(db: Db, { jobs }: CompanyKit, { site_id: siteId, id, sent_at }: InvitationRow) {
  await jobs.enqueue(db, mailCompanyInvitation, { siteId, invitationId: id, sentAt: sent_at.toISOString() })
}

function personWire(row: PersonRow, { customerId }: Customer): PersonWire {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    role: row.role,
    team_id: row.team_id,
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
