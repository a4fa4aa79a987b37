import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import type { StaffRole } from '@laurel/domain/staff-roles'
import { asOwner } from '../../database/as-owner.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { enqueueInvitation } from '../mail/staff-invitation.jobs.ts'
import {
  addMember,
  listMembers,
  lockMember,
  lockOwners,
  type MemberRow,
  type MemberWire,
  readMember,
  subjectOf,
} from './people.repo.ts'
import { fieldProblem } from './staff-refusals.ts'

export type PeopleKit = Pick<Kit, 'pool' | 'keys' | 'jobs' | 'now' | 'staffPools'>
type Delivery = 'shown' | 'mail'

export function listStaff({ pool, staffPools }: PeopleKit, actor: Staff): Promise<MemberWire[]> {
  return inSite(pool, actor.siteId, (db) => listMembers(db, staffPools, actor.siteId))
}

/**
 * Opens an account with a one-time password, which must be changed at the first sign-in.
 *
 * @returns the password where it is to be shown; it is kept nowhere
 * @throws {Refusal} `validation_failed` for an address that cannot be one, or that has an account
 */
export async function inviteStaff(
  kit: PeopleKit,
  actor: Staff,
  given: { name: string; email: string; role: StaffRole; delivery: Delivery },
) {
  const email = normalizeEmail(given.email)
  if (!isEmail(email)) throw fieldProblem('email', EMAIL_INVALID)
  const { password, kept } = await kit.staffPools.makeOneTimePassword()
  return inSite(kit.pool, actor.siteId, async (db) => {
    const person = { email, name: given.name, role: given.role }
    const row = await addMember(db, kit.staffPools, actor.siteId, { ...person, kept, isTemporary: true })
    if (row === undefined) throw fieldProblem('email', 'This email already has an account.')
    note(db, kit, actor, 'staff.invited', row.id, { email, role: given.role, delivery: given.delivery })
    return deliverPassword(db, kit, actor, row, password, given.delivery)
  })
}

/**
 * Changes a staff member's name or role, or disables and enables their account.
 *
 * @throws {Refusal} `changed`; `last_owner` if no one would be left to manage staff
 */
export function changeStaff(
  kit: PeopleKit,
  actor: Staff,
  id: number,
  given: { seenVersion: number; name?: string; role?: StaffRole; active?: boolean },
): Promise<MemberWire> {
  return inSite(kit.pool, actor.siteId, async (db) => {
    const { siteId } = actor
    const owners = await lockOwners(db, siteId)
    const before = await lockMember(db, siteId, id)
    if (before.version !== given.seenVersion) throw new Refusal('changed')
    const next = {
      name: given.name ?? before.name,
      role: given.role ?? before.role,
      active: given.active ?? before.active,
    }
    const staysOwner = next.role === 'owner' && next.active
    if (owners.includes(id) && owners.length === 1 && !staysOwner) throw new Refusal('last_owner')

    await db
      .updateTable('staff_accounts')
      .set({ ...next, version: before.version + 1 })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute()
    if (next.active !== before.active) {
      await asOwner(db, () => kit.staffPools.setEnabled(db, subjectOf(before), next.active, actor.by))
    }
    const facts: Record<string, string | boolean> = {}
    for (const field of ['name', 'role', 'active'] as const) {
      if (next[field] !== before[field]) {
        facts[`${field}_old`] = before[field]
        facts[`${field}_new`] = next[field]
      }
    }
    if (Object.keys(facts).length > 0) note(db, kit, actor, 'staff.changed', id, facts)
    return readMember(db, kit.staffPools, siteId, id)
  })
}

/** Resets the authenticator app and ends its owner's sessions, so a lost phone opens nothing. */
export function resetAuthenticator(kit: PeopleKit, actor: Staff, id: number): Promise<MemberWire> {
  return act(kit, actor, id, 'staff.authenticator_reset', (db, sub) =>
    kit.staffPools.forgetAuthenticator(db, sub, actor.by),
  )
}

export function signOutStaff(kit: PeopleKit, actor: Staff, id: number): Promise<MemberWire> {
  return act(kit, actor, id, 'staff.signed_out_by_owner', (db, sub) => kit.staffPools.signOut(db, sub))
}

/** Creates a new temporary password for a staff member who lost theirs. */
export async function renewPassword(kit: PeopleKit, actor: Staff, id: number, delivery: Delivery) {
  const { password, kept } = await kit.staffPools.makeOneTimePassword()
  return inSite(kit.pool, actor.siteId, async (db) => {
    const row = await takeIn(db, actor.siteId, id, (sub) => kit.staffPools.renewPassword(db, sub, kept))
    note(db, kit, actor, 'staff.password_renewed', id, { delivery })
    return deliverPassword(db, kit, actor, row, password, delivery)
  })
}

function act(
  kit: PeopleKit,
  actor: Staff,
  id: number,
  event: AuditEventName,
  change: (db: Db, sub: string) => Promise<void>,
) {
  return inSite(kit.pool, actor.siteId, async (db) => {
    await takeIn(db, actor.siteId, id, (sub) => change(db, sub))
    note(db, kit, actor, event, id, {})
    return readMember(db, kit.staffPools, actor.siteId, id)
  })
}

/** Changes how a staff member signs in. Their sessions and unfinished sign-ins end. */
async function takeIn(
  db: Db,
  siteId: number,
  id: number,
  change: (sub: string) => Promise<void>,
): Promise<MemberRow> {
  const member = await lockMember(db, siteId, id)
  await asOwner(db, () => change(subjectOf(member)))
  return db
    .updateTable('staff_accounts')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The password is shown to the requester or mailed, never both. */
async function deliverPassword(
  db: Db,
  kit: PeopleKit,
  { siteId }: Staff,
  row: MemberRow,
  password: string,
  delivery: Delivery,
) {
  const member = await readMember(db, kit.staffPools, siteId, row.id)
  if (delivery === 'mail') {
    const expiresAt = member.password_expires_at
    await enqueueInvitation(db, kit, { siteId, staffId: row.id, password, expiresAt })
  }
  return { member, password: delivery === 'shown' ? password : null }
}

function note(
  db: Db,
  kit: Pick<Kit, 'now'>,
  actor: Staff,
  event: AuditEventName,
  id: number,
  facts: AuditFacts,
) {
  record(db, actor.siteId, { actor: actor.by, event, subject: `staff:${id}`, facts, at: kit.now() })
}
