import { randomBytes } from 'node:crypto'
import type { Assistant, readAssistantRequest } from '@laurel/contract/assistants'
import { ASSISTANT_SCOPES, type AssistantScope, CODE_MS, MAX_ASSISTANTS } from '@laurel/domain/assistants'
import { Refusal } from '@laurel/domain/refusal'
import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { parseForm } from '../../http/form-values.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { record } from '../audit/audit.service.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { findClient, hasRedirectUri, hostOf } from './clients.ts'
import { countRows, deleteOwn, insertRow, listRows } from './connections.repo.ts'
import { type AssistantKit, codeOf, entryOf } from './tokens.service.ts'

type RequestWire = z.input<typeof readAssistantRequest.response>

/** An authorization request of OAuth 2.1. */
const Asked = z.object({
  client_id: z.string().max(2_000),
  redirect_uri: z.string().max(500),
  response_type: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  scope: z.string().max(500).optional(),
  state: z.string().max(1_000).optional(),
  resource: z.string().optional(),
})
type Asked = z.output<typeof Asked>

/** A request's query, as one value that a page's address can have unchanged. */
export function requestOf(url: string): string {
  return Buffer.from(url.split('?').slice(1).join('?')).toString('base64url')
}

/** The address of the MCP endpoint, which tokens are for (RFC 8707). */
export function resourceOf(origin: string): string {
  return `${origin}/api/v1/mcp/`
}

/** Whether a client means the MCP endpoint, which is the only resource. */
export function isResource(origin: string, asked: string | undefined): boolean {
  return asked === undefined || `${asked}/` === resourceOf(origin) || asked === resourceOf(origin)
}

export async function listAssistants({ pool, now }: AssistantKit, actor: Customer) {
  const rows = await inSite(pool, actor.siteId, (db) => listRows(db, actor, now()))
  return rows.map(
    ({ id, name, company, redirect_uri, scopes, created_at, last_used_at }): z.input<typeof Assistant> => ({
      ...{ id, name, company, host: hostOf(redirect_uri), scopes: scopes as AssistantScope[] },
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    }),
  )
}

/**
 * Checks an authorization request. With an unknown client or address, the browser stays here: the address may be an
 * attacker's.
 *
 * @throws {Refusal} `assistant_unknown`
 */
export function readRequest(
  { keys }: Pick<AssistantKit, 'keys'>,
  siteId: number,
  origin: string,
  request: string,
) {
  const { data: asked } = Asked.safeParse(parseForm(Buffer.from(request, 'base64url').toString()))
  const client = asked && findClient(keys.assistants, siteId, asked.client_id)
  if (client === undefined || !hasRedirectUri(client, asked!.redirect_uri))
    throw new Refusal('assistant_unknown')
  const problem = problemOf(origin, asked!)
  return {
    ...{ asked: asked!, name: client.name, scopes: scopesOf(asked!) },
    /** Where the browser goes if the request is malformed. */
    problemUrl: problem && backTo(origin, asked!, { error: problem }),
  }
}

/** What the page shows that asks a person. @throws {Refusal} `assistant_unknown` */
export function showRequest(kit: AssistantKit, siteId: number, origin: string, request: string): RequestWire {
  const { asked, name, scopes, problemUrl } = readRequest(kit, siteId, origin, request)
  const denied_url = problemUrl ?? backTo(origin, asked, { error: 'access_denied' })
  return { name, host: hostOf(asked.redirect_uri), scopes, denied_url }
}

/** An S256 challenge is a SHA-256 hash. */
const CHALLENGE = /^[\w-]{43}$/

function problemOf(origin: string, asked: Asked): string | undefined {
  if (asked.response_type !== 'code') return 'unsupported_response_type'
  const isProved = asked.code_challenge_method === 'S256' && CHALLENGE.test(asked.code_challenge ?? '')
  if (!isProved) return 'invalid_request'
  if (!isResource(origin, asked.resource)) return 'invalid_target'
  return scopesOf(asked).length === 0 ? 'invalid_scope' : undefined
}

/** Those it asks for that we have; without any, all. */
function scopesOf({ scope }: Asked): AssistantScope[] {
  const names = scope?.split(' ').filter((name) => name !== '') ?? []
  return names.length === 0 ? [...ASSISTANT_SCOPES] : ASSISTANT_SCOPES.filter((one) => names.includes(one))
}

/** Where the browser goes with the answer, which names who gives it (RFC 9207). */
function backTo(origin: string, { redirect_uri, state }: Asked, params: Record<string, string>): string {
  const url = new URL(redirect_uri)
  const all = { ...params, ...(state !== undefined && { state }), iss: origin }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Connects an assistant once it exchanges the code, for the company that the customer acts for.
 *
 * @throws {Refusal} `assistant_unknown`, `registration_incomplete`, `limit_exceeded`
 */
export async function allow(
  kit: AssistantKit,
  actor: Customer,
  origin: string,
  request: string,
): Promise<{ url: string }> {
  const { siteId, customerId, company } = inCompany(actor)
  const { asked, name, scopes, problemUrl } = readRequest(kit, siteId, origin, request)
  if (problemUrl !== undefined) return { url: problemUrl }
  const at = kit.now()
  const key = randomBytes(18).toString('base64url')
  await inSite(kit.pool, siteId, async (db) => {
    // Without the lock, two at a time could exceed the limit.
    await lockCustomerRow(db, actor)
    if ((await countRows(db, actor, at)) >= MAX_ASSISTANTS) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_ASSISTANTS,
        of: /*i18n*/ '{limit, number} connected assistants',
      })
    }
    await insertRow(db, siteId, at, {
      ...{ customer_id: customerId, company_id: company.id, key, name, scopes },
      client_hash: hashSecret(asked.client_id),
      redirect_uri: asked.redirect_uri,
      code_challenge: asked.code_challenge!,
    })
  })
  const code = codeOf(kit.keys, siteId, key, new Date(at.getTime() + CODE_MS))
  return { url: backTo(origin, asked, { code }) }
}

/** @throws {Refusal} `not_found` */
export async function disconnect({ pool, now }: AssistantKit, actor: Customer, id: number): Promise<void> {
  await inSite(pool, actor.siteId, async (db) => {
    const name = await deleteOwn(db, actor, id)
    const entry = entryOf({ customer_id: actor.customerId, name }, 'assistant.disconnected', now())
    record(db, actor.siteId, entry)
  })
}
