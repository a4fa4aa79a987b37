import type {
  CompanyInvitation,
  CompanyPerson,
  getCompanyPeople,
  OwnCompany,
} from '@laurel/contract/companies'
import { mayInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { isTimeZone } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { invitationLink } from '../mail/company-invitation.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertMay, assertMayGive, type Changing, changeCompany, noteChange } from './change-company.ts'
import {
  changeMember,
  type InCompany,
  type InvitationRow,
  inCompany,
  listInvitations,
  listOwnCompanies,
  listPeople,
  lockPeople,
  type PeopleRoles,
  type PersonRow,
  takeOut,
  tellPeopleChanged,
} from './companies.repo.ts'
import { listRoles, readRole } from './roles.repo.ts'
import { roleWire } from './roles.service.ts'
import { listTeams, moveToTeam } from './teams.ts'

export type CompanyKit = Pick<Kit, 'pool' | 'keys' | 'jobs' | 'now' | 'config'>
export type CompanyWire = z.input<typeof OwnCompany>
export type InvitationWire = z.input<typeof CompanyInvitation>
type PersonWire = z.input<typeof CompanyPerson>

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

const LEFT_BY_THE_LAST = [
  'company_billing',
  'company_invitations',
  'company_domains',
  'company_join_requests',
  'saved_designs',
  'saved_reports',
] as const

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

export function invitationWire(kit: CompanyKit, site: SiteRow, row: InvitationRow): InvitationWire {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    link: invitationLink(kit, site, row.token_sealed),
  }
}
