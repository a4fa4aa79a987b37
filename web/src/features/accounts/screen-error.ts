import { ApiProblem, offlineProblem } from '../../app/api-problem.ts'

/** What the accounts library says when an answer was not one of the service's own. */
const UNREADABLE = /Unexpected token|is not valid JSON|Unexpected end of JSON|unknown error/i

/**
 * A refusal as the screens show it: the service's own sentence (docs/spec.md §8), except where the
 * accounts library speaks of networks and JSON.
 */
export function screenError(sentence: string): Error {
  if (/network error/i.test(sentence)) return offlineProblem(sentence)
  if (UNREADABLE.test(sentence)) return new ApiProblem({}, { cause: sentence })
  return new Error(sentence)
}
