import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditEvent } from '@laurel/identity'
import type { Db } from '../../database/database.ts'

/** The audit log's names for account events about staff. The staff feature records its other events itself. */
const NAMES: Readonly<Record<string, AuditEventName>> = {
  sign_in_failed: 'staff.sign_in_failed',
  second_factor_failed: 'staff.code_failed',
  authenticator_set_up: 'staff.authenticator_set_up',
  signed_in: 'staff.signed_in',
  signed_out: 'staff.signed_out',
  password_changed: 'staff.password_changed',
}

/**
 * The audit log entry for an event of a site's staff.
 *
 * @param db sees the site's rows
 * @returns undefined for events that are recorded elsewhere
 */
export async function staffEntry(db: Db, siteId: number, { name, sub, username = '', at }: AuditEvent) {
  const event = NAMES[name]
  if (event === undefined) return undefined
  const account = await db
    .selectFrom('staff_accounts')
    .select('id')
    .where('site_id', '=', siteId)
    .where((eb) =>
      sub === undefined
        ? eb(eb.fn('lower', ['email']), '=', username.toLowerCase())
        : eb('identity_subject', '=', sub),
    )
    .executeTakeFirst()
  const actor = account === undefined ? 'visitor' : `staff:${account.id}`
  return { actor, event, subject: actor, facts: {}, at }
}
