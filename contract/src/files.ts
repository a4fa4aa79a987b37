import {
  FILE_FOLDERS,
  FILE_KINDS,
  FILE_SCANS,
  MAX_FILE_NAME,
  MAX_FILES_AT_ONCE,
  MAX_FOLDER_NAME,
} from '@laurel/domain/files'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Moment, PageQuery, pageOf, requiredText, Shared, text } from './fields.ts'
import { api } from './routes.ts'

export const FileFolderName = z.enum(FILE_FOLDERS, { error: /*i18n*/ 'Choose a folder.' }).meta({
  description: '`logos`: logos and pictures. `lists`: lists. `own`: own files',
})
export const FileFolderId = Id.nullable().meta({
  description: 'A folder in `folder`; null for `folder` itself',
})

/** What uses a file. */
export const FileUse = z.object({
  type: z.enum(['order', 'card', 'saved_design', 'import', 'attachment']),
  label: z.string(),
  id: Id,
  status: z.string().optional().meta({ description: 'Of an order' }),
})

/** A file that a customer added, or that their company shares. */
export const File = z.object({
  id: Id.meta({ description: 'Of its current version' }),
  name: z.string(),
  folder: FileFolderName,
  folder_id: FileFolderId,
  kind: z.enum(FILE_KINDS),
  content_type: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable().meta({ description: 'Pixels of a picture' }),
  height: z.number().int().nullable(),
  preview_url: z.string().nullable().meta({ description: 'Of a picture' }),
  key: z.string().nullable().meta({ description: 'Of a picture, for `logo_file_key` of designs' }),
  scan: z.enum(FILE_SCANS).meta({
    description:
      'What the virus scan found. While it’s `waiting`, only the person who added the file can download it. The bytes of an `infected` file were removed',
  }),
  shared: Shared,
  added_by: z.object({ first: z.string(), last: z.string() }).nullable(),
  created_at: Moment,
  expires_at: Moment.nullable().meta({ description: 'When it will be removed, unless it’s used until then' }),
  deleted_at: Moment.nullable().meta({ description: 'When it was moved to the trash' }),
  versions_count: z.number().int(),
  used_by: z.array(FileUse).meta({ description: 'The first 20 that the caller can see' }),
  used_by_count: z.number().int(),
  import: z.object({ id: Id, has_errors_file: z.boolean() }).nullable(),
})

export const FileVersion = z.object({
  id: Id,
  bytes: z.number().int(),
  created_at: Moment,
  added_by: z.object({ first: z.string(), last: z.string() }).nullable(),
  is_current: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})

/** A folder in one of the fixed folders. Everything in it is shared as the folder is. */
export const FileFolder = z.object({
  id: Id,
  folder: FileFolderName,
  parent_id: Id.nullable(),
  name: z.string(),
  shared: Shared,
  files_count: z.number().int().meta({ description: 'Directly in it' }),
})

