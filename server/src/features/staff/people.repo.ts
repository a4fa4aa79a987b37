import type { StaffMember } from '@laurel/contract/office-staff'
import { Refusal } from '@laurel/domain/refusal'
import { isStaffRole } from '@laurel/domain/staff-roles'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { StaffAccounts } from '../../database/generated/tables.ts'
import { idleSince } from './staff-sessions.ts'

export type MemberRow = Selectable<StaffAccounts>
export type MemberWire = z.input<typeof StaffMember>

/** Everybody who works or worked here, who works here first, by name. */
export async function listMembers(db: Db, siteId: number, now: Date): Promise<MemberWire[]> {
  const [rows, sessions] = await Promise.all([
    db
      .selectFrom('staff_accounts')
      .selectAll()
      .where('site_id', '=', siteId)
      .orderBy('active', 'desc')
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute(),
    countSessions(db, siteId, now),
  ])
  return rows.map((row) => memberWire(row, sessions.get(row.id) ?? 0))
}

export async function readMember(db: Db, siteId: number, id: number, now: Date): Promise<MemberWire> {
  const sessions = await countSessions(db, siteId, now)
  return memberWire(await lockMember(db, siteId, id), sessions.get(id) ?? 0)
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
 * The owners who work here, held until the transaction ends: two requests that take the role from two
 * owners see each other. In order, so that they never wait for one another in a circle.
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

async function countSessions(db: Db, siteId: number, now: Date): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('staff_sessions')
    .select(['staff_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('site_id', '=', siteId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now))
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staff_id, count }) => [staff_id, Number(count)]))
}

export function memberWire(row: MemberRow, sessionCount: number): MemberWire {
  if (!isStaffRole(row.role)) throw new Error(`nobody knows the role ${row.role}`)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    active: row.active,
    has_authenticator: row.totp_secret_sealed !== '',
    must_change_password: row.must_change_password,
    password_expires_at: row.must_change_password ? (row.password_expires_at?.toISOString() ?? null) : null,
    last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
    session_count: sessionCount,
    version: row.version,
  }
}
