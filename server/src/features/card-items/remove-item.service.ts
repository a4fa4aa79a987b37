import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { noteChange } from '../companies/change-company.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { assertMayChange } from '../companies/shared-things.ts'
import { deleteCardItemRow, listImportFileKeys, updateCardItem } from './card-items.repo.ts'
import { lockOwn } from './card-items.service.ts'
import { assertNotBeingPaid } from './carts.repo.ts'
import { beingEdited, type DraftRow, findDraft, lockDraft, lockOrders } from './shared-drafts.repo.ts'

/**
 * Removes a card item with its list. A shared draft is removed by the person who shared it and by admins, unless
 * someone else is editing it; from another person's cart, it goes back to the shared drafts.
 *
 * @returns the keys of its imports' files, which are now unreferenced
 * @throws {Refusal} `not_found`, `not_allowed`, `order_is_frozen`, `card_item_not_editable`, `draft_being_edited`
 */
export function removeCardItem(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
  id: number,
): Promise<string[]> {
  return inSite(pool, actor.siteId, async (db) => {
    const draft = await lockToDelete(db, actor, id)
    if (draft === undefined) await lockOwn(db, actor, id)
    else if (draft.state === 'in_cart') {
      await updateCardItem(db, actor.siteId, id, { state: 'draft' })
      return []
    } else if (draft.shared_by !== actor.customerId) {
      noteChange(db, { now }, inCompany(actor), 'company.draft_deleted', { name: draft.name })
    }
    const keys = await listImportFileKeys(db, actor.siteId, id)
    await deleteCardItemRow(db, actor.siteId, id)
    return keys
  })
}

/**
 * Locks an item that is shared with the customer's company, to delete it.
 *
 * @returns undefined for an item that isn't shared
 * @throws {Refusal} `not_allowed`, `company_left`, `draft_being_edited`, `order_changed`, `order_is_frozen`
 */
async function lockToDelete(db: Db, actor: Customer, id: number): Promise<DraftRow | undefined> {
  const seen = await findDraft(db, actor, id)
  if (seen === undefined || seen.company_id === null) return undefined
  const isOwn = seen.customer_id === actor.customerId
  if (seen.state === 'in_cart' && (!isOwn || seen.shared_by === actor.customerId)) return undefined
  if (seen.state === 'draft') {
    await assertMayChange(db, actor, { customer_id: seen.shared_by!, company_id: seen.company_id })
  }
  const [order] = await lockOrders(db, actor.siteId, [seen.order_id])
  const draft = await lockDraft(db, actor, id)
  if (order === undefined || draft?.order_id !== order.id || draft.state !== seen.state) {
    throw new Refusal('order_changed')
  }
  if (isOwn) await assertNotBeingPaid(db, actor, order)
  else if (draft.is_being_edited) throw beingEdited(draft)
  return draft
}
