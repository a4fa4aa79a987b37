import { randomUUID } from 'node:crypto'
import type { StaffMember } from '@laurel/contract/office-staff'
import { Refusal } from '@laurel/domain/refusal'
import { isStaffRole } from '@laurel/domain/staff-roles'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { asOwner } from '../../database/as-owner.ts'
import type { Db } from '../../database/database.ts'
import type { StaffAccounts } from '../../database/generated/tables.ts'
import { type StaffPools, staffPoolId } from './staff-pool.ts'

export type MemberRow = Selectable<StaffAccounts>
export type MemberWire = z.input<typeof StaffMember>

/** Current and former staff, current ones first, by name. */
export async function listMembers(db: Db, pools: StaffPools, siteId: number): Promise<MemberWire[]> {
  const rows = await db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('active', 'desc')
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return withStates(db, pools, rows)
}

export async function readMember(db: Db, pools: StaffPools, siteId: number, id: number): Promise<MemberWire> {
  const [member] = await withStates(db, pools, [await lockMember(db, siteId, id)])
  return member!
}

type NewMember = Pick<MemberRow, 'email' | 'name' | 'role'> & {
  kept: Parameters<StaffPools['open']>[2]['kept']
  isTemporary: boolean
}

/**
 * Creates a staff account, here and in the accounts service.
 *
 * @returns undefined if the email already has one
 */
export async function addMember(
  db: Db,
  pools: StaffPools,
  siteId: number,
  { kept, isTemporary, ...person }: NewMember,
): Promise<MemberRow | undefined> {
  const sub = randomUUID()
  const row = await db
    .insertInto('staff_accounts')
    .values({ ...person, site_id: siteId, identity_subject: sub })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { email } = person
  await asOwner(db, () => pools.open(db, staffPoolId(siteId), { sub, email, kept, isTemporary }))
  return row
}

/** @throws {Refusal} `not_found` */
export async function lockMember(db: Db, siteId: number, id: number): Promise<MemberRow> {
  const row = await db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/**
 * Current owners, locked until the transaction ends: two requests that remove the role from two owners see each
 * other. Locked in order, which prevents deadlocks.
 */
export async function lockOwners(db: Db, siteId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('staff_accounts')
    .select('id')
    .where('site_id', '=', siteId)
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function withStates(db: Db, pools: StaffPools, rows: MemberRow[]): Promise<MemberWire[]> {
  const states = await asOwner(db, () => pools.read(db, rows.map(subjectOf)))
  return rows.map((row) => {
    if (!isStaffRole(row.role)) throw new Error(`unknown role ${row.role}`)
    const state = states.get(subjectOf(row))
    if (state === undefined) throw new Error(`staff ${row.id} has no account`)
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      active: row.active,
      has_authenticator: state.hasAuthenticator,
      must_change_password: state.mustChangePassword,
      password_expires_at: state.passwordExpiresAt?.toISOString() ?? null,
      last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
      session_count: state.sessionCount,
      version: row.version,
    }
  })
}

/** Null only before the first start that moved everyone (move-staff.ts). */
export function subjectOf({ id, identity_subject }: MemberRow): string {
  if (identity_subject === null) throw new Error(`staff ${id} has no account`)
  return identity_subject
}
