import type { Endpoint } from '../endpoint.ts'
import { Problem, type ProblemCode, problemType, withoutFacts } from '../problem.ts'
import { PROBLEMS } from '../problems.ts'
import type { Schemas } from './schemas.ts'

const REFERENCE = '#/components/responses/'
/** Besides `too_many_requests`, which has a status of its own. */
export const OF_ANY: readonly ProblemCode[] = [
  'unknown_site',
  'site_suspended',
  'site_not_live',
  'fault',
  'unavailable',
]

/** The endpoint's own codes, and what its shape can be refused for. Every endpoint can answer the others. */
function codesOf({ body, query, params, file, idempotent, refusals }: Endpoint): ProblemCode[] {
  const ofShape: ProblemCode[] = []
  if (body || query || params) ofShape.push('validation_failed')
  if (body || file) ofShape.push('body_too_large', 'unsupported_media_type')
  if (idempotent) ofShape.push('idempotency_key_in_use', 'idempotency_key_reused')
  return [...new Set([...refusals, ...ofShape])].filter((code) => code !== 'too_many_requests')
}

/** Problems by status. An answer with a single code is a shared one. */
export function makeProblems(schemas: Schemas) {
  const alone = new Set<ProblemCode>()
  const told = new Set<ProblemCode>()

  function responseOf(
    codes: readonly ProblemCode[],
    description = codes.map((code) => `\`${code}\``).join(', '),
  ) {
    for (const code of codes) told.add(code)
    const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
    const schema = schemas.refer(Problem)
    const content = { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } }
    return { description, content }
  }

  return {
    of(endpoint: Endpoint): Record<string, object> {
      const byStatus = Map.groupBy(codesOf(endpoint), (code) => PROBLEMS[code].status)
      const own = [...byStatus].map(([status, codes]) => {
        const [first] = codes
        if (codes.length > 1 || first === undefined) return [status, responseOf(codes)]
        alone.add(first)
        return [status, { $ref: REFERENCE + pascal(first) }]
      })
      return {
        ...Object.fromEntries(own),
        429: { $ref: `${REFERENCE}TooManyRequests` },
        default: { $ref: `${REFERENCE}OtherProblem` },
      }
    },
    /** What the problems of all endpoints refer to. */
    components() {
      const single = [...alone].toSorted().map((code) => [pascal(code), responseOf([code])])
      const responses = {
        ...Object.fromEntries(single),
        TooManyRequests: { ...responseOf(['too_many_requests']), headers: RETRY_AFTER },
        OtherProblem: {
          ...responseOf(OF_ANY, 'A problem of the site or the server, or any other'),
          headers: RETRY_AFTER,
        },
      }
      return { responses, examples: Object.fromEntries([...told].toSorted().map(exampleOf)) }
    },
  }
}

const pascal = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const RETRY_AFTER = {
  'Retry-After': { description: 'How many seconds to wait', schema: { type: 'integer', minimum: 1 } },
}

/** A problem as it's answered, with an ellipsis for what only the request shows. */
function exampleOf(code: ProblemCode): [ProblemCode, { summary: string; value: Problem }] {
  const { status, title, detail } = PROBLEMS[code]
  const value = {
    type: problemType(code),
    title,
    status,
    detail: withoutFacts(detail),
    code,
    errors: [],
    request_id: '9b2f4c1e-0d3a-4f5b-8c6d-7e8f9a0b1c2d',
  }
  return [code, { summary: title, value }]
}
