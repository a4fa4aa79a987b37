import { randomBytes } from 'node:crypto'
import type { ApiCredential } from '@laurel/contract/office-staff'
import { API_SCOPES, type ApiScope } from '@laurel/domain/api-scopes'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { ApiCredentials } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { record } from '../audit/audit.service.ts'

type CredentialKit = Pick<Kit, 'pool' | 'now'>
type CredentialWire = z.input<typeof ApiCredential>

const MAX_CREDENTIALS = 100

export function listCredentials({ pool }: CredentialKit, actor: Staff): Promise<CredentialWire[]> {
  return inSite(pool, actor.siteId, async (db) => {
    const rows = await db
      .selectFrom('api_credentials')
      .selectAll()
      .where('site_id', '=', actor.siteId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(wire)
  })
}

/**
 * Lets a program in under a name and secret of its own.
 *
 * @returns the secret, which is kept as a digest only
 * @throws {Refusal} `limit_exceeded` beyond a hundred that are not revoked
 */
export function createCredential(
  { pool, now }: CredentialKit,
  actor: Staff,
  given: { name: string; scopes: readonly ApiScope[] },
): Promise<{ credential: CredentialWire; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const at = now()
  return inSite(pool, actor.siteId, async (db) => {
    const { count } = await db
      .selectFrom('api_credentials')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('site_id', '=', actor.siteId)
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_CREDENTIALS) throw new Refusal('limit_exceeded', { limit: MAX_CREDENTIALS })
    const row = await db
      .insertInto('api_credentials')
      .values({
        site_id: actor.siteId,
        name: given.name,
        username: `key-${randomBytes(6).toString('hex')}`,
        secret_hash: hashSecret(secret),
        scopes: API_SCOPES.filter((scope) => given.scopes.includes(scope)),
        created_by: actor.by,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    record(db, actor.siteId, {
      actor: actor.by,
      event: 'api_credential.created',
      subject: `api_credential:${row.id}`,
      facts: { name: row.name, username: row.username, scopes: row.scopes.join(' ') },
      at,
    })
    return { credential: wire(row), secret }
  })
}

/** @throws {Refusal} `not_found`. One that is revoked already stays as it is. */
export function revokeCredential({ pool, now }: CredentialKit, actor: Staff, id: number) {
  const at = now()
  return inSite(pool, actor.siteId, async (db) => {
    const revoked = await db
      .updateTable('api_credentials')
      .set({ active: false, revoked_at: at })
      .where('site_id', '=', actor.siteId)
      .where('id', '=', id)
      .where('active', '=', true)
      .returningAll()
      .executeTakeFirst()
    if (revoked !== undefined) {
      const facts = { name: revoked.name, username: revoked.username }
      const subject = `api_credential:${id}`
      record(db, actor.siteId, { actor: actor.by, event: 'api_credential.revoked', subject, facts, at })
      return wire(revoked)
    }
    const row = await db
      .selectFrom('api_credentials')
      .selectAll()
      .where('site_id', '=', actor.siteId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    return wire(row)
  })
}

function wire(row: Selectable<ApiCredentials>): CredentialWire {
  const { id, name, username, scopes, created_by } = row
  return {
    ...{ id, name, username, scopes, created_by },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
