import type { RefusalCode } from '@laurel/domain/refusal'
import * as z from 'zod'
import { FieldProblem } from './fields.ts'

export type ProblemCode = RefusalCode | 'fault' | 'unavailable'

/** How a problem is told: `{fact}` in its detail is filled from the refusal's facts. */
export type Told = { status: number; title: string; detail: string }

/** An error on the wire: RFC 9457 with a closed `code`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(FieldProblem),
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>
