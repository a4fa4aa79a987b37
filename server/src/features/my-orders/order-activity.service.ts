import { ACTIVITY_EVENTS, type getOrderActivity } from '@laurel/contract/orders'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { listDeliveryEvents, listRefundEvents, together } from '../order-desk/office-history.service.ts'
import { listOrderNotes } from '../order-desk/office-notes.service.ts'
import { readSeenOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Wire = z.input<typeof getOrderActivity.response>
type Line = Wire['happened'][number]

const LATEST = 200

/**
 * What a customer sees of an order's activity besides its status: refunds, news of cards, and messages. Staff names are
 * left out, and so are refunds that aren't approved yet.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export function readOrderActivity(
  { pool }: Pick<OrderKit, 'pool'>,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<Wire> {
  return inSite(pool, site.id, async (db) => {
    await readSeenOrder(db, actor, id)
    const [refunds, delivered, notes] = await Promise.all([
      listRefundEvents(db, site.id, id),
      listDeliveryEvents(db, site.id, id),
      listOrderNotes(db, site.id, id),
    ])
    const happened = [
      ...refunds.map(({ id: entry, event, actor: by, cents, at }) => ({
        ...{ key: `refund:${entry}`, event, by: whoFor(by), amount_cents: cents, count: 1, recipient: '' },
        ...{ text: '', at: at.toISOString() },
      })),
      ...together(delivered).map(({ key, event, by, count, recipient, at }) => ({
        ...{ key, event, by: whoFor(by), amount_cents: null, count, recipient, text: '', at },
      })),
      ...notes
        .filter(({ is_mailed }) => is_mailed)
        .map(({ id: note, text, at }) => ({
          ...{ key: `message:${note}`, event: 'message', by: 'organization' as const, amount_cents: null },
          ...{ count: 1, recipient: '', text, at: at.toISOString() },
        })),
    ]
    return {
      happened: happened
        .filter(isTold)
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .slice(0, LATEST),
    }
  })
}

function isTold(line: Omit<Line, 'event'> & { event: string }): line is Line {
  return ACTIVITY_EVENTS.some((event) => event === line.event)
}

function whoFor(by: string): Line['by'] {
  if (by.startsWith('customer:')) return 'customer'
  if (by.startsWith('staff:') || by.startsWith('integrator:')) return 'organization'
  return by === 'recipient' ? 'recipient' : 'system'
}
