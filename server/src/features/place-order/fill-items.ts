import type { quoteOrder } from '@laurel/contract/place-order'
import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { problemDetail } from '../../http/problem-answer.ts'
import type { Kit } from '../../kit.ts'
import { changeCardItem, lockItem, makeCardItem, putInCart } from '../card-items/card-items.service.ts'
import { compareKeys } from '../card-items/compare-people.ts'
import { judgeOf } from '../card-items/judge-list-again.ts'
import { judged } from '../card-items/judged-recipient.ts'
import { insertRecipients, listRecipientRows } from '../card-items/recipients.repo.ts'
import { assertRoom } from '../card-items/recipients.service.ts'
import { startWithDesign } from '../card-items/saved-designs.service.ts'
import { assertOffered } from '../catalog/offered-types.ts'
import { addSavedPeople } from '../recipient-lists/list-to-card-item.service.ts'
import { readList } from '../recipient-lists/recipient-lists.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

export type FillKit = Pick<Kit, 'pool' | 'now' | 'config'>
export type Item = z.output<typeof quoteOrder.body>['items'][number]
type Person = NonNullable<Item['recipients']>[number]

/** People of saved lists in one call: they're added in one transaction. */
const MAX_LISTED = 10_000

/** People added by one query. */
const STEP = 1_000

/** Broken people that one answer names. */
const MAX_TOLD = 100

/**
 * Puts what was asked for in the caller's cart.
 *
 * @returns the IDs of the card items, in the order they were asked for
 * @throws {Refusal} the same as the use cases of the cart, at the fields of the request
 */
export async function fillItems(
  kit: FillKit,
  site: SiteRow,
  actor: Customer,
  items: readonly Item[],
): Promise<number[]> {
  const ids: number[] = []
  await assertListsFit(kit, site, actor, items)
  for (const [index, item] of items.entries()) {
    ids.push(await atField(`items.${index}`, () => fillItem(kit, site, actor, item, index)))
  }
  return ids
}

async function fillItem(kit: FillKit, site: SiteRow, actor: Customer, item: Item, index: number) {
  const id = await startItem(kit, site, actor, item)
  const { recipients = [], recipient_list_id: listId } = item
  if (listId !== undefined && recipients.length > 0) {
    throw wrong('recipient_list_id', 'Send recipients or a list, not both.')
  }
  if (listId !== undefined) await addList(kit, site, actor, { id, listId })
  if (recipients.length > 0) {
    await inSite(kit.pool, site.id, (db) => addPeople(db, site, actor, id, recipients))
  }
  const rows = listId === undefined ? 'Recipient' : 'Row'
  await inSite(kit.pool, site.id, (db) => assertPeople(db, site, id, `${rows} `, index))
  await putInCart(kit.pool, actor, site.limits, id)
  return id
}

/** Starts with a saved design, or with a template. */
async function startItem(kit: FillKit, site: SiteRow, actor: Customer, item: Item): Promise<number> {
  const { saved_design_id: savedId, recipients: _, recipient_list_id: __, ...given } = item
  assertOffered(kit.config, given.reward_type)
  if (savedId !== undefined) {
    const { id } = await startWithDesign(kit, actor, savedId)
    await changeCardItem(kit.pool, actor, site.limits, id, { ...given, name: given.name || undefined })
    return id
  }
  const { reward_type, reward_card_template_id, design } = given
  if (reward_type === undefined || reward_card_template_id === undefined || design === undefined) {
    const field =
      reward_type === undefined
        ? 'reward_type'
        : reward_card_template_id === undefined
          ? 'reward_card_template_id'
          : 'design'
    throw wrong(field, 'Choose a saved design, or a card type, a template, and a design.')
  }
  const { id } = await makeCardItem(kit.pool, actor, site.limits, {
    name: given.name ?? '',
    reward_type,
    reward_id: given.reward_id,
    reward_card_template_id,
    design,
    denomination_cents: given.denomination_cents ?? null,
    quantity: given.quantity ?? null,
    message: given.message ?? '',
    sender_name: given.sender_name ?? '',
  })
  return id
}

/** @throws {Refusal} `not_found`; `limit_exceeded` if the lists of all items have too many people together */
export async function assertListsFit(
  kit: FillKit,
  site: SiteRow,
  actor: Customer,
  items: readonly Item[],
): Promise<void> {
  let listed = 0
  for (const [index, { recipient_list_id: listId }] of items.entries()) {
    if (listId === undefined) continue
    const read = () => inSite(kit.pool, site.id, (db) => readList(db, actor, listId))
    listed += (await atField(`items.${index}`, read)).people_count
  }
  if (listed > MAX_LISTED) {
    throw new Refusal('limit_exceeded', {
      limit: MAX_LISTED,
      of: /*i18n*/ '{limit, number} people in one call',
    })
  }
}

async function addList(
  { pool }: FillKit,
  site: SiteRow,
  actor: Customer,
  { id, listId }: { id: number; listId: number },
): Promise<void> {
  const asked = { card_item_id: id, person_ids: undefined }
  await addSavedPeople(pool, actor, site.limits, listId, asked)
}

async function addPeople(
  db: Db,
  { limits }: SiteRow,
  actor: Customer,
  id: number,
  recipients: readonly Person[],
): Promise<void> {
  const item = await lockItem(db, actor, id)
  assertRoom(recipients.length, limits)
  const judge = judgeOf(item, limits)
  const people = recipients.map((person) => judged(judge, { ...person, language: person.language ?? '' }))
  // A list of a test order is longer than what a call can have.
  for (let from = 0; from < people.length; from += STEP) {
    await insertRecipients(db, item.site_id, id, from, people.slice(from, from + STEP))
  }
  await compareKeys(
    db,
    item,
    people.map(({ person_key }) => person_key),
  )
}

/** @throws {Refusal} `card_items_need_attention`, with the row, field, and problem of each person who can't get a card */
async function assertPeople(db: Db, site: SiteRow, id: number, row: string, index: number): Promise<void> {
  const page = { fromPosition: 0, skip: 0, take: MAX_TOLD }
  const broken = await listRecipientRows(db, site.id, id, { only: 'attention' }, page)
  if (broken.length === 0) return
  const errors = broken.flatMap(({ position, problems }) =>
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ field, code, message }) => ({
        field: `recipients.${position - 1}.${field}`,
        code,
        message: `${row}${position} of item ${index + 1}: ${message}`,
      })),
  )
  throw new Refusal('card_items_need_attention', {}, errors)
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'invalid', message }])
}

/** Runs a step and names what it refuses by the field of the request it's about. */
export async function atField<T>(place: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const { code, facts, errors } = cause
    // Deliveries of bulk cards need an address, which is a field of its own.
    const field = code === 'address_missing' ? 'ship_to' : place
    const named: FieldProblem[] =
      errors.length === 0
        ? [{ field, code, message: problemDetail(cause) }]
        : errors.map((one) => ({ ...one, field: `${place}.${one.field}` }))
    throw new Refusal(code, facts, named)
  }
}