export const listFiles = endpoint(api.listFiles, {
  access: 'customer',
  tool: { name: 'list_files', effect: 'reads' },
  summary: 'The customer’s files, and those that their company shares',
  query: PageQuery.extend({
    folder: FileFolderName.optional(),
    folder_id: Id.optional().meta({
      description: 'With `folder` alone and without `search` and `kind`, only files directly in it',
    }),
    search: text(100).optional().meta({ description: 'Any part of the name, in subfolders too' }),
    kind: z.enum(FILE_KINDS).optional(),
    trash: z.boolean().optional().meta({ description: 'Files in the trash instead' }),
    sort: z.enum(['name', 'added', 'size']).default('name').meta({
      description: 'Newest first with `added`, and largest first with `size`',
    }),
  }),
  response: pageOf(File),
})
export const getFilesOverview = endpoint(api.getFilesOverview, {
  access: 'customer',
  tool: { name: 'get_files_overview', effect: 'reads' },
  summary: 'The folders with their number of files, and how much space is left',
  response: z.object({
    folders: z.array(z.object({ folder: FileFolderName, count: z.number().int() })),
    subfolders: z.array(FileFolder),
    trash_count: z.number().int(),
    used_bytes: z.number().int().meta({
      description: 'Of the customer’s own files, with versions, the trash, and unfinished uploads',
    }),
    used_files: z.number().int(),
    max_bytes: z.number().int(),
    max_files: z.number().int(),
    is_scanning: z.boolean().meta({ description: 'Whether new files are scanned for viruses' }),
  }),
})
export const getFileById = endpoint(api.getFileById, {
  access: 'customer',
  summary: 'A file with its versions, the newest first',
  params: IdParams,
  response: File.extend({ versions: z.array(FileVersion) }),
})
/** Other than a picture's address, this needs the customer’s token. */
export const downloadFile = endpoint(api.downloadFile, {
  access: 'customer',
  summary: 'Download a file, or one of its earlier versions',
  params: IdParams,
  response: 'file',
  refusals: ['file_not_scanned', 'file_infected'],
})
export const restoreFileVersion = endpoint(api.restoreFileVersion, {
  access: 'customer',
  summary: 'Make an earlier version the current one, by the version’s ID',
  params: IdParams,
  response: File,
  refusals: ['not_allowed'],
})
export const downloadFiles = endpoint(api.downloadFiles, {
  access: 'customer',
  summary: `Up to ${MAX_FILES_AT_ONCE} files and 500 MB as one ZIP: chosen ones, or a folder with its folders`,
  query: z.object({
    ids: z.array(z.coerce.number().int().positive()).max(MAX_FILES_AT_ONCE).optional(),
    folder: FileFolderName.optional(),
    folder_id: Id.optional(),
  }),
  response: 'file',
  refusals: ['not_found', 'validation_failed', 'limit_exceeded', 'file_not_scanned', 'file_infected'],
})
/** A file that is moved into a folder is shared as that folder is. */
export const patchFile = endpoint(api.patchFile, {
  access: 'customer',
  summary: 'Rename a file, move it, share it with the company, or stop sharing it',
  params: IdParams,
  body: z.object({
    name: requiredText(MAX_FILE_NAME).optional(),
    folder: FileFolderName.optional(),
    folder_id: FileFolderId.optional(),
    is_shared: z.boolean().optional().meta({ description: 'Only for files directly in a fixed folder' }),
  }),
  response: File,
  refusals: ['not_allowed', 'registration_incomplete', 'file_name_taken'],
})
/** Each file is moved or removed alone; those that can’t be are in `refused`. */
export const changeFiles = endpoint(api.changeFiles, {
  access: 'customer',
  summary: `Move up to ${MAX_FILES_AT_ONCE} files, move them to the trash, restore them, or delete them for good`,
  body: z.object({
    action: z.enum(['move', 'trash', 'restore', 'delete']).meta({
      description:
        '`delete` is for files in the trash. `restore` puts them back; one whose name is taken gets a number',
    }),
    ids: z.array(Id).min(1, /*i18n*/ 'Choose at least one file.').max(MAX_FILES_AT_ONCE),
    folder: FileFolderName.optional().meta({ description: 'Where to move them' }),
    folder_id: FileFolderId.optional(),
  }),
  response: z.object({
    done: z.number().int(),
    refused: z.array(z.object({ id: Id, code: z.string() })),
  }),
  refusals: ['not_found'],
})
export const createFileFolder = endpoint(api.createFileFolder, {
  access: 'customer',
  summary: 'Create a folder',
  body: z.object({
    folder: FileFolderName,
    parent_id: Id.nullable().default(null),
    name: requiredText(MAX_FOLDER_NAME),
    is_shared: z.boolean().optional().meta({
      description: 'Only for folders directly in a fixed folder. Others are shared as their parent is',
    }),
  }),
  response: FileFolder,
  idempotent: true,
  refusals: ['not_found', 'not_allowed', 'registration_incomplete', 'limit_exceeded'],
})
/** Moving or sharing a folder shares everything in it the same way. */
export const patchFileFolder = endpoint(api.patchFileFolder, {
  access: 'customer',
  summary: 'Rename a folder, move it within its fixed folder, share it, or stop sharing it',
  params: IdParams,
  body: z.object({
    name: requiredText(MAX_FOLDER_NAME).optional(),
    parent_id: Id.nullable().optional(),
    is_shared: z.boolean().optional(),
  }),
  response: FileFolder,
  refusals: ['not_allowed', 'registration_incomplete', 'limit_exceeded'],
})
export const deleteFileFolder = endpoint(api.deleteFileFolder, {
  access: 'customer',
  summary: 'Delete a folder with its folders. Their files go to the trash',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_allowed'],
})
