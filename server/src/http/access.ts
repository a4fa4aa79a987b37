import type { Access, Endpoint } from '@laurel/contract/endpoint'
import { mayAccess, mayProgram } from '@laurel/domain/api-scopes'
import { KEY_START } from '@laurel/domain/company-api-keys'
import { type CompanyCapability, mayInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import { type Capability, mayStaff } from '@laurel/domain/staff-roles'
import type { FastifyRequest } from 'fastify'
import type { Pool } from '../database/database.ts'
import { withGuard } from '../database/guards.ts'
import { inSite } from '../database/in-site.ts'
import { readKeyActor } from '../features/companies/api-key-access.ts'
import type { IdTokens } from '../features/customers/id-tokens.ts'
import type { KnownCustomers } from '../features/customers/known-customers.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import { readTestSite } from '../features/sites/test-sites.ts'
import { readOperatorSession } from '../features/staff/operators.ts'
import type { StaffPools } from '../features/staff/staff-pool.ts'
import { readStaffSession } from '../features/staff/staff-sessions.ts'
import { hashSecret, isSameHash } from '../secrets/hash-secret.ts'
import type { Customer, Operator, Staff, Visitor } from './actor.ts'
import { type AssistantCall, assistantCall } from './assistant-calls.ts'
import { visitorOf } from './origin.ts'
import type { RequestLimits } from './request-limits.ts'
import { assertOwnPage, sessionCookie } from './session-cookie.ts'

/** Of an endpoint of a site. */
export type SiteAccess = Exclude<Access, 'anyone' | 'operator'>

export type AccessKit = {
  pool: Pool
  idTokens: IdTokens
  customers: KnownCustomers
  staffPools: StaffPools
  limits: RequestLimits
  now: () => Date
  /** The only host of the platform area. */
  platformHost: string
}

/**
 * Admits a caller or refuses. Missing, expired, foreign, and wrong credentials look alike. A known caller is
 * counted by verified identity, never by a token's claims; everyone else by network. Whether a customer's session
 * has ended is for the request's guard to ask.
 *
 * @throws {Refusal} `sign_in_required`, `too_many_requests`
 * @see docs/spec.md §6
 */
export async function admit(
  kit: AccessKit,
  endpoint: Endpoint & { access: SiteAccess },
  site: SiteRow,
  request: FastifyRequest,
): Promise<Visitor | Customer | Staff> {
  const { access } = endpoint
  if (access === 'public') return { siteId: site.id }
  const { limits } = kit
  const assistant = assistantCall()
  if (assistant !== undefined) return admitAssistant(limits, endpoint, site, assistant)
  const bearer = credentials(request, 'bearer')
  if (bearer?.startsWith(KEY_START) && access !== 'staff')
    return admitKey(kit, endpoint, site, request, bearer)
  if (bearer !== undefined && access !== 'staff' && access !== 'key') {
    const { claims, session } = await countRefused(kit.limits, request, () =>
      kit.idTokens.verify(bearer, site),
    )
    const account = `customer:${site.id}:${claims.subject}`
    limits.count('account', account)
    const guard = kit.idTokens.guardOf(session, () => {
      limits.uncount('account', account)
      return refusedGuess(kit, request)
    })
    request.guard = guard
    // The catalog is the same for every customer of the site, so the customer isn't looked up.
    if (access === 'catalog') return { siteId: site.id }
    return withGuard(guard, () => kit.customers.read(site.id, claims, companyAsked(request)))
  }
  const session = sessionCookie(request)
  const basic = credentials(request, 'basic')
  if (access === 'customer' || access === 'key' || (session === undefined && basic === undefined)) {
    limits.count('network', visitorOf(request))
    throw new Refusal('sign_in_required')
  }
  // These query the database: a network that is guessing doesn't get that far.
  limits.assertLeft('guess', visitorOf(request))
  if (session !== undefined) assertOwnPage(request)
  const staff = await countRefused(kit.limits, request, () =>
    session === undefined
      ? integratorBySecret(kit, site.id, basic!, access)
      : readStaffSession(kit, site.id, session),
  )
  limits.count('account', `${site.id}:${staff.by}`)
  return staff
}

/**
 * Admits a connected assistant, to what only reads.
 *
 * @throws {Refusal} `not_found` for everything else, `sign_in_required` on another site, `too_many_requests`
 */
function admitAssistant(
  limits: RequestLimits,
  { access, tool }: Endpoint,
  site: SiteRow,
  { actor, account }: AssistantCall,
): Visitor | Customer {
  if (actor.siteId !== site.id) throw new Refusal('sign_in_required')
  limits.count('account', account)
  if (tool?.effect !== 'reads') throw new Refusal('not_found')
  return access === 'catalog' ? { siteId: site.id } : actor
}

/**
 * Admits a company's API key. Endpoints that keys can't call don't exist for them. A test key reads the catalog and
 * what its company keeps like any other; its orders are on the test site.
 *
 * @throws {Refusal} `sign_in_required`, `key_not_allowed_here`, `too_many_requests`; `not_found`; `not_allowed` without
 * the scope
 */
async function admitKey(
  { limits, pool, now }: AccessKit,
  { access, keyScope }: Endpoint,
  site: SiteRow,
  request: FastifyRequest,
  bearer: string,
): Promise<Visitor | Customer> {
  limits.assertLeft('guess', visitorOf(request))
  const asked = { ip: request.ip, at: now() }
  const actor = await countRefused(limits, request, () =>
    inSite(pool, site.id, (db) => readKeyActor(db, site.id, bearer, asked)),
  )
  limits.count('account', `company_key:${site.id}:${actor.key.id}`)
  if (access === 'catalog') return { siteId: site.id }
  if (keyScope === undefined) throw new Refusal('not_found')
  if (keyScope === 'any') return actor
  if (!actor.key.scopes.includes(keyScope)) throw new Refusal('not_allowed')
  if (actor.key.mode === 'live') return actor
  request.site = await readTestSite(pool, site)
  return { ...actor, siteId: request.site.id }
}

/**
 * The company that a customer acts for, as the header `laurel-company` says.
 *
 * @throws {Refusal} `company_left` if it isn't an ID
 */
function companyAsked({ headers }: FastifyRequest): number | undefined {
  const asked = headers['laurel-company']
  if (asked === undefined) return undefined
  if (typeof asked !== 'string' || !/^[1-9]\d{0,14}$/.test(asked)) throw new Refusal('company_left')
  return Number(asked)
}

export const PLATFORM = '/api/v1/platform/'

/**
 * Admits a caller of the installation, or refuses.
 *
 * @returns undefined where anyone may call
 * @throws {Refusal} `not_found` on other hosts than the platform's; `sign_in_required`, `not_allowed`,
 * `too_many_requests`
 */
export async function admitOperator(
  kit: AccessKit,
  { access, path, opensSession, withTemporaryPassword }: Endpoint,
  request: FastifyRequest,
): Promise<Operator | undefined> {
  if (path.startsWith(PLATFORM) && request.hostname !== kit.platformHost) throw new Refusal('not_found')
  if (access === 'anyone') {
    if (opensSession) assertOwnPage(request)
    return undefined
  }
  const token = sessionCookie(request, 'platformid')
  if (token === undefined) {
    kit.limits.count('network', visitorOf(request))
    throw new Refusal('sign_in_required')
  }
  kit.limits.assertLeft('guess', visitorOf(request))
  assertOwnPage(request)
  const operator = await countRefused(kit.limits, request, () => readOperatorSession(kit, token))
  kit.limits.count('account', operator.by)
  if (operator.session.mustChangePassword && !withTemporaryPassword) throw new Refusal('not_allowed')
  return operator
}

/** Endpoints that staff of a suspended site can call besides reading. */
const SIGN_IN = new Set(['startOfficeSignIn', 'finishOfficeSignIn', 'officeSignOut', 'changeOfficePassword'])

/** @throws {Refusal} `site_suspended`, except when staff read or sign in, and for the site data that pages need */
export function assertNotSuspended(
  { name, method, path }: Endpoint,
  site: SiteRow,
  request: FastifyRequest,
): void {
  if (site.suspended_at === null || name === 'getSite' || SIGN_IN.has(name)) return
  const isProgram = sessionCookie(request) === undefined && credentials(request, 'basic') !== undefined
  if (isProgram || method !== 'GET' || !path.startsWith('/api/v1/office/')) {
    throw new Refusal('site_suspended')
  }
}

/** What a page of the office, a claimed card, or a brand's picture needs of a site that isn't live. */
const BEFORE_LIVE = new Set([
  'getSite',
  'getFile',
  'getClaim',
  'getClaimPicture',
  'getClaimPreview',
  'revealClaim',
  'thankForClaim',
  'muteClaim',
])

/**
 * Before a site is live, its shop answers only staff who preview it, and programs.
 *
 * @throws {Refusal} `site_not_live`, `too_many_requests`
 * @see docs/decisions/0055-a-site-goes-live.md
 */
export async function assertLive(
  kit: AccessKit,
  { name, path, access }: Endpoint,
  site: SiteRow,
  request: FastifyRequest,
): Promise<void> {
  if (site.live_at !== null || BEFORE_LIVE.has(name)) return
  if (access === 'staff' || path.startsWith('/api/v1/office/')) return
  const isProgram = credentials(request, 'basic') !== undefined && access === 'catalog'
  if (isProgram || (await isPreviewed(kit, site, request))) return
  if (access !== 'public') kit.limits.count('network', visitorOf(request))
  throw new Refusal('site_not_live')
}

/** Whether the browser is signed in to the site's office, as staff who can change its settings. */
export async function isPreviewed(
  { limits, ...kit }: Pick<AccessKit, 'pool' | 'staffPools' | 'limits'>,
  site: Pick<SiteRow, 'id'>,
  request: FastifyRequest,
): Promise<boolean> {
  const session = sessionCookie(request)
  if (session === undefined) return false
  limits.assertLeft('guess', visitorOf(request))
  const staff = await countRefused(limits, request, () => readStaffSession(kit, site.id, session)).catch(
    (cause: unknown) => {
      if (cause instanceof Refusal && cause.code === 'sign_in_required') return undefined
      throw cause
    },
  )
  return staff !== undefined && mayActor(staff, 'site.edit') && !staff.session?.mustChangePassword
}

/** Counts a refused session as a guess. @returns why the request is refused */
function refusedGuess({ limits }: AccessKit, request: FastifyRequest): Error {
  try {
    limits.count('guess', visitorOf(request))
    return new Refusal('sign_in_required')
  } catch (cause) {
    return cause as Refusal
  }
}

/** A refused credential counts as a guess of its network. */
async function countRefused<T>(limits: RequestLimits, request: FastifyRequest, check: () => Promise<T>) {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof Refusal) limits.count('guess', visitorOf(request))
    throw cause
  }
}

