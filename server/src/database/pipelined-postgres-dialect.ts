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
import { outageOr } from './database-unavailable.ts'
import { assertNoSharedTransaction } from './in-site.ts'
import { StatementNames } from './statement-names.ts'

/**
 * PostgreSQL with as few round trips as possible (docs/decisions/0008): queries of one tick travel in one
 * packet, a transaction opens with its first query, and repeated queries are planned once.
 *
 * @param namesQueries whether the server remembers a query by its name; otherwise each connection finds out
 */
export function pipelinedPostgresDialect(settings: pg.PoolConfig, namesQueries?: boolean): Dialect {
  return {
    createAdapter: () => new UnlockedAdapter(),
    createDriver: () => new PipelinedPostgresDriver(settings, namesQueries),
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

  constructor(settings: pg.PoolConfig, namesQueries: boolean | undefined) {
    const onConnect = async (client: pg.ClientBase) => {
      // A connection lost during a transaction fails its queries; without a listener, it would end the process too.
      client.on('error', () => {})
      if (namesQueries ?? !(await isPooled(client))) this.#remembering.add(client)
    }
    this.#pool = new pg.Pool({ ...settings, pipeline: true, onConnect })
    // The pool replaces a broken idle connection; without a listener, its error would end the process.
    this.#pool.on('error', () => {})
  }

  async init() {}

  async acquireConnection() {
    assertNoSharedTransaction()
    const client = await this.#pool.connect().catch((cause) => {
      throw outageOr(cause)
    })
    return new PipelinedConnection(client, this.#remembering.has(client) ? this.#names : undefined)
  }

  async releaseConnection(connection: PipelinedConnection) {
    connection.release()
  }

  async beginTransaction(connection: PipelinedConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
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
 * Whether a pooler such as PgBouncer is in between, which may send each transaction to another server process.
 * It logs clients in with keys of its own, so another process answers than the one that the login named.
 */
async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== processID
}

/** A cached plan no longer fits its table, because a migration ran in between. */
const OLD_PLAN = '0A000'

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames | undefined
  #isCorked = false
  #hasOldPlans = false

  /** @param names undefined on a connection that may forget them */
  constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.#client = client
    this.#names = names
  }

  release() {
    this.#client.release(this.#hasOldPlans)
  }

  /** A text without parameters can have several queries; the result is the last one's. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#sendTogether()
    try {
      const result =
        parameters.length === 0
          ? lastOf(await this.#client.query(sql))
          : await this.#client.query({
              ...this.#names?.nameOf(sql),
              text: sql,
              values: parameters as unknown[],
            })
      if (sql === 'commit' && result.command === 'ROLLBACK') throw new AbortedTransactionError()
      return {
        rows: result.rows,
        numAffectedRows: isChange(result.command) ? BigInt(result.rowCount ?? 0) : undefined,
      }
    } catch (cause) {
      if ((cause as { code?: unknown }).code === OLD_PLAN) this.#hasOldPlans = true
      throw outageOr(cause)
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not set up')
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
