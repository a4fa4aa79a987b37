import type { editDraft as editEndpoint, SharedDraft } from '@laurel/contract/shared-drafts'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { noteChange } from '../companies/change-company.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { lockToOrder, sharedWire } from '../companies/shared-things.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { cardItemCount, readItem } from './card-items.repo.ts'
import { assertRoomInOrder, lockItem } from './card-items.service.ts'
import { assertNotBeingPaid, lockCart, readCart } from './carts.repo.ts'
import { copyItem, copyRecipients } from './copy-item.repo.ts'
import {
  beingEdited,
  countShared,
  type DraftRow,
  editorOf,
  findDraft,
  keepEditing,
  listShared,
  lockDraft,
  lockOrders,
  moveDraft,
  refusalOf,
  updateSharing,
} from './shared-drafts.repo.ts'

type Asked = z.output<typeof editEndpoint.body>

const MAX_SHARED = 200

/** The drafts that the customer's company shares. @throws {Refusal} `registration_incomplete` */
export function listSharedDrafts(pool: Pool, actor: Customer): Promise<z.input<typeof SharedDraft>[]> {
  const { siteId, company } = inCompany(actor)
  return inSite(pool, siteId, async (db) => {
    const found = await listShared(db, siteId, company.id)
    return found.map(({ row, item }) => ({
      ...item,
      shared: sharedWire(actor, { ...row, customer_id: row.shared_by! })!,
      editor: {
        name: editorOf(row),
        is_you: row.customer_id === actor.customerId,
        is_editing: row.is_being_edited,
      },
    }))
  })
}

/**
 * Shares the customer's draft with their company, or takes back what they shared, unless a colleague is editing it.
 *
 * @throws {Refusal} `not_found`, `not_allowed`, `company_left`, `card_item_not_editable` in the cart,
 * `order_is_frozen`, `draft_being_edited`, `draft_taken_over`, `limit_exceeded` beyond {@link MAX_SHARED}
 */
export function shareDraft(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
  id: number,
  isShared: boolean,
): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const companyId = await lockToOrder(db, actor)
    if (isShared) {
      const item = await lockItem(db, actor, id)
      if (item.state !== 'draft') throw new Refusal('card_item_not_editable')
      if (item.company_id === null) {
        if ((await countShared(db, actor.siteId, companyId)) >= MAX_SHARED) {
          throw new Refusal('limit_exceeded', {
            limit: MAX_SHARED,
            of: /*i18n*/ '{limit, number} shared drafts',
          })
        }
        await updateSharing(db, actor, id, companyId)
        noteChange(db, { now }, inCompany(actor), 'company.draft_shared', { name: item.name })
      }
      return readItem(db, actor, id)
    }
    const draft = await findDraft(db, actor, id)
    if (draft === undefined) throw new Refusal('not_found')
    if (draft.company_id !== null) {
      if (draft.shared_by !== actor.customerId) throw new Refusal('not_allowed')
      await take(db, actor, draft, false)
      await updateSharing(db, actor, id, null)
    }
    return readItem(db, actor, id)
  })
}

/**
 * Makes the customer the editor of a shared draft: it's in their cart until someone takes it over. A draft that isn't
 * shared has no other editor.
 *
 * @throws {Refusal} `not_found`, `not_allowed`, `company_left`, `draft_being_edited`, `draft_taken_over`,
 * `order_is_frozen` while the customer pays for their cart, `order_changed`, `limit_exceeded`
 */
export function editDraft(
  pool: Pool,
  actor: Customer,
  id: number,
  { is_open = false, take_over = false }: Asked,
): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const draft = await findDraft(db, actor, id)
    if (draft === undefined) throw new Refusal('not_found')
    const isOwn = draft.customer_id === actor.customerId
    if (draft.company_id !== null && !(isOwn && draft.state === 'in_cart')) {
      await lockToOrder(db, actor)
      if (is_open && !isOwn) throw await refusalOf(db, actor, id, draft)
      await take(db, actor, draft, take_over)
      if (!(await keepEditing(db, actor, id, true))) throw await refusalOf(db, actor, id)
    }
    return readItem(db, actor, id)
  })
}

/** What is in the customer's cart already stays. */
async function take(db: Db, actor: Customer, seen: DraftRow, isForced: boolean): Promise<void> {
  if (seen.customer_id === actor.customerId) return
  const { siteId } = actor
  const cartId = await readCart(db, actor)
  const held = await lockOrders(db, siteId, [seen.order_id, cartId])
  const cart = held.find((order) => order.id === cartId)
  const draft = await lockDraft(db, actor, seen.id)
  if (cart === undefined || draft === undefined) throw new Refusal('order_changed')
  if (draft.state !== 'draft') throw await refusalOf(db, actor, seen.id, draft)
  // Another colleague may have taken it over while the orders were waited for.
  const isHeld = held.some((order) => order.id === draft.order_id)
  if (!isHeld || (draft.is_being_edited && !isForced)) throw beingEdited(draft)
  await assertNotBeingPaid(db, actor, cart)
  const { count } = await cardItemCount(db, siteId, cartId).executeTakeFirstOrThrow()
  assertRoomInOrder(count)
  await moveDraft(db, siteId, draft.id, cartId)
  crashPoint('draft.moved')
}

/** Nothing happens if a colleague has it. */
export function leaveDraft(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    if ((await findDraft(db, actor, id)) === undefined) throw new Refusal('not_found')
    await keepEditing(db, actor, id, false)
  })
}

/**
 * Copies a draft, also one that a colleague edits, to the customer's own.
 *
 * @throws {Refusal} `not_found`, `order_is_frozen`, `limit_exceeded`
 */
export function copyDraft(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
  id: number,
): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const cart = await lockCart(db, actor)
    await assertNotBeingPaid(db, actor, cart)
    const draft = await findDraft(db, actor, id)
    if (draft === undefined) throw new Refusal('not_found')
    const { count } = await cardItemCount(db, actor.siteId, cart.id).executeTakeFirstOrThrow()
    assertRoomInOrder(count)
    const at = now()
    const copyId = await copyItem(db, actor.siteId, draft.id, cart.id, 'draft', at)
    await copyRecipients(db, actor.siteId, draft.id, copyId, at)
    return readItem(db, actor, copyId)
  })
}
