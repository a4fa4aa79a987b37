import type * as z from 'zod'
import type { CallBudget } from './call-budget.ts'

const TIMEOUT_MS = 10_000
/** A label is a picture of some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024
const WAIT_AT_LEAST_MS = 1_000
const WAIT_AT_MOST_MS = 3_600_000
const WAIT_USUALLY_MS = 60_000

export type CarrierLog = { warn(facts: object, message: string): void }
export type GatewayParts = {
  log: CarrierLog
  now: () => number
  /** How long to wait for a label; a later answer is lost and looked up. */
  labelTimeoutMs: number
}

/**
 * How a call ended.
 * - `not_sent`: it never reached the carrier, or the carrier turned it away unheard
 * - `lost`: it may have been carried out, and its answer did not come, or is none
 */
export type CallOutcome<T> =
  | { outcome: 'answered'; body: T; headers: Headers }
  | { outcome: 'refused'; status: number; code: string; reason: string }
  | { outcome: 'not_sent'; retryAfterMs: number }
  | { outcome: 'lost' }

export type CarrierCall<T> = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
  answer: z.ZodType<T>
  /** The carrier's own words for why not. */
  problem: (body: unknown) => { code: string; reason: string } | undefined
  timeoutMs?: number
  /** What the log calls it, if its path says what was asked for. */
  name?: string
}

/** Connection errors that mean nothing was sent. */
const NEVER_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

/**
 * Calls a carrier, within its budget. Secrets go to the host of the settings alone: no redirect is
 * followed. The log hears which call failed and how, never what was sent.
 */
export async function callCarrier<T>(
  { method, url, headers = {}, body, answer, problem, timeoutMs = TIMEOUT_MS, name }: CarrierCall<T>,
  budget: CallBudget,
  log: CarrierLog,
): Promise<CallOutcome<T>> {
  const waitMs = await budget.take()
  if (waitMs > 0) return { outcome: 'not_sent', retryAfterMs: waitMs }
  const { pathname } = new URL(url)
  const fail = (reason: string) =>
    log.warn({ call: `${method} ${name ?? pathname}`, reason }, 'A carrier gave no usable answer')
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readBounded(response)
  } catch (cause) {
    const { name, message, cause: under } = cause as Error & { cause?: { code?: string } }
    fail(`${name}: ${message}`)
    return NEVER_THERE.has(under?.code ?? '') ? later() : { outcome: 'lost' }
  }
  const { status } = response
  const told = parseJson(text)
  if (status === 429) {
    const retryAfterMs = retryAfter(response.headers)
    await budget.pause(retryAfterMs)
    fail('status 429')
    return { outcome: 'not_sent', retryAfterMs }
  }
  if (status >= 500) {
    fail(`status ${status}`)
    return { outcome: 'lost' }
  }
  if (status >= 400) {
    const words = problem(told)
    fail(`status ${status} ${words?.code ?? 'without words'}`)
    const reason = words?.reason.slice(0, 300) ?? 'The carrier gave no reason.'
    return { outcome: 'refused', status, code: words?.code ?? '', reason }
  }
  const read = answer.safeParse(told)
  if (!read.success) {
    const [issue] = read.error.issues
    fail(`an answer of another shape: ${issue?.path.join('.')} ${issue?.code}`)
    return { outcome: 'lost' }
  }
  return { outcome: 'answered', body: read.data, headers: response.headers }
}

function later(): { outcome: 'not_sent'; retryAfterMs: number } {
  return { outcome: 'not_sent', retryAfterMs: WAIT_USUALLY_MS }
}

/** Stops reading where an honest answer would have ended long ago. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or a date (RFC 9110); what makes no sense is a minute. */
export function retryAfter(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now()
  if (!Number.isFinite(ms)) return WAIT_USUALLY_MS
  return Math.min(WAIT_AT_MOST_MS, Math.max(WAIT_AT_LEAST_MS, ms))
}
