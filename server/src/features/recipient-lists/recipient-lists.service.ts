import type {
  addListPerson,
  addListToCardItem,
  patchSavedPerson,
  RecipientList,
  SavedPerson,
  saveRecipients,
} from '@laurel/contract/recipient-lists'
import { api } from '@laurel/contract/routes'
import { personKey } from '@laurel/domain/duplicates'
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
import { lockCustomerRow } from '../customers/customers.repo.ts'
import {
  addPersonToList,
  deleteList,
  deleteSaved,
  insertList,
  type ListRow,
  listLists,
  listSavedOf,
  readList,
  readSaved,
  removeMember,
  renameList,
  type SavedFields,
  type SavedRow,
  saveBetween,
  saveOne,
  updateSaved,
} from './recipient-lists.repo.ts'
import { countSaved, findSaved, listSaved } from './saved-pages.repo.ts'

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
  return rows.map(listWire)
}

/** @throws {Refusal} `validation_failed` for a name that is taken, `limit_exceeded` beyond {@link MAX_LISTS} */
export function makeList(pool: Pool, actor: Customer, name: string): Promise<ListWire> {
  return inSite(pool, actor.siteId, async (db) => listWire(await beginList(db, actor, name)))
}

async function beginList(db: Db, actor: Customer, name: string): Promise<ListRow> {
  await lockCustomerRow(db, actor)
  if ((await listLists(db, actor)).length >= MAX_LISTS) {
    throw new Refusal('limit_exceeded', { limit: `${MAX_LISTS} lists` })
  }
  const id = await insertList(db, actor, name)
  if (id === undefined) throw nameTaken()
  return readList(db, actor, id)
}

/** @throws {Refusal} `not_found`, `validation_failed` for a name that is taken */
export function changeList(pool: Pool, actor: Customer, id: number, name: string): Promise<ListWire> {
  return inSite(pool, actor.siteId, async (db) => {
    await readList(db, actor, id)
    if (!(await renameList(db, actor, id, name))) throw nameTaken()
    return listWire(await readList(db, actor, id))
  })
}

function nameTaken(): Refusal {
  const message = 'You have a list of this name already.'
  return new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}

/** @throws {Refusal} `not_found` */
export function removeList(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    if (!(await deleteList(db, actor, id))) throw new Refusal('not_found')
  })
}

/** Saved people by name, of a list or the whole address book. @throws {Refusal} `not_found` */
export function savedPage(pool: Pool, actor: Customer, listId: number | undefined, asked: Page) {
  const { page, page_size, search } = asked
  return inSite(pool, actor.siteId, async (db) => {
    const all =
      listId === undefined
        ? await keepLongCount(
            pool,
            [actor.siteId, 'saved people', actor.customerId],
            () => countSaved(db, actor),
            Number,
          )
        : (await readList(db, actor, listId)).people_count
    const at = { skip: (page - 1) * page_size, take: page_size }
    const { count, ids } = search
      ? await findSaved(db, actor, { listId, search, isLong: all > LONG_LIST }, at)
      : {
          count: all,
          ids: await listSaved(db, actor, {
            listId,
            ...pageFromNearerEnd({ limit: at.take, offset: at.skip }, all),
          }),
        }
    const rows = await listSavedOf(db, actor, ids)
    const path =
      listId === undefined
        ? api.listSavedPeople.path
        : api.listListPeople.path.replace('{id}', String(listId))
    return pageOfResults(path, { search }, asked, count, rows.map(personWire))
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
    await lockCustomerRow(db, actor)
    const list = await readList(db, actor, listId)
    const id =
      person_id === undefined ? await saveNew(db, actor, fields) : (await readSaved(db, actor, person_id)).id
    await addPersonToList(db, actor.siteId, list.id, id)
    return personWire(await readSaved(db, actor, id))
  })
}

async function saveNew(db: Db, actor: Customer, fields: SavedFields): Promise<number> {
  const person = tidied(fields)
  if (!person.first_name && !person.last_name && !person.email) throw nobody()
  await assertRoom(db, actor, 1)
  return saveOne(db, actor, person, keyOf(person))
}

