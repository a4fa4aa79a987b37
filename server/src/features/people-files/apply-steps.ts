import { DATE_WIRE_FIELDS } from '@laurel/domain/list-dates'
import type { FileMeaning, FileRow, SyncChange } from '@laurel/domain/people-files'
import type { Db } from '../../database/database.ts'
import { anyOf, tableOf } from '../../database/sql.ts'
import type { Keys } from '../../secrets/keys.ts'
import { digestOf, personKey } from '../privacy/person-key.ts'
import { countOnLists, keepNames, type Owner } from '../recipient-lists/recipient-lists.repo.ts'
import { assertRoom, keyOf } from '../recipient-lists/recipient-lists.service.ts'
import {
  mergePeople,
  SAVED_WIRE_FIELDS,
  type SavedFields,
  updateSaved,
} from '../recipient-lists/saved-people.repo.ts'

/** Adds people to a list, in one transaction. Those who are in the address book are found there. @returns how many */
export async function addPeople(
  db: Db,
  owner: Owner,
  listId: number,
  rows: readonly FileRow[],
  reads: ReadonlySet<FileMeaning>,
): Promise<number> {
  if (rows.length === 0) return 0
  await assertRoom(db, owner, rows.length)
  const keyed = new Map(
    rows.flatMap((row) => (row.personKey === null ? [] : [[row.personKey, row] as const])),
  )
  const people: { id: number; find_name: string; key: string }[] = []
  if (keyed.size > 0) {
    const before = await idsByKeys(db, owner, [...keyed.keys()])
    const saved = await db
      .insertInto('saved_people')
      .values([...keyed.values()].map((row) => savedRow(owner, row)))
      // The file says what a date is, also that there is none.
      .onConflict(mergePeople(DATE_WIRE_FIELDS.filter((field) => reads.has(field))))
      .returning(['id', 'person_key', 'find_name'])
      .execute()
    for (const { id, person_key, find_name } of saved) {
      people.push({ id, find_name, key: keyed.get(person_key!)!.key })
    }
    if (before.length > 0) {
      await keepNames(
        db,
        owner.siteId,
        before.map(({ id }) => id),
      )
    }
  }
  const unkeyed = rows.filter((row) => row.personKey === null)
  if (unkeyed.length > 0) {
    const saved = await db
      .insertInto('saved_people')
      .values(unkeyed.map((row) => savedRow(owner, row)))
      .returning(['id', 'find_name', ...SAVED_WIRE_FIELDS])
      .execute()
    // Rows come back in any order. Equal ones are interchangeable.
    const keys = Map.groupBy(unkeyed, ({ fields }) => textOf(fields))
    for (const { id, find_name, ...fields } of saved) {
      people.push({ id, find_name, key: keys.get(textOf(fields))!.pop()!.key })
    }
  }
  return addMembers(db, owner.siteId, listId, people)
}

function savedRow(
  { siteId: site_id, customerId: customer_id }: Owner,
  { personKey: person_key, fields }: FileRow,
) {
  return { site_id, customer_id, person_key, ...fields }
}

function textOf(fields: SavedFields): string {
  return JSON.stringify(SAVED_WIRE_FIELDS.map((field) => fields[field]))
}

type NewMember = { id: number; find_name: string; key: string }

async function addMembers(
  db: Db,
  siteId: number,
  listId: number,
  people: readonly NewMember[],
): Promise<number> {
  const added = await db
    .insertInto('recipient_list_people')
    .values(
      people.map(({ id, find_name, key }) => ({
        ...{ site_id: siteId, list_id: listId, person_id: id },
        ...{ find_name, file_key: key },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .execute()
  await countOnLists(db, siteId, [listId], added.length)
  // Who was added by hand since the list was read.
  if (added.length < people.length) await setKeys(db, siteId, listId, people)
  return added.length
}

/** Remembers which rows of the file people on the list are. */
export async function setKeys(
  db: Db,
  siteId: number,
  listId: number,
  people: readonly { id: number; key: string }[],
): Promise<void> {
  if (people.length === 0) return
  await db
    .updateTable('recipient_list_people as member')
    .from(tableOf('given', people, { id: 'bigint', key: 'text' }))
    .set(({ ref }) => ({ file_key: ref('given.key') }))
    .where('member.site_id', '=', siteId)
    .where('member.list_id', '=', listId)
    .whereRef('member.person_id', '=', 'given.id')
    .execute()
}

/** Changes people as the file has them. @returns how many */
export async function changePeople(db: Db, owner: Owner, changes: readonly SyncChange[]): Promise<number> {
  const keyed = changes.map(({ id, fields }) => ({ id, fields, key: keyOf(fields) }))
  const used = await idsByKeys(
    db,
    owner,
    keyed.flatMap(({ key }) => key ?? []),
  )
  const ownerOf = new Map(used.map(({ id, person_key }) => [person_key, id]))
  for (const { id, fields, key } of keyed) {
    // Someone else in the book who looks the same stays a person of their own.
    const isTaken = key !== null && (ownerOf.get(key) ?? id) !== id
    if (key !== null && !isTaken) ownerOf.set(key, id)
    await updateSaved(db, owner, id, fields, isTaken ? null : key)
  }
  return changes.length
}

/** Who is in the address book already. */
function idsByKeys(db: Db, { siteId, customerId }: Owner, keys: readonly number[]) {
  return db
    .selectFrom('saved_people')
    .select(['id', 'person_key'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('person_key', '=', anyOf(keys))
    .execute()
}

/** Takes people off a list. They stay in the address book. @returns how many were on it */
export async function takeOff(
  db: Db,
  siteId: number,
  listId: number,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('recipient_list_people')
    .where('site_id', '=', siteId)
    .where('list_id', '=', listId)
    .where('person_id', '=', anyOf(ids))
    .where('file_key', 'is not', null)
    .executeTakeFirst()
  await countOnLists(db, siteId, [listId], -Number(numDeletedRows))
  return Number(numDeletedRows)
}

/** Rows of people who were erased at their request: a file doesn't bring them back. @returns the keys of the rows */
export async function erasedAmong(
  db: Db,
  keys: Keys,
  siteId: number,
  rows: readonly FileRow[],
): Promise<ReadonlySet<string>> {
  const digests = new Map(rows.map((row) => [digestOf(keys.erasure, siteId, personKey(row.fields)), row.key]))
  const erased = await db
    .selectFrom('erased_keys')
    .select('digest')
    .distinct()
    .where('site_id', '=', siteId)
    .where('digest', '=', anyOf([...digests.keys()]))
    .execute()
  return new Set(erased.map(({ digest }) => digests.get(digest)!))
}
