import type { getOrdersOverview } from '@laurel/contract/orders-overview'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  countCards,
  listTroubled,
  listUnpaid,
  type StateRow,
  startOfYear,
  sumOrders,
  type UnpaidRow,
} from './overview.repo.ts'

type Wire = z.input<typeof getOrdersOverview.response>

const MOST_NAMED = 50
const AWAITS = { self_hosted_check: 'check', self_hosted_bank: 'transfer' } as const

/** What a customer spent this year, where their cards are, and what waits for them. */
export function readOrdersOverview(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Customer,
): Promise<Wire> {
  const timeZone = site.time_zone
  const since = startOfYear(now(), timeZone)
  return inSite(pool, site.id, async (db) => {
    const [sums, states, troubled, unpaid] = await Promise.all([
      sumOrders(db, actor, since, timeZone),
      countCards(db, actor, since),
      listTroubled(db, actor, MOST_NAMED),
      listUnpaid(db, actor),
    ])
    const { year, unbegun_cards, ...ordered } = sums
    const open = unpaid.filter((order) => !order.is_clearing)
    return {
      year,
      ordered,
      ...cardsByState(states, unbegun_cards),
      to_pay: {
        order_count: open.length,
        cents: cents(open),
        clearing_cents: cents(unpaid.filter((order) => order.is_clearing)),
      },
      troubled,
      unpaid: open.slice(0, MOST_NAMED).map(({ is_clearing: _, promised_by, ...order }) => ({
        ...order,
        awaits: promised_by === null ? 'payment' : AWAITS[promised_by],
      })),
    }
  })
}

/** Only what arrived is counted by year: everything else is still to be followed, however old it is. */
function cardsByState(states: readonly StateRow[], unbegun: number): Pick<Wire, 'cards' | 'emails'> {
  const sum = (of: 'cards' | 'cards_of_year', ...wanted: DeliveryStatus[]) =>
    states.reduce((all, row) => (wanted.includes(row.status) ? all + row[of] : all), 0)
  const opened = sum('cards_of_year', 'opened', 'claimed')
  return {
    cards: {
      waiting: unbegun + sum('cards', 'queued'),
      being_made: sum('cards', 'printing'),
      under_way: sum('cards', 'sending', 'sent', 'opened', 'mailed'),
      arrived: sum('cards_of_year', 'claimed', 'delivered'),
      needs_a_hand: sum('cards', 'bounced', 'returned'),
    },
    emails: { sent: opened + sum('cards_of_year', 'sent'), opened },
  }
}

function cents(orders: readonly UnpaidRow[]): number {
  return orders.reduce((sum, order) => sum + order.cents, 0)
}