async function assertRoom(db: Db, actor: Customer, more: number): Promise<void> {
  if ((await countSaved(db, actor)) + more > MAX_SAVED) {
    throw new Refusal('limit_exceeded', { limit: `${MAX_SAVED.toLocaleString('en-US')} saved people` })
  }
}

function nobody(): Refusal {
  const message = 'Give a name or an email.'
  return new Refusal('validation_failed', {}, [{ field: 'firstName', code: 'required', message }])
}

/** @throws {Refusal} `not_found` when they are not on it */
export function takeOffList(pool: Pool, actor: Customer, listId: number, personId: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    const list = await readList(db, actor, listId)
    if (!(await removeMember(db, actor.siteId, list.id, personId))) throw new Refusal('not_found')
  })
}

/** @throws {Refusal} `not_found`; `validation_failed` if another saved person is the same */
export function changeSaved(
  pool: Pool,
  actor: Customer,
  id: number,
  change: z.output<typeof patchSavedPerson.body>,
): Promise<PersonWire> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const { list_ids: _, updated_at: __, ...before } = await readSaved(db, actor, id)
    const person = tidied({ ...before, ...change })
    if (!person.first_name && !person.last_name && !person.email) throw nobody()
    const key = keyOf(person)
    if (key !== null && (await isKeyOfAnother(db, actor, id, key))) {
      const message = 'This person is in your address book already.'
      throw new Refusal('validation_failed', {}, [{ field: 'firstName', code: 'taken', message }])
    }
    await updateSaved(db, actor, id, person, key)
    return personWire(await readSaved(db, actor, id))
  })
}

async function isKeyOfAnother(db: Db, actor: Customer, id: number, key: number): Promise<boolean> {
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
  { list_id, name = '' }: z.output<typeof saveRecipients.body>,
) {
  const progress =
    keptProgress<Progress>() ??
    (await inSite(pool, actor.siteId, async (db): Promise<Progress> => {
      const item = await readCardItemRow(db, actor, itemId)
      if (list_id === undefined && name === '') {
        const message = 'Choose a list, or name a new one.'
        throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'required', message }])
      }
      const { count } = await db
        .selectFrom('card_recipient_details')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('site_id', '=', actor.siteId)
        .where('card_item_id', '=', item.id)
        .executeTakeFirstOrThrow()
      await assertRoom(db, actor, Number(count))
      const chosen =
        list_id === undefined ? await beginList(db, actor, name) : await readList(db, actor, list_id)
      const last = await lastPosition(db, actor.siteId, item.id)
      return { listId: chosen.id, from: 1, last, people: Number(count), saved: 0 }
    }))
  const { listId, last, people } = progress
  for (; progress.from <= last; progress.from += STEP) {
    if (progress.from > 1) await commitStep(progress)
    const { from } = progress
    progress.saved += await inSite(pool, actor.siteId, (db) =>
      saveBetween(db, actor, itemId, listId, from, from + STEP - 1),
    )
  }
  const now = await inSite(pool, actor.siteId, (db) => readList(db, actor, listId))
  return { list: listWire(now), saved_count: progress.saved, skipped_count: people - progress.saved }
}

type Progress = { listId: number; from: number; last: number; people: number; saved: number }

export type AddAsked = z.output<typeof addListToCardItem.body>

/** As kept everywhere: one way to write a name, a state, a ZIP code. */
function tidied(fields: SavedFields): SavedFields {
  const { row } = judgeRecipient('direct', savedRow(fields), { minValueCents: 0, maxValueCents: 0 })
  const values = valuesOf(row)
  return Object.fromEntries(PERSON_WIRE_FIELDS.map((field) => [field, values[field]])) as SavedFields
}

function savedRow(fields: SavedFields): RecipientRow {
  return rowOf({ ...BLANK_RECIPIENT, ...fields })
}

function keyOf(fields: SavedFields): number | null {
  const row = savedRow(fields)
  return personKey('direct', row) ?? personKey('digital', row) ?? null
}

function listWire(row: ListRow): ListWire {
  return { ...row, updated_at: row.updated_at.toISOString() }
}

function personWire(row: SavedRow): PersonWire {
  return { ...row, updated_at: row.updated_at.toISOString() }
}
