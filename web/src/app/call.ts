import type { Route } from '@laurel/contract/route'
import type { OperationName } from '@laurel/contract/routes'
import type { InputOf, OutputOf } from '@laurel/contract/wire-types'
import { offlineProblem, readProblem } from './api-problem.ts'
import { type Camelized, toCamel, toSnake } from './case.ts'
import { COMPANY_HEADER, chosenCompany, leaveCompany } from './company-choice.ts'
import { endUnasked, idToken, renewIdToken } from './session.ts'
import { pageTexts } from './texts.ts'

/** The parts an endpoint takes. A part without required fields is optional. */
type Given<Part, Key extends string> = Part extends undefined
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Camelized<Part>
    ? { [K in Key]?: Camelized<Part> }
    : { [K in Key]: Camelized<Part> }

/** What `call` returns: the endpoint's response in camelCase. */
export type AnswerOf<Name extends OperationName> = Camelized<OutputOf<Name>>

type Extras = {
  /** Sent as the multipart part `file`. */
  file?: File | undefined
  /** One key per intent. Keep it over retries, so that clicking twice has one effect. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Also sent if the page closes. */
  keepalive?: boolean | undefined
  /** Reports how much of the body has been sent. */
  onSent?: ((sent: Sent) => void) | undefined
}

/** One operation at a time: intersected as unions of all, the three parts would be more than TypeScript combines. */
export type CallOptions<Name extends OperationName> = Name extends OperationName
  ? Given<InputOf<Name>['params'], 'params'> &
      Given<InputOf<Name>['query'], 'query'> &
      Given<InputOf<Name>['body'], 'body'> &
      Extras
  : never

type Arguments<Name extends OperationName> =
  Record<string, never> extends CallOptions<Name>
    ? [options?: CallOptions<Name>]
    : [options: CallOptions<Name>]

type AnyOptions = Extras & { params?: object; query?: object; body?: object }

/**
 * Calls one endpoint of the contract and returns its answer in camelCase.
 *
 * Bodies are form-urlencoded, or multipart with a file. The session's ID token and the chosen
 * company are sent when a customer is signed in. An empty response reads as `{}`.
 *
 * @throws {ApiProblem} on any status other than 2xx, and when no answer came
 * @see docs/spec.md §7
 * @example const order = await call(api.getOrder, { params: { id: 7 } })
 */
export async function call<Name extends OperationName>(
  route: Route<Name>,
  ...given: Arguments<Name>
): Promise<AnswerOf<Name>> {
  const [options = {}] = given as [options?: AnyOptions]
  const response = await send(route, options)
  if (!response.ok) throw await readProblem(response)
  return (await readBody(response)) as AnswerOf<Name>
}

/**
 * Calls an endpoint that answers with a stream of events.
 *
 * @throws {ApiProblem} as {@link call}
 */
export async function callEvents<Name extends OperationName>(
  route: Route<Name>,
  ...given: Arguments<Name>
): Promise<ReadableStream<Uint8Array>> {
  const [options = {}] = given as [options?: AnyOptions]
  const response = await send(route, options)
  if (!response.ok || response.body === null) throw await readProblem(response)
  return response.body
}

/** Calls of the office and about the installation use a cookie, and never a customer's token. */
const WITHOUT_TOKEN = /^\/api\/v1\/(office|platform|setup)\//

/**
 * A token refused before it expired belongs to a session that was ended elsewhere. It is renewed
 * once; if the new one is refused too, the session ends here. A lost connection never ends it.
 */
async function send(route: Route, options: AnyOptions): Promise<Response> {
  const idempotencyKey = options.idempotencyKey ?? freshKey()
  try {
    const token = WITHOUT_TOKEN.test(route.path) ? undefined : await idToken()
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

async function ask(route: Route, options: AnyOptions, token: string | undefined): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', 'accept-language': pageTexts().locale })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const companyId = token && chosenCompany(token)
  if (companyId) headers.set(COMPANY_HEADER, String(companyId))
  if (route.method === 'POST' && options.idempotencyKey) {
    headers.set('idempotency-key', options.idempotencyKey)
  }
  const url = `${fillPath(route.path, options.params)}${queryString(options.query)}`
  const request = {
    method: route.method,
    headers,
    body: encodeBody(route, options),
    signal: options.signal ?? null,
    ...(options.keepalive && { keepalive: true }),
  }
  const response = await (options.onSent
    ? sendWithProgress(url, request, options.onSent)
    : fetch(url, { ...request, credentials: 'same-origin' }))
  if (companyId && response.status === 403) {
    const { code } = await readProblem(response.clone())
    if (code === 'company_left') {
      leaveCompany(companyId)
      // The screen that waits for this answer would show an error while it reloads for another company.
      if (route.method === 'GET') return ask(route, options, token)
    }
  }
  return response
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

/** Arrays are comma-separated; undefined and null are left out. */
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
  // The file comes last, so that a streaming server has read the fields before it.
  if (file && form instanceof FormData) form.append('file', file)
  return form
}

/** Nested values are sent as JSON in one field, null as an empty one. */
function fieldText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * A new `Idempotency-Key`, one per intent. Keep it over retries, so that clicking twice has one effect.
 * `randomUUID` exists only on secure origins, which an address in a local network is not.
 */
export function freshKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How much of a request has been sent, in bytes, including the form around a file. */
export type Sent = { bytes: number; totalBytes: number }

type Request = {
  method: string
  headers: Headers
  body: BodyInit | null
  signal: AbortSignal | null
}

/**
 * Sends a request and reports its progress, which `fetch` can't.
 *
 * @throws {DOMException} `AbortError` when aborted, `NetworkError` when no answer came
 */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: Request,
  onSent: (sent: Sent) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const calledOff = () => new DOMException('The request was called off.', 'AbortError')
    if (signal?.aborted) return reject(calledOff())
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.open(method, url)
    request.responseType = 'arraybuffer'
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onSent({ bytes: loaded, totalBytes: total })
    request.onload = () => {
      const { status, statusText } = request
      const headers = new Headers()
      for (const name of ['content-type', 'retry-after', 'etag']) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      const isEmpty = status === 204 || status === 205 || status === 304
      resolve(
        new Response(isEmpty ? null : (request.response as ArrayBuffer), {
          status,
          statusText,
          headers,
        }),
      )
    }
    request.onerror = () => reject(new DOMException('No answer came.', 'NetworkError'))
    request.onabort = () => reject(calledOff())
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}
