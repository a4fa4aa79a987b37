import type { CompanyKeyScope } from '@laurel/domain/company-api-keys'
import type { CompanyCapability } from '@laurel/domain/company-roles'
import type { ToolEffect } from '@laurel/domain/conversations'
import type { RefusalCode } from '@laurel/domain/refusal'
import type { Capability } from '@laurel/domain/staff-roles'
import type * as z from 'zod'
import type { Route } from './route.ts'

/**
 * Who may call.
 * - `public`: anyone who reaches the site's host
 * - `catalog`: a customer's bearer id token, or the session cookie `sessionid`, or HTTP basic
 * - `customer`: a customer's bearer id token
 * - `key`: a company’s API key, as a bearer token
 * - `staff`: the session cookie `sessionid`, or HTTP basic with the right
 * - `operator`: the session cookie `platformid`, on the installation's own host; there's no site
 * - `anyone`: anyone who reaches the server, on any host; about the installation, so there's no site
 */
export type Access = 'public' | 'catalog' | 'customer' | 'key' | 'staff' | 'operator' | 'anyone'

export type EndpointSpec = {
  access: Access
  /** The capability that a role (or an integrator's scopes) needs; only for `staff`. Without it, any staff can call. */
  needs?: Capability
  /** What the customer's role in their company has to allow; only for `customer`. */
  companyNeeds?: CompanyCapability
  /**
   * Companies' API keys can call it too, if they have this scope, or with any. They don't find others, except those of
   * the catalog; only for `customer` and `key`.
   */
  keyScope?: CompanyKeyScope | 'any'
  summary: string
  /** docs/spec.md §6 names `sessionid` or basic for it, so the document declares both. */
  declaresSession?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Requests are also limited by this parameter: a secret link that needs no account. */
  limitedBy?: 'token'
  /** Sets the office's cookie: only our own pages can call it. */
  opensSession?: true
  /**
   * Accepts a multipart file part named `file`. `'streamed'` is optional and goes straight to the file store. `'part'`
   * is a body of bytes, `application/octet-stream`, whose `etag` is in the answer's headers, too.
   */
  file?: 'required' | 'optional' | 'streamed' | 'part'
  /** Answers an operator who has yet to replace a temporary password. */
  withTemporaryPassword?: true
  /**
   * An assistant can call it as the customer who asks it, under this name. It’s the same call, so it has the same
   * permissions, limits, and records. What spends or sends is only called once the customer confirmed it.
   */
  tool?: { name: string; effect: ToolEffect }
  /**
   * The body of a 200; `'nothing'` is 204, `'file'` is bytes with their own content type, `'events'` are server-sent
   * events.
   */
  response: z.ZodType | 'nothing' | 'file' | 'events'
  /** Accepts `Idempotency-Key`: same key and body, same answer. */
  idempotent?: true
  /** The endpoint's own; {@link refusalsOf} adds those that follow from its shape. */
  refusals?: readonly RefusalCode[]
}

export type Endpoint<Name extends string = string, Spec extends EndpointSpec = EndpointSpec> = Route<Name> &
  Spec & { refusals: readonly RefusalCode[] }

/** Joins a route with its schemas. */
export function endpoint<Name extends string, const Spec extends EndpointSpec>(
  route: Route<Name>,
  spec: Spec,
): Endpoint<Name, Spec> {
  return { ...route, ...spec, refusals: refusalsOf(route, spec) }
}

/** What follows from who may call an endpoint and what it takes, and then its own. */
function refusalsOf(
  { path }: Route,
  { access, needs, companyNeeds, keyScope, body, refusals = [] }: EndpointSpec,
): RefusalCode[] {
  const isOpen = access === 'public' || access === 'anyone'
  const shared: RefusalCode[] = isOpen ? [] : ['sign_in_required']
  if (needs || companyNeeds || (keyScope && keyScope !== 'any')) shared.push('not_allowed')
  if (keyScope || access === 'catalog') shared.push('key_not_allowed_here')
  if (access === 'customer') shared.push('company_left')
  if (!isOpen && /\{\w*id\}/.test(path)) shared.push('not_found')
  if (body) shared.push('validation_failed')
  return [...new Set([...shared, ...refusals])]
}
