import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { OF_ANY } from './openapi/problems.ts'
import { takesKeys } from './openapi/tags.ts'
import { ProblemCode, withoutFacts } from './problem.ts'
import { PROBLEMS } from './problems.ts'

/** What a program does about a problem follows from its status. */
export const PROBLEM_ADVICE: readonly (readonly [statuses: string, advice: string])[] = [
  ['400, 413, 415, 422, 431', 'Change the request: it can’t work as it is.'],
  ['401', 'Use credentials that work.'],
  ['403', 'Give the key or program the permission, or allow its address.'],
  ['404, 405', 'Check the address and the ID.'],
  ['409', 'Change what `detail` names, or read the current state, and try again.'],
  ['429', 'Wait as long as `Retry-After` says.'],
  ['500, 502, 503', 'Send the request again, later.'],
]

/** A code with its title and sentence; … stands for what depends on the request. */
export type ListedProblem = { code: ProblemCode; status: number; says: string }

/** Every code, by the calls that can answer it, and each group by status. */
export function listProblems(): { title: string; problems: ListedProblem[] }[] {
  const all: readonly Endpoint[] = Object.values(endpoints)
  const ofKeys = new Set<string>([
    ...all.filter(takesKeys).flatMap(({ refusals }) => refusals),
    ...['validation_failed', 'body_too_large', 'unsupported_media_type', 'body_is_compressed'],
    ...['idempotency_key_in_use', 'idempotency_key_reused'],
  ])
  const ofAny: ProblemCode[] = [...OF_ANY, 'too_many_requests']
  const others = ProblemCode.options.filter((code) => !ofAny.includes(code))
  return [
    { title: 'Of any call', problems: listed(ofAny) },
    { title: 'Of calls that API keys can make', problems: listed(others.filter((code) => ofKeys.has(code))) },
    { title: 'Of other calls', problems: listed(others.filter((code) => !ofKeys.has(code))) },
  ]
}

function listed(codes: readonly ProblemCode[]): ListedProblem[] {
  return codes
    .map((code) => {
      const { status, title, detail } = PROBLEMS[code]
      const sentence = withoutFacts(detail).replace(/^…$/, '')
      return { code, status, says: sentence.startsWith(title) ? sentence : `${title}. ${sentence}`.trim() }
    })
    .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}
