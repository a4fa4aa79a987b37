import type {
  addListPerson,
  addListToCardItem,
  createRecipientList,
  patchRecipientList,
  patchSavedPerson,
  RecipientList,
  SavedPerson,
  saveRecipients,
} from '@laurel/contract/recipient-lists'
import { api } from '@laurel/contract/routes'
import { personKey } from '@laurel/domain/duplicates'
import { tidyListDate } from '@laurel/domain/list-dates'
import { PERSON_WIRE_FIELDS, type RecipientRow } from '@laurel/domain/recipient-fields'
import { judgeRecipient } from '@laurel/domain/recipient-row'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { keepLongCount, LONG_LIST, pageFromNearerEnd } from '../../database/long-lists.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults } from '../../http/page-links.ts'
import { readCardItemRow } from '../card-items/card-items.repo.ts'
import { BLANK_RECIPIENT, rowOf, valuesOf } from '../card-items/judged-recipient.ts'
import { lastPosition } from '../card-items/recipients.repo.ts'
import { assertMayChange, lockToOrder, sharedWire } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import {
  addPersonToList,
  countLists,
  deleteList,
  insertList,
  type ListRow,
  listLists,
  lockList,
  type Owner,
  ownerOf,
  readList,
  removeMember,
  updateList,
} from './recipient-lists.repo.ts'
import { countSaved, findSaved, listSaved } from './saved-pages.repo.ts'
import {
  deleteSaved,
  listSavedOf,
  readSaved,
  readSavedOwner,
  type SavedFields,
  type SavedRow,
  saveBetween,
  saveOne,
  updateSaved,
} from './saved-people.repo.ts'

type ListWire = z.input<typeof RecipientList>
type PersonWire = z.input<typeof SavedPerson>
type Page = { page: number; page_size: number; search?: string | undefined }

const MAX_LISTS = 200
/** As many as the longest lists hold, several times over. */
const MAX_SAVED = 500_000
/** Positions saved in one transaction. */
const STEP = 2_000

/** The customer's saved lists, by name. */
export async function listsOf(pool: Pool, actor: Customer): Promise<ListWire[]> {
  const rows = await inSite(pool, actor.siteId, (db) => listLists(db, actor))
  return rows.map((row) => listWire(actor, row))
}

type NewList = z.output<typeof createRecipientList.body>

/**
 * @throws {Refusal} `validation_failed` for a name that is taken, `limit_exceeded` beyond {@link MAX_LISTS},
 * `not_allowed` to share it
 */
export function makeList(pool: Pool, actor: Customer, given: NewList): Promise<ListWire> {
  return inSite(pool, actor.siteId, async (db) => listWire(actor, await beginList(db, actor, given)))
}

async function beginList(db: Db, actor: Customer, { name, is_shared = false }: NewList): Promise<ListRow> {
  await lockCustomerRow(db, actor)
  const company_id = is_shared ? await lockToOrder(db, actor) : null
  if ((await countLists(db, actor)) >= MAX_LISTS) {
    throw new Refusal('limit_exceeded', { limit: MAX_LISTS, of: /*i18n*/ '{limit, number} lists' })
  }
  const id = await insertList(db, actor, { name, company_id })
  if (id === undefined) throw nameTaken(is_shared)
  return readList(db, actor, id)
}

/**
 * Renames a list, shares it with the company, or stops sharing it.
 *
 * @throws {Refusal} `not_found`, `validation_failed` for a name that is taken, `not_allowed` to share it or to change
 * a colleague's
 */
export function changeList(
  pool: Pool,
  actor: Customer,
  id: number,
  { name, is_shared }: z.output<typeof patchRecipientList.body>,
): Promise<ListWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const list = await readToChange(db, actor, id)
    const isShared = is_shared ?? list.company_id !== null
    const company_id = isShared ? (list.company_id ?? (await lockToOrder(db, actor))) : null
    const isUpdated = await updateList(db, actor, list, { name: name ?? list.name, company_id })
    if (!isUpdated) throw nameTaken(isShared)
    return listWire(actor, { ...list, name: name ?? list.name, company_id })
  })
}

function nameTaken(isShared: boolean): Refusal {
  const message = isShared
    ? /*i18n*/ 'Your company already has a list with this name.'
    : /*i18n*/ 'You already have a list with this name.'
  return new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}

