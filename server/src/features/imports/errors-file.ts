import '@laurel/domain/list-sentences'
import { decimalFromCents } from '@laurel/domain/money'
import { storedSentences } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import type { RecipientValues } from '../card-items/judged-recipient.ts'
import type { RecipientRow } from '../card-items/recipients.repo.ts'
import {
  type Column,
  type ColumnMeaning,
  FIELD_HEADINGS,
  headingsOf,
  PROBLEMS_HEADING,
  ROW_HEADING,
} from './columns.ts'
import { type ImportRow, readImportRow } from './imports.repo.ts'

/** Rows read at once. */
const PAGE = 1_000

type Failed = RecipientValues &
  Pick<RecipientRow, 'id' | 'position' | 'problems' | 'edited'> & { source: string[] | null }

/**
 * The people of an import who still need attention: its columns in their order, with original or changed
 * values, what to fix in the reader's language, and each row's ID. Uploaded again, repaired, it replaces only these
 * rows, so headings stay as they were.
 *
 * @throws {Refusal} `not_found`
 */
export async function errorsFileOf(pool: Pool, actor: Customer, id: number, i18n: Texts): Promise<Download> {
  const row = await inSite(pool, actor.siteId, (db) => readImportRow(db, actor, id))
  const base = row.file_name.replace(/\.[^.]*$/, '') || 'pasted rows'
  return csvDownload(`${base} to fix.csv`, linesOf(pool, row, i18n))
}

async function* linesOf(pool: Pool, row: ImportRow, i18n: Texts): AsyncGenerator<string> {
  const kept = row.columns.flatMap((column, index) => (isTheirs(column) ? [{ ...column, index }] : []))
  yield csvLine([...kept.map(headingOf), PROBLEMS_HEADING, ROW_HEADING])
  for (let after = 0; ; ) {
    const people = await inSite(pool, row.site_id, (db) => listFailed(db, row, after))
    for (const person of people) {
      const cells = kept.map(({ index, meaning }) => cellOf(person, index, meaning))
      const said = person.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ field, message }) => `${columnOf(field, kept)}: ${storedSentences(i18n, message)}`)
      yield csvLine([...cells, said.join(' '), String(person.id)])
    }
    if (people.length < PAGE) return
    after = people.at(-1)!.position
  }
}

/** What a field's column is called in this file; a column that is missing gets the name we would give it. */
function columnOf(field: string, kept: readonly (Column & { index: number })[]): string {
  const isName = field === 'first_name' || field === 'last_name'
  const column = kept.find(({ meaning }) => meaning === field || (isName && meaning === 'name'))
  return column ? headingOf(column) : (FIELD_HEADINGS[field] ?? field)
}

/** Columns we added ourselves are written anew. */
function isTheirs(column: Column): boolean {
  return column.heading === '' || headingsOf([column]).length > 0
}

function headingOf({ heading, meaning, index }: Column & { index: number }): string {
  if (heading !== '') return heading
  return meaning === 'ignore' ? `Column ${index + 1}` : (FIELD_HEADINGS[meaning] ?? meaning)
}

function cellOf(person: Failed, index: number, meaning: ColumnMeaning): string {
  const came = person.source?.[index]
  if (meaning === 'ignore') return came ?? ''
  const isUnread =
    meaning === 'amount_cents' && person.problems.some(({ code }) => code === 'amount_unreadable')
  if (came !== undefined && (!person.edited || isUnread)) return came
  switch (meaning) {
    case 'name':
      return `${person.first_name} ${person.last_name}`.trim()
    case 'amount_cents':
      return person.amount_cents === null ? '' : decimalFromCents(person.amount_cents)
    case 'row':
      return String(person.id)
    default:
      return person[meaning]
  }
}

async function listFailed(db: Db, row: ImportRow, after: number): Promise<Failed[]> {
  const rows = await db
    .selectFrom('card_recipient_details')
    .selectAll()
    .where('site_id', '=', row.site_id)
    .where('card_item_id', '=', row.card_item_id)
    .where('import_id', '=', row.id)
    .where('needs_attention', '=', true)
    .where('position', '>', after)
    .orderBy('position')
    .limit(PAGE)
    .execute()
  return rows as Failed[]
}
