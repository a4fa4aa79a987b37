import type { importListPeople } from '@laurel/contract/recipient-lists'
import {
  DATE_HEADINGS,
  DATE_WIRE_FIELDS,
  type DateField,
  dateOfHeading,
  LIST_DATE_INVALID,
  MAX_LIST_ROWS,
  readListDate,
  tidyListDate,
} from '@laurel/domain/list-dates'
import { identityOf } from '@laurel/domain/people-files'
import { splitName } from '@laurel/domain/person-name'
import { meaningOfHeading, PERSON_WIRE_FIELDS, type PersonWireField } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { readFewRows } from '../imports/text-rows.ts'
import { unreadable } from '../imports/unreadable.ts'
import { addPersonToList, type Owner, ownerOf, readList } from './recipient-lists.repo.ts'
import { listWire, readToChange, saveNew } from './recipient-lists.service.ts'
import { listIdentities, type SavedFields, setDates } from './saved-people.repo.ts'

type Answer = z.input<typeof importListPeople.response>
type Meaning = PersonWireField | DateField | 'name'
type Row = { number: number; fields: SavedFields }

/** Rows in one transaction. */
const STEP = 200
const MOST_TOLD = 100

const BLANK = Object.fromEntries(
  [...PERSON_WIRE_FIELDS, ...DATE_WIRE_FIELDS].map((field) => [field, '']),
) as SavedFields

/**
 * Adds people to a list, and dates to those who are on it. Sent again after a crash, it does what is left.
 *
 * @throws {Refusal} `not_found`, `not_allowed`; `limit_exceeded` for too many rows; `import_unreadable`
 */
export async function importPeople(
  pool: Pool,
  actor: Customer,
  listId: number,
  text: string,
): Promise<Answer> {
  await inSite(pool, actor.siteId, (db) => readToChange(db, actor, listId))
  const { rows, ignored } = await readPeople(text)
  const problems = rows.flatMap(problemsOf)
  let [added, updated, unchanged] = [0, 0, 0]
  for (let from = 0; from < rows.length; from += STEP) {
    const done = await inSite(pool, actor.siteId, (db) =>
      addRows(db, actor, listId, rows.slice(from, from + STEP)),
    )
    added += done.added
    updated += done.updated
    unchanged += done.unchanged
  }
  const list = await inSite(pool, actor.siteId, (db) => readList(db, actor, listId))
  return {
    list: listWire(actor, list),
    added_count: added,
    updated_count: updated,
    unchanged_count: unchanged,
    ignored,
    problems: problems.slice(0, MOST_TOLD),
    problem_count: problems.length,
  }
}

async function addRows(db: Db, actor: Customer, listId: number, rows: readonly Row[]) {
  const owner = ownerOf(actor, await readToChange(db, actor, listId))
  await lockCustomerRow(db, owner)
  const known = await listIdentities(db, owner, listId)
  const counts = { added: 0, updated: 0, unchanged: 0 }
  for (const { fields } of rows) {
    const identity = identityOf(fields)
    if (identity === '') continue
    const there = known.get(identity)
    if (there === undefined) {
      known.set(identity, await addOne(db, owner, listId, fields))
      counts.added += 1
    } else if (await setDates(db, owner, there, fields)) counts.updated += 1
    else counts.unchanged += 1
  }
  return counts
}

async function addOne(db: Db, owner: Owner, listId: number, fields: SavedFields): Promise<number> {
  const id = await saveNew(db, owner, fields)
  await addPersonToList(db, owner.siteId, listId, id)
  return id
}

/** @throws {Refusal} `import_unreadable`; `limit_exceeded` */
async function readPeople(text: string): Promise<{ rows: Row[]; ignored: string[] }> {
  const bytes = Buffer.from(text)
  // With the row of headings.
  const [head, ...body] = await readFewRows(bytes, { limit: MAX_LIST_ROWS + 1, isPasted: true })
  const meanings = (head?.cells ?? []).map(meaningOf)
  if (!meanings.includes('email') && !meanings.includes('name') && !meanings.includes('first_name')) {
    throw unreadable('no_headings', /*i18n*/ 'Start with a row of headings, such as Name, Email, Birthday.')
  }
  if (body.length > MAX_LIST_ROWS) {
    throw new Refusal('limit_exceeded', { limit: MAX_LIST_ROWS, of: /*i18n*/ '{limit, number} rows at once' })
  }
  const ignored = (head?.cells ?? []).filter((cell, index) => cell.trim() !== '' && meanings[index] === null)
  return {
    rows: body.map(({ number, cells }) => ({ number, fields: fieldsOf(meanings, cells) })),
    ignored: ignored.map((cell) => cell.trim().slice(0, 60).toWellFormed()),
  }
}

function meaningOf(heading: string): Meaning | null {
  const date = dateOfHeading(heading)
  if (date !== undefined) return date
  const meaning = meaningOfHeading(heading)
  if (meaning === 'name') return 'name'
  return PERSON_WIRE_FIELDS.find((field) => field === meaning) ?? null
}

/** A row's cells by what their columns hold. The first cell of a field counts. */
export function fieldsOf(meanings: ReadonlyArray<Meaning | null>, cells: readonly string[]): SavedFields {
  const fields = { ...BLANK }
  for (const [index, meaning] of meanings.entries()) {
    const cell = (cells[index] ?? '').trim()
    if (meaning === null || cell === '') continue
    if (meaning === 'name') {
      const { firstName, lastName } = splitName(cell)
      fields.first_name ||= firstName.slice(0, LONGEST.first_name)
      fields.last_name ||= lastName.slice(0, LONGEST.last_name)
    } else if (meaning === 'birthday' || meaning === 'start_date') {
      fields[meaning] ||= tidyListDate(cell).slice(0, 40)
    } else fields[meaning] ||= cell.slice(0, LONGEST[meaning])
  }
  return fields
}

/** As long as a form takes. */
const LONGEST: Readonly<Record<PersonWireField, number>> = {
  first_name: 100,
  last_name: 100,
  email: 320,
  address1: 200,
  address2: 200,
  city: 100,
  state: 60,
  zip: 20,
  language: 60,
}

function problemsOf({ number, fields }: Row): Answer['problems'] {
  if (identityOf(fields) === '') {
    return [{ row: number, message: 'There’s no name and no email.' }]
  }
  return DATE_WIRE_FIELDS.filter(
    (field) => fields[field] !== '' && readListDate(fields[field]) === undefined,
  ).map((field) => ({
    row: number,
    message: `${DATE_HEADINGS[field]} “${fields[field]}” can’t be read. ${LIST_DATE_INVALID}`,
  }))
}
