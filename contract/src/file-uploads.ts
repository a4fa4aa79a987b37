import { FILE_CONFLICTS, UPLOAD_PART_BYTES } from '@laurel/domain/files'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Moment } from './fields.ts'
import { File, FileFolderId, FileFolderName } from './files.ts'
import { api } from './routes.ts'

const Conflict = z.enum(FILE_CONFLICTS).meta({
  description:
    'If the folder has a file of this name: `ask` refuses with `file_name_taken`, `keep_both` adds a number, and `replace` makes this its new version',
})

/** A part of an upload: its bytes are sent with `PUT`, in any order, and again after a failure. */
export const UploadPart = z.object({
  number: z.number().int(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).meta({ description: 'To send with it' }),
  bytes: z.number().int().meta({ description: 'Exactly this many' }),
  is_stored: z.boolean(),
  etag: z
    .string()
    .nullable()
    .meta({ description: 'Of a stored part. The answer to its `PUT` has it as `etag`' }),
})

export const FileUpload = z.object({
  upload_id: Id,
  state: z.enum(['open', 'done']),
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  folder: FileFolderName,
  folder_id: FileFolderId,
  file_id: Id.nullable().meta({ description: 'What it became' }),
  method: z.literal('PUT'),
  parts: z.array(UploadPart),
  expires_at: Moment,
})

export const startUpload = endpoint(api.startUpload, {
  access: 'customer',
  summary: `Start to upload a file, in parts of ${UPLOAD_PART_BYTES / 1024 / 1024} MB`,
  body: z.object({
    name: z.string().min(1, 'This field is required').max(1_000).meta({
      description: 'Unsafe characters are removed, and its ending becomes that of its content',
    }),
    bytes: z.number().int().positive(/*i18n*/ 'This file is empty.'),
    content_type: z.string().max(200).default('').meta({ description: 'As a hint: the content decides' }),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hexadecimal digits'),
    folder: FileFolderName,
    folder_id: FileFolderId.default(null),
    is_shared: z.boolean().optional().meta({ description: 'Only directly in a fixed folder' }),
    on_conflict: Conflict.default('ask'),
  }),
  response: FileUpload,
  idempotent: true,
  refusals: [
    'not_found',
    'not_allowed',
    'registration_incomplete',
    'limit_exceeded',
    'file_too_large',
    'file_name_taken',
  ],
})
export const listUploads = endpoint(api.listUploads, {
  access: 'customer',
  summary: 'The customer’s unfinished uploads, the newest first. They end after 24 hours',
  response: z.array(FileUpload),
})
export const getUpload = endpoint(api.getUpload, {
  access: 'customer',
  summary: 'An upload and which of its parts are stored, to continue it',
  params: IdParams,
  response: FileUpload,
})
export const sendUploadPart = endpoint(api.sendUploadPart, {
  access: 'public',
  summary: 'A part of an upload, as `application/octet-stream`. Its address comes with the upload',
  params: z.object({ id: Id, number: z.number().int().min(1).max(10_000) }),
  query: z.object({ token: z.string().max(100) }),
  file: 'part',
  response: z.object({ etag: z.string().meta({ description: 'Also in the header `etag`' }) }),
  refusals: ['not_found', 'upload_part_wrong', 'file_too_large'],
})
/** Completing it again answers the same file. Content that isn’t allowed ends the upload. */
export const completeUpload = endpoint(api.completeUpload, {
  access: 'customer',
  summary: 'Check an upload and make it a file',
  params: IdParams,
  body: z.object({
    parts: z.array(z.object({ number: z.number().int(), etag: z.string().max(200) })).max(10_000),
    on_conflict: Conflict.optional().meta({ description: 'Instead of the one it was started with' }),
  }),
  response: File,
  refusals: [
    'not_allowed',
    'registration_incomplete',
    'limit_exceeded',
    'upload_incomplete',
    'upload_changed',
    'file_name_taken',
    'file_too_large',
    'file_kind_not_allowed',
    'file_has_script',
    'file_has_macros',
    'file_not_an_image',
    'file_not_a_logo',
    'too_many_requests',
  ],
})
export const abortUpload = endpoint(api.abortUpload, {
  access: 'customer',
  summary: 'End an upload and remove its parts',
  params: IdParams,
  response: 'nothing',
})
