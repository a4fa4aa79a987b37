import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyRequest } from 'fastify'
import { givenTwice } from './form-values.ts'

export type UploadedFile = { name: string; bytes: Buffer; sha256: string }

/** Largest file any endpoint takes; each use may be stricter. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024

const LIMITS = { files: 1, fields: 40, fieldSize: 4_000_000, fileSize: MAX_UPLOAD_BYTES }

/**
 * Reads a multipart body: its text fields, and at most one file part named `file`.
 *
 * @throws {Refusal} `validation_failed` for a body that is not well-formed multipart
 * @throws `file_too_large` (by its framework code) past {@link MAX_UPLOAD_BYTES}
 */
export async function readMultipart(request: FastifyRequest) {
  try {
    return await readParts(request)
  } catch (cause) {
    // The framework's own refusals carry a code; what the parser throws bare is a broken body.
    if (cause instanceof Refusal || (cause as { code?: string }).code !== undefined) throw cause
    throw new Refusal('validation_failed')
  }
}

async function readParts(request: FastifyRequest) {
  const fields: Record<string, string> = Object.create(null)
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: LIMITS })) {
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
