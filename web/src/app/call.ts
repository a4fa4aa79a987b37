import type { Route } from '@laurel/contract/route'
import type { OperationName } from '@laurel/contract/routes'
import type { InputOf, OutputOf } from '@laurel/contract/wire-types'
import { offlineProblem, readProblem } from './api-problem.ts'
import { type Camelized, toCamel, toSnake } from './case.ts'
import { freshKey } from './fresh-key.ts'
import { type Sent, sendWithProgress } from './send-with-progress.ts'
import { endUnasked, idToken, renewIdToken } from './session.ts'

/** Only the parts an endpoint takes; a part without required fields may be left out. */
type Given<Part, Key extends string> = Part extends undefined
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Camelized<Part>
    ? { [K in Key]?: Camelized<Part> }
    : { [K in Key]: Camelized<Part> }

type Extras = {
  /** A file travels as the multipart part `file`. */
  file?: File | undefined
  /** One key for one intent: keep it over retries so that pressing twice happens once. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Told again and again how much of the body has left the browser. */
  onSent?: ((sent: Sent) => void) | undefined
}

export type CallOptions<Name extends OperationName> = Given<InputOf<Name>['params'], 'params'> &
  Given<InputOf<Name>['query'], 'query'> &
  Given<InputOf<Name>['body'], 'body'> &
  Extras

type Arguments<Name extends OperationName> =
  Record<string, never> extends CallOptions<Name>
    ? [options?: CallOptions<Name>]
    : [options: CallOptions<Name>]

type AnyOptions = Extras & { params?: object; query?: object; body?: object }

/**
 * Calls one endpoint of the contract and answers in camelCase.
 *
 * Bodies are form-urlencoded, multipart where a file travels; the session's id token goes along
 * when somebody is signed in; `{}` is the answer of an empty response.
 *
 * @throws {ApiProblem} on any other status than 2xx, and when no answer came
 * @see docs/spec.md §7
 * @example const order = await call(api.getOrder, { params: { id: 7 } })
 */
export async function call<Name extends OperationName>(
  route: Route<Name>,
  ...given: Arguments<Name>
): Promise<Camelized<OutputOf<Name>>> {
  const [options = {}] = given as [options?: AnyOptions]
  const response = await send(route, options)
  if (!response.ok) throw await readProblem(response)
  return (await readBody(response)) as Camelized<OutputOf<Name>>
}

/** Staff are known by their session's cookie: a customer's token has no business in the office. */
const OFFICE = '/api/v1/office/'

/**
 * A bearer that is refused before its time belongs to a session that was ended elsewhere: it is renewed
 * once, and where that is refused too the session ends here. A dropped connection ends nothing.
 */
async function send(route: Route, options: AnyOptions): Promise<Response> {
  const idempotencyKey = options.idempotencyKey ?? freshKey()
  try {
    const token = route.path.startsWith(OFFICE) ? undefined : await idToken()
    const response = await ask(route, { ...options, idempotencyKey }, token)
    if (response.status !== 401 || token === undefined) return response
    const renewed = await renewIdToken(token)
    if (renewed === undefined) return response
    const again = await ask(route, { ...options, idempotencyKey }, renewed)
    if (again.status === 401) await endUnasked()
    return again
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw offlineProblem(cause)
  }
}

function ask(route: Route, options: AnyOptions, token: string | undefined): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (route.method === 'POST' && options.idempotencyKey) {
    headers.set('idempotency-key', options.idempotencyKey)
  }
  const url = `${fillPath(route.path, options.params)}${queryString(options.query)}`
  const request = {
    method: route.method,
    headers,
    body: encodeBody(route, options),
    signal: options.signal ?? null,
  }
  if (options.onSent) return sendWithProgress(url, request, options.onSent)
  return fetch(url, { ...request, credentials: 'same-origin' })
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return {}
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) return response.blob()
  return toCamel(await response.json())
}

function fillPath(path: string, params: object = {}): string {
  const values = toSnake(params) as Record<string, unknown>
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** Arrays travel comma-separated; what is undefined or null does not travel. */
function queryString(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(toSnake(query) as object)) {
    if (value == null) continue
    search.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

function encodeBody(route: Route, { body, file }: AnyOptions): BodyInit | null {
  if (route.method === 'GET' || (body === undefined && file === undefined)) return null
  const form = file ? new FormData() : new URLSearchParams()
  for (const [key, value] of Object.entries(toSnake(body ?? {}) as object)) {
    if (value !== undefined) form.append(key, fieldText(value))
  }
  // The file comes last, so that a server reading in order knows the fields before it.
  if (file && form instanceof FormData) form.append('file', file)
  return form
}

/** Nested values travel as JSON text in one field; null as an empty one. */
function fieldText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
