import { keyState, readKey } from '@laurel/domain/company-api-keys'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { now } from '../../database/sql.ts'
import type { KeyCustomer } from '../../http/actor.ts'
import { isAmong } from '../../http/address-ranges.ts'
import { hashSecret, isSameHash } from '../../secrets/hash-secret.ts'

/** What a key can do in its company besides what its scopes say of the API. */
const ROLE = { role: 'api_key', capabilities: ['orders.place'] } as const

/** How often a key's last use is recorded. */
const USED_EVERY_MS = 60_000

function keys(db: Db, siteId: number) {
  return db
    .selectFrom('company_api_keys as k')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'k.site_id').onRef('c.id', '=', 'k.customer_id'),
    )
    .select([
      'k.id',
      'k.company_id',
      'k.home_company_id',
      'k.customer_id',
      'k.scopes',
      'k.ip_ranges',
      'k.secret_hash',
      'k.old_secret_hash',
      'k.old_secret_until',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
      'k.is_test',
      'c.email',
    ])
    .where('k.site_id', '=', siteId)
    .where('c.disabled_at', 'is', null)
    .where('c.closed_at', 'is', null)
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>

/**
 * The customer with which a key orders, on the live site. Unknown, wrong, expired, and revoked keys look alike.
 *
 * @throws {Refusal} `sign_in_required`; `key_not_allowed_here` from an address that it isn't for
 */
export async function readKeyActor(
  db: Db,
  siteId: number,
  given: string,
  { ip, at }: { ip: string; at: Date },
): Promise<KeyCustomer> {
  const asked = readKey(given)
  if (asked === undefined) throw new Refusal('sign_in_required')
  const key = await keys(db, siteId).where('k.id', '=', asked.id).executeTakeFirst()
  const hash = hashSecret(asked.secret)
  const isOld = key?.old_secret_until != null && key.old_secret_until > at
  const isRight = [key?.secret_hash, isOld ? key.old_secret_hash : null].map((kept) => isSameHash(hash, kept))
  const isMode = key?.is_test === (asked.mode === 'test')
  if (key === undefined || !isMode || !isRight.includes(true) || !isActive(key, at)) {
    throw new Refusal('sign_in_required')
  }
  if (!isAmong(ip, key.ip_ranges)) throw new Refusal('key_not_allowed_here', { ip })
  if (key.last_used_at === null || at.getTime() - key.last_used_at.getTime() > USED_EVERY_MS) {
    await recordUse(db, siteId, key.id, at)
  }
  return actorOf(siteId, key)
}

/** Not while an order is placed with the key: its other requests would wait for that. */
async function recordUse(db: Db, siteId: number, id: number, at: Date): Promise<void> {
  const free = await db
    .selectFrom('company_api_keys')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (free === undefined) return
  await db
    .updateTable('company_api_keys')
    .set({ last_used_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

function isActive({ expires_at: expiresAt, revoked_at: revokedAt }: KeyRow, at: Date): boolean {
  return keyState({ expiresAt, revokedAt }, at) === 'active'
}

function actorOf(siteId: number, key: KeyRow): KeyCustomer {
  return {
    siteId,
    customerId: key.customer_id,
    email: key.email,
    emailVerified: true,
    registrationComplete: true,
    company: { id: key.company_id, ...ROLE },
    key: {
      id: key.id,
      mode: key.is_test ? 'test' : 'live',
      scopes: key.scopes,
      homeId: key.home_company_id,
    },
  }
}

/**
 * Locks a key until the transaction ends: its orders are placed one at a time, and not after it was revoked.
 *
 * @throws {Refusal} `sign_in_required` if it doesn't work anymore
 */
export async function lockKey(db: Db, { siteId, customerId, company }: KeyCustomer, at: Date): Promise<void> {
  // The company first, as when the key is revoked.
  await db
    .selectFrom('companies')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .forKeyShare()
    .execute()
  const key = await keys(db, siteId)
    .where('k.customer_id', '=', customerId)
    .forNoKeyUpdate('k')
    .executeTakeFirst()
  if (key === undefined || !isActive(key, at)) throw new Refusal('sign_in_required')
}

/** The customer of a company's key that wasn't revoked: its requests continue after it expires. */
export async function findKeyActor(
  db: Db,
  siteId: number,
  companyId: number,
  customerId: number,
): Promise<KeyCustomer | undefined> {
  const key = await keys(db, siteId)
    .where('k.company_id', '=', companyId)
    .where('k.customer_id', '=', customerId)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  return key && actorOf(siteId, key)
}

/**
 * Keeps a key from being revoked until the transaction ends.
 *
 * @returns what it can do in its company; undefined for a customer who isn't a key of the company
 */
export async function keepKey(
  db: Db,
  siteId: number,
  companyId: number,
  customerId: number,
): Promise<typeof ROLE | undefined> {
  const key = await db
    .selectFrom('company_api_keys')
    .select('id')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return key && ROLE
}

/** A revoked key, in columns. */
export function revokedAt<At>(at: At) {
  return { revoked_at: at, old_secret_hash: null, old_secret_until: null }
}

/** Revokes every key of a company that has no one who could, and removes its webhook endpoints. */
export async function endPrograms(db: Db, siteId: number, companyId: number): Promise<void> {
  await db
    .deleteFrom('webhook_endpoints')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .execute()
  await db
    .updateTable('company_api_keys')
    .set(revokedAt(now))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** A company's keys by their customer, with the people who were shown the secrets. */
export async function readKeys(
  db: Db,
  siteId: number,
  companyId: number,
): Promise<ReadonlyMap<number, { name: string; holders: readonly number[] }>> {
  const rows = await db
    .selectFrom('company_api_keys')
    .select(['customer_id', 'name'])
    .select(({ ref }) => ref('holders').$castTo<number[]>().as('holders'))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .execute()
  return new Map(rows.map(({ customer_id, name, holders }) => [customer_id, { name, holders }]))
}
