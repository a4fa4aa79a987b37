import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { givenTwice } from './form-values.ts'

export type UploadedFile = { name: string; bytes: Buffer; sha256: string }

/** Largest file any endpoint takes; each use may be stricter. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024

/**
 * Reads a multipart body: its text fields, and at most one file part named `file`.
 *
 * @throws `file_too_large` (by its framework code) past {@link MAX_UPLOAD_BYTES}
 */
export async function readMultipart(request: FastifyRequest) {
  const fields: Record<string, string> = Object.create(null)
  let file: UploadedFile | undefined
  for await (const part of request.parts({
    limits: { files: 1, fields: 40, fieldSize: 4_000_000, fileSize: MAX_UPLOAD_BYTES },
  })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      const sha256 = createHash('sha256').update(bytes).digest('base64url')
      file = { name: (part.filename ?? '').slice(-120), bytes, sha256 }
    } else {
      if (part.fieldname in fields) throw givenTwice(part.fieldname)
      fields[part.fieldname] = String(part.value)
    }
  }
  return { fields, file }
}
