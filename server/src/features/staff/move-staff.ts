import type { Selectable } from 'kysely'
import type { Db, Pool } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import type { StaffAccounts } from '../../database/generated/tables.ts'
import { lockAcrossSites, setLocal } from '../../database/sql.ts'
import { visitSites } from '../../jobs/jobs.ts'
import type { Keys } from '../../secrets/keys.ts'
import { unseal } from '../../secrets/sealed.ts'
import { type StaffPools, staffPoolId } from './staff-pool.ts'

/**
 * Moves staff accounts into the accounts service, at the first start of the version that signs them in there.
 * Passwords, authenticator apps, and open sessions are kept, so everyone can sign in and stays signed in. In
 * code, because the apps' secrets are encrypted with a new key.
 *
 * @returns how many were moved
 */
export async function moveStaff(kit: { pool: Pool; keys: Pick<Keys, 'dataSeal'>; staffPools: StaffPools }) {
  let moved = 0
  const look: Look = (db) =>
    db.selectFrom('staff_accounts').select('site_id').distinct().where('identity_subject', 'is', null)
  await visitSites(await findDueSites(kit.pool, look), async (id) => {
    moved += await kit.pool.transaction().execute(async (db) => {
      // Two servers may start at once; the second waits here and finds the work done.
      await lockAcrossSites(db, 'move_staff')
      // Sets the site, in case row-level security applies to the migrating role.
      await setLocal(db, 'app.site_id', String(id))
      return moveSite(db, kit, id)
    })
  })
  return moved
}

async function moveSite(db: Db, { keys, staffPools }: Parameters<typeof moveStaff>[0], siteId: number) {
  const rows = await db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('identity_subject', 'is', null)
    .forUpdate()
    .execute()
  for (const row of rows) {
    const sub = await staffPools.adopt(db, staffPoolId(siteId), {
      email: row.email,
      passwordHash: row.password_hash,
      isActive: row.active,
      temporary: row.must_change_password ? { until: row.password_expires_at } : undefined,
      app: appOf(keys, row),
      sessions: await sessionsOf(db, row),
    })
    await db
      .updateTable('staff_accounts')
      .set({ identity_subject: sub, password_hash: '', totp_secret_sealed: '', totp_last_step: 0 })
      .set({ must_change_password: false, password_expires_at: null })
      .where('site_id', '=', siteId)
      .where('id', '=', row.id)
      .execute()
  }
  if (rows.length > 0) await db.deleteFrom('staff_sessions').where('site_id', '=', siteId).execute()
  return rows.length
}

function appOf({ dataSeal }: Pick<Keys, 'dataSeal'>, row: Selectable<StaffAccounts>) {
  if (row.totp_secret_sealed === '') return undefined
  const secret = unseal(dataSeal, `staff-authenticator:${row.site_id}:${row.id}`, row.totp_secret_sealed)
  return { secret, lastStep: row.totp_last_step }
}

async function sessionsOf(db: Db, { site_id, id }: Selectable<StaffAccounts>) {
  const sessions = await db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('site_id', '=', site_id)
    .where('staff_id', '=', id)
    .execute()
  return sessions.map((session) => ({
    tokenHash: session.token_hash,
    openedAt: session.created_at,
    lastSeenAt: session.last_seen_at,
    endsAt: session.expires_at,
  }))
}
