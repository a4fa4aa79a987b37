import type { createCardItem, patchCardItem } from '@laurel/contract/card-items'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatDollars } from '@laurel/domain/money'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { endWith, inOrder } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { judgeChange, judgeNew } from './card-item-choices.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type CardItemWire, cardItemWire } from './card-item-wire.ts'
import {
  insertCardItem,
  listItems,
  listItemsBeside,
  lockCardItemRow,
  readCardItemRow,
  readItem,
  updateCardItem,
} from './card-items.repo.ts'
import { assertNotBeingPaid, findCartId, lockCart, lockOrderOfItem } from './carts.repo.ts'
import { judgeListAgain } from './judge-list-again.ts'
import { refusalOf } from './shared-drafts.repo.ts'

type NewItem = z.output<typeof createCardItem.body>
type Change = z.output<typeof patchCardItem.body>

export const MAX_ITEMS_PER_ORDER = 50

/**
 * Keeps a design as a draft of the customer's current order.
 *
 * @throws {Refusal} `registration_incomplete`, `validation_failed` at what this site does not offer or
 *   allow, `order_is_frozen`, `limit_exceeded` beyond {@link MAX_ITEMS_PER_ORDER}
 */
export async function makeCardItem(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  input: NewItem,
): Promise<CardItemWire> {
  if (!actor.registrationComplete) throw new Refusal('registration_incomplete')
  return inSite(pool, actor.siteId, async (db) => {
    const [order, judged] = await inOrder(lockCart(db, actor), judgeNew(db, actor, limits, input))
    await assertNotBeingPaid(db, actor, order)
    const { count, problems, values } = judged
    assertRoomInOrder(count)
    assertNoProblems(problems)
    const made = { ...values, order_id: order.id }
    return endWith(() => insertCardItem(db, actor.siteId, made, input.design))
  })
}

/** @throws {Refusal} `limit_exceeded` if an order of so many items has no room for one more */
export function assertRoomInOrder(count: number): void {
  if (count < MAX_ITEMS_PER_ORDER) return
  throw new Refusal('limit_exceeded', {
    limit: MAX_ITEMS_PER_ORDER,
    of: /*i18n*/ '{limit, number} designs in one order',
  })
}

/** The current order's items, oldest first; none while no order has begun. */
export function listCurrentItems(
  pool: Pool,
  actor: Customer,
  state: CardItemRow['state'] | undefined,
): Promise<CardItemWire[]> {
  return inSite(pool, actor.siteId, async (db) => {
    const orderId = await findCartId(db, actor)
    if (orderId === undefined) return []
    const items = await listItems(db, actor, orderId)
    return state === undefined ? items : items.filter((item) => item.state === state)
  })
}

/** @throws {Refusal} `not_found` */
export function readCardItem(pool: Pool, actor: Customer, id: number): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, (db) => endWith(() => readItem(db, actor, id)))
}

/**
 * Changes a card item; one in the cart stays there, and says in `missing` what it now needs.
 * People on its list stay, and are judged anew when the reward type or the reward changes.
 *
 * @throws {Refusal} `not_found`, `validation_failed`, `order_is_frozen`, `card_item_not_editable`
 */
export function changeCardItem(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  change: Change,
): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const before = await lockItem(db, actor, id)
    const { problems, values } = await judgeChange(db, actor, limits, before, change)
    assertNoProblems(problems)
    const update = () =>
      updateCardItem(db, actor.siteId, id, {
        ...values,
        ...(change.design !== undefined && { design: json(change.design) }),
      })
    const next = { ...before, ...values }
    const isSameReward = next.reward_type === before.reward_type && next.reward_id === before.reward_id
    const isSameTemplate = next.reward_card_template_id === before.reward_card_template_id
    // Bulk cards have no list.
    if (next.reward_type === 'bulk' && isSameReward && isSameTemplate) {
      return endWith(async () => cardItemWire({ ...before, ...(await update()) }, []))
    }
    await update()
    if (!isSameReward) await judgeListAgain(db, await readCardItemRow(db, actor, id), limits)
    return endWith(() => readItem(db, actor, id))
  })
}

/**
 * Puts a complete draft in the cart; one already there is unchanged. People with errors don't prevent this, but
 * have to be fixed before paying.
 *
 * @throws {Refusal} `not_found`, `card_item_incomplete` with what is missing, `order_is_frozen`,
 * `card_item_not_editable`, `limit_exceeded` if the cart's cards would be worth too much
 */
export function putInCart(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
): Promise<CardItemWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const [order, items] = await inOrder(lockOrderOfItem(db, actor, id), listItemsBeside(db, actor, id))
    await assertNotBeingPaid(db, actor, order)
    const item = items.find((one) => one.id === id)
    // A colleague may have taken it over while the order was waited for.
    if (item === undefined) throw await refusalOf(db, actor, id)
    if (item.missing.length > 0) throw new Refusal('card_item_incomplete', {}, item.missing)
    if (item.state === 'in_cart') return item

    const inCart = items.filter((one) => one.state === 'in_cart' || one.id === id)
    const worth = inCart.reduce((cents, one) => cents + one.value_cents, 0)
    if (worth > limits.max_order_cents) {
      throw new Refusal('limit_exceeded', {
        limit: formatDollars(limits.max_order_cents),
        of: /*i18n*/ '{limit} for one order',
      })
    }
    return endWith(async () => {
      const { state, updated_at: at } = await updateCardItem(db, actor.siteId, id, { state: 'in_cart' })
      return { ...item, state, updated_at: at.toISOString() }
    })
  })
}

/**
 * Locks an item and its order to change them.
 *
 * @throws {Refusal} `not_allowed` for a role that can't place orders, `not_found`, `draft_taken_over`,
 * `order_is_frozen`, `card_item_not_editable`
 */
export async function lockItem(db: Db, actor: Customer, id: number): Promise<CardItemRow> {
  if (actor.company !== undefined && !mayInCompany(actor.company, 'orders.place')) {
    throw new Refusal('not_allowed')
  }
  return lockOwn(db, actor, id)
}

/** Like {@link lockItem}, for every role. */
export async function lockOwn(db: Db, actor: Customer, id: number): Promise<CardItemRow> {
  const locked = await lockCardItemRow(db, actor, id)
  if (locked === undefined) {
    const order = await lockOrderOfItem(db, actor, id)
    await assertNotBeingPaid(db, actor, order)
    return readCardItemRow(db, actor, id)
  }
  const { status, isPriced, ...item } = locked
  if (status !== 'cart') throw new Refusal('card_item_not_editable')
  await assertNotBeingPaid(db, actor, { id: item.order_id, isPriced })
  return { ...item, acting_company_id: actor.company?.id ?? null }
}
