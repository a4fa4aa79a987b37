import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Pool } from './database.ts'
import { currentReading } from './replica.ts'
import { type RunPart, siteTransaction, type Work } from './site-transaction.ts'

const sharedTransactions = new AsyncLocalStorage<SharedTransaction | undefined>()

/**
 * Runs work in one transaction of one site (`siteTransaction`). In a request with an idempotency key it's part
 * of that request's {@link SharedTransaction} and commits with the answer. In a GET, it may read a replica.
 */
export function inSite<T>(pool: Pool, siteId: number, work: Work<T>): Promise<T> {
  const shared = sharedTransactions.getStore()
  if (shared !== undefined && !shared.isOver) return shared.runPart(siteId, work)
  const reading = currentReading()
  return reading === undefined
    ? siteTransaction(pool, siteId, work)
    : reading.replica.read(reading, siteId, work)
}

type Open = {
  db: Db
  runPart: RunPart
  close: PromiseWithResolvers<void>
  /** Settles with the commit or the rollback. */
  done: Promise<void>
}

/**
 * One transaction for everything a request does through {@link inSite}, so that its idempotency key commits
 * with its effect (docs/decisions/0022). Work that waits for a network, or takes many steps, commits in between
 * with {@link commitStep} and continues in a new transaction.
 */
export class SharedTransaction {
  readonly #pool: Pool
  readonly #siteId: number
  readonly #begin: (db: Db) => Promise<void>
  readonly #saveProgress: (db: Db, progress: unknown) => Promise<void>
  /** The progress stored by the last committed step of an earlier attempt. */
  readonly progress: unknown
  #open: Open | undefined
  #lastTurn: Promise<unknown> = Promise.resolve()
  #steps = 0
  readonly #isWhole: boolean
  isOver = false

  /**
   * @param begin runs first in each of its transactions
   * @param saveProgress records progress at the end of a step
   * @param isWhole whether steps don't commit
   */
  constructor(
    pool: Pool,
    siteId: number,
    by: {
      begin: (db: Db) => Promise<void>
      saveProgress: (db: Db, progress: unknown) => Promise<void>
      progress: unknown
      isWhole?: boolean
    },
  ) {
    this.#pool = pool
    this.#siteId = siteId
    this.#begin = by.begin
    this.#saveProgress = by.saveProgress
    this.progress = by.progress
    this.#isWhole = by.isWhole ?? false
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  get hasCommitted(): boolean {
    return this.#steps > 0
  }

  /** Every `inSite` in `work` is part of this transaction. */
  share<T>(work: () => Promise<T>): Promise<T> {
    return sharedTransactions.run(this, work)
  }

  runPart<T>(siteId: number, work: Work<T>): Promise<T> {
    if (siteId !== this.#siteId) throw new Error('a request belongs to one site')
    return this.#inTurn(async () => (await this.#opened()).runPart(work))
  }

  commitStep(progress: unknown): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isWhole || (this.#open === undefined && progress === undefined)) return
      const { db } = await this.#opened()
      if (progress !== undefined) await this.#saveProgress(db, progress)
      await this.#commit()
    })
  }

  /** @param last writes the answer */
  commit(last: (db: Db) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      const { db } = await this.#opened()
      await last(db)
      this.isOver = true
      await this.#commit()
    })
  }

  /** Undoes everything since the last commit. */
  rollback(cause: unknown): Promise<void> {
    return this.#inTurn(async () => {
      this.isOver = true
      const open = this.#open
      this.#open = undefined
      open?.close.reject(cause)
      await open?.done.catch(() => {})
    })
  }

  async #commit(): Promise<void> {
    const open = this.#open!
    this.#open = undefined
    open.close.resolve()
    await open.done
    this.#steps += 1
  }

  async #opened(): Promise<Open> {
    if (this.#open !== undefined) return this.#open
    const ready = Promise.withResolvers<Pick<Open, 'db' | 'runPart'>>()
    const close = Promise.withResolvers<void>()
    const done = siteTransaction(this.#pool, this.#siteId, async (db, runPart) => {
      await this.#begin(db)
      ready.resolve({ db, runPart })
      await close.promise
    })
    done.catch(ready.reject)
    this.#open = { ...(await ready.promise), close, done }
    return this.#open
  }

  /** Parts run one after the other, because savepoints nest. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => {})
    return turn
  }
}

/**
 * Runs several use cases as one: everything they do through {@link inSite} commits at the end, or nothing does, and
 * their {@link commitStep} doesn't. None of them may wait for a network.
 *
 * @param isKept whether what was done stays; if not, only the answer does
 */
export async function asOne<T>(
  pool: Pool,
  siteId: number,
  work: () => Promise<T>,
  { isKept }: { isKept: boolean },
): Promise<T> {
  assertNoSharedTransaction()
  const nothing = async () => {}
  const by = { begin: nothing, saveProgress: nothing, progress: undefined, isWhole: true }
  const shared = new SharedTransaction(pool, siteId, by)
  try {
    const answer = await shared.share(work)
    await (isKept ? shared.commit(nothing) : shared.rollback(new Error('only asked')))
    return answer
  } catch (cause) {
    await shared.rollback(cause)
    throw cause
  }
}

/**
 * Commits what a request has done so far, before it waits for a network or starts the next of many steps.
 * Without an idempotency key, each `inSite` has already committed.
 *
 * @param progress what a retry after a crash needs to continue here, returned by {@link keptProgress}
 */
export async function commitStep(progress?: object): Promise<void> {
  await sharedTransactions.getStore()?.commitStep(progress)
}

/**
 * Where this request stopped when the server crashed, if it's a retry under its idempotency key; undefined at
 * first.
 */
export function keptProgress<Progress extends object>(): Progress | undefined {
  return sharedTransactions.getStore()?.progress as Progress | undefined
}

/**
 * Runs work whose transactions commit separately, as without an idempotency key.
 *
 * @throws {Error} before {@link commitStep}: it would wait for this request's own locks
 */
export function apart<T>(work: () => Promise<T>): Promise<T> {
  assertNoSharedTransaction()
  return sharedTransactions.run(undefined, work)
}

/**
 * For anything that waits for a network or for a separate connection.
 *
 * @throws {Error} while this request's transaction is open: a call of `commitStep` is missing
 */
export function assertNoSharedTransaction(): void {
  if (sharedTransactions.getStore()?.isOpen) throw new Error('The transaction of this request is still open')
}
