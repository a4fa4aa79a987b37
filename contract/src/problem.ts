import { REFUSAL_CODES } from '@laurel/domain/refusal'
import * as z from 'zod'
import { FieldProblem } from './fields.ts'

export const ProblemCode = z
  .enum([...REFUSAL_CODES, 'fault', 'unavailable'])
  .meta({ description: 'What went wrong. The list grows: treat a code you don’t know by its status' })
export type ProblemCode = z.infer<typeof ProblemCode>

/** The address of the section that explains it. */
export function problemType(code: ProblemCode): string {
  return `/api/docs/problems#${code}`
}

/** How a problem reads: `{fact}` in its detail is filled from the refusal's facts. */
export type Told = { status: number; title: string; detail: string }

/** A detail with … for each fact. */
export function withoutFacts(detail: string): string {
  return detail.replaceAll(/\{\w+\}/g, '…')
}

/** An error on the wire: RFC 9457 with a closed `code`. */
export const Problem = z.object({
  type: z.string().meta({ description: 'The address of a page about the code' }),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().meta({ description: 'A sentence for people' }),
  code: ProblemCode,
  errors: z.array(FieldProblem).meta({ description: 'By field, for `validation_failed` and others' }),
  request_id: z.string().meta({ description: 'Give it to support: the server’s log has it' }),
})
export type Problem = z.infer<typeof Problem>
