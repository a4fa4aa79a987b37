import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import type { Updateable } from 'kysely'
import { crashPoint } from '../crash-points.ts'
import type { Db, Pool } from '../database/database.ts'
import type { IdempotencyKeys } from '../database/generated/tables.ts'
import { inSite, SharedTransaction } from '../database/in-site.ts'
import { json } from '../database/json.ts'
import { endWith } from '../database/site-transaction.ts'
import { seal, unseal } from '../secrets/sealed.ts'

export type KeyedRequest = { siteId: number; actor: string; operation: string; key: string; payload: unknown }
/** `sealKey`: answers may contain what the rest of the database keeps encrypted. */
export type KeyStore = { pool: Pool; sealKey: Buffer }
type Answer = { status: number; body: unknown }
export type Once = (request: KeyedRequest, run: () => Promise<Answer>) => Promise<Answer>

/**
 * Runs a request once per key: the same key and body get the first answer again.
 *
 * Everything the request does through `inSite` commits with its answer in one transaction. A request that has
 * to commit in between (`commitStep`) stores its progress with each step, and a retry with the same key
 * continues from there. If the server crashes, the key is free at once: either everything was committed, or
 * nothing.
 *
 * @throws {Refusal} `idempotency_key_reused` for the same key with another body,
 * `idempotency_key_in_use` while the first request still runs
 * @see docs/decisions/0022-a-key-commits-with-its-effect.md
 */
export function makeOnce({ pool, sealKey }: KeyStore): Once {
  /** The requests in progress on this server, with the hashes of their bodies. */
  const running = new Map<string, string>()

  return async (request, run) => {
    const place = placeOf(request)
    const hash = createHash('sha256').update(JSON.stringify(request.payload)).digest('base64url')
    const other = running.get(place)
    if (other !== undefined) throw inUseOrReused(other, hash)
    running.set(place, hash)
    try {
      const known = await inSite(pool, request.siteId, (db) => endWith(() => findKey(db, request)))
      if (known !== undefined && known.request_hash !== hash) throw new Refusal('idempotency_key_reused')
      if (known !== undefined && known.status !== null) {
        return { status: known.status, body: JSON.parse(unseal(sealKey, place, known.body_sealed ?? '')) }
      }
      return await runOnce(request, hash, known, run)
    } finally {
      running.delete(place)
    }
  }

  async function runOnce(
    request: KeyedRequest,
    hash: string,
    known: Known | undefined,
    run: () => Promise<Answer>,
  ) {
    let step = known?.step ?? -1
    const shared = new SharedTransaction(pool, request.siteId, {
      progress: known?.progress ?? undefined,
      begin: async (db) => {
        await takeKey(db, request, hash, step)
        step += 1
      },
      saveProgress: (db, progress) => changeKey(db, request, { progress: json(progress) }),
    })
    try {
      const answer = await shared.share(run)
      await shared.commit(async (db) => {
        const body_sealed = seal(sealKey, placeOf(request), JSON.stringify(answer.body))
        await changeKey(db, request, { status: answer.status, body_sealed })
        crashPoint('key.written')
      })
      crashPoint('key.kept')
      return answer
    } catch (cause) {
      await shared.rollback(cause)
      // A refusal is final, and the corrected request may use the same key. After a fault, the same key
      // continues.
      const isLeft = known !== undefined || shared.hasCommitted
      const isFinal = cause instanceof Refusal && cause.code !== 'idempotency_key_in_use'
      if (isFinal && isLeft) {
        await inSite(pool, request.siteId, (db) => forgetKey(db, request, step))
      }
      throw cause
    }
  }
}

function inUseOrReused(other: string, hash: string): Refusal {
  return new Refusal(other === hash ? 'idempotency_key_in_use' : 'idempotency_key_reused')
}

type Known = NonNullable<Awaited<ReturnType<typeof findKey>>>

function findKey(db: Db, { siteId, actor, operation, key }: KeyedRequest) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body_sealed', 'step', 'progress'])
    .where('site_id', '=', siteId)
    .where('actor', '=', actor)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
}

/**
 * Claims the key for this transaction; waits for another server that has just claimed it.
 *
 * @param seen the step that was read before, -1 if there was none
 * @throws {Refusal} `idempotency_key_in_use` if another server has used it since
 */
async function takeKey(db: Db, request: KeyedRequest, hash: string, seen: number): Promise<void> {
  const { siteId, actor, operation, key } = request
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ site_id: siteId, actor, operation, key, request_hash: hash, step: seen + 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'actor', 'operation', 'key'])
        .doUpdateSet({ step: seen + 1 })
        .where('idempotency_keys.step', '=', seen)
        .where('idempotency_keys.status', 'is', null),
    )
    .returning('step')
    .executeTakeFirst()
  if (taken === undefined) throw new Refusal('idempotency_key_in_use')
}

async function changeKey(
  db: Db,
  { siteId, actor, operation, key }: KeyedRequest,
  change: Updateable<IdempotencyKeys>,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(change)
    .where('site_id', '=', siteId)
    .where('actor', '=', actor)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

async function forgetKey(
  db: Db,
  { siteId, actor, operation, key }: KeyedRequest,
  step: number,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('site_id', '=', siteId)
    .where('actor', '=', actor)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('step', '<=', step)
    .execute()
}

/** An encrypted answer can be decrypted only for its own request. */
function placeOf({ siteId, actor, operation, key }: KeyedRequest): string {
  return `idempotency:${siteId}:${actor}:${operation}:${key}`
}
