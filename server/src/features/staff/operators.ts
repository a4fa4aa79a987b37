import { randomUUID } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { Db, Pool } from '../../database/database.ts'
import { lockAcrossSites } from '../../database/sql.ts'
import type { Operator } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { askCode, askPassword, type From, type FromBrowser } from './staff.service.ts'
import { STAFF_PASSWORDS, type StaffPools } from './staff-pool.ts'

/** Operators belong to no site: they have a private pool of their own. */
export const OPERATOR_POOL = 'laurel-operators_1'

type OperatorKit = Pick<Kit, 'pool' | 'now' | 'staffPools'>

export function ensureOperatorPool(db: Pool | Db, pools: StaffPools): Promise<void> {
  return pools.ensure(db, {
    poolId: OPERATOR_POOL,
    clientId: 'laureloperators',
    identityPoolId: 'laurel-operators:1',
    siteId: '',
    passwordPolicy: STAFF_PASSWORDS,
    blockedWords: [],
  })
}

type NewOperator = { email: string; name: string; isTemporary: boolean } & Pick<
  Parameters<StaffPools['open']>[2],
  'kept'
>

/** @returns undefined if the email already has an operator's account */
export async function addOperator(
  db: Db,
  pools: StaffPools,
  { email, name, kept, isTemporary }: NewOperator,
): Promise<number | undefined> {
  await ensureOperatorPool(db, pools)
  const sub = randomUUID()
  const row = await db
    .insertInto('operators')
    .values({ identity_subject: sub, email, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) await pools.open(db, OPERATOR_POOL, { sub, email, kept, isTemporary })
  return row?.id
}

type KnownOperator = { id: number; sub: string; name: string }

/** @throws {Refusal} `not_found` */
export async function readOperator(db: Db, by: { id: number } | { email: string }): Promise<KnownOperator> {
  const row = await db
    .selectFrom('operators')
    .select(['id', 'identity_subject as sub', 'name'])
    .where(({ eb, fn }) =>
      'id' in by ? eb('id', '=', by.id) : eb(fn<string>('lower', ['email']), '=', by.email.toLowerCase()),
    )
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Replaces the password, forgets the authenticator app, which may be on a lost phone, and ends all sessions. */
export async function renewOperator(
  db: Db,
  pools: StaffPools,
  { sub }: KnownOperator,
  kept: NewOperator['kept'],
  by: string,
): Promise<void> {
  await pools.renewPassword(db, sub, kept)
  await pools.forgetAuthenticator(db, sub, by)
}

/**
 * Deletes an operator's account with its sessions.
 *
 * @throws {Refusal} `last_operator`, also for the slower of two who remove each other
 */
export async function removeOperator(
  db: Db,
  pools: StaffPools,
  { id, sub }: KnownOperator,
  by: string,
): Promise<void> {
  await lockAcrossSites(db, 'operators')
  const others = await db.selectFrom('operators').select('id').where('id', '<>', id).limit(1).execute()
  if (others.length === 0) throw new Refusal('last_operator')
  await db.deleteFrom('operators').where('id', '=', id).execute()
  await pools.remove(db, sub, by)
}

/** @throws {Refusal} as the office's `startSignIn` does */
export function startOperatorSignIn(
  { staffPools }: OperatorKit,
  given: { email: string; password: string },
  from: From,
) {
  return askPassword(staffPools, { poolId: OPERATOR_POOL, issuer: 'Laurel platform' }, given, from)
}

/** @throws {Refusal} as the office's `finishSignIn` does */
export async function finishOperatorSignIn(
  { pool, staffPools, now }: OperatorKit,
  given: { ticket: string; code: string },
  from: FromBrowser,
) {
  const { sub, token, device, mustChangePassword } = await askCode(staffPools, OPERATOR_POOL, given, from)
  const row = await pool
    .updateTable('operators')
    .set({ last_signed_in_at: now() })
    .where('identity_subject', '=', sub)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('sign_in_required')
  return { token, device, operator: { ...row, must_change_password: mustChangePassword } }
}

/** @throws {Refusal} `sign_in_required` when the session has ended or idled out */
export async function readOperatorSession(
  { pool, staffPools }: Pick<OperatorKit, 'pool' | 'staffPools'>,
  token: string,
): Promise<Operator> {
  const session = await staffPools.readSession(OPERATOR_POOL, token)
  if (session === undefined) throw new Refusal('sign_in_required')
  const row = await pool
    .selectFrom('operators')
    .select(['id', 'name', 'email'])
    .where('identity_subject', '=', session.sub)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('sign_in_required')
  return { ...row, by: `operator:${row.id}`, session }
}
