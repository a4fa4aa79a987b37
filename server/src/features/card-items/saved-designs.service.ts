import type { patchSavedDesign, SavedDesign } from '@laurel/contract/saved-designs'
import { isSameName } from '@laurel/domain/order-fields'
import { Refusal } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { offeredTypes } from '../catalog/offered-types.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { type InCompany, inCompany } from '../companies/companies.repo.ts'
import { assertMayChange, lockToOrder, sharedWire } from '../companies/shared-things.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { cardItemCount, readItem, readSeenItemRow } from './card-items.repo.ts'
import { assertRoomInOrder } from './card-items.service.ts'
import { assertNotBeingPaid, lockCart } from './carts.repo.ts'
import { designWire, readDesign as repairedDesign } from './design-wire.ts'
import {
  changeDesign,
  copyDesign,
  type DesignRow,
  deleteDesignRow,
  insertDesign,
  listDesigns,
  readDesign,
} from './saved-designs.repo.ts'

type DesignKit = Pick<Kit, 'pool' | 'now' | 'config'>
type SavedWire = z.input<typeof SavedDesign>
type Change = z.output<typeof patchSavedDesign.body>

export const MAX_SAVED_DESIGNS = 200

/** The designs that the customer's company has saved. @throws {Refusal} `registration_incomplete` */
export function listSavedDesigns(kit: DesignKit, actor: Customer): Promise<SavedWire[]> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) =>
    (await listDesigns(db, own)).map((row) => savedWire(kit, actor, row)),
  )
}

/**
 * Saves the design of a card that the customer sees for their company.
 *
 * @throws {Refusal} `not_found`, `not_allowed`, `company_left`, `validation_failed` if the name is taken,
 * `limit_exceeded` beyond {@link MAX_SAVED_DESIGNS}
 */
export function saveDesign(
  kit: DesignKit,
  actor: Customer,
  given: { card_item_id: number; name: string },
): Promise<SavedWire> {
  return change(kit, actor, async (db, own) => {
    const item = await readSeenItemRow(db, actor, given.card_item_id)
    const saved = await listDesigns(db, own)
    if (saved.length >= MAX_SAVED_DESIGNS) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_SAVED_DESIGNS,
        of: /*i18n*/ '{limit, number} saved designs',
      })
    }
    assertNewName(saved, given.name)
    const id = await insertDesign(db, own, { itemId: item.id, name: given.name, at: kit.now() })
    noteChange(db, kit, own, 'company.design_saved', { name: given.name })
    return savedWire(kit, actor, await readDesign(db, own, id))
  })
}

/**
 * Renames a saved design, or replaces it by the design of a card. The person who saved it and admins can.
 *
 * @throws {Refusal} `not_found`, `not_allowed`, `company_left`, `design_changed`, `validation_failed` if the name is
 * taken
 */
export function changeSavedDesign(
  kit: DesignKit,
  actor: Customer,
  id: number,
  { name, card_item_id, seen_updated_at }: Change,
): Promise<SavedWire> {
  return change(kit, actor, async (db, own) => {
    const before = await readOwnDesign(db, actor, own, id)
    const item = card_item_id === undefined ? undefined : await readSeenItemRow(db, actor, card_item_id)
    if (seen_updated_at !== undefined && seen_updated_at !== before.updated_at.toISOString()) {
      throw new Refusal('design_changed')
    }
    const others = (await listDesigns(db, own)).filter((one) => one.id !== id)
    if (name !== undefined) assertNewName(others, name)
    const newName = name ?? before.name
    await changeDesign(db, own, id, { itemId: item?.id, name: newName, updated_at: kit.now() })
    const facts = { name_old: before.name, name_new: newName }
    noteChange(db, kit, own, 'company.design_changed', facts)
    return savedWire(kit, actor, await readDesign(db, own, id))
  })
}

/** @throws {Refusal} `not_found`, `not_allowed`, `company_left` */
export function deleteSavedDesign(kit: DesignKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own) => {
    const { name } = await readOwnDesign(db, actor, own, id)
    await deleteDesignRow(db, own, id)
    noteChange(db, kit, own, 'company.design_deleted', { name })
  })
}

/**
 * Starts a card with a saved design. Text that breaks a rule of today is fixed in the draft.
 *
 * @throws {Refusal} `not_found`, `not_allowed`, `company_left`, `design_unavailable`, `order_is_frozen`,
 * `limit_exceeded`
 */
export function startWithDesign(kit: DesignKit, actor: Customer, id: number): Promise<CardItemWire> {
  const own = inCompany(actor)
  return inSite(kit.pool, own.siteId, async (db) => {
    await lockToOrder(db, actor)
    const cart = await lockCart(db, actor)
    await assertNotBeingPaid(db, actor, cart)
    const saved = await readDesign(db, own, id)
    if (unavailableOf(kit, saved) !== null) throw new Refusal('design_unavailable')
    const { count } = await cardItemCount(db, own.siteId, cart.id).executeTakeFirstOrThrow()
    assertRoomInOrder(count)
    const at = kit.now()
    await changeDesign(db, own, id, { last_used_at: at })
    return readItem(db, actor, await copyDesign(db, own.siteId, id, cart.id, at))
  })
}

/** The company's designs change one at a time, so that two never get the same name. */
function change<T>(kit: DesignKit, actor: Customer, work: (db: Db, own: Changing) => Promise<T>): Promise<T> {
  return changeCompany(kit, actor, 'orders.place', work)
}

/** @throws {Refusal} `not_found`; `not_allowed` for what a colleague saved, except for admins */
async function readOwnDesign(db: Db, actor: Customer, own: InCompany, id: number): Promise<DesignRow> {
  const row = await readDesign(db, own, id)
  await assertMayChange(db, actor, { customer_id: row.saved_by, company_id: row.company_id })
  return row
}

function assertNewName(others: readonly DesignRow[], name: string): void {
  if (!others.some((other) => isSameName(other.name, name))) return
  const message = `Your company already has a design “${name}”. Choose another name.`
  throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}

function unavailableOf(
  { config }: Pick<Kit, 'config'>,
  { reward_type, is_template_offered, is_reward_offered }: DesignRow,
): SavedWire['unavailable'] {
  if (!offeredTypes(config).includes(reward_type)) return 'digital_not_offered'
  if (!is_template_offered) return 'template_not_offered'
  return is_reward_offered ? null : 'reward_not_offered'
}

function savedWire(kit: DesignKit, actor: Customer, row: DesignRow): SavedWire {
  return {
    id: row.id,
    name: row.name,
    reward_type_data: { name: row.reward_type, title: REWARD_TYPE_TITLES[row.reward_type] },
    reward: { id: row.reward_id, name: row.reward_name, network: row.reward_network },
    reward_card_template_id: row.reward_card_template_id,
    art: row.art,
    design: designWire(repairedDesign(row.design)),
    message: row.message,
    sender_name: row.sender_name,
    updated_at: row.updated_at.toISOString(),
    shared: sharedWire(actor, { ...row, customer_id: row.saved_by })!,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    unavailable: unavailableOf(kit, row),
  }
}
