import { Duplex } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { guardToAsk } from './guards.ts'
import { assertNoSharedTransaction } from './in-site.ts'
import { PipelinedConnection } from './pipelined-postgres-dialect.ts'
import { StatementNames } from './statement-names.ts'

/**
 * PGlite has one session. Kysely's own dialect shares it, so an unrelated query would run inside whatever
 * transaction is open and be lost with its rollback (docs/decisions/0003). Here the session serves one query or
 * one transaction at a time.
 *
 * Inside a transaction, use only its own handle; asking the pool would wait forever.
 *
 * @param assertRoom called before queries that may write
 */
export function serialPGliteDialect(pglite: PGlite, turns: Turns, assertRoom?: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SerialPGliteDriver(pglite, turns, assertRoom),
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
  readonly #client: pg.Client
  readonly #assertRoom: (() => void) | undefined
  readonly #turnOf = new WeakMap<PipelinedConnection, () => void>()
  #names = new StatementNames()

  constructor(pglite: PGlite, turns: Turns, assertRoom: (() => void) | undefined) {
    this.#pglite = pglite
    this.#turns = turns
    this.#assertRoom = assertRoom
    this.#client = new pg.Client({ ...LOGIN, pipeline: true, stream: () => new PGliteSocket(pglite) })
    // Of a closed database. Its queries fail with it.
    this.#client.on('error', () => {})
  }

  async init() {
    await this.#turns.run(() => this.#client.connect())
  }

  async acquireConnection() {
    assertNoSharedTransaction()
    await guardToAsk()?.ask()
    const endTurn = await this.#turns.take()
    const connection = new PipelinedConnection(this.#client, this.#names, { assertRoom: this.#assertRoom })
    this.#turnOf.set(connection, endTurn)
    return connection
  }

  async releaseConnection(connection: PipelinedConnection) {
    // The session can't be replaced, but what it remembers can.
    if (connection.isOld) this.#names = new StatementNames()
    this.#turnOf.get(connection)!()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}

const LOGIN = { user: 'postgres', database: 'postgres', host: 'pglite', password: '', ssl: false }

/**
 * What the driver writes to PostgreSQL goes to PGlite: all queries of one write in one call, and repeated ones
 * by their names (docs/decisions/0046). PGlite's own `query` makes six calls and plans each query anew.
 */
class PGliteSocket extends Duplex {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  connect() {
    this.#pglite.waitReady.then(
      () => this.emit('connect'),
      (cause) => this.destroy(cause),
    )
  }

  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(message: Buffer, _: string, done: (cause?: Error | null) => void) {
    // Async, because a closed database throws at once.
    const ask = async () => this.#pglite.execProtocolRaw(message)
    ask().then((answer) => {
      this.push(answer)
      done()
    }, done)
  }

  override _writev(messages: { chunk: Buffer }[], done: (cause?: Error | null) => void) {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), '', done)
  }
}
