import { REFUSAL_CODES } from '@laurel/domain/refusal'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { takesKeys } from './openapi/tags.ts'
import type { ProblemCode } from './problem.ts'
import { PROBLEMS } from './problems.ts'

const OF_ANY = [
  'unknown_site',
  'site_suspended',
  'site_not_live',
  'too_many_requests',
  'fault',
  'unavailable',
]
const all: readonly Endpoint[] = Object.values(endpoints)
const ofKeys = new Set<string>([
  ...all.filter(takesKeys).flatMap(({ refusals }) => refusals),
  ...['validation_failed', 'body_too_large', 'unsupported_media_type', 'body_is_compressed'],
  ...['idempotency_key_in_use', 'idempotency_key_reused'],
])

function table(codes: readonly ProblemCode[]): string {
  const rows = codes
    .map((code) => ({ code, ...PROBLEMS[code] }))
    .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
    .map(({ status, code, title, detail }) => {
      const sentence = detail.replaceAll(/\{\w+\}/g, '…').replace(/^…$/, '')
      const says = sentence.startsWith(title) ? sentence : `${title}. ${sentence}`.trim()
      return `| ${status} | \`${code}\` | ${says} |`
    })
  return ['| Status | Code | Says |', '| --- | --- | --- |', ...rows].join('\n')
}

/** After a change, run this with `--update`. */
test('docs/api-problems.md has every code', async () => {
  const codes: ProblemCode[] = [...REFUSAL_CODES, 'fault', 'unavailable']
  const page = `# Problems by code

Every code that the API can answer, with what its \`title\` and \`detail\` say; … stands for what depends on the request. [What to do](api.md#problems) follows from the status. This page is made from the contract.

## Of any call

${table(codes.filter((code) => OF_ANY.includes(code)))}

## Of calls that API keys can make

${table(codes.filter((code) => ofKeys.has(code) && !OF_ANY.includes(code)))}

## Of other calls

${table(codes.filter((code) => !ofKeys.has(code) && !OF_ANY.includes(code)))}
`
  await expect(page).toMatchFileSnapshot('../../docs/api-problems.md')
})