/** @throws {Refusal} `not_found`; `not_allowed` for what a colleague shared, except for admins */
export async function readToChange(db: Db, actor: Customer, id: number): Promise<ListRow> {
  await assertMayChange(db, actor, await readList(db, actor, id))
  return lockList(db, actor, id)
}

/** @throws {Refusal} `not_found`; `not_allowed` for a colleague's */
export function removeList(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    await readToChange(db, actor, id)
    await deleteList(db, actor.siteId, id)
  })
}

/** Saved people by name, of a list or the whole address book. @throws {Refusal} `not_found` */
export function savedPage(pool: Pool, actor: Customer, listId: number | undefined, asked: Page) {
  const { page, page_size, search } = asked
  return inSite(pool, actor.siteId, async (db) => {
    const list = listId === undefined ? undefined : await readList(db, actor, listId)
    const owner = list === undefined ? actor : ownerOf(actor, list)
    const all =
      list === undefined
        ? await keepLongCount(
            pool,
            [actor.siteId, 'saved people', actor.customerId],
            () => countSaved(db, actor),
            Number,
          )
        : list.people_count
    const at = { skip: (page - 1) * page_size, take: page_size }
    const { count, ids } = search
      ? await findSaved(db, owner, { listId, search, isLong: all > LONG_LIST }, at)
      : {
          count: all,
          ids: await listSaved(db, owner, {
            listId,
            ...pageFromNearerEnd({ limit: at.take, offset: at.skip }, all),
          }),
        }
    const rows = await listSavedOf(db, owner, ids)
    const path =
      listId === undefined
        ? api.listSavedPeople.path
        : api.listListPeople.path.replace('{id}', String(listId))
    return pageOfResults(
      path,
      { search },
      asked,
      count,
      rows.map((row) => personWire(actor, row)),
    )
  })
}

/**
 * Adds a person to a list, from the address book or new, who is then added to the book.
 *
 * @throws {Refusal} `not_found`, `validation_failed` without a name or an email, `limit_exceeded`
 */
export function addToList(
  pool: Pool,
  actor: Customer,
  listId: number,
  { person_id, ...fields }: z.output<typeof addListPerson.body>,
): Promise<PersonWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const list = await readToChange(db, actor, listId)
    const owner = ownerOf(actor, list)
    await lockCustomerRow(db, owner)
    const own = person_id === undefined ? undefined : await readSaved(db, actor, person_id)
    // An admin's own person is copied to the book of the person who shared the list.
    const isThere = own !== undefined && owner.customerId === actor.customerId
    const id = isThere ? own.id : await saveNew(db, owner, own ?? fields)
    await addPersonToList(db, actor.siteId, list.id, id)
    return personWire(actor, await readSaved(db, owner, id))
  })
}

export async function saveNew(db: Db, actor: Owner, fields: SavedFields): Promise<number> {
  const person = tidied(fields)
  if (!person.first_name && !person.last_name && !person.email) throw unnamed()
  await assertRoom(db, actor, 1)
  return saveOne(db, actor, person, keyOf(person))
}

export async function assertRoom(db: Db, actor: Owner, more: number): Promise<void> {
  if ((await countSaved(db, actor)) + more > MAX_SAVED) {
    throw new Refusal('limit_exceeded', { limit: MAX_SAVED, of: /*i18n*/ '{limit, number} saved people' })
  }
}

function unnamed(): Refusal {
  const message = /*i18n*/ 'Enter a name or an email address.'
  return new Refusal('validation_failed', {}, [{ field: 'firstName', code: 'required', message }])
}

/** @throws {Refusal} `not_found` when they are not on it; `not_allowed` for a colleague's list */
export function takeOffList(pool: Pool, actor: Customer, listId: number, personId: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    const list = await readToChange(db, actor, listId)
    if (!(await removeMember(db, actor.siteId, list.id, personId))) throw new Refusal('not_found')
  })
}

/**
 * Changes a person of the customer's, or, as an admin, one on a list that a colleague shared.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `validation_failed` if another saved person is the same
 */
