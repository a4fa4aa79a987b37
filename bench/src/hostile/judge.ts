import type { Caller } from './filled.ts'
import type { HostileRequest } from './hostile-request.ts'
import type { Answer } from './send.ts'

export const SLOW_MS = 1_000

/** What only the inside of the server says: stack traces, queries, and the database's own errors. */
const INSIDE =
  /node_modules|\.ts:\d+|\n\s+at \S+ \(|violates \w+[ -]\w* ?constraint|syntax error at or near|invalid input syntax|duplicate key value|invalid byte sequence|"[^"]*" does not exist|\bERR_[A-Z]+|FST_ERR|ECONNREFUSED|select [\w", .*]+ from "?\w+|insert into "/i
const MARK = /zq(\d+)([csk])(\d+)x/g

/** @returns why an answer fails, in words that group it with others of the same cause */
export function judge(request: HostileRequest, answer: Answer | undefined): string | undefined {
  if (answer === undefined) return undefined
  const { status, text, ms } = answer
  if (status >= 500) return `${status} ${codeOf(answer)}`
  const foreign = foreignMark(request, text)
  if (foreign !== undefined) return `shows a foreign row (${foreign})`
  const inside = INSIDE.exec(text)?.[0]
  if (inside !== undefined && !isPage(answer)) return `shows the server's inside: ${inside.slice(0, 60)}`
  const misfit = misfitOf(request, answer)
  if (misfit !== undefined) return misfit
  if (ms > SLOW_MS) return `slower than ${SLOW_MS / 1_000} s`
  return undefined
}

/** A mark of another site, of another company, of another customer, or of a customer shown without a sign-in. */
function foreignMark({ caller, operation, body, path }: HostileRequest, text: string): string | undefined {
  // The secret link of a card opens it without signing in.
  if (operation?.path.includes('/claims/')) return undefined
  const sent = `${decode(path)} ${body?.toString('utf8') ?? ''}`
  for (const [mark, site, kind, id] of text.matchAll(MARK)) {
    if (sent.includes(mark)) continue
    const isOwnSite = Number(site) === caller.site
    const owner = kind === 's' ? undefined : { isCompany: kind === 'k', id: Number(id) }
    if (isOwnSite && mayRead(caller, owner, operation)) continue
    return isOwnSite ? `of ${OWNERS[kind!]}, to ${caller.kind}` : `of site ${site}`
  }
  return undefined
}

const OWNERS: Readonly<Record<string, string>> = { s: 'staff', c: 'another customer', k: 'another company' }
type Owner = { isCompany: boolean; id: number } | undefined

function mayRead(
  { kind, customer, colleagues, companies, everyColleague }: Caller,
  owner: Owner,
  operation: HostileRequest['operation'],
): boolean {
  // What staff write about the site itself, everybody reads.
  if (owner === undefined && operation?.access === 'public') return true
  if (kind === 'staff' || kind === 'program') return true
  if (kind === 'refused' || owner === undefined) return kind !== 'refused'
  if (owner.isCompany) return companies.includes(owner.id)
  const people = operation?.path.startsWith('/api/v1/notices/') ? everyColleague : colleagues
  return owner.id === customer || people.includes(owner.id)
}

function misfitOf({ operation, method, path, raw }: HostileRequest, answer: Answer): string | undefined {
  const { status, type, text } = answer
  // Node itself answers a request without a host.
  if (raw !== undefined && (status < 400 || type === '')) return undefined
  if (method === 'HEAD' || (status < 400 && (operation === undefined || method !== operation.method)))
    return undefined
  if (status >= 400) {
    // In raw bytes, the path can be a whole URL, which isn't the API's.
    const isOfPage = operation === undefined || raw !== undefined
    if (path.startsWith('/identity') || (isOfPage && type.startsWith('text/html'))) return undefined
    if (!type.startsWith('application/problem+json'))
      return `${status} isn't a problem but ${type || 'untyped'}`
  }
  if (status === 204 || (status < 400 && !operation?.answersJson)) {
    return status === 204 && text !== '' ? '204 with a body' : undefined
  }
  const body = parsed(text)
  if (body === undefined) return `${status} isn't JSON`
  if (status >= 400 && (body as { status?: unknown }).status !== status)
    return `${status} says another status`
  const misfit = operation?.misfit(status, body)
  return misfit && `${status} doesn't fit the document at ${misfit}`
}

function codeOf({ text }: Answer): string {
  const body = parsed(text)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : text.slice(0, 60)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isPage({ type }: Answer): boolean {
  return type.startsWith('text/html') || type.includes('javascript')
}
