import { Refusal } from '@laurel/domain/refusal'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { type StaffPools, staffPoolId } from './staff-pool.ts'

/** @throws {Refusal} `sign_in_required` when the session has ended, idled out, or its person may no longer work here */
export async function readStaffSession(
  { pool, staffPools }: { pool: Pool; staffPools: StaffPools },
  siteId: number,
  token: string,
): Promise<Staff> {
  const session = await staffPools.readSession(staffPoolId(siteId), token)
  if (session === undefined) throw new Refusal('sign_in_required')
  const member = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('staff_accounts')
      .select(['id', 'role'])
      .where('site_id', '=', siteId)
      .where('identity_subject', '=', session.sub)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (member === undefined) throw new Refusal('sign_in_required')
  return { siteId, staffId: member.id, role: member.role, by: `staff:${member.id}`, session }
}
