import type { OfficeMe } from '@laurel/contract/office-access'
import { Refusal } from '@laurel/domain/refusal'
import { capabilitiesOf, isStaffRole } from '@laurel/domain/staff-roles'
import { WrongGuess } from '@laurel/identity'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { StaffAccounts } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { otpauthUrl } from './authenticator.ts'
import { type StaffPools, staffPoolId } from './staff-pool.ts'
import { askAccounts, fieldProblem } from './staff-refusals.ts'

export type Me = z.input<typeof OfficeMe>
/** Where a sign-in comes from: its address, and what the browser has of an earlier one. */
export type From = { ip: string; device: string | undefined }
/** With the token of the session that the browser has now. */
export type FromBrowser = From & { former: string | undefined }
export type StaffKit = Pick<Kit, 'pool' | 'now' | 'staffPools'>

/**
 * Checks email and password. The session opens with the authenticator's code, under the ticket.
 *
 * @throws {Refusal} `validation_failed`, alike for an unknown name and a wrong password; `too_many_requests`
 */
export function startSignIn(
  kit: StaffKit,
  site: SiteRow,
  given: { email: string; password: string },
  from: From,
) {
  const at = { poolId: staffPoolId(site.id), issuer: `${site.name} office` }
  return askPassword(kit.staffPools, at, given, from, () => noteShutOut(kit, site.id, given.email))
}

/** @param noteShutOutOf called for a disabled or expired account after a right password */
export async function askPassword(
  pools: StaffPools,
  { poolId, issuer }: { poolId: string; issuer: string },
  { email, password }: { email: string; password: string },
  { ip, device }: From,
  noteShutOutOf: () => Promise<void> = async () => {},
) {
  const started = await askAccounts(
    () => pools.startSignIn(poolId, { username: email, password }, ip, device),
    async (cause) => {
      // The accounts service records wrong ones.
      if (!(cause instanceof WrongGuess)) await noteShutOutOf()
      return fieldProblem('password', 'The email or password isn’t right.')
    },
  )
  const { ticket } = started
  if (started.step === 'code') return { step: 'code' as const, ticket }
  const { secret, username } = started
  return { step: 'set_up' as const, ticket, secret, otpauth_url: otpauthUrl(secret, issuer, username) }
}

/**
 * Opens the session, in place of the one that this browser may have. A code works once; the first one also binds the
 * authenticator app. A wrong code doesn't use up the ticket.
 *
 * @throws {Refusal} `sign_in_required` if the ticket is used or expired; `validation_failed` for a wrong code;
 * `too_many_requests`
 */
export async function finishSignIn(
  kit: StaffKit,
  site: SiteRow,
  given: { ticket: string; code: string },
  from: FromBrowser,
) {
  const opened = await askCode(kit.staffPools, staffPoolId(site.id), given, from)
  return { ...opened, me: await enter(kit, site, opened) }
}

/** @throws {Refusal} `sign_in_required` if the account's person may no longer work here */
export async function enter(
  { pool, now }: Pick<StaffKit, 'pool' | 'now'>,
  site: SiteRow,
  opened: { sub: string; mustChangePassword: boolean },
): Promise<Me> {
  const account = await inSite(pool, site.id, (db) =>
    db
      .updateTable('staff_accounts')
      .set({ last_signed_in_at: now() })
      .where('site_id', '=', site.id)
      .where('identity_subject', '=', opened.sub)
      .where('active', '=', true)
      .returningAll()
      .executeTakeFirst(),
  )
  if (account === undefined) throw new Refusal('sign_in_required')
  return asMe(account, opened.mustChangePassword)
}

export function askCode(
  pools: StaffPools,
  poolId: string,
  given: { ticket: string; code: string },
  { ip, device, former }: FromBrowser,
) {
  const bare = given.code.replaceAll(/[\s-]/g, '')
  const code = /^\d{6}$/.test(bare) ? bare : given.code
  return askAccounts(
    () => pools.finishSignIn(poolId, { ticket: given.ticket, code }, ip, device, former),
    ({ name }) =>
      name === 'NotAuthorizedException'
        ? new Refusal('sign_in_required')
        : fieldProblem('code', 'That code isn’t right. Enter the newest code from your app.'),
  )
}

/** @throws {Refusal} `sign_in_required` for an integrator, who has no session */
export async function readMe({ pool }: StaffKit, actor: Staff): Promise<Me> {
  const { staffId, session } = actor
  if (staffId === undefined || session === undefined) throw new Refusal('sign_in_required')
  const account = await inSite(pool, actor.siteId, (db) =>
    db
      .selectFrom('staff_accounts')
      .selectAll()
      .where('site_id', '=', actor.siteId)
      .where('id', '=', staffId)
      .executeTakeFirstOrThrow(),
  )
  return asMe(account, session.mustChangePassword)
}

export async function signOut(
  { staffPools }: Pick<StaffKit, 'staffPools'>,
  actor: Pick<Staff, 'session'>,
  ip: string,
): Promise<void> {
  if (actor.session !== undefined) await staffPools.endSession(actor.session, ip)
}

/**
 * Changes one's own password. Every other session of this person ends.
 *
 * @throws {Refusal} `validation_failed` at the field; `too_many_requests`
 */
export async function changePassword(
  { staffPools }: Pick<StaffKit, 'staffPools'>,
  { session }: Pick<Staff, 'session'>,
  given: { current: string; next: string },
  ip: string,
): Promise<void> {
  if (session === undefined) throw new Refusal('sign_in_required')
  await askAccounts(
    () => staffPools.changePassword(session, { previous: given.current, proposed: given.next }, ip),
    ({ name, message }) =>
      name === 'InvalidPasswordException'
        ? fieldProblem('newPassword', message)
        : fieldProblem('currentPassword', 'That isn’t your current password.'),
  )
}

function asMe({ id, name, email, role }: Selectable<StaffAccounts>, mustChangePassword: boolean): Me {
  if (!isStaffRole(role)) throw new Error(`unknown role ${role}`)
  return {
    id,
    name,
    email,
    role,
    capabilities: [...capabilitiesOf(role)],
    must_change_password: mustChangePassword,
  }
}

function noteShutOut({ pool, now }: StaffKit, siteId: number, email: string): Promise<void> {
  return inSite(pool, siteId, async (db) => {
    const account = await db
      .selectFrom('staff_accounts')
      .select('id')
      .where('site_id', '=', siteId)
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    const actor = account === undefined ? 'visitor' : `staff:${account.id}`
    record(db, siteId, { actor, event: 'staff.sign_in_failed', subject: actor, facts: {}, at: now() })
  })
}
