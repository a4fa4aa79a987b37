import { randomBytes } from 'node:crypto'
import type { getInvitation as invitationEndpoint } from '@laurel/contract/companies'
import { EMAIL_INVALID, isEmail, maskedEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { mailCompanyInvitation, sealInvitation } from '../mail/company-invitation.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertMayGive, changeCompany, noteChange } from './change-company.ts'
import {
  addPerson,
  deleteInvitation,
  type InvitationRow,
  listInvitations,
  listPeople,
  lockInvitation,
  lockInvitationOf,
  lockPeople,
  readInvitationOf,
  renewInvitation,
  saveInvitation,
} from './companies.repo.ts'
import {
  type CompanyKit,
  type CompanyWire,
  type InvitationWire,
  invitationWire,
  readOwn,
} from './companies.service.ts'
import { countInvitations } from './invitation-limits.ts'
import { readRole, roleName } from './roles.repo.ts'
import { shareOrders } from './share-orders.jobs.ts'

/** Invitations of one company that wait at the same time. */
const MAX_OPEN_INVITATIONS = 200

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
      throw new Refusal('limit_exceeded', {
        limit: MAX_OPEN_INVITATIONS,
        of: /*i18n*/ '{limit, number} open invitations',
      })
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
      email_hint: maskedEmail(row.email),
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
    if (!isTheirs) throw new Refusal('invitation_for_other', { email: maskedEmail(invitation.email) })
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

/** A company that is merged while this waits gives its invitations to another. */
async function lockInviting(db: Db, siteId: number, token: string): Promise<number> {
  const { company_id: asked } = await readInvitationOf(db, siteId, token)
  await lockPeople(db, siteId, asked)
  const { company_id: now } = await readInvitationOf(db, siteId, token)
  if (now !== asked) await lockPeople(db, siteId, now)
  return now
}

async function mail(db: Db, { jobs }: CompanyKit, { site_id: siteId, id, sent_at }: InvitationRow) {
  await jobs.enqueue(db, mailCompanyInvitation, { siteId, invitationId: id, sentAt: sent_at.toISOString() })
}

function emailProblem(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'emails', code: 'wrong', message }])
}
