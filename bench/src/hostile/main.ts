/**
 * `npm run hostile`: sends 100,000 requests, made from the OpenAPI document, as every kind of caller, and fails on
 * a 5xx, an answer slower than a second, a foreign row, an answer that doesn't fit the document, and text from the
 * server's inside. The same seed makes the same requests.
 *
 * HOSTILE_REQUESTS sends fewer, HOSTILE_SEED others, and HOSTILE_ONLY=4711 (or 4000-4711) only these of the same
 * run, and prints each with its answer. DATABASE_URL names a PostgreSQL server; without it, PGlite is used.
 */
import { isDeepStrictEqual } from 'node:util'
import { machine, percentile, table } from '../figures.ts'
import { makeOwnDatabase } from '../own-database.ts'
import type { HostileRequest } from './hostile-request.ts'
import { judge } from './judge.ts'
import { readOperations } from './operations.ts'
import { makeRequest } from './requests.ts'
import { type Answer, makeSender } from './send.ts'
import { startHostileStack } from './stack.ts'

const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 100_000)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
const [FIRST = 0, LAST = FIRST] = (process.env.HOSTILE_ONLY ?? `1-${REQUESTS}`).split('-').map(Number)
const isShown = process.env.HOSTILE_ONLY !== undefined
/** Requests close, hold, and delete. A new database after so many keeps enough to reach. */
const ROUND = 20_000
const AT_ONCE = 4
const EXAMPLES = 3
const TELLS_EVERY = 5_000

type Finding = { endpoint: string; cause: string; count: number; examples: number[] }

const findings = new Map<string, Finding>()
const statuses = new Map<string, number>()
const times: number[] = []
const reached = new Set<string>()
const documented = new Set<string>()

console.info(`${machine()}\nseed ${SEED}, requests ${FIRST} to ${LAST}`)
for (let from = FIRST - ((FIRST - 1) % ROUND); from <= LAST; from += ROUND) {
  await playRound(Math.max(from, FIRST), Math.min(from + ROUND - 1, LAST))
}
report()
process.exit(findings.size === 0 ? 0 : 1)

async function playRound(from: number, to: number) {
  const own = process.env.DATABASE_URL ? await makeOwnDatabase(process.env.DATABASE_URL) : undefined
  const stack = await startHostileStack(own?.url)
  try {
    const operations = await readOperations(stack.origin)
    for (const { name } of operations) documented.add(name)
    const before = await stack.readSilent()
    const sender = makeSender(stack.port, AT_ONCE)
    let next = from
    const lane = async () => {
      while (next <= to) {
        const number = next++
        const request = makeRequest(SEED, number, operations, stack.filled)
        note(request, await sender.send(request).catch((cause: Error) => cause))
        if (number % TELLS_EVERY === 0) console.info(`${number} sent`)
      }
    }
    await Promise.all(Array.from({ length: isShown ? 1 : AT_ONCE }, lane))
    sender.close()
    for (const [name, rows] of Object.entries(await stack.readSilent())) {
      if (!isDeepStrictEqual(rows, before[name])) add(`rows of ${name}`, 'were changed by others', to)
    }
    for (const line of stack.faults) add('log', line, to)
  } finally {
    await stack.stop()
    await own?.drop()
  }
}

function note(request: HostileRequest, answer: Answer | Error | undefined) {
  const { number, endpoint, operation } = request
  if (isShown) show(request, answer)
  if (answer instanceof Error) {
    // Node's client refuses some header values; those never leave.
    if ('code' in answer && String(answer.code).startsWith('ERR_')) return
    return add(endpoint, `no answer: ${answer.message}`, number)
  }
  const status = answer?.status ?? 0
  statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
  if (answer === undefined) return
  if (request.raw === undefined) times.push(answer.ms)
  if (operation !== undefined && status < 300) reached.add(operation.name)
  const cause = judge(request, answer)
  if (cause !== undefined) add(endpoint, cause, number)
}

function add(endpoint: string, cause: string, number: number) {
  const key = `${endpoint} ${cause}`
  const known = findings.get(key)
  const finding = known ?? { endpoint, cause, count: 0, examples: [] }
  findings.set(key, finding)
  // A long run says at once what it will report.
  if (known === undefined) console.info(`#${number} ${endpoint}: ${cause}`)
  finding.count += 1
  if (finding.examples.length < EXAMPLES) finding.examples.push(number)
}

function show(
  { number, caller, method, path, headers, body, raw }: HostileRequest,
  answer: Answer | Error | undefined,
) {
  const sent =
    raw?.toString('latin1') ??
    `${method} ${path}\n${JSON.stringify(headers)}\n${body?.subarray(0, 4_000) ?? ''}`
  const told =
    answer instanceof Error
      ? answer.message
      : answer && `${answer.status} ${answer.type} ${answer.ms.toFixed(0)} ms\n${answer.text.slice(0, 4_000)}`
  console.info(`\n#${number} as ${caller.name}\n${sent}\n→ ${told ?? 'no answer'}`)
}

function report() {
  table('Answers by status (0: closed without one, as raw bytes may be)', [
    Object.fromEntries([...statuses].toSorted()),
  ])
  table('Time of an answer, ms', [
    {
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      max: Math.max(...times),
    },
  ])
  const unreached = [...documented].filter((name) => !reached.has(name))
  console.info(`\n${reached.size} of ${documented.size} operations succeeded at least once.`)
  if (unreached.length > 0) console.info(`Never: ${unreached.join(', ')}`)
  if (findings.size === 0) return console.info('\nNothing found.')
  const most = [...findings.values()].toSorted((a, b) => b.count - a.count)
  table(
    `${findings.size} findings; look at one with HOSTILE_SEED=${SEED} HOSTILE_ONLY=<request>`,
    most.map(({ endpoint, cause, count, examples }) => ({
      endpoint,
      cause,
      count,
      requests: examples.join(' '),
    })),
  )
}
