import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'

/** Charges settle overnight, or after a weekend; a refund that is still open after this long is stuck. */
const STUCK_AFTER_DAYS = 4

/**
 * Reports stuck refunds to the office: approved days ago, or without settings to reach the provider. Each is
 * reported once and stays marked in the list until it's done.
 */
export async function tellOfStuckRefunds(db: Db, siteId: number, at: Date): Promise<void> {
  const before = new Date(at.getTime() - STUCK_AFTER_DAYS * 86_400_000)
  const { rows } = await sql<{ id: number; state: string }>`
    update refunds r set stuck_since = ${at}
    from payments p
    where r.site_id = ${siteId} and p.site_id = r.site_id and p.id = r.payment_id
      and r.state in ('approved', 'sent', 'unknown') and r.kind <> 'by_hand' and r.stuck_since is null
      and (r.approved_at < ${before} or not exists (
        select from organization_payment_providers o
        where o.site_id = r.site_id and o.method_code = p.method_code and o.settings_sealed <> ''))
    returning r.id, r.state`.execute(db)
  for (const { id, state } of rows) {
    const subject = `refund:${id}`
    record(db, siteId, { actor: 'system', event: 'refund.stuck', subject, facts: { state }, at })
  }
}
