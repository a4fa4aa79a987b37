import { waitText } from '@laurel/domain/wait-text'
import { camelKey } from './case.ts'
import { pageTexts } from './texts.ts'

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
    super(body.detail || body.title || faultText(), options)
    this.status = body.status ?? 0
    this.code = body.code ?? 'fault'
    this.title = body.title ?? 'Something went wrong on our side'
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? ''
    this.retryAfterMs = options?.retryAfterMs
  }
}

function faultText(): string {
  const i18n = pageTexts()
  return i18n.t('Something went wrong on our side. Try again in a moment.')
}

export function offlineProblem(cause: unknown): ApiProblem {
  const i18n = pageTexts()
  return new ApiProblem(
    {
      status: 0,
      code: 'offline',
      title: 'No connection',
      detail: i18n.t('We couldn’t reach the server. Check your connection, then try again.'),
    },
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
  if (problem instanceof ApiProblem) return problem.errors.length > 0 ? undefined : problem.message
  return problem instanceof Error ? problem.message : 'Something went wrong. Try again in a moment.'
}
