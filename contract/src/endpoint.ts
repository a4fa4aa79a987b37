import type { RefusalCode } from '@laurel/domain/refusal'
import type { Capability } from '@laurel/domain/staff-roles'
import type * as z from 'zod'
import type { Route } from './route.ts'

/**
 * Who may call.
 * - `public`: anyone who reaches the site's host
 * - `catalog`: a customer's bearer id token, or the session cookie `sessionid`, or HTTP basic
 * - `customer`: a customer's bearer id token
 * - `staff`: the session cookie `sessionid`, or HTTP basic with the right
 */
export type Access = 'public' | 'catalog' | 'customer' | 'staff'

export type EndpointSpec = {
  access: Access
  /** What a role (or an integrator's scopes) must hold; only for `staff`. Without it any staff may. */
  needs?: Capability
  summary: string
  /** docs/spec.md §6 names it as secured by `sessionid` or basic: the document declares both. */
  declaresSession?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Requests are also limited by this parameter: a secret link that opens something without an account. */
  limitedBy?: 'token'
  /** Hands out the office's cookie: only pages of our own may ask for it. */
  opensSession?: true
  /** A file part named `file` travels by multipart. `'streamed'` is optional, and goes to the file store as it comes. */
  file?: 'required' | 'optional' | 'streamed'
  /** What a 200 answers; `'nothing'` is 204, `'file'` is bytes with their own content type. */
  response: z.ZodType | 'nothing' | 'file'
  /** Takes `Idempotency-Key`: same key and body, same answer. */
  idempotent?: true
  refusals: readonly RefusalCode[]
}

export type Endpoint<Name extends string = string, Spec extends EndpointSpec = EndpointSpec> = Route<Name> &
  Spec

/** Joins a route with what travels over it. */
export function endpoint<Name extends string, const Spec extends EndpointSpec>(
  route: Route<Name>,
  spec: Spec,
): Endpoint<Name, Spec> {
  return { ...route, ...spec }
}
