import type { Recipient } from '@laurel/contract/recipients'
import type * as z from 'zod'
import type { RecipientRow } from './recipients.repo.ts'

export type RecipientWire = z.input<typeof Recipient>

/** A recipient on the wire, with how they changed since the last list was read. */
export function recipientWire(row: RecipientRow): RecipientWire {
  const change = row.import_id === null ? 'new' : row.edited ? 'edited' : 'unchanged'
  return { ...row, change }
}
