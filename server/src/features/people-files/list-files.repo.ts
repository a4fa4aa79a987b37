import type { FileColumn, ListedPerson, PersonFields } from '@laurel/domain/people-files'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ListFileRuns, ListFiles } from '../../database/generated/tables.ts'
import { anyOf } from '../../database/sql.ts'
import type { Owner } from '../recipient-lists/recipient-lists.repo.ts'
import { SAVED_WIRE_FIELDS } from '../recipient-lists/saved-people.repo.ts'
import type { RowProblem } from './read-file.ts'

export type ListFileRow = Selectable<ListFiles> & { columns: FileColumn[] }
export type RunRow = Selectable<ListFileRuns> & {
  state: 'syncing' | 'retrying' | 'done' | 'held' | 'failed'
  problems: RowProblem[]
}

/** Runs that a list keeps. */
const KEPT_RUNS = 60

function files(db: Db, siteId: number) {
  return db.selectFrom('list_files').selectAll().where('site_id', '=', siteId).$castTo<ListFileRow>()
}

export function findFileOfList(db: Db, siteId: number, listId: number): Promise<ListFileRow | undefined> {
  return files(db, siteId).where('list_id', '=', listId).executeTakeFirst()
}

/** Like {@link findFileOfList}. The list is locked first. @throws {Refusal} `not_found` */
export async function lockFileOfList(db: Db, siteId: number, listId: number): Promise<ListFileRow> {
  const row = await files(db, siteId).where('list_id', '=', listId).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export function findFile(db: Db, siteId: number, id: number): Promise<ListFileRow | undefined> {
  return files(db, siteId).where('id', '=', id).executeTakeFirst()
}

export async function updateFile(
  db: Db,
  siteId: number,
  id: number,
  change: Updateable<ListFiles>,
): Promise<void> {
  await db.updateTable('list_files').set(change).where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** Files that are due to be read. */
export function filesToSync(db: Db, at: Date) {
  return db.selectFrom('list_files').where('next_sync_at', '<=', at)
}

/** The list, while its file's company shares it; locked, so that it isn't changed, passed on, or deleted. */
export function lockSharedList(db: Db, { site_id, list_id, company_id }: ListFileRow) {
  return db
    .selectFrom('recipient_lists')
    .select(['id', 'name', 'customer_id'])
    .where('site_id', '=', site_id)
    .where('id', '=', list_id)
    .where('company_id', '=', company_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function runs(db: Db, siteId: number, fileId: number) {
  return db
    .selectFrom('list_file_runs')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('file_id', '=', fileId)
    .$castTo<RunRow>()
}

export function listRunRows(db: Db, siteId: number, fileId: number): Promise<RunRow[]> {
  return runs(db, siteId, fileId).orderBy('id', 'desc').limit(KEPT_RUNS).execute()
}

export function findLastRun(db: Db, siteId: number, fileId: number): Promise<RunRow | undefined> {
  return runs(db, siteId, fileId).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function findRun(db: Db, siteId: number, fileId: number, id: number): Promise<RunRow | undefined> {
  return runs(db, siteId, fileId).where('id', '=', id).executeTakeFirst()
}

/** Adds a run, and forgets those from long ago. */
export async function insertRun(
  db: Db,
  { site_id, id: file_id, asked_by }: ListFileRow,
  at: Date,
): Promise<number> {
  const old = await runs(db, site_id, file_id)
    .clearSelect()
    .select('id')
    .orderBy('id', 'desc')
    .offset(KEPT_RUNS - 1)
    .execute()
  await db
    .deleteFrom('list_file_runs')
    .where('site_id', '=', site_id)
    .where('id', '=', anyOf(old.map(({ id }) => id)))
    .execute()
  const { id } = await db
    .insertInto('list_file_runs')
    .values({ site_id, file_id, asked_by, state: 'syncing', started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRun(
  db: Db,
  siteId: number,
  id: number,
  change: Updateable<ListFileRuns>,
): Promise<void> {
  await db
    .updateTable('list_file_runs')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Ends runs that are in progress or waiting to retry. A running sync notices at its next step and stops. */
export async function endRuns(db: Db, { site_id, id }: ListFileRow, at: Date): Promise<void> {
  await db
    .updateTable('list_file_runs')
    .set({ state: 'failed', says: 'The sync was changed before this was done.', ended_at: at })
    .where('site_id', '=', site_id)
    .where('file_id', '=', id)
    .where('state', 'in', ['syncing', 'retrying'])
    .execute()
}

/** Counts what a step did. */
export async function countInRun(
  db: Db,
  siteId: number,
  id: number,
  { added = 0, changed = 0, left = 0 }: { added?: number; changed?: number; left?: number },
): Promise<void> {
  if (added + changed + left === 0) return
  await db
    .updateTable('list_file_runs')
    .set(({ eb }) => ({
      added_count: eb('added_count', '+', added),
      changed_count: eb('changed_count', '+', changed),
      left_count: eb('left_count', '+', left),
    }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Everyone on a list, with the row of the file that they're from. */
export async function listListed(
  db: Db,
  { siteId, customerId }: Owner,
  listId: number,
): Promise<ListedPerson[]> {
  const rows = await db
    .selectFrom('recipient_list_people as member')
    .innerJoin('saved_people as person', (join) =>
      join.onRef('person.site_id', '=', 'member.site_id').onRef('person.id', '=', 'member.person_id'),
    )
    .select(['person.id', 'person.person_key', 'member.file_key'])
    .select(SAVED_WIRE_FIELDS.map((field) => `person.${field}` as const))
    .where('member.site_id', '=', siteId)
    .where('member.list_id', '=', listId)
    .where('person.customer_id', '=', customerId)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id, file_key: fileKey, person_key: personKey, ...fields }) => ({
    ...{ id, fileKey, personKey },
    fields: fields as PersonFields,
  }))
}

export async function countFromFile(db: Db, siteId: number, listId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recipient_list_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('list_id', '=', listId)
    .where('file_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those who came from the file are people of the list like others. */
export async function forgetKeys(db: Db, siteId: number, listId: number): Promise<void> {
  await db
    .updateTable('recipient_list_people')
    .set({ file_key: null })
    .where('site_id', '=', siteId)
    .where('list_id', '=', listId)
    .where('file_key', 'is not', null)
    .execute()
}
