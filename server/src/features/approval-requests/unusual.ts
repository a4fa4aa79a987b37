import type { getApproval } from '@laurel/contract/approvals'
import { formatCents } from '@laurel/domain/money'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { RequestRow } from './requests.repo.ts'

type Unusual = z.input<typeof getApproval.response>['unusual'][number]

/** An order is large from this multiple of what its buyer usually orders on. */
const TIMES_USUAL = 2
const USUAL_ORDERS = 20
/** How many new domains are named. */
const NAMED_DOMAINS = 3

/** What an approver should look at: facts about an order that differ from those before it. */
export async function unusualOf(db: Db, request: RequestRow, order: OrderRow): Promise<Unusual[]> {
  const found = await Promise.all([
    alreadyReceived(db, order),
    largerThanUsual(db, request),
    newDomains(db, order),
    newAddress(db, order),
  ])
  return found.filter((one) => one !== undefined)
}

/** The people of an order `o`. */
function peopleOf(db: Db, { site_id, id }: Pick<OrderRow, 'site_id' | 'id'>) {
  return db
    .selectFrom('card_items as item')
    .innerJoin('card_recipient_details as person', (join) =>
      join.onRef('person.site_id', '=', 'item.site_id').onRef('person.card_item_id', '=', 'item.id'),
    )
    .where('item.site_id', '=', site_id)
    .where('item.order_id', '=', id)
    .where('item.state', '=', 'in_cart')
}

/** People of the company's orders that were placed before. */
function peopleBefore(db: Db, { site_id, company_id }: Pick<OrderRow, 'site_id' | 'company_id'>) {
  return db
    .selectFrom('orders as before')
    .innerJoin('card_items as old', (join) =>
      join.onRef('old.site_id', '=', 'before.site_id').onRef('old.order_id', '=', 'before.id'),
    )
    .innerJoin('card_recipient_details as earlier', (join) =>
      join.onRef('earlier.site_id', '=', 'old.site_id').onRef('earlier.card_item_id', '=', 'old.id'),
    )
    .where('before.site_id', '=', site_id)
    .where('before.company_id', '=', company_id)
    .where('before.placed_at', 'is not', null)
    .where('before.status', '<>', 'declined')
}

async function alreadyReceived(db: Db, order: OrderRow): Promise<Unusual | undefined> {
  const rows = await peopleBefore(db, order)
    .select(['before.number', 'earlier.person_key'])
    .distinct()
    .where('earlier.person_key', 'in', peopleOf(db, order).select('person.person_key'))
    .execute()
  if (rows.length === 0) return undefined
  const count = new Set(rows.map(({ person_key }) => person_key)).size
  const numbers = [...new Set(rows.map(({ number }) => Number(number)))].sort((one, other) => other - one)
  const more = numbers.length > 3 ? ', and earlier' : ''
  return {
    kind: 'already_received',
    title: count === 1 ? '1 person already got a card' : `${count} people already got a card`,
    detail: `In ${numbers.length === 1 ? 'order' : 'orders'} ${numbers.slice(0, 3).join(', ')}${more}.`,
  }
}

async function largerThanUsual(db: Db, request: RequestRow): Promise<Unusual | undefined> {
  const before = await db
    .selectFrom('orders')
    .select('total_cents')
    .where('site_id', '=', request.site_id)
    .where('company_id', '=', request.company_id)
    .where('customer_id', '=', request.buyer_id)
    .where('placed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(USUAL_ORDERS)
    .execute()
  if (before.length === 0) return undefined
  const sorted = before.map(({ total_cents }) => total_cents).sort((one, other) => one - other)
  const usual = sorted[Math.floor(sorted.length / 2)]!
  const times = Math.floor(request.amount_cents / Math.max(1, usual))
  if (times < TIMES_USUAL) return undefined
  const [least, most] = [formatCents(sorted[0]!), formatCents(sorted.at(-1)!)]
  const range = least === most ? most : `${least} to ${most}`
  return {
    kind: 'larger_than_usual',
    title: times === 2 ? 'Twice the buyer’s usual order' : `${times} times the buyer’s usual order`,
    detail: before.length === 1 ? `Their earlier order was ${range}.` : `Their earlier orders were ${range}.`,
  }
}

async function newDomains(db: Db, order: OrderRow): Promise<Unusual | undefined> {
  const domains = await peopleOf(db, order)
    .select(({ fn, val }) =>
      fn<string>('lower', [fn('split_part', ['person.email', val('@'), val(2)])]).as('domain'),
    )
    .distinct()
    .where('item.reward_type', '=', 'digital')
    .where('person.email', '<>', '')
    .execute()
  if (domains.length === 0) return undefined
  const known = await peopleBefore(db, order)
    .select(({ fn, val }) =>
      fn<string>('lower', [fn('split_part', ['earlier.email', val('@'), val(2)])]).as('domain'),
    )
    .distinct()
    .execute()
  // Nothing is unusual about the domains of a company's first cards.
  if (known.length === 0) return undefined
  const before = new Set(known.map(({ domain }) => domain))
  const fresh = domains.map(({ domain }) => domain).filter((domain) => !before.has(domain))
  if (fresh.length === 0) return undefined
  const others = fresh.length - NAMED_DOMAINS
  const more = others > 0 ? `, and ${others} more` : ''
  return {
    kind: 'new_email_domains',
    title: fresh.length === 1 ? 'A new email domain' : `${fresh.length} new email domains`,
    detail: `Your company hasn’t sent cards to ${fresh.slice(0, NAMED_DOMAINS).join(', ')}${more} before.`,
  }
}

async function newAddress(db: Db, { site_id, company_id, priced }: OrderRow): Promise<Unusual | undefined> {
  const address = priced?.bulkAddress ?? null
  if (address === null) return undefined
  const before = await db
    .selectFrom('orders as o')
    .innerJoin('shipping_orders as s', (join) =>
      join.onRef('s.site_id', '=', 'o.site_id').onRef('s.order_id', '=', 'o.id'),
    )
    .select('s.address')
    .where('o.site_id', '=', site_id)
    .where('o.company_id', '=', company_id)
    .where('o.placed_at', 'is not', null)
    .where('s.reward_type', '=', 'bulk')
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
  if (before.length === 0) return undefined
  const key = ({ address1, zip }: { address1: string; zip: string }) => `${address1} ${zip}`.toLowerCase()
  const known = before.map((one) => one.address as { address1: string; zip: string } | null)
  if (known.some((one) => one !== null && key(one) === key(address))) return undefined
  return {
    kind: 'new_address',
    title: 'A new address',
    detail: `Your company hasn’t shipped cards to ${address.address1}, ${address.city}, before.`,
  }
}
