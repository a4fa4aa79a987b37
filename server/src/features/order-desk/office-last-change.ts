import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { jsonText, literal } from '../../database/sql.ts'

/** The audit log's events about an order itself. */
export const ORDER_EVENTS = [
  'order.moved',
  'order.held',
  'order.release_asked',
  'order.released',
  'order.flagged',
] as const

const DID: Readonly<Record<string, string>> = {
  'order.moved pending_payment': 'placed it',
  'order.moved in_review': 'moved it to review',
  'order.moved approved': 'approved it',
  'order.moved fulfilled': 'marked it as fulfilled',
  'order.moved declined': 'declined it',
  'order.held': 'put it on hold',
  'order.release_asked': 'asked to release it',
  'order.released': 'released it',
}

/**
 * The refusal of a decision that came too late: it says who was first, and what they did.
 *
 * @returns `order_changed`, for the caller to throw
 */
export async function changedMeanwhile(db: Db, siteId: number, orderId: number): Promise<Refusal> {
  const last = await db
    .selectFrom('audit_entries as entry')
    .leftJoin('staff_accounts as staff', (join) =>
      join
        .onRef('staff.site_id', '=', 'entry.site_id')
        .on(({ cast, eb, ref }) =>
          eb(
            eb(literal<string>('staff:'), '||', cast<string>(ref('staff.id'), 'text')),
            '=',
            ref('entry.actor'),
          ),
        ),
    )
    .select(['entry.actor', 'entry.event', 'staff.name'])
    .select(({ ref }) => jsonText(ref('entry.facts'), 'to').as('to'))
    .where('entry.site_id', '=', siteId)
    .where('entry.subject', '=', `order:${orderId}`)
    .where('entry.event', 'in', ORDER_EVENTS)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const did = last && DID[last.to === null ? last.event : `${last.event} ${last.to}`]
  if (did === undefined) return new Refusal('order_changed')
  const message = `${last!.name ?? whoElse(last!.actor)} ${did} in the meantime.`
  return new Refusal('order_changed', {}, [{ field: 'seen_status', code: 'changed', message }])
}

function whoElse(actor: string): string {
  if (actor.startsWith('customer:')) return 'The customer'
  if (actor.startsWith('integrator:')) return 'A program'
  return actor === 'system' ? 'The system' : 'Another person'
}
