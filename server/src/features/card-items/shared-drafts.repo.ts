import { DRAFT_EDITING_SECONDS } from '@laurel/domain/draft-editing'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { fromNow, literal, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { listedRows, wireOfItem } from './card-items.repo.ts'
import type { HeldOrder } from './carts.repo.ts'

/** Added to the database's time, whichever server asks. */
const EDITING = `${DRAFT_EDITING_SECONDS} seconds`

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>

/** A card item of any order of the customer's, or one in a cart that their company shares, with who has it. */
function drafts(db: Db, { siteId, customerId, company }: Customer, id: number) {
  return db
    .selectFrom('card_items as item')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'item.site_id').onRef('o.id', '=', 'item.order_id'),
    )
    .innerJoin('customers as editor', (join) =>
      join.onRef('editor.site_id', '=', 'o.site_id').onRef('editor.id', '=', 'o.customer_id'),
    )
    .select(['item.id', 'item.name', 'item.state', 'item.order_id', 'item.company_id', 'item.shared_by'])
    .select(['o.customer_id', 'editor.first_name', 'editor.last_name'])
    .select((eb) =>
      eb.case().when('item.edited_until', '>', now).then(true).else(false).end().as('is_being_edited'),
    )
    .where('item.site_id', '=', siteId)
    .where('item.id', '=', id)
    .where(({ and, eb, or }) =>
      or([
        and([eb('item.company_id', 'is', null), eb('o.customer_id', '=', customerId)]),
        and([
          eb('item.company_id', '=', company?.id ?? null),
          // Once it's ordered, it may be for another company, or await an approval.
          or([eb('o.status', '=', literal('cart')), eb('o.customer_id', '=', customerId)]),
        ]),
      ]),
    )
    .$narrowType<{ state: 'draft' | 'in_cart' }>()
}

export function findDraft(db: Db, actor: Customer, id: number) {
  return drafts(db, actor, id).executeTakeFirst()
}

/** Like {@link findDraft}, locked; the orders that it may be in have to be locked before. */
export function lockDraft(db: Db, actor: Customer, id: number): Promise<DraftRow | undefined> {
  return drafts(db, actor, id).forNoKeyUpdate('item').executeTakeFirst()
}

/** Locks orders in order of their IDs, like everywhere, which prevents deadlocks. */
export function lockOrders(db: Db, siteId: number, ids: readonly number[]): Promise<HeldOrder[]> {
  return db
    .selectFrom('orders')
    .select(({ eb }) => ['id', eb('priced', 'is not', null).$castTo<boolean>().as('isPriced')])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .where('status', '=', literal('cart'))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Why a customer can't change an item: a colleague took over the draft, or it isn't theirs.
 *
 * @param draft read already
 */
export async function refusalOf(
  db: Db,
  actor: Customer,
  id: number,
  draft?: DraftRow | undefined,
): Promise<Refusal> {
  const found = draft ?? (await findDraft(db, actor, id))
  if (found === undefined || found.company_id === null) return new Refusal('not_found')
  return new Refusal('draft_taken_over', { by: editorOf(found) })
}

export function editorOf({ first_name, last_name }: Pick<DraftRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** Puts a draft, whose order and cart are locked, in the customer's cart. */
export async function moveDraft(db: Db, siteId: number, id: number, cartId: number): Promise<void> {
  await db
    .updateTable('card_items')
    .set({ order_id: cartId })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/**
 * Until when a draft in the customer's cart is edited.
 *
 * @returns false if it's no longer in their cart
 */
export async function keepEditing(
  db: Db,
  { siteId, customerId }: Customer,
  id: number,
  isEditing: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_items')
    .set({ edited_until: isEditing ? fromNow(EDITING) : null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('company_id', 'is not', null)
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('site_id', '=', siteId)
        .where('customer_id', '=', customerId)
        .where('status', '=', literal('cart')),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @param companyId null for a draft that is no longer shared */
export async function updateSharing(
  db: Db,
  { siteId, customerId }: Customer,
  id: number,
  companyId: number | null,
): Promise<void> {
  await db
    .updateTable('card_items')
    .set({ company_id: companyId, shared_by: companyId && customerId, edited_until: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

function ofCompany(db: Db, siteId: number, companyId: number) {
  return listedRows(db, siteId)
    .where('card_items.company_id', '=', companyId)
    .where('orders.status', '=', literal('cart'))
}

export async function countShared(db: Db, siteId: number, companyId: number): Promise<number> {
  const { count } = await ofCompany(db, siteId, companyId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The drafts that a company shares, with who has each, last changed first. */
export async function listShared(db: Db, siteId: number, companyId: number) {
  const rows = await ofCompany(db, siteId, companyId)
    .innerJoin('customers as editor', (join) =>
      join.onRef('editor.site_id', '=', 'orders.site_id').onRef('editor.id', '=', 'orders.customer_id'),
    )
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'card_items.site_id').onRef('owner.id', '=', 'card_items.shared_by'),
    )
    .select(['editor.first_name', 'editor.last_name'])
    .select(['owner.first_name as owner_first_name', 'owner.last_name as owner_last_name'])
    .select((eb) =>
      eb.case().when('card_items.edited_until', '>', now).then(true).else(false).end().as('is_being_edited'),
    )
    .orderBy('card_items.updated_at', 'desc')
    .orderBy('card_items.id')
    .execute()
  return rows.map((row) => ({ row, item: wireOfItem(row) }))
}

export function beingEdited(draft: DraftRow): Refusal {
  return new Refusal('draft_being_edited', { by: editorOf(draft) })
}