/**
 * @throws {Refusal} `not_allowed` if the role or the credential's scopes lack the capability, or if a temporary
 * password hasn't been replaced yet
 */
export function assertMay(needs: Capability | undefined, actor: Visitor | Customer | Staff): void {
  if (needs === undefined || !('by' in actor)) return
  if (!mayActor(actor, needs) || actor.session?.mustChangePassword) throw new Refusal('not_allowed')
}

/** @throws {Refusal} `not_allowed` if the customer's role in their company lacks the capability */
export function assertMayInCompany(
  needs: CompanyCapability | undefined,
  actor: Visitor | Customer | Staff,
): void {
  if (needs === undefined || !('customerId' in actor) || actor.company === undefined) return
  if (!mayInCompany(actor.company, needs)) throw new Refusal('not_allowed')
}

/**
 * Does the role, or the credential's scopes, have the capability? For answers that show only what the caller
 * can see.
 */
export function mayActor({ scopes, role }: Pick<Staff, 'scopes' | 'role'>, capability: Capability): boolean {
  return scopes ? mayProgram(scopes, capability) : mayStaff(role, capability)
}

function credentials(request: FastifyRequest, scheme: 'bearer' | 'basic'): string | undefined {
  const [given, value] = (request.headers.authorization ?? '').split(' ')
  return given?.toLowerCase() === scheme ? value : undefined
}

