import { ApiProblem } from '../../../app/api-problem.ts'

const CODES = new Set([
  'order_changed_meanwhile',
  'order_move_not_allowed',
  'order_is_held',
  'refund_changed_meanwhile',
  'doubt_changed_meanwhile',
  'batch_changed_meanwhile',
  'batch_printed_already',
  'delivery_changed_meanwhile',
  'delivery_move_not_allowed',
])

/** Did somebody else move it between looking and deciding? */
export function isChangedMeanwhile(problem: unknown): boolean {
  return problem instanceof ApiProblem && CODES.has(problem.code)
}
