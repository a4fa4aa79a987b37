import type {
  ListFileCheck,
  ListFileRun,
  putListFile as putEndpoint,
  turnOnListFile as turnOnEndpoint,
} from '@laurel/contract/people-files'
import {
  columnsByHeading,
  columnsProblem,
  type FileColumn,
  findColumnsAgain,
} from '@laurel/domain/people-files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { FairTurns } from '../../fair-turns.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { type ListRow, ownerOf, readList } from '../recipient-lists/recipient-lists.repo.ts'
import { readToChange } from '../recipient-lists/recipient-lists.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { fetchFile } from './fetch-file.ts'
import { placeOf, sealSource, sourceOf, unsealSource } from './file-source.ts'
import { type ListFileWire, listFileWire, runsWire } from './list-file-wire.ts'
import {
  endRuns,
  findFileOfList,
  findLastRun,
  forgetKeys,
  type ListFileRow,
  listRunRows,
  lockFileOfList,
  updateFile,
} from './list-files.repo.ts'
import { syncListFileNow } from './people-files.jobs.ts'
import { heldWords, type PeopleOfFile, peopleByColumns, readPlan } from './plan-file.ts'
import { type FileTable, readTable } from './read-file.ts'
import { OFF } from './sync-file.ts'

type FilesKit = Pick<Kit, 'pool' | 'now' | 'keys' | 'config' | 'requests' | 'jobs'>

/** The file of a list that the company shares. @throws {Refusal} `not_found` */
export function getListFile(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
): Promise<{ file: ListFileWire | null }> {
  return inSite(kit.pool, site.id, async (db) => {
    const file = await findOwn(db, actor, await readList(db, actor, listId))
    return { file: file === undefined ? null : await listFileWire(db, kit, site, file) }
  })
}

/** @throws {Refusal} `not_found` without a file */
export function listRuns(
  kit: FilesKit,
  actor: Customer,
  listId: number,
): Promise<z.input<typeof ListFileRun>[]> {
  return inSite(kit.pool, actor.siteId, async (db) => {
    const file = await readOwn(db, actor, await readList(db, actor, listId))
    return runsWire(db, actor.siteId, await listRunRows(db, actor.siteId, file.id))
  })
}

/**
 * Says where a list's file is. Sync is off then, until someone has seen what the file does.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `validation_failed`, also for a list that isn't shared
 */
export function putListFile(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
  given: z.output<typeof putEndpoint.body>,
): Promise<ListFileWire> {
  return changeList(kit, actor, listId, async (db, own, list) => {
    if (list.company_id !== own.company.id) {
      const message = /*i18n*/ 'Share the list with your company first.'
      throw new Refusal('validation_failed', {}, [{ field: 'list', code: 'not_shared', message }])
    }
    const before = await findOwn(db, actor, list)
    const saved = before && unsealSource(kit.keys.dataSeal, site.id, listId, before.settings_sealed)
    const source = sourceOf(given, saved, { toPrivateHosts: kit.config.webhooksToPrivateHosts })
    const settings_sealed = sealSource(kit.keys.dataSeal, site.id, listId, source)
    if (before === undefined) {
      // Another company's, with which its list was shared before.
      await deleteFile(db, site.id, listId)
      await db
        .insertInto('list_files')
        .values({
          ...{ site_id: site.id, company_id: own.company.id, list_id: listId, settings_sealed },
          ...{ columns: json([]), created_at: kit.now() },
        })
        .execute()
    } else {
      await endRuns(db, before, kit.now())
      await updateFile(db, site.id, before.id, { ...OFF, settings_sealed })
    }
    const facts = { name: list.name, list_id: listId, place: placeOf(source) }
    noteChange(db, kit, own, 'company.list_file_saved', facts)
    return listFileWire(db, kit, site, await lockFileOfList(db, site.id, listId))
  })
}

/** Forgets a list's file. Its people stay, as if added by hand. @throws {Refusal} `not_found`; `not_allowed` */
export function removeListFile(kit: FilesKit, actor: Customer, listId: number): Promise<void> {
  return changeList(kit, actor, listId, async (db, own, list) => {
    await readOwn(db, actor, list)
    await deleteFile(db, actor.siteId, listId)
    await forgetKeys(db, actor.siteId, listId)
    noteChange(db, kit, own, 'company.list_file_removed', { name: list.name, list_id: listId })
  })
}