export function changeSaved(
  pool: Pool,
  actor: Customer,
  id: number,
  change: z.output<typeof patchSavedPerson.body>,
): Promise<PersonWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const found = await readSavedOwner(db, actor, id)
    await assertMayChange(db, actor, found)
    const owner = ownerOf(actor, found)
    await lockCustomerRow(db, owner)
    const person = tidied({ ...(await readSaved(db, owner, id)), ...change })
    if (!person.first_name && !person.last_name && !person.email) throw unnamed()
    const key = keyOf(person)
    if (key !== null && (await isKeyOfAnother(db, owner, id, key))) {
      const message = /*i18n*/ 'This person is already in your address book.'
      throw new Refusal('validation_failed', {}, [{ field: 'firstName', code: 'taken', message }])
    }
    await updateSaved(db, owner, id, person, key)
    return personWire(actor, await readSaved(db, owner, id))
  })
}

async function isKeyOfAnother(db: Db, actor: Owner, id: number, key: number): Promise<boolean> {
  const other = await db
    .selectFrom('saved_people')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('person_key', '=', key)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

/** @throws {Refusal} `not_found` */
export function removeSaved(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    if (!(await deleteSaved(db, actor, id))) throw new Refusal('not_found')
  })
}

/**
 * Saves a card item's people for later orders, step by step; people who need attention are skipped.
 *
 * @throws {Refusal} `not_found`, `validation_failed` without a list or a name, `limit_exceeded`
 */
export async function savePeople(
  pool: Pool,
  actor: Customer,
  itemId: number,
  { list_id, name = '', is_shared }: z.output<typeof saveRecipients.body>,
) {
  const progress =
    keptProgress<Progress>() ??
    (await inSite(pool, actor.siteId, async (db): Promise<Progress> => {
      const item = await readCardItemRow(db, actor, itemId)
      if (list_id === undefined && name === '') {
        const message = /*i18n*/ 'Choose a list, or enter a name for a new one.'
        throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'required', message }])
      }
      const { count } = await db
        .selectFrom('card_recipient_details')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('site_id', '=', actor.siteId)
        .where('card_item_id', '=', item.id)
        .executeTakeFirstOrThrow()
      const chosen =
        list_id === undefined
          ? await beginList(db, actor, { name, is_shared })
          : await readToChange(db, actor, list_id)
      await assertRoom(db, ownerOf(actor, chosen), Number(count))
      const last = await lastPosition(db, actor.siteId, item.id)
      return { listId: chosen.id, from: 1, last, people: Number(count), saved: 0 }
    }))
  const { listId, last, people } = progress
  for (; progress.from <= last; progress.from += STEP) {
    if (progress.from > 1) await commitStep(progress)
    const { from } = progress
    progress.saved += await inSite(pool, actor.siteId, async (db) => {
      const owner = ownerOf(actor, await lockList(db, actor, listId))
      return saveBetween(db, owner, itemId, listId, from, from + STEP - 1)
    })
  }
  const now = await inSite(pool, actor.siteId, (db) => readList(db, actor, listId))
  return { list: listWire(actor, now), saved_count: progress.saved, skipped_count: people - progress.saved }
}

type Progress = { listId: number; from: number; last: number; people: number; saved: number }

export type AddAsked = z.output<typeof addListToCardItem.body>

/** As kept everywhere: one way to write a name, a state, a ZIP code. */
export function tidied(fields: SavedFields): SavedFields {
  const { row } = judgeRecipient('direct', savedRow(fields), { minValueCents: 0, maxValueCents: 0 })
  const values = valuesOf(row)
  const { birthday, start_date } = fields
  const dates = { birthday: tidyListDate(birthday), start_date: tidyListDate(start_date) }
  return {
    ...Object.fromEntries(PERSON_WIRE_FIELDS.map((field) => [field, values[field]])),
    ...dates,
  } as SavedFields
}

function savedRow(fields: SavedFields): RecipientRow {
  return rowOf({ ...BLANK_RECIPIENT, ...fields })
}

export function keyOf(fields: SavedFields): number | null {
  const row = savedRow(fields)
  return personKey('direct', row) ?? personKey('digital', row) ?? null
}

export function listWire(actor: Customer, row: ListRow): ListWire {
  return { ...row, updated_at: row.updated_at.toISOString(), shared: sharedWire(actor, row) }
}

/** The lists of a colleague's person stay theirs. */
function personWire(actor: Customer, { customer_id, ...row }: SavedRow): PersonWire {
  const list_ids = customer_id === actor.customerId ? row.list_ids : []
  return { ...row, list_ids, updated_at: row.updated_at.toISOString() }
}
