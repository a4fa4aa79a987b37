import { z } from 'zod'
import type { Call } from './accounts.ts'

/** An operation: its request's schema and its handler. */
export type Operation = {
  schema: z.ZodType
  /** Whether it's for staff and must be signed. */
  signed?: true
  run(call: Call, input: unknown): Promise<object>
}

export function operation<S extends z.ZodType>(
  schema: S,
  run: (call: Call, input: z.output<S>) => Promise<object>,
): Operation {
  return { schema, run: (call, input) => run(call, input as z.output<S>) }
}

/** A staff operation: signed, and audited with its access key. */
export function staffOperation<S extends z.ZodType>(
  schema: S,
  run: (call: Call, input: z.output<S>) => Promise<object>,
): Operation {
  return { ...operation(schema, run), signed: true }
}

// Limits are those of Cognito's own service model.
export const ClientId = z.string().regex(/^[\w+]{1,128}$/)
export const UserPoolId = z
  .string()
  .max(55)
  .regex(/^[\w-]+_[0-9a-zA-Z]+$/)
export const Username = z
  .string()
  .max(128)
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u)
/** Not trimmed, and spaces are allowed: docs/spec.md §5 counts them among the special characters. */
export const Password = z.string().min(1).max(256)
export const Code = z.string().max(2048).regex(/^\S+$/)
export const AccessToken = z.string().min(1).max(8192)
export const RefreshToken = z.string().min(1).max(2048)
export const Session = z.string().min(20).max(2048)
