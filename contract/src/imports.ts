import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { FieldProblem, Id, IdParams, Moment, RewardTypeName } from './fields.ts'
import { RecipientProblem, recipientShape } from './recipients.ts'
import { api } from './routes.ts'

/**
 * The meaning of a column. `name` is first and last name in one; `row` says which person of the list a repaired
 * row replaces (the column "Laurel row" of an errors file); `ignore` is skipped.
 */
export const ColumnMeaning = z.enum(['ignore', 'name', ...RECIPIENT_WIRE_FIELDS, 'row'])

const ImportColumn = z.object({
  heading: z.string().meta({ description: 'Empty when the file has no header row' }),
  meaning: ColumnMeaning,
  found_by: z.enum(['name', 'content', 'memory', 'hand', 'nothing']),
  samples: z.array(z.string()).meta({ description: 'The first filled cells, shortened' }),
})

const PreviewRow = z.object({
  row: z.number().int(),
  ...recipientShape,
  problems: z.array(RecipientProblem),
})

/**
 * - `mapping`: waits for `start`, after its columns are checked (or `repeats` is answered)
 * - `queued`, `reading`: a job reads it; rows appear in the list as they're read
 * - `finished`: everyone is on the list, including people who need attention
 * - `failed`, `cancelled`: none of its people are on the list; `failure` says why
 */
export const ImportState = z.enum(['mapping', 'queued', 'reading', 'finished', 'failed', 'cancelled'])

export const RecipientImport = z.object({
  id: Id,
  card_item_id: Id,
  state: ImportState,
  mode: z.enum(['append', 'replace', 'repair']),
  file_name: z.string(),
  file: z.object({
    kind: z.enum(['csv', 'tsv', 'xlsx', 'text']),
    bytes: z.number().int(),
    delimiter: z.string().nullable(),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).nullable(),
    sheet: z.string().nullable().meta({ description: 'Of a workbook: the sheet that is read' }),
  }),
  has_header: z.boolean(),
  columns: z.array(ImportColumn),
  mapping_is_sure: z.boolean(),
  preview: z.array(PreviewRow).meta({ description: 'The first rows as they will be read' }),
  repeats: z.object({ id: Id, file_name: z.string(), finished_at: Moment }).nullable().meta({
    description: 'The same file was already imported to this list. To import it again, start it with `again`',
  }),
  bytes_read: z.number().int(),
  rows_read: z.number().int(),
  rows_added: z.number().int().meta({ description: 'In mode `repair`: rows replaced' }),
  rows_valid: z.number().int().meta({ description: 'Nothing to fix, and a value above zero' }),
  rows_without_value: z
    .number()
    .int()
    .meta({ description: 'Nothing to fix, but no value, and the card item has no default value' }),
  rows_needing_attention: z.number().int(),
  rows_with_warnings: z.number().int(),
  rows_per_second: z.number().int().nullable(),
  seconds_left: z.number().int().nullable(),
  problem_counts: z.array(
    z.object({ code: z.string(), severity: z.enum(['error', 'warning']), count: z.number().int() }),
  ),
  ignored_columns: z.array(z.string()),
  errors: z
    .array(z.object({ row: z.number().int(), field: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'The first 500; all of them are in the errors file' }),
  failure: FieldProblem.nullable(),
  created_at: Moment,
  started_at: Moment.nullable(),
  finished_at: Moment.nullable(),
})

const mapping = z
  .array(ColumnMeaning)
  .max(200)
  .meta({ description: 'One meaning per column, in their order; missing ones are `ignore`' })

/**
 * A file of up to 500 MB (CSV, TSV, or XLSX), or pasted rows. Pasted rows, and small files with clear columns,
 * are on the list when this answers (`finished`). Larger ones are `queued`. `mapping` needs a check first:
 * unclear columns, a repeated file, or `review` was requested; `startImport` continues. A file with a column
 * "Laurel row" is a repaired errors file: without a mode, it's imported in mode `repair`.
 */
export const importRecipients = endpoint(api.importRecipients, {
  access: 'customer',
  summary: 'Add people from a file (CSV, TSV, XLSX) or from pasted rows',
  body: z.object({
    card_item_id: Id,
    mode: z
      .enum(['append', 'replace', 'repair'])
      .optional()
      .meta({ description: '`append` when left out, or `repair` for an errors file' }),
    text: z
      .string()
      .max(4_000_000)
      .optional()
      .meta({ description: 'Rows pasted from a spreadsheet, instead of a file' }),
    mapping: mapping.optional(),
    has_header: z.boolean().optional(),
    review: z.boolean().default(false).meta({ description: 'Waits in state `mapping` in any case' }),
    again: z.boolean().default(false).meta({ description: 'Import a file that is already on this list' }),
  }),
  file: 'streamed',
  response: RecipientImport,
  idempotent: true,
  refusals: [
    'not_found',
    'import_unreadable',
    'file_too_large',
    'order_is_frozen',
    'card_item_not_editable',
    'draft_taken_over',
    'not_allowed',
    'limit_exceeded',
  ],
})
export const listImports = endpoint(api.listImports, {
  access: 'customer',
  summary: 'The last 20 imports of a card item, newest first, without columns, previews and errors',
  query: z.object({ card_item_id: Id }),
  response: z.array(RecipientImport.omit({ columns: true, preview: true, errors: true })),
  refusals: ['not_found'],
})
export const getImport = endpoint(api.getImport, {
  access: 'customer',
  summary: 'The progress of an import, or its result',
  params: IdParams,
  response: RecipientImport,
})

const moves = [
  'import_moved_on',
  'order_is_frozen',
  'card_item_not_editable',
  'draft_taken_over',
  'not_allowed',
] as const

export const patchImport = endpoint(api.patchImport, {
  access: 'customer',
  summary: 'Change what the columns hold. Returns the new preview',
  params: IdParams,
  body: z.object({
    mapping: mapping.optional(),
    has_header: z.boolean().optional(),
    mode: z.enum(['append', 'replace', 'repair']).optional(),
  }),
  response: RecipientImport,
  refusals: moves,
})
export const startImport = endpoint(api.startImport, {
  access: 'customer',
  summary: 'Import the file with its current mapping, which is remembered for the next file',
  params: IdParams,
  body: z.object({ again: z.boolean().default(false) }),
  response: RecipientImport,
  refusals: [...moves, 'import_repeated', 'import_unreadable', 'limit_exceeded'],
})
export const cancelImport = endpoint(api.cancelImport, {
  access: 'customer',
  summary: 'Stop an import and remove the people it added',
  params: IdParams,
  body: z.object({}),
  response: RecipientImport,
  refusals: moves,
})
export const getImportErrorsFile = endpoint(api.getImportErrorsFile, {
  access: 'customer',
  summary: 'The rows that need attention as CSV: same columns, same order, plus what to fix',
  params: IdParams,
  response: 'file',
})
export const getImportTemplate = endpoint(api.getImportTemplate, {
  access: 'customer',
  summary: 'A CSV template with a reward type’s columns and an example',
  query: z.object({ reward_type: RewardTypeName }),
  response: 'file',
  refusals: ['validation_failed'],
})
