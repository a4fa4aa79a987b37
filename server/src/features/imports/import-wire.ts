import type { listImports, RecipientImport } from '@laurel/contract/imports'
import type * as z from 'zod'
import { type Judge, judged } from '../card-items/judged-recipient.ts'
import type { ImportRow } from './imports.repo.ts'
import { PeopleReader } from './people-of-rows.ts'

export type ImportWire = z.input<typeof RecipientImport>
type ImportLine = z.input<typeof listImports.response>[number]
type Repeated = { id: number; file_name: string; finished_at: Date | null } | undefined

const PREVIEW_ROWS = 20

/**
 * An import as it travels.
 *
 * @param everyoneCents what people without an amount of their own get
 * @param judge what its first rows are shown by; without it they are not shown
 */
export function importWire(
  row: ImportRow,
  repeated: Repeated,
  everyoneCents: number | null,
  judge: Judge | undefined,
): ImportWire {
  return {
    ...importLine(row, repeated, everyoneCents),
    columns: row.columns,
    preview: judge && row.state === 'mapping' ? previewOf(row, judge) : [],
    errors: row.errors,
  }
}

export function importLine(row: ImportRow, repeated: Repeated, everyoneCents: number | null): ImportLine {
  // After an undo, none of its people are on the list.
  const withoutValue = everyoneCents === null ? Math.min(row.rows_added, row.rows_without_amount) : 0
  const state = row.failure?.code === 'cancelled' ? 'cancelled' : row.state
  const text = row.format.kind === 'xlsx' ? undefined : row.format
  return {
    id: row.id,
    card_item_id: row.card_item_id,
    state,
    mode: row.mode,
    file_name: row.file_name,
    file: {
      kind: row.file_kind,
      bytes: row.file_bytes,
      delimiter: text?.delimiter ?? null,
      encoding: text?.encoding ?? null,
      sheet: row.sheet,
    },
    has_header: row.has_header,
    mapping_is_sure: row.mapping_is_sure,
    repeats: repeated
      ? {
          id: repeated.id,
          file_name: repeated.file_name,
          finished_at: (repeated.finished_at ?? row.created_at).toISOString(),
        }
      : null,
    bytes_read: row.bytes_read,
    rows_read: row.rows_read,
    rows_added: row.rows_added,
    rows_valid: Math.max(0, row.rows_added - row.rows_needing_attention - withoutValue),
    rows_without_value: withoutValue,
    rows_needing_attention: row.rows_needing_attention,
    rows_with_warnings: row.rows_with_warnings,
    ...speedOf(row),
    problem_counts: row.problem_counts,
    ignored_columns: row.ignored_columns,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function speedOf(row: ImportRow): Pick<ImportLine, 'rows_per_second' | 'seconds_left'> {
  if (row.started_at === null || row.rows_read === 0) return { rows_per_second: null, seconds_left: null }
  const until = row.finished_at ?? new Date()
  const seconds = Math.max(0.001, (until.getTime() - row.started_at.getTime()) / 1000)
  const share = row.file_bytes === 0 ? 1 : row.bytes_read / row.file_bytes
  const isReading = row.state === 'reading'
  return {
    rows_per_second: Math.round(row.rows_read / seconds),
    seconds_left: isReading && share > 0 ? Math.ceil((seconds * (1 - share)) / share) : null,
  }
}

function previewOf(row: ImportRow, judge: Judge): ImportWire['preview'] {
  const reader = new PeopleReader(row.columns.map(({ meaning }) => meaning))
  return row.sample.slice(row.has_header ? 1 : 0, PREVIEW_ROWS + 1).map((cells) => {
    const { values, reading } = reader.read(cells)
    return { row: cells.number, ...judged(judge, values, reading) }
  })
}