/**
 * Syncs a list from now on, with the columns as they are read in a check. The file of this hash is applied as the
 * check showed it.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `validation_failed` for columns without people
 */
export function turnOn(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
  { columns, hash }: z.output<typeof turnOnEndpoint.body>,
): Promise<ListFileWire> {
  return changeList(kit, actor, listId, async (db, own, list) => {
    const file = await readOwn(db, actor, list)
    const message = columnsProblem(columns)
    if (message !== undefined) {
      throw new Refusal('validation_failed', {}, [{ field: 'columns', code: 'invalid', message }])
    }
    await endRuns(db, file, kit.now())
    const on = { is_on: true, turned_on_by: own.customerId, told: null, columns: json(columns) }
    await updateFile(db, site.id, file.id, { ...OFF, ...on, ...asked(kit, own, hash) })
    await enqueue(db, kit, file)
    noteChange(db, kit, own, 'company.list_file_on', { name: list.name, list_id: listId })
    return listFileWire(db, kit, site, await lockFileOfList(db, site.id, listId))
  })
}

/** @throws {Refusal} `not_found`; `not_allowed` */
export function turnOff(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
): Promise<ListFileWire> {
  return changeList(kit, actor, listId, async (db, own, list) => {
    const file = await readOwn(db, actor, list)
    if (file.is_on) {
      await endRuns(db, file, kit.now())
      await updateFile(db, site.id, file.id, OFF)
      noteChange(db, kit, own, 'company.list_file_off', { name: list.name, list_id: listId })
    }
    return listFileWire(db, kit, site, await lockFileOfList(db, site.id, listId))
  })
}

/**
 * Syncs a list now. With a hash, the file that was held back is applied, if it's still the same.
 *
 * @throws {Refusal} `not_found`; `not_allowed`; `list_file_off`; `list_file_changed` if another one was read since
 */
export function syncNow(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
  hash: string | undefined,
): Promise<ListFileWire> {
  return changeList(kit, actor, listId, async (db, own, list) => {
    const file = await readOwn(db, actor, list)
    if (!file.is_on) throw new Refusal('list_file_off')
    if (hash !== undefined) {
      const last = await findLastRun(db, site.id, file.id)
      if (last?.state !== 'held' || last.hash !== hash) throw new Refusal('list_file_changed')
    }
    const isBusy = file.leased_until !== null && file.leased_until > kit.now()
    if (!isBusy) {
      await updateFile(db, site.id, file.id, asked(kit, own, hash ?? null))
      await enqueue(db, kit, file)
    }
    return listFileWire(db, kit, site, await lockFileOfList(db, site.id, listId))
  })
}

function asked({ now }: FilesKit, { customerId }: Changing, applies_hash: string | null) {
  return { next_sync_at: now(), asked_by: customerId, applies_hash }
}

function enqueue(db: Db, kit: FilesKit, { site_id: siteId, id: fileId }: ListFileRow): Promise<void> {
  return kit.jobs.enqueue(db, syncListFileNow, { siteId, fileId })
}

/** Files that are checked at once: each is held in memory. */
const CHECKS = new FairTurns(2)
const MOST_CHECKS = 3
const MOST_SHOWN = 100
const MOST_NAMES = 20
const SAMPLES = 3

/**
 * Reads a list's file, and says what it would do. Nothing is changed.
 *
 * @param columns how they are read; without, as remembered, or by their headings
 * @throws {Refusal} `not_found`; `not_allowed`; `list_file_failed`; `limit_exceeded` for too many at a time
 */
export async function checkFile(
  kit: FilesKit,
  site: SiteRow,
  actor: Customer,
  listId: number,
  columns: readonly FileColumn[] | undefined,
): Promise<z.input<typeof ListFileCheck>> {
  const file = await inSite(kit.pool, site.id, async (db) => {
    return readOwn(db, actor, await readToChange(db, actor, listId))
  })
  await commitStep()
  const owner = `${site.id}:${file.company_id}`
  if (CHECKS.countOf(owner) >= MOST_CHECKS) {
    throw new Refusal('limit_exceeded', {
      limit: MOST_CHECKS,
      of: /*i18n*/ '{limit, number} files at a time',
    })
  }
  return CHECKS.take(owner, async () => {
    const source = unsealSource(kit.keys.dataSeal, site.id, listId, file.settings_sealed)
    const { bytes, hash } = await fetchFile(kit, source)
    const table = await readTable(bytes)
    const kept = columns ?? (file.columns.length > 0 ? file.columns : columnsByHeading(table.headings))
    const read = columnsIn(table, kept)
    const people =
      read.problem === undefined ? await peopleByColumns(listId, table, read.shown, kit.now()) : undefined
    return inSite(kit.pool, site.id, async (db) => {
      const list = await readToChange(db, actor, listId)
      return checkOf(db, kit, actor, list, { table, hash, people, ...read })
    })
  })
}

