import { createHash, timingSafeEqual } from 'node:crypto'
import type { Access } from '@laurel/contract/endpoint'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyRequest } from 'fastify'
import type { Pool } from '../database/database.ts'
import { inSite } from '../database/in-site.ts'
import type { IdTokens } from '../features/customers/id-tokens.ts'
import type { KnownCustomers } from '../features/customers/known-customers.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import type { Customer, Staff, Visitor } from './actor.ts'

export type AccessKit = { pool: Pool; idTokens: IdTokens; customers: KnownCustomers }

/**
 * Lets a caller in, or not: absent, expired, foreign and wrong look alike.
 *
 * @throws {Refusal} `sign_in_required`
 * @see docs/spec.md §6
 */
export async function admit(
  kit: AccessKit,
  access: Access,
  site: SiteRow,
  request: FastifyRequest,
): Promise<Visitor | Customer | Staff> {
  if (access === 'public') return { siteId: site.id }
  const bearer = credentials(request, 'bearer')
  if (bearer !== undefined && access !== 'staff') {
    const claims = await kit.idTokens.verify(bearer, site)
    // The catalog is the same for every customer of the site: who it is need not be looked up.
    return access === 'catalog' ? { siteId: site.id } : kit.customers.read(site.id, claims)
  }
  if (access === 'customer') throw new Refusal('sign_in_required')

  const session = request.cookies.sessionid
  if (session !== undefined) return staffBySession(kit.pool, site.id, session)
  const basic = credentials(request, 'basic')
  if (basic !== undefined) return integratorBySecret(kit.pool, site.id, basic, access)
  throw new Refusal('sign_in_required')
}

function credentials(request: FastifyRequest, scheme: 'bearer' | 'basic'): string | undefined {
  const [given, value] = (request.headers.authorization ?? '').split(' ')
  return given?.toLowerCase() === scheme ? value : undefined
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

async function staffBySession(pool: Pool, siteId: number, token: string): Promise<Staff> {
  const staff = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('staff_sessions as s')
      .innerJoin('staff_accounts as a', (join) =>
        join.onRef('a.id', '=', 's.staff_id').onRef('a.site_id', '=', 's.site_id'),
      )
      .select(['a.id', 'a.role'])
      .where('s.site_id', '=', siteId)
      .where('s.token_hash', '=', hashSecret(token))
      .where('s.expires_at', '>', new Date())
      .where('a.active', '=', true)
      .executeTakeFirst(),
  )
  if (staff === undefined) throw new Refusal('sign_in_required')
  return { siteId, staffId: staff.id, role: staff.role }
}

async function integratorBySecret(
  pool: Pool,
  siteId: number,
  basic: string,
  scope: Access,
): Promise<Visitor> {
  const [username = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  if (!/^[\x20-\x7e]{1,100}$/.test(username)) throw new Refusal('sign_in_required')
  const credential = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('api_credentials')
      .select(['secret_hash', 'scopes'])
      .where('site_id', '=', siteId)
      .where('username', '=', username)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  const given = Buffer.from(hashSecret(rest.join(':')))
  const kept = Buffer.from(credential?.secret_hash ?? hashSecret(''))
  const matches = given.length === kept.length && timingSafeEqual(given, kept)
  if (credential === undefined || !matches) throw new Refusal('sign_in_required')
  if (!credential.scopes.includes(scope)) throw new Refusal('not_allowed')
  return { siteId }
}
