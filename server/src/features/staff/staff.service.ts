import { randomBytes } from 'node:crypto'
import type { OfficeMe } from '@laurel/contract/office-access'
import type { AuditEventName } from '@laurel/domain/audit-events'
import { DEFAULT_PASSWORD_POLICY, passwordProblems } from '@laurel/domain/password-policy'
import { Refusal } from '@laurel/domain/refusal'
import { capabilitiesOf, isStaffRole } from '@laurel/domain/staff-roles'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { newAuthenticatorSecret, otpauthUrl, stepOfCode } from './authenticator.ts'
import { countGuess, forgiveGuesses } from './staff-attempts.ts'
import { endStaffSessions, openStaffSession } from './staff-sessions.ts'

type Me = z.input<typeof OfficeMe>
export type StaffKit = Pick<Kit, 'pool' | 'keys' | 'now'>

const TICKET_LIFE_MS = 10 * 60_000
/** The office sees other people's data: longer than a customer's password. */
const POLICY = { ...DEFAULT_PASSWORD_POLICY, minLength: 12 }
/** Compared with when nobody has the name, so that the answer takes as long. */
let nobody: Promise<string> | undefined

/**
 * Checks email and password. The session opens with the authenticator's code, under the ticket.
 *
 * @throws {Refusal} `validation_failed`, alike for an unknown name and a wrong password; `too_many_requests`
 */
export async function startSignIn(
  { pool, keys, now }: StaffKit,
  site: SiteRow,
  { email, password }: { email: string; password: string },
) {
  await countGuess(pool, site.id, `password ${email}`, now())
  const account = await inSite(pool, site.id, (db) => findByEmail(db, site.id, email))
  nobody ??= hash(randomBytes(16).toString('hex'))
  const matches = await verify(account?.password_hash ?? (await nobody), password)
  const hasExpired = account?.must_change_password === true && isPast(account.password_expires_at, now())
  if (account === undefined || !matches || !account.active || hasExpired) {
    await inSite(pool, site.id, async (db) => note(db, site.id, account?.id, 'staff.sign_in_failed', now()))
    throw fieldProblem('password', 'Email or password is not right.')
  }
  await forgiveGuesses(pool, site.id, `password ${email}`)

  const ticket = randomBytes(24).toString('base64url')
  const hasApp = account.totp_secret_sealed !== ''
  const secret = hasApp ? undefined : newAuthenticatorSecret()
  await inSite(pool, site.id, (db) =>
    db
      .insertInto('staff_tickets')
      .values({
        site_id: site.id,
        ticket_hash: hashSecret(ticket),
        staff_id: account.id,
        secret_sealed:
          secret === undefined ? '' : seal(keys.dataSeal, sealContext(site.id, account.id), secret),
        expires_at: new Date(now().getTime() + TICKET_LIFE_MS),
        created_at: now(),
      })
      .execute(),
  )
  return secret === undefined
    ? { step: 'code' as const, ticket }
    : {
        step: 'set_up' as const,
        ticket,
        secret,
        otpauth_url: otpauthUrl(secret, `${site.name} office`, account.email),
      }
}

/**
 * Opens the session. A code is good once; the first one also binds the authenticator app. A wrong code
 * leaves the ticket as it is.
 *
 * @throws {Refusal} `sign_in_required` when the ticket is spent or too old; `validation_failed` for a
 *   wrong code; `too_many_requests`
 */
export async function finishSignIn(
  { pool, keys, now }: StaffKit,
  site: SiteRow,
  given: { ticket: string; code: string },
  from: { ip: string; userAgent: string },
): Promise<{ me: Me; token: string }> {
  const at = now()
  const ticketHash = hashSecret(given.ticket)
  const held = await inSite(pool, site.id, (db) => findTicket(db, site.id, ticketHash, at))
  if (held === undefined) throw new Refusal('sign_in_required')
  const guess = `code ${held.staff_id}`
  await countGuess(pool, site.id, guess, at)

  const opened = await inSite(pool, site.id, async (db) => {
    const account = await lockAccount(db, site.id, held.staff_id)
    // Read again under the lock: two requests with one ticket open one session.
    const ticket = await findTicket(db, site.id, ticketHash, at)
    if (ticket === undefined || !account.active) throw new Refusal('sign_in_required')
    // Two set-ups side by side: the app bound first is the one that counts.
    const sealed = account.totp_secret_sealed || ticket.secret_sealed
    const secret = unseal(keys.dataSeal, sealContext(site.id, account.id), sealed)
    const step = stepOfCode(secret, given.code, at, account.totp_last_step)
    if (step === undefined) {
      note(db, site.id, account.id, 'staff.code_failed', at)
      return undefined
    }
    await bindAndEnter(db, site.id, account.id, { sealed, step, at })
    const token = await openStaffSession(db, site.id, account.id, from, at)
    note(db, site.id, account.id, 'staff.signed_in', at)
    return { me: asMe(account), token }
  })
  if (opened === undefined) throw fieldProblem('code', 'That is not the code your app shows now.')
  await forgiveGuesses(pool, site.id, guess)
  return opened
}