/** How a file's columns are read, and what to fix before people can be read. */
function columnsIn(table: FileTable, kept: readonly FileColumn[]) {
  const found = findColumnsAgain(kept, table.headings)
  const problem = 'problem' in found ? found.problem : columnsProblem(kept)
  // What was remembered doesn't fit anymore: the headings make the new proposal.
  const shown =
    'problem' in found
      ? columnsByHeading(table.headings)
      : table.headings.map((heading, index) => ({ heading, meaning: found.meanings[index]! }))
  return { problem, shown }
}

type Checked = ReturnType<typeof columnsIn> & {
  table: FileTable
  hash: string
  people: PeopleOfFile | undefined
}

async function checkOf(
  db: Db,
  kit: FilesKit,
  actor: Customer,
  list: ListRow,
  { table, hash, people, problem, shown }: Checked,
): Promise<z.input<typeof ListFileCheck>> {
  const base = {
    hash,
    columns: shown.map(({ heading, meaning }, index) => ({
      heading,
      meaning,
      samples: samplesOf(table, index),
    })),
    columns_problem: problem ?? null,
    row_count: table.body.length,
  }
  const nothing = {
    ...{ added_count: 0, changed_count: 0, unchanged_count: 0, left_count: 0 },
    ...{ leaving: [], held: null, problems: [], problem_count: 0 },
  }
  if (people === undefined) return { ...base, ...nothing }
  const owner = ownerOf(actor, list)
  const { plan, erased } = await readPlan(db, kit.keys, owner, list.id, people)
  const changed = plan.matched.filter(({ isChanged }) => isChanged).length
  const problems = [...people.problems, ...erased]
  return {
    ...base,
    added_count: plan.added.length,
    changed_count: changed,
    unchanged_count: plan.matched.length - changed,
    left_count: plan.leaving.length,
    leaving: await namesOf(db, owner.siteId, plan.leaving.slice(0, MOST_NAMES)),
    held: heldWords(plan, { known_count: null, left_count: 0 }) ?? null,
    problems: problems.slice(0, MOST_SHOWN),
    problem_count: problems.length,
  }
}

function samplesOf({ body }: FileTable, column: number): string[] {
  return body
    .map(({ cells }) => (cells[column] ?? '').trim())
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
    .map((cell) => cell.slice(0, 60).toWellFormed())
}

async function namesOf(db: Db, siteId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_people')
    .select(['first_name', 'last_name', 'email'])
    .where('site_id', '=', siteId)
    .where('id', 'in', [0, ...ids])
    .orderBy('find_name')
    .execute()
  return rows.map(({ first_name, last_name, email }) => `${first_name} ${last_name}`.trim() || email)
}

/** Changes a list's file as one of the company's people who may change the list. */
function changeList<T>(
  kit: FilesKit,
  actor: Customer,
  listId: number,
  work: (db: Db, own: Changing, list: ListRow) => Promise<T>,
): Promise<T> {
  return changeCompany(kit, actor, 'programs.manage', async (db, own) => {
    return work(db, own, await readToChange(db, actor, listId))
  })
}

/** A file of the company with which the list is shared. */
async function findOwn(
  db: Db,
  { siteId, company }: Customer,
  list: ListRow,
): Promise<ListFileRow | undefined> {
  if (list.company_id === null) return undefined
  const file = await findFileOfList(db, siteId, list.id)
  return file?.company_id === company?.id ? file : undefined
}

async function readOwn(db: Db, actor: Customer, list: ListRow): Promise<ListFileRow> {
  const file = await findOwn(db, actor, list)
  if (file === undefined) throw new Refusal('not_found')
  return file
}

async function deleteFile(db: Db, siteId: number, listId: number): Promise<void> {
  await db.deleteFrom('list_files').where('site_id', '=', siteId).where('list_id', '=', listId).execute()
}
