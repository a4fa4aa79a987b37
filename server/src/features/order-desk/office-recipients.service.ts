import type { OrderRecipient } from '@laurel/contract/office-order-desk'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import { expressionBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { LONG_LIST } from '../../database/long-lists.ts'
import { anyOf, sumOf, tableOf } from '../../database/sql.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { isAnywhere, peopleOfOrderFound } from '../card-items/recipient-filter.ts'
import { BLOCK_POSITIONS } from '../card-items/recipient-pages.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findPlaced } from './office-orders.service.ts'

type Wire = z.input<typeof OrderRecipient>
type Asked = PageAsked & { search?: string | undefined; card_item_id?: number | undefined }

/**
 * The recipients of an order's direct and digital cards, list by list, each with their card's delivery. Only the
 * page's deliveries are read, so 100,000 recipients open as fast as ten.
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
    const { search, card_item_id } = asked
    const blocks = await listBlocksOf(db, site.id, orderId, card_item_id)
    const all = blocks.reduce((sum, { people }) => sum + people, 0)
    const isLong = all > LONG_LIST
    const [ids, count] = search
      ? await Promise.all([
          findPeople(db, site.id, orderId, asked, isLong),
          countFound(db, site.id, orderId, { search, card_item_id }, isLong),
        ])
      : [await listPeopleAt(db, site.id, blocks, asked), all]
    const rows = await readPeople(db, site.id, ids)
    const path = `/api/v1/office/orders/${orderId}/recipients/`
    return pageOfResults(path, { search, card_item_id }, asked, count, rows.map(recipientWire))
  })
}

const { fn, selectFrom } = expressionBuilder<Database, never>()

function itemIds(siteId: number, orderId: number, only: number | undefined) {
  return selectFrom('card_items as item')
    .select('item.id')
    .where('item.site_id', '=', siteId)
    .where('item.order_id', '=', orderId)
    .where('item.reward_type', '<>', 'bulk')
    .$if(only !== undefined, (query) => query.where('item.id', '=', only!))
}

type Sought = { search: string; card_item_id?: number | undefined }

function peopleOf(db: Db, siteId: number, orderId: number, sought: Sought, isLong: boolean) {
  const { search, card_item_id } = sought
  const people = db
    .selectFrom('card_recipient_details')
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', itemIds(siteId, orderId, card_item_id))
  if (isLong) return people.where('id', 'in', peopleOfOrderFound(siteId, orderId, search))
  return people.where(isAnywhere(search))
}

async function findPeople(db: Db, siteId: number, orderId: number, asked: Asked, isLong: boolean) {
  const { search = '', card_item_id, page, page_size: size } = asked
  const people = await peopleOf(db, siteId, orderId, { search, card_item_id }, isLong)
    .select('id')
    .orderBy('card_item_id')
    .orderBy('position')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return people.map(({ id }) => id)
}

type BlockOf = { card_item_id: number; block: number; people: number }

/** How many people each block of an order's lists has, in the order in which they're shown. */
function listBlocksOf(db: Db, siteId: number, orderId: number, only: number | undefined): Promise<BlockOf[]> {
  return db
    .selectFrom('recipient_tallies')
    .select(({ ref }) => ['card_item_id', 'block', sumOf(ref('people')).as('people')])
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', itemIds(siteId, orderId, only))
    .groupBy(['card_item_id', 'block'])
    .orderBy('card_item_id')
    .orderBy('block')
    .execute()
}

/** The IDs of a page's people: blocks before and after them are counted, not read. */
async function listPeopleAt(db: Db, siteId: number, blocks: readonly BlockOf[], asked: Asked) {
  const from = (asked.page - 1) * asked.page_size
  const to = from + asked.page_size
  const spanned: BlockOf[] = []
  let before = 0
  let counted = 0
  for (const block of blocks) {
    const began = counted
    counted += block.people
    if (counted <= from) before = counted
    else if (began < to) spanned.push(block)
  }
  const rows = await db
    .selectFrom(tableOf('at', spanned, { card_item_id: 'bigint', block: 'integer' }))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('card_recipient_details as r')
          .select(['r.id', 'r.position'])
          .where('r.site_id', '=', siteId)
          .whereRef('r.card_item_id', '=', 'at.card_item_id')
          .where(({ between, eb, lit }) => {
            const from = eb('at.block', '*', lit(BLOCK_POSITIONS))
            return between('r.position', from, eb(from, '+', lit(BLOCK_POSITIONS - 1)))
          })
          // Each block separately, so that only the index of positions fits.
          .orderBy('r.position')
          .limit(BLOCK_POSITIONS)
          .as('person'),
      (join) => join.onTrue(),
    )
    .select('person.id')
    .orderBy('at.card_item_id')
    .orderBy('person.position')
    .offset(from - before)
    .limit(asked.page_size)
    .execute()
  return rows.map(({ id }) => id)
}