/** @throws {Refusal} `sign_in_required` for an integrator, who is nobody's session */
export async function readMe({ pool }: StaffKit, actor: Staff): Promise<Me> {
  return asMe(await inSite(pool, actor.siteId, (db) => readAccount(db, actor)))
}

export async function signOut({ pool, now }: StaffKit, actor: Staff): Promise<void> {
  await inSite(pool, actor.siteId, async (db) => {
    if (actor.sessionHash === undefined) return
    await endStaffSessions(db, actor.siteId, { hash: actor.sessionHash })
    note(db, actor.siteId, actor.staffId, 'staff.signed_out', now())
  })
}

/**
 * Changes one's own password. Every other session of this person ends.
 *
 * @throws {Refusal} `validation_failed` at the field; `too_many_requests`
 */
export async function changePassword(
  { pool, now }: StaffKit,
  actor: Staff,
  given: { current: string; next: string },
): Promise<void> {
  const account = await inSite(pool, actor.siteId, (db) => readAccount(db, actor))
  const guess = `password ${account.email}`
  await countGuess(pool, actor.siteId, guess, now())
  if (!(await verify(account.password_hash, given.current))) {
    throw fieldProblem('currentPassword', 'That is not your current password.')
  }
  const [problem] = passwordProblems(POLICY, given.next)
  if (problem !== undefined) throw fieldProblem('newPassword', problem)
  if (given.next === given.current) throw fieldProblem('newPassword', 'Choose one you have not used here.')
  const password_hash = await hash(given.next)
  await inSite(pool, actor.siteId, async (db) => {
    await db
      .updateTable('staff_accounts')
      .set({ password_hash, must_change_password: false, password_expires_at: null })
      .where('site_id', '=', actor.siteId)
      .where('id', '=', account.id)
      .execute()
    const exceptHash = actor.sessionHash
    await endStaffSessions(db, actor.siteId, { staffId: account.id, ...(exceptHash && { exceptHash }) })
    note(db, actor.siteId, account.id, 'staff.password_changed', now())
  })
  await forgiveGuesses(pool, actor.siteId, guess)
}

function findByEmail(db: Db, siteId: number, email: string) {
  return db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

async function readAccount(db: Db, actor: Staff) {
  if (actor.staffId === undefined) throw new Refusal('sign_in_required')
  return db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.staffId)
    .executeTakeFirstOrThrow()
}

function lockAccount(db: Db, siteId: number, id: number) {
  return db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

function findTicket(db: Db, siteId: number, ticketHash: string, at: Date) {
  return db
    .selectFrom('staff_tickets')
    .select(['staff_id', 'secret_sealed'])
    .where('site_id', '=', siteId)
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Keeps the app and the spent step, and takes back every ticket of this person. */
async function bindAndEnter(
  db: Db,
  siteId: number,
  staffId: number,
  { sealed, step, at }: { sealed: string; step: number; at: Date },
) {
  await db
    .updateTable('staff_accounts')
    .set({ totp_secret_sealed: sealed, totp_last_step: step, last_signed_in_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', staffId)
    .execute()
  await db.deleteFrom('staff_tickets').where('site_id', '=', siteId).where('staff_id', '=', staffId).execute()
}

type AccountRow = Awaited<ReturnType<typeof lockAccount>>

function asMe({ id, name, email, role, must_change_password }: AccountRow): Me {
  if (!isStaffRole(role)) throw new Error(`nobody knows the role ${role}`)
  return { id, name, email, role, capabilities: [...capabilitiesOf(role)], must_change_password }
}

function isPast(moment: Date | null, at: Date): boolean {
  return moment !== null && moment <= at
}

function sealContext(siteId: number, staffId: number): string {
  return `staff-authenticator:${siteId}:${staffId}`
}

function note(db: Db, siteId: number, staffId: number | undefined, event: AuditEventName, at: Date) {
  const actor = staffId === undefined ? 'visitor' : `staff:${staffId}`
  record(db, siteId, { actor, event, subject: actor, facts: {}, at })
}

function fieldProblem(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'wrong', message }])
}
