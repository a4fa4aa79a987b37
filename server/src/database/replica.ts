import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@laurel/domain/refusal'
import { CompiledQuery } from 'kysely'
import type { Pool } from './database.ts'
import { DatabaseUnavailable, isConflict } from './database-unavailable.ts'
import { withGuard } from './guards.ts'
import { siteTransaction, type Work } from './site-transaction.ts'
import { type LogPlace, REPLICA_IS_BEHIND, readLogPlace, untilReplayed } from './sql.ts'

/** How long a read waits for the replica. */
const WAIT_MS = 20
/** How soon a replica that was skipped is tried again. */
const CHECK_EVERY_MS = 1_000
/** A GET that writes after all, such as the first look at a card, does it on the primary. */
const READ_ONLY = '25006'

/**
 * A copy of the database that streaming replication keeps up to date. It answers reads with everything that was
 * acknowledged before they began, on any server and for any caller, or the primary does (docs/decisions/0050).
 */
export class Replica {
  readonly #primary: Pool
  readonly #db: Pool
  readonly #warn: (message: string) => void
  #skippedAt: number | undefined
  #place: Promise<LogPlace> | undefined
  #lastPlace: Promise<unknown> = Promise.resolve()

  constructor(primary: Pool, db: Pool, warn: (message: string) => void) {
    this.#primary = primary
    this.#db = db
    this.#warn = warn
  }

  /** Every `inSite` in `work` may read here. */
  share<T>(work: () => T): T {
    return readings.run({ replica: this, place: undefined }, work)
  }

  async read<T>(reading: Reading, siteId: number, work: Work<T>): Promise<T> {
    if (this.#skippedAt === undefined) {
      try {
        reading.place ??= this.#readPlace()
        const check = untilReplayed(await reading.place, WAIT_MS)
        return await siteTransaction(this.#primary, siteId, work, { db: this.#db, check })
      } catch (cause) {
        if (cause instanceof Refusal) throw cause
        const code = sqlStateOf(cause)
        const isDown = cause instanceof DatabaseUnavailable && code !== READ_ONLY && !isConflict(cause)
        if (isDown || code === REPLICA_IS_BEHIND) this.#skip(cause)
      }
    } else this.#checkAgain(this.#skippedAt)
    // It may write, and what follows has to see that.
    reading.place = undefined
    return siteTransaction(this.#primary, siteId, work)
  }

  /** Asked after the call. Those who call while one is asked share the next. */
  #readPlace(): Promise<LogPlace> {
    this.#place ??= this.#lastPlace.then(() => {
      this.#place = undefined
      // Requests share it, and their transactions ask their guards: an ended session is in the log, too.
      const place = withGuard(undefined, () => readLogPlace(this.#primary))
      this.#lastPlace = place.catch(() => {})
      return place
    })
    return this.#place
  }

  #skip(cause: unknown) {
    if (this.#skippedAt === undefined) this.#warn(`The replica is skipped: ${(cause as Error).message}`)
    this.#skippedAt = performance.now()
  }

  /** No read waits for this. */
  #checkAgain(skippedAt: number) {
    if (performance.now() - skippedAt < CHECK_EVERY_MS) return
    this.#skippedAt = performance.now()
    const check = async () => {
      const text = untilReplayed(await this.#readPlace(), WAIT_MS)
      await this.#db.executeQuery(CompiledQuery.raw(text))
      this.#skippedAt = undefined
      this.#warn('The replica is read again')
    }
    check().catch(() => {})
  }
}

type Reading = { replica: Replica; place: Promise<LogPlace> | undefined }

const readings = new AsyncLocalStorage<Reading>()

/** The replica that the current request may read, as `inSite` uses it. */
export function currentReading(): Reading | undefined {
  return readings.getStore()
}

function sqlStateOf(cause: unknown): unknown {
  const inner = cause instanceof DatabaseUnavailable ? cause.cause : cause
  return inner instanceof Error && 'code' in inner ? inner.code : undefined
}
