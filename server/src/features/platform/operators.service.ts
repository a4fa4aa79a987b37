import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import type { Operator } from '../../http/actor.ts'
import { addOperator, readOperator, removeOperator, renewOperator } from '../staff/operators.ts'
import { logPlatform } from '../staff/platform-log.ts'
import { fieldProblem } from '../staff/staff-refusals.ts'
import type { PlatformKit } from './sites.service.ts'

export async function listOperators({ pool, staffPools }: PlatformKit) {
  const rows = await pool.selectFrom('operators').selectAll().orderBy('name').orderBy('id').execute()
  const states = await pool.transaction().execute((db) =>
    staffPools.read(
      db,
      rows.map(({ identity_subject: sub }) => sub),
    ),
  )
  return rows.map(({ id, name, email, identity_subject: sub, last_signed_in_at }) => {
    const state = states.get(sub)
    return {
      id,
      name,
      email,
      has_authenticator: state?.hasAuthenticator ?? false,
      password_expires_at: state?.passwordExpiresAt?.toISOString() ?? null,
      session_count: state?.sessionCount ?? 0,
      last_signed_in_at: last_signed_in_at?.toISOString() ?? null,
    }
  })
}

/**
 * @returns the one-time password, which is kept nowhere
 * @throws {Refusal} `validation_failed` for an email that can't be one, or that has an account
 */
export async function inviteOperator(
  { pool, staffPools, now }: PlatformKit,
  { by: actor }: Operator,
  given: { name: string; email: string },
) {
  const email = normalizeEmail(given.email)
  if (!isEmail(email)) throw fieldProblem('email', EMAIL_INVALID)
  const { password, kept } = await staffPools.makeOneTimePassword()
  await pool.transaction().execute(async (db) => {
    const { name } = given
    const id = await addOperator(db, staffPools, { email, name, kept, isTemporary: true })
    if (id === undefined) throw fieldProblem('email', 'This email already has an account.')
    const subject = `operator:${id}`
    await logPlatform(db, { actor, event: 'operator.created', subject, facts: { name }, at: now() })
  })
  return { password }
}

/** @throws {Refusal} `not_found` */
export async function resetOperator(
  { pool, staffPools, now }: PlatformKit,
  { by: actor }: Operator,
  id: number,
) {
  const { password, kept } = await staffPools.makeOneTimePassword()
  await pool.transaction().execute(async (db) => {
    const known = await readOperator(db, { id })
    await renewOperator(db, staffPools, known, kept, actor)
    const subject = `operator:${id}`
    await logPlatform(db, { actor, event: 'operator.renewed', subject, at: now() })
  })
  return { password }
}

/** @throws {Refusal} `not_found`; `last_operator` */
export function dismissOperator(
  { pool, staffPools, now }: PlatformKit,
  { by: actor }: Operator,
  id: number,
): Promise<void> {
  return pool.transaction().execute(async (db) => {
    const known = await readOperator(db, { id })
    await removeOperator(db, staffPools, known, actor)
    const { name } = known
    const subject = `operator:${id}`
    await logPlatform(db, { actor, event: 'operator.removed', subject, facts: { name }, at: now() })
  })
}
