import { FILE_AUTHS, FILE_KINDS, FILE_MEANINGS, MAX_FILE_ROWS } from '@laurel/domain/people-files'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment, text } from './fields.ts'
import { api } from './routes.ts'

const Columns = z
  .array(z.object({ heading: z.string().max(200), meaning: z.enum(FILE_MEANINGS) }))
  .max(100)
  .meta({ description: 'What is read from each column, found again by its heading' })

const RowProblem = z.object({ row: z.number().int(), message: z.string() })

/** A night's sync, or one that a person asked for. */
export const ListFileRun = z.object({
  id: Id,
  state: z.enum(['syncing', 'retrying', 'done', 'held', 'failed']).meta({
    description: 'Held: the file looks incomplete, and nothing was changed',
  }),
  says: z.string().meta({ description: 'Why it’s held, or what failed; empty otherwise' }),
  row_count: z.number().int(),
  added_count: z.number().int(),
  changed_count: z.number().int(),
  left_count: z.number().int(),
  problems: z.array(RowProblem).meta({ description: 'The first 100' }),
  problem_count: z.number().int(),
  attempts: z.number().int(),
  asked_by: z.string().nullable().meta({ description: 'Who asked for it; null for the nightly sync' }),
  started_at: Moment,
  ended_at: Moment.nullable(),
  hash: z.string().nullable().meta({
    description: 'SHA-256 of the file. A held one is applied by sending it to `sync`',
  }),
})

/** The file that a shared list is kept in sync with. */
export const ListFile = z.object({
  list_id: Id,
  kind: z.enum(FILE_KINDS),
  url: z.string().meta({ description: 'Without its query, which may be a secret; empty for S3' }),
  has_query: z.boolean(),
  auth: z.enum(FILE_AUTHS),
  username: z.string(),
  bucket: z.string(),
  object_key: z.string(),
  region: z.string(),
  endpoint: z.string(),
  access_key_id: z.string(),
  has_secret: z.boolean().meta({ description: 'The secret itself is never returned' }),
  columns: Columns,
  is_on: z.boolean(),
  is_syncing: z.boolean(),
  next_sync_at: Moment.nullable(),
  turned_on_by: z.string().nullable(),
  people_count: z.number().int().meta({ description: 'People on the list who came from the file' }),
  time_zone: z.string(),
  last_run: ListFileRun.nullable(),
})

/** What the file would do now. */
export const ListFileCheck = z.object({
  hash: z.string(),
  columns: z.array(
    z.object({ heading: z.string(), meaning: z.enum(FILE_MEANINGS), samples: z.array(z.string()) }),
  ),
  columns_problem: z.string().nullable().meta({
    description: 'Why people can’t be read yet, such as a heading that changed',
  }),
  row_count: z.number().int(),
  added_count: z.number().int(),
  changed_count: z.number().int(),
  unchanged_count: z.number().int(),
  left_count: z.number().int(),
  leaving: z.array(z.string()).meta({ description: 'The first 20 who would leave the list' }),
  held: z.string().nullable().meta({ description: 'Why a nightly sync wouldn’t apply it; null if it would' }),
  problems: z.array(RowProblem).meta({ description: 'The first 100' }),
  problem_count: z.number().int(),
})

const managing = { access: 'customer', companyNeeds: 'programs.manage' } as const

export const getListFile = endpoint(api.getListFile, {
  ...managing,
  summary: 'The file that a list is kept in sync with; null without one',
  params: IdParams,
  response: z.object({ file: ListFile.nullable() }),
  refusals: ['not_found', 'not_allowed'],
})

export const putListFile = endpoint(api.putListFile, {
  ...managing,
  summary: 'Choose the file to keep a shared list in sync with. It’s off until it’s turned on',
  params: IdParams,
  body: z.object({
    kind: z.enum(FILE_KINDS).default('https'),
    url: text(2_000).default('').meta({ description: 'For `https`: a full URL' }),
    auth: z.enum(FILE_AUTHS).default('none'),
    username: text(200).default(''),
    bucket: text(100).default(''),
    object_key: text(1_000).default('').meta({ description: 'The file’s path in the bucket' }),
    region: text(60).default(''),
    endpoint: text(500).default('').meta({ description: 'For stores other than Amazon’s' }),
    access_key_id: text(200).default(''),
    secret: text(4_000).default('').meta({
      description:
        'The password, token, or secret access key. If empty, the saved one stays, unless the file is on another server',
    }),
  }),
  response: ListFile,
  refusals: ['not_found', 'not_allowed', 'validation_failed'],
})

export const removeListFile = endpoint(api.removeListFile, {
  ...managing,
  summary: 'Stop syncing a list, and forget its file. The people stay on the list',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_found', 'not_allowed'],
})

export const checkListFile = endpoint(api.checkListFile, {
  ...managing,
  summary: `Read the file, up to ${MAX_FILE_ROWS.toLocaleString('en-US')} rows, and say what it would change. Nothing is changed`,
  params: IdParams,
  body: z.object({ columns: Columns.optional() }),
  response: ListFileCheck,
  refusals: ['not_found', 'not_allowed', 'list_file_failed', 'limit_exceeded'],
})

export const turnOnListFile = endpoint(api.turnOnListFile, {
  ...managing,
  summary: 'Sync the list now and every night. The file that was checked is applied as it was shown',
  params: IdParams,
  body: z.object({ columns: Columns, hash: z.string().max(100) }),
  response: ListFile,
  refusals: ['not_found', 'not_allowed', 'validation_failed'],
})

export const turnOffListFile = endpoint(api.turnOffListFile, {
  ...managing,
  summary: 'Stop syncing. The people stay on the list, and the file is remembered',
  params: IdParams,
  response: ListFile,
  refusals: ['not_found', 'not_allowed'],
})

export const syncListFile = endpoint(api.syncListFile, {
  ...managing,
  summary: 'Sync now. With the hash of the file that is held, it’s applied anyway',
  params: IdParams,
  body: z.object({ hash: z.string().max(100).optional() }),
  response: ListFile,
  refusals: ['not_found', 'not_allowed', 'list_file_off', 'list_file_changed'],
})

export const listListFileRuns = endpoint(api.listListFileRuns, {
  ...managing,
  summary: 'The last 60 syncs of a list, newest first',
  params: IdParams,
  response: listOf(ListFileRun),
  refusals: ['not_found', 'not_allowed'],
})
