import type { importRecipients } from '@laurel/contract/imports'
import { tidyLine } from '@laurel/domain/printable-text'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { lockItem } from './card-items.service.ts'
import { readColumns } from './csv-columns.ts'
import { type PersonRead, readPeople } from './csv-people.ts'
import { csvTable, MAX_IMPORT_ROWS, tooManyRows } from './csv-table.ts'
import { csvText, pastedText, unreadable } from './csv-text.ts'
import { judgeOf } from './judge-list-again.ts'
import { type JudgedRecipient, judged } from './judged-recipient.ts'
import { totalsOf } from './recipient-pages.ts'
import { deleteAllRecipients, insertRecipients, lastPosition, listBlocks } from './recipients.repo.ts'
import { assertRoom } from './recipients.service.ts'

type Asked = Pick<z.output<typeof importRecipients.body>, 'card_item_id' | 'mode' | 'text'>
type ImportWire = z.input<typeof importRecipients.response>

/** One statement's worth of people. */
const CHUNK = 1_000
/** Every problem stands beside its person; the answer names as many as anyone reads. */
const MAX_ERRORS_TOLD = 500

/**
 * Adds the people of a CSV file, or of pasted rows, to a card item's list, or puts them in the place
 * of those on it: all of them or none. Every row is kept and judged, so that it is repaired here.
 *
 * @throws {Refusal} `not_found`, `validation_failed` without a list, `import_unreadable`,
 *   `order_is_frozen`, `card_item_not_editable`, `limit_exceeded` beyond {@link MAX_IMPORT_ROWS} rows or
 *   the site's people per list
 */
export async function importPeople(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  asked: Asked,
  file: UploadedFile | undefined,
): Promise<ImportWire> {
  // Read before anything is held: a transaction does not wait for parsing.
  const { people, ignored } = readList(asked.text, file)
  return inSite(pool, actor.siteId, async (db) => {
    const item = await lockItem(db, actor, asked.card_item_id)
    if (asked.mode === 'replace') await deleteAllRecipients(db, actor.siteId, item.id)
    const onList = totalsOf(await listBlocks(db, actor.siteId, item.id, null)).people
    assertRoom(onList + people.length, limits)

    const judge = judgeOf(item, limits)
    const rows = people.map(({ values, reading }) => judged(judge, values, reading))
    const last = await lastPosition(db, actor.siteId, item.id)
    for (let start = 0; start < rows.length; start += CHUNK) {
      await insertRecipients(db, actor.siteId, item.id, last + start, rows.slice(start, start + CHUNK))
    }
    const mode = asked.mode ?? 'append'
    const record = {
      card_item_id: item.id,
      file_name: tidyLine(file?.name ?? '').toWellFormed(),
      mode,
      state: 'finished' as const,
      rows_read: people.length,
      rows_added: rows.length,
      rows_needing_attention: rows.filter((row) => row.needs_attention).length,
      ignored_columns: ignored,
      errors: errorsOf(people, rows),
    }
    const { id } = await db
      .insertInto('csv_card_item_imports')
      .values({
        ...record,
        site_id: actor.siteId,
        ignored_columns: json(record.ignored_columns),
        errors: json(record.errors),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    return {
      ...record,
      id,
      file: { kind: 'csv', bytes: 0, delimiter: null, encoding: null, sheet: null },
      has_header: true,
      columns: [],
      mapping_is_sure: true,
      preview: [],
      repeats: null,
      bytes_read: 0,
      rows_valid: record.rows_added - record.rows_needing_attention,
      rows_with_warnings: 0,
      rows_per_second: null,
      seconds_left: null,
      problem_counts: [],
      failure: null,
      created_at: now,
      started_at: now,
      finished_at: now,
    }
  })
}

function readList(pasted: string | undefined, file: UploadedFile | undefined) {
  if ((pasted ?? '').trim() !== '' && file !== undefined) throw oneList('Send a file or rows, not both.')
  if ((pasted ?? '').trim() === '' && file === undefined) throw oneList('Choose a file, or paste rows.')

  const { people, meanings, ignored } = readColumns(
    csvTable(file ? csvText(file.bytes) : pastedText(pasted ?? '')),
  )
  if (people.length === 0) throw unreadable('empty', 'There is no one in this list, only a header row.')
  if (people.length > MAX_IMPORT_ROWS) throw tooManyRows()
  return { people: readPeople({ people, meanings }), ignored: ignored.map(tidyLine) }
}

function oneList(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'file', code: 'required', message }])
}

function errorsOf(people: readonly PersonRead[], rows: readonly JudgedRecipient[]): ImportWire['errors'] {
  const errors: ImportWire['errors'] = []
  for (const [index, { problems }] of rows.entries()) {
    for (const { field, code, message, severity } of problems) {
      if (severity !== 'error') continue
      if (errors.length === MAX_ERRORS_TOLD) return errors
      errors.push({ row: people[index]!.row, field, code, message })
    }
  }
  return errors
}
