import type { getOrdersOverview } from '@laurel/contract/orders-overview'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { keepLongCount } from '../../database/long-lists.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { countCards, listTroubled, listUnpaid, sumOrders, type UnpaidRow } from './overview.repo.ts'

type Wire = z.input<typeof getOrdersOverview.response>

const MOST_NAMED = 50

/** What a customer spent this year, where their cards are, and what waits for them. */
export function readOrdersOverview(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Customer,
): Promise<Wire> {
  const moment = { now: now(), timeZone: site.time_zone }
  return inSite(pool, site.id, async (db) => {
    const summed = () => Promise.all([sumOrders(db, actor, moment), countCards(db, actor, moment)])
    const [[sums, counts], troubled, unpaid] = await Promise.all([
      keepLongCount(pool, [site.id, 'overview', actor.customerId], summed, ([ordered, cards]) =>
        Math.max(ordered.order_count, ...Object.values(cards)),
      ),
      listTroubled(db, actor, MOST_NAMED),
      listUnpaid(db, actor),
    ])
    const { year, unbegun_cards, ...ordered } = sums
    const open = unpaid.filter((order) => !order.is_clearing)
    return {
      year,
      ordered,
      cards: {
        waiting: unbegun_cards + counts.queued,
        being_made: counts.printing,
        under_way: counts.under_way,
        arrived: counts.arrived,
        needs_a_hand: counts.needs_a_hand,
      },
      emails: { sent: counts.emails_sent, opened: counts.emails_opened },
      to_pay: {
        order_count: open.length,
        cents: cents(open),
        clearing_cents: cents(unpaid.filter((order) => order.is_clearing)),
      },
      troubled,
      unpaid: open.slice(0, MOST_NAMED).map(({ is_clearing: _, promised_by, ...order }) => ({
        ...order,
        awaits: promised_by === null ? 'payment' : WAYS_TO_PAY[promised_by].noun,
      })),
    }
  })
}

function cents(orders: readonly UnpaidRow[]): number {
  return orders.reduce((sum, order) => sum + order.cents, 0)
}