/** How often a program's last call is recorded. */
const USED_EVERY_MS = 60_000

async function integratorBySecret(
  { pool, now }: AccessKit,
  siteId: number,
  basic: string,
  access: 'catalog' | 'staff',
): Promise<Staff> {
  const [username = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  if (!/^[\x20-\x7e]{1,100}$/.test(username)) throw new Refusal('sign_in_required')
  const at = now()
  return inSite(pool, siteId, async (db) => {
    const credential = await db
      .selectFrom('api_credentials')
      .select(['id', 'secret_hash', 'scopes', 'last_used_at'])
      .where('site_id', '=', siteId)
      .where('username', '=', username)
      .where('active', '=', true)
      .executeTakeFirst()
    const matches = isSameHash(hashSecret(rest.join(':')), credential?.secret_hash)
    if (credential === undefined || !matches) throw new Refusal('sign_in_required')
    if (!mayAccess(credential.scopes, access)) throw new Refusal('not_allowed')
    const { id, scopes, last_used_at: lastUsed } = credential
    if (lastUsed === null || at.getTime() - lastUsed.getTime() > USED_EVERY_MS) {
      await db
        .updateTable('api_credentials')
        .set({ last_used_at: at })
        .where('site_id', '=', siteId)
        .where('id', '=', id)
        .execute()
    }
    return { siteId, staffId: undefined, role: '', scopes, by: `integrator:${username}` }
  })
}