/** A delivery has the corrected address; a replaced one is replaced by its successor. */
function readPeople(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom('card_recipient_details as person')
    .innerJoin('card_items as item', (join) =>
      join.onRef('item.site_id', '=', 'person.site_id').onRef('item.id', '=', 'person.card_item_id'),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('deliveries')
          .selectAll()
          .whereRef('deliveries.site_id', '=', 'person.site_id')
          .whereRef('deliveries.recipient_id', '=', 'person.id')
          .orderBy('deliveries.id', 'desc')
          .limit(1)
          .as('delivery'),
      (join) => join.onTrue(),
    )
    .select(['person.id', 'person.card_item_id', 'item.name as card_item_name', 'person.needs_attention'])
    .select(['delivery.id as delivery_id', 'delivery.status as delivery_status', 'delivery.problem'])
    .select(({ fn }) => [
      fn.coalesce('delivery.reward_type', 'item.reward_type').as('reward_type'),
      fn
        .coalesce('delivery.value_cents', 'person.amount_cents', 'item.denomination_cents')
        .as('amount_cents'),
      fn.coalesce('delivery.first_name', 'person.first_name').as('first_name'),
      fn.coalesce('delivery.last_name', 'person.last_name').as('last_name'),
      fn.coalesce('delivery.email', 'person.email').as('email'),
      fn.coalesce('delivery.address1', 'person.address1').as('address1'),
      fn.coalesce('delivery.address2', 'person.address2').as('address2'),
      fn.coalesce('delivery.city', 'person.city').as('city'),
      fn.coalesce('delivery.state', 'person.state').as('state'),
      fn.coalesce('delivery.zip', 'person.zip').as('zip'),
    ])
    .where('person.site_id', '=', siteId)
    .where('person.id', '=', anyOf(ids))
    .orderBy('person.card_item_id')
    .orderBy('person.position')
    .$narrowType<{ reward_type: RewardType; delivery_status: DeliveryStatus | null }>()
    .execute()
}

async function countFound(db: Db, siteId: number, orderId: number, sought: Sought, isLong: boolean) {
  const { count } = await peopleOf(db, siteId, orderId, sought, isLong)
    .select(fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Row = Awaited<ReturnType<typeof readPeople>>[number]

function recipientWire(row: Row): Wire {
  const { first_name, last_name, email, address1, address2, city, state, zip, amount_cents } = row
  const address = [address1, address2, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return {
    id: row.id,
    card_item_id: row.card_item_id,
    card_item_name: row.card_item_name,
    reward_type: row.reward_type,
    name: `${first_name} ${last_name}`.trim(),
    first_name,
    last_name,
    place: row.reward_type === 'digital' ? email : address,
    amount_cents,
    needs_attention: row.needs_attention,
    delivery_id: row.delivery_id,
    delivery_status: row.delivery_status,
    problem: row.problem ?? '',
  }
}
