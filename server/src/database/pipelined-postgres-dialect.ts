import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DatabaseHosts } from './database-hosts.ts'
import { DatabaseUnavailable, outageOr } from './database-unavailable.ts'
import { guardToAsk } from './guards.ts'
import { assertNoSharedTransaction } from './in-site.ts'
import { type Answer, KnownQueries, QueryBatch } from './query-batch.ts'
import { StatementNames } from './statement-names.ts'

/**
 * PostgreSQL with as few round trips as possible (docs/decisions/0008): queries of one tick travel in one
 * packet, a transaction opens with its first query, and repeated queries are planned once.
 *
 * @param namesQueries whether the server remembers a query by its name; otherwise each connection finds out
 * @param hosts where the primary is; undefined for a replica
 * @param onOpen gets the connections, to count them
 */
export function pipelinedPostgresDialect(
  settings: pg.PoolConfig,
  namesQueries: boolean | undefined,
  hosts: DatabaseHosts | undefined,
  onOpen: (pool: pg.Pool) => void = () => {},
): Dialect {
  return {
    createAdapter: () => new UnlockedAdapter(),
    createDriver: () => new PipelinedPostgresDriver(settings, namesQueries, hosts, onOpen),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** Kysely's migration lock belongs to a session, which PgBouncer may change; `runMigrations` has its own. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class PipelinedPostgresDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #names = new StatementNames()
  /** The connections on which a name means the same query from one transaction to the next. */
  readonly #remembering = new WeakSet<pg.ClientBase>()
  readonly #hosts: DatabaseHosts | undefined
  readonly #distributed = new WeakSet<pg.ClientBase>()
  readonly #clients = new WeakMap<PipelinedConnection, pg.PoolClient>()

  constructor(
    settings: pg.PoolConfig,
    namesQueries: boolean | undefined,
    hosts: DatabaseHosts | undefined,
    onOpen: (pool: pg.Pool) => void,
  ) {
    this.#hosts = hosts
    const onConnect = async (client: pg.ClientBase) => {
      // A connection lost during a transaction fails its queries; without a listener, it would end the process too.
      client.on('error', () => {})
      await hosts?.assertPrimary(client)
      const { isPooled, isCitus } = await kindOf(client)
      if (namesQueries ?? !isPooled) this.#remembering.add(client)
      if (isCitus) this.#distributed.add(client)
    }
    this.#pool = new pg.Pool({ ...settings, ...hosts?.settings, pipeline: true, onConnect })
    // The pool replaces a broken idle connection; without a listener, its error would end the process.
    this.#pool.on('error', () => {})
    onOpen(this.#pool)
  }

  async init() {}

  async acquireConnection() {
    assertNoSharedTransaction()
    await guardToAsk()?.ask()
    const client = await this.#connect()
    const names = this.#remembering.has(client) ? this.#names : undefined
    const needsSetLocal = this.#distributed.has(client)
    const options = { writes: this.#hosts !== undefined, needsSetLocal }
    const connection = new PipelinedConnection(client, names, options)
    this.#clients.set(connection, client)
    return connection
  }

  /** Asks each host once. */
  async #connect(others = (this.#hosts?.count ?? 1) - 1): Promise<pg.PoolClient> {
    const address = this.#hosts?.current ?? ''
    try {
      return await this.#pool.connect()
    } catch (cause) {
      const outage = outageOr(cause)
      const isHost = outage instanceof DatabaseUnavailable && outage.message !== ALL_IN_USE
      if (isHost) this.#hosts?.moveOn(address)
      if (!isHost || others === 0) throw outage
      return this.#connect(others - 1)
    }
  }

  async releaseConnection(connection: PipelinedConnection) {
    this.#clients.get(connection)!.release(connection.isOld)
  }

  /** Travels with the first query. Only a lost connection fails it, and then that query too. */
  async beginTransaction(connection: PipelinedConnection) {
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => {})
  }

  async commitTransaction(connection: PipelinedConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PipelinedConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    await this.#pool.end()
  }
}

/**
 * Finds out whether a pooler such as PgBouncer is in between, which may send each transaction to another server
 * process: it logs clients in with keys of its own, so another process answers than the one that the login named.
 */
export async function kindOf(client: pg.ClientBase): Promise<{ isPooled: boolean; isCitus: boolean }> {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  const { rows } = await client.query<{ pid: number; isCitus: boolean }>(
    `select pg_backend_pid() as pid, exists (select from pg_extension where extname = 'citus') as "isCitus"`,
  )
  return { isPooled: rows[0]?.pid !== processID, isCitus: rows[0]?.isCitus === true }
}

/** The pool's message when no connection became free in time. */
const ALL_IN_USE = 'timeout exceeded when trying to connect'
/** A cached plan no longer fits its table, because a migration ran in between. */
const OLD_PLAN = '0A000'
/** It takes no writes. */
const READ_ONLY = '25006'

type Client = pg.Client | pg.PoolClient

/** Sent with the queries of their transaction, where the server remembers them by name. */
const SENT_BY_NAME = new Set(['begin', 'commit'])
const knownBy = new WeakMap<Client, KnownQueries>()

/** A commit writes nothing new: its writes were checked. */
const WRITES_NOTHING = /^(select|begin|commit|rollback)\b/

/** A connection on which queries of one tick travel together, and repeated ones are planned once. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: Client
  readonly #names: StatementNames | undefined
  readonly #known: KnownQueries
  readonly #writes: boolean
  readonly #assertRoom: (() => void) | undefined
  #isCorked = false
  #batch: QueryBatch | undefined
  /** A new connection has to replace it. */
  isOld = false

  /** Read by {@link siteTransaction}. */
  readonly needsSetLocal: boolean

  /**
   * @param names undefined on a connection that may forget them
   * @param options.assertRoom called before queries that may write
   */
  constructor(
    client: Client,
    names: StatementNames | undefined,
    {
      writes = false,
      needsSetLocal = false,
      assertRoom,
    }: { writes?: boolean; needsSetLocal?: boolean; assertRoom?: (() => void) | undefined } = {},
  ) {
    this.#client = client
    this.#names = names
    this.#known = knownBy.get(client) ?? new KnownQueries()
    knownBy.set(client, this.#known)
    this.#writes = writes
    this.#assertRoom = assertRoom
    this.needsSetLocal = needsSetLocal
  }

  /** A text without parameters can have several queries; the result is the last one's. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!WRITES_NOTHING.test(sql)) this.#assertRoom?.()
    this.#sendTogether()
    try {
      const result = await this.#send(sql, parameters)
      if (sql === 'commit' && result.command === 'ROLLBACK') throw new AbortedTransactionError()
      return {
        rows: result.rows as Row[],
        numAffectedRows: isChange(result.command) ? BigInt(result.rowCount ?? 0) : undefined,
      }
    } catch (cause) {
      const { code } = cause as { code?: unknown }
      if (code === OLD_PLAN || (code === READ_ONLY && this.#writes)) this.isOld = true
      throw outageOr(cause)
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not set up')
  }

  #send(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (parameters.length > 0 || (this.#names !== undefined && SENT_BY_NAME.has(sql))) {
      const name = this.#names?.nameOf(sql).name ?? ''
      this.#batch ??= new QueryBatch(this.#known)
      return this.#batch.add(sql, name, parameters)
    }
    this.#endBatch()
    const answer = Promise.withResolvers<Answer>()
    // Not by the promise of `query`, which would be rejected later than those of queries behind it.
    this.#client.query(sql, (cause: Error | null, results) => {
      if (cause) answer.reject(cause)
      else answer.resolve(lastOf(results))
    })
    return answer.promise
  }

  #endBatch() {
    if (this.#batch !== undefined) this.#client.query(this.#batch)
    this.#batch = undefined
  }

  /**
   * Sends everything written in this tick together, also what its promises write. A test shows that the writes
   * are gathered.
   */
  #sendTogether() {
    if (this.#isCorked) return
    const { stream } = this.#client.connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#endBatch()
      stream.uncork()
    })
  }
}

/** Several queries in one text have several results; the last is the requested one. */
function lastOf(results: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  return Array.isArray(results) ? results.at(-1)! : results
}

function isChange(command: string): boolean {
  return command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
}
