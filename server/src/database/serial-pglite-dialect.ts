import { setImmediate as pause } from 'node:timers/promises'
import type { PGlite, Results } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { guardToAsk } from './guards.ts'
import { assertNoSharedTransaction } from './in-site.ts'

/**
 * PGlite has one session. Kysely's own dialect shares it, so an unrelated query would run inside whatever
 * transaction is open and be lost with its rollback (docs/decisions/0003). Here the session serves one query or
 * one transaction at a time.
 *
 * Inside a transaction, use only its own handle; asking the pool would wait forever.
 */
export function serialPGliteDialect(pglite: PGlite, turns: Turns): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SerialPGliteDriver(pglite, turns),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/**
 * PGlite runs in this thread, and consecutive queries block it: after this long, the queue pauses for requests
 * that are answered from memory.
 */
const PAUSE_AFTER_MS = 8

/** Lends the session to one caller at a time; the others wait in line. */
export class Turns {
  #last: Promise<void> = Promise.resolve()
  #pausedAt = 0

  /** @returns a function that ends the turn */
  async take(): Promise<() => void> {
    const before = this.#last
    const turn = Promise.withResolvers<void>()
    this.#last = turn.promise
    await before
    if (performance.now() - this.#pausedAt > PAUSE_AFTER_MS) {
      await pause()
      this.#pausedAt = performance.now()
    }
    return turn.resolve
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.take()
    try {
      return await work()
    } finally {
      end()
    }
  }
}

class SerialPGliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #turns: Turns

  constructor(pglite: PGlite, turns: Turns) {
    this.#pglite = pglite
    this.#turns = turns
  }

  async init() {
    await this.#pglite.waitReady
  }

  async acquireConnection() {
    assertNoSharedTransaction()
    await guardToAsk()?.ask()
    return new PGliteConnection(this.#pglite, await this.#turns.take())
  }

  async releaseConnection(connection: PGliteConnection) {
    connection.release()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    // After a failed query, `commit` alone would roll back without an error.
    await connection.executeQuery(CompiledQuery.raw('select; commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly release: () => void

  constructor(pglite: PGlite, release: () => void) {
    this.#pglite = pglite
    this.release = release
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // As on PostgreSQL, a text without parameters can have several queries; the result is the last one's.
    const { rows, affectedRows } =
      parameters.length === 0
        ? ((await this.#pglite.exec(sql)) as Results<Row>[]).at(-1)!
        : await this.#pglite.query<Row>(sql, [...parameters])
    return { rows, numAffectedRows: affectedRows === undefined ? undefined : BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; PGlite has no cursor.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite cannot stream a query')
  }
}
