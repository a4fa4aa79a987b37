import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { Pool } from '../database/database.ts'
import { inSite } from '../database/in-site.ts'
import { seal, unseal } from '../secrets/sealed.ts'

/** After this long a request that never answered is taken for dead, and its key may be tried again. */
const LOCK_MS = 60_000

export type KeyedRequest = { siteId: number; actor: string; operation: string; key: string; payload: unknown }
/** `sealKey`: answers may hold what the rest of the database keeps sealed. */
export type KeyStore = { pool: Pool; sealKey: Buffer }
type Answer = { status: number; body: unknown }

/**
 * Runs a request once per key: the same key and body get the first answer again.
 *
 * @throws {Refusal} `idempotency_key_reused` for the same key with another body,
 *   `idempotency_key_in_use` while the first request still runs
 */
export async function once(
  { pool, sealKey }: KeyStore,
  request: KeyedRequest,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(request.payload)).digest('base64url')
  const earlier = await claim({ pool, sealKey }, request, hash)
  if (earlier !== undefined) return earlier
  try {
    const answer = await run()
    await inSite(pool, request.siteId, (db) =>
      db
        .updateTable('idempotency_keys')
        .set({
          status: answer.status,
          body_sealed: seal(sealKey, placeOf(request), JSON.stringify(answer.body)),
        })
        .where('site_id', '=', request.siteId)
        .where('actor', '=', request.actor)
        .where('operation', '=', request.operation)
        .where('key', '=', request.key)
        .execute(),
    )
    return answer
  } catch (cause) {
    // Nothing was done, so nothing is remembered: the same key may be tried again.
    await inSite(pool, request.siteId, (db) =>
      db
        .deleteFrom('idempotency_keys')
        .where('site_id', '=', request.siteId)
        .where('actor', '=', request.actor)
        .where('operation', '=', request.operation)
        .where('key', '=', request.key)
        .where('status', 'is', null)
        .execute(),
    )
    throw cause
  }
}

/** Takes the key, or reads what the first request answered. */
function claim(
  { pool, sealKey }: KeyStore,
  request: KeyedRequest,
  hash: string,
): Promise<Answer | undefined> {
  const { siteId, actor, operation, key } = request
  const lockedUntil = new Date(Date.now() + LOCK_MS)
  return inSite(pool, siteId, async (db) => {
    const taken = await db
      .insertInto('idempotency_keys')
      .values({ site_id: siteId, actor, operation, key, request_hash: hash, locked_until: lockedUntil })
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'actor', 'operation', 'key'])
          .doUpdateSet({ locked_until: lockedUntil })
          .where('idempotency_keys.status', 'is', null)
          .where('idempotency_keys.request_hash', '=', hash)
          .where('idempotency_keys.locked_until', '<', new Date()),
      )
      .returning('key')
      .executeTakeFirst()
    if (taken !== undefined) return undefined

    const first = await db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'body_sealed'])
      .where('site_id', '=', siteId)
      .where('actor', '=', actor)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .executeTakeFirst()
    if (first === undefined) throw new Refusal('idempotency_key_in_use')
    if (first.request_hash !== hash) throw new Refusal('idempotency_key_reused')
    if (first.status === null) throw new Refusal('idempotency_key_in_use')
    const body = unseal(sealKey, placeOf(request), first.body_sealed ?? '')
    return { status: first.status, body: JSON.parse(body) }
  })
}

/** A sealed answer opens only under the request it answered. */
function placeOf({ siteId, actor, operation, key }: KeyedRequest): string {
  return `idempotency:${siteId}:${actor}:${operation}:${key}`
}
