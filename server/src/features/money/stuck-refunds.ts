import type { Db } from '../../database/database.ts'
import { literals } from '../../database/sql.ts'
import { record } from '../audit/audit.service.ts'

/** Charges settle overnight, or after a weekend; a refund that is still open after this long is stuck. */
const STUCK_AFTER_DAYS = 4

/**
 * Reports stuck refunds to the office: approved days ago, or without settings to reach the provider. Each is
 * reported once and stays marked in the list until it's done.
 */
export async function tellOfStuckRefunds(db: Db, siteId: number, at: Date): Promise<void> {
  const before = new Date(at.getTime() - STUCK_AFTER_DAYS * 86_400_000)
  const rows = await db
    .updateTable('refunds as r')
    .from('payments as p')
    .set({ stuck_since: at })
    .where('r.site_id', '=', siteId)
    .whereRef('p.site_id', '=', 'r.site_id')
    .whereRef('p.id', '=', 'r.payment_id')
    .where('r.state', 'in', literals('approved', 'sent', 'unknown'))
    .where('r.kind', '<>', 'by_hand')
    .where('r.stuck_since', 'is', null)
    .where(({ eb, or, not, exists, selectFrom }) => {
      const settings = selectFrom('organization_payment_providers as o')
        .whereRef('o.site_id', '=', 'r.site_id')
        .whereRef('o.method_code', '=', 'p.method_code')
        .where('o.settings_sealed', '<>', '')
      return or([eb('r.approved_at', '<', before), not(exists(settings))])
    })
    .returning(['r.id', 'r.state'])
    .execute()
  for (const { id, state } of rows) {
    const subject = `refund:${id}`
    record(db, siteId, { actor: 'system', event: 'refund.stuck', subject, facts: { state }, at })
  }
}
