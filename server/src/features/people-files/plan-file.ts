import {
  type FileColumn,
  type FileMeaning,
  type FileRow,
  findColumnsAgain,
  isHeldBack,
  MOST_LEAVING_PERCENT,
  planSync,
  type SyncPlan,
} from '@laurel/domain/people-files'
import type { Db } from '../../database/database.ts'
import type { Keys } from '../../secrets/keys.ts'
import type { Owner } from '../recipient-lists/recipient-lists.repo.ts'
import { erasedAmong } from './apply-steps.ts'
import { fileProblem } from './file-problem.ts'
import { listListed } from './list-files.repo.ts'
import { type FileTable, type ReadPeople, type RowProblem, readPeople } from './read-file.ts'

export type PeopleOfFile = ReadPeople & { reads: ReadonlySet<FileMeaning> }

/** The people of a file by columns that were chosen before. @throws {Refusal} `list_file_failed` */
export async function peopleByColumns(
  listId: number,
  table: FileTable,
  columns: readonly FileColumn[],
  at: Date,
): Promise<PeopleOfFile> {
  const found = findColumnsAgain(columns, table.headings)
  if ('problem' in found) {
    throw fileProblem(
      'columns_changed',
      `${found.problem} Check the file and choose how its columns are imported.`,
    )
  }
  const { rows, problems } = await readPeople(listId, table, found.meanings, at)
  if (rows.length === 0) throw fileProblem('empty', 'The file has no people.')
  const added = found.added.map((heading): RowProblem => {
    return { row: 1, message: `The column “${heading}” is new, and we don’t import it.` }
  })
  return { rows, problems: [...added, ...problems], reads: new Set(found.meanings) }
}

/** What a file would do to a list as it is. Erased people aren't in it. */
export async function readPlan(
  db: Db,
  keys: Keys,
  owner: Owner,
  listId: number,
  { rows, reads }: PeopleOfFile,
): Promise<{ plan: SyncPlan; erased: RowProblem[] }> {
  const people = await listListed(db, owner, listId)
  const plan = planSync(rows, people, reads)
  const among = await erasedAmong(db, keys, owner.siteId, plan.added)
  const added = plan.added.filter(({ key }) => !among.has(key))
  const erased = plan.added.filter(({ key }) => among.has(key)).map(erasedProblem)
  return { plan: { ...plan, added }, erased }
}

export function erasedProblem({ number }: FileRow): RowProblem {
  const message = 'This person asked to have their data erased. If they agree, add them by hand.'
  return { row: number, message }
}

/** Why a file isn't applied without being asked; undefined if it is. @param before what an earlier attempt did */
export function heldWords(
  { known, leaving, emptied, dated }: SyncPlan,
  before: { known_count: number | null; left_count: number },
): string | undefined {
  const of = before.known_count ?? known
  const gone = leaving.length + before.left_count
  const count = (number: number) => number.toLocaleString('en-US')
  if (isHeldBack(gone, of)) {
    return `The file has ${count(of - gone)} of ${count(of)} people. ${rule('remove', 'people')}`
  }
  if (isHeldBack(emptied, dated)) {
    return `The file lost the dates of ${count(emptied)} of ${count(dated)} people. ${rule('clear', 'dates')}`
  }
  return undefined
}

function rule(does: 'remove' | 'clear', what: 'people' | 'dates'): string {
  return `We don’t apply a file automatically if it would ${does} more than ${MOST_LEAVING_PERCENT}% of the list’s ${what}.`
}
