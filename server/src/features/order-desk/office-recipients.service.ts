import type { OrderRecipient } from '@laurel/contract/office-order-desk'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findPlaced } from './office-orders.service.ts'

type Wire = z.input<typeof OrderRecipient>
type Asked = PageAsked & { search?: string | undefined }

/**
 * Whom an order's direct and digital cards are for, list by list, and where the card of each is. Only the
 * page's people are looked up among the deliveries, so 100,000 of them take no longer to open than ten.
 *
 * @throws {Refusal} `not_found`
 */
export function listOrderRecipients(
  { pool }: Pick<OrderKit, 'pool'>,
  site: SiteRow,
  orderId: number,
  asked: Asked,
) {
  return inSite(pool, site.id, async (db) => {
    await findPlaced(db, site.id, orderId)
    const [rows, count] = await Promise.all([
      pageOfPeople(db, site.id, orderId, asked),
      countPeople(db, site.id, orderId, asked.search),
    ])
    const { search } = asked
    const query = search ? `?${new URLSearchParams({ search })}` : ''
    const path = `/api/v1/office/orders/${orderId}/recipients/${query}`
    return pageOfResults(path, asked, count, rows.map(recipientWire))
  })
}

type Row = {
  id: number
  card_item_id: number
  card_item_name: string
  reward_type: RewardType
  amount_cents: number | null
  needs_attention: boolean
  delivery_id: number | null
  delivery_status: DeliveryStatus | null
  problem: string | null
  first_name: string
  last_name: string
  email: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

const items = (siteId: number, orderId: number) => sql`(select i.id from card_items i
  where i.site_id = ${siteId} and i.order_id = ${orderId} and i.reward_type <> 'bulk')`

function meant(siteId: number, orderId: number, search: string | undefined) {
  const ofOrder = sql`r.site_id = ${siteId} and r.card_item_id in ${items(siteId, orderId)}`
  if (search === undefined || search === '') return ofOrder
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${ofOrder} and r.search_text like lower(${part})`
}

/** A delivery says where it goes since it was fixed; one that was replaced gives way to what came instead. */
async function pageOfPeople(db: Db, siteId: number, orderId: number, asked: Asked): Promise<Row[]> {
  const { search, page, page_size: size } = asked
  const fields = ['first_name', 'last_name', 'email', 'address1', 'address2', 'city', 'state', 'zip']
  const now = fields.map(
    (field) => sql`coalesce(d.${sql.ref(field)}, r.${sql.ref(field)}) as ${sql.ref(field)}`,
  )
  const { rows } = await sql<Row>`
    select r.id, r.card_item_id, i.name as card_item_name, coalesce(d.reward_type, i.reward_type) as reward_type,
      coalesce(d.value_cents, r.amount_cents, i.denomination_cents) as amount_cents, r.needs_attention,
      d.id as delivery_id, d.status as delivery_status, d.problem, ${sql.join(now)}
    from (
      select r.* from card_recipient_details r where ${meant(siteId, orderId, search)}
      order by r.card_item_id, r.position limit ${size} offset ${(page - 1) * size}
    ) r
    join card_items i on i.site_id = r.site_id and i.id = r.card_item_id
    left join lateral (
      select * from deliveries d where d.site_id = r.site_id and d.recipient_id = r.id order by d.id desc limit 1
    ) d on true
    order by r.card_item_id, r.position`.execute(db)
  return rows
}

/** Everybody is counted from the tallies; only a search counts people. */
async function countPeople(db: Db, siteId: number, orderId: number, search: string | undefined) {
  const counted =
    search === undefined || search === ''
      ? sql<{ count: number }>`select coalesce(sum(t.people), 0)::int as count from recipient_tallies t
          where t.site_id = ${siteId} and t.card_item_id in ${items(siteId, orderId)}`
      : sql<{ count: number }>`select count(*)::int as count from card_recipient_details r
          where ${meant(siteId, orderId, search)}`
  return (await counted.execute(db)).rows[0]!.count
}

function recipientWire(row: Row): Wire {
  const { first_name, last_name, email, address1, address2, city, state, zip, amount_cents } = row
  const address = [address1, address2, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return {
    id: Number(row.id),
    card_item_id: Number(row.card_item_id),
    card_item_name: row.card_item_name,
    reward_type: row.reward_type,
    name: `${first_name} ${last_name}`.trim(),
    place: row.reward_type === 'digital' ? email : address,
    amount_cents: amount_cents === null ? null : Number(amount_cents),
    needs_attention: row.needs_attention,
    delivery_id: row.delivery_id === null ? null : Number(row.delivery_id),
    delivery_status: row.delivery_status,
    problem: row.problem ?? '',
  }
}
