import { waitText } from '@laurel/domain/wait-text'
import { camelKey } from './case.ts'
import { pageTexts, translated } from './texts.ts'

/** Used when a 429 has no `Retry-After`. */
const WAIT_S = 60

export type FieldProblem = { field: string; code: string; message: string }

export type ProblemBody = {
  title: string
  status: number
  detail: string
  code: string
  errors: FieldProblem[]
  request_id: string
}

/**
 * A failed call. `message` is a sentence for the customer; `status` 0 and
 * code `offline` mean that no answer came.
 *
 * @see docs/spec.md §8, "The HTTP client hands the parsed error body to the caller"
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string
  /** How long the server asked to wait before the next try. */
  readonly retryAfterMs: number | undefined

  constructor(body: Partial<ProblemBody>, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super(body.detail || body.title || FAULT_TEXT, options)
    this.status = body.status ?? 0
    this.code = body.code ?? 'fault'
    this.title = body.title ?? 'Something went wrong on our side'
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? ''
    this.retryAfterMs = options?.retryAfterMs
  }
}

/** Shown in the page's language, like all messages without facts: {@link formError}. */
export const FAULT_TEXT = /*i18n*/ 'Something went wrong on our side. Try again in a moment.'
export const OFFLINE_TEXT = /*i18n*/ 'We couldn’t reach the server. Check your connection, then try again.'

export function offlineProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    { status: 0, code: 'offline', title: 'No connection', detail: OFFLINE_TEXT },
    { cause },
  )
}

export function isOffline(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 'offline'
}

/** Reads an error response. A body that is not a problem (a proxy's page, say) still has a status and a wait. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined)
  const known = typeof body === 'object' && body !== null ? (body as Partial<ProblemBody>) : {}
  const { status } = response
  if (status !== 429) return new ApiProblem({ ...known, status })
  const seconds = Number(response.headers.get('retry-after')) || WAIT_S
  const i18n = pageTexts()
  const detail = i18n.t('Too many requests. Try again in {wait}.', { wait: waitText(seconds, i18n.locale) })
  return new ApiProblem({ detail, ...known, status }, { retryAfterMs: seconds * 1000 })
}

/**
 * The sentences to show at fields, by the field's name in the form
 * (`shipping_address.zip` → `shippingAddress.zip`). Hand it to `<Form validationErrors>`.
 */
export function fieldErrors(problem: unknown): Record<string, string> {
  if (!(problem instanceof ApiProblem)) return {}
  const found: Record<string, string> = {}
  for (const { field, message } of problem.errors) {
    const name = field.split('.').map(camelKey).join('.')
    found[name] ??= message
  }
  return found
}

/** Rate limited: the request can be repeated after `retryAfterMs`. */
export function isTooMany(problem: unknown): problem is ApiProblem {
  return problem instanceof ApiProblem && problem.status === 429
}

/** The sentence for the whole form, or undefined when the errors are shown at fields. */
export function formError(problem: unknown): string | undefined {
  if (problem == null) return undefined
  const i18n = pageTexts()
  if (problem instanceof ApiProblem)
    return problem.errors.length > 0 ? undefined : translated(i18n, problem.message)
  return problem instanceof Error
    ? i18n.t(problem.message)
    : i18n.t('Something went wrong. Try again in a moment.')
}
