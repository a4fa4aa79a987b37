import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import type { Database, Db, Pool } from './database.ts'

/**
 * Runs work in one transaction that sees one site only: the request's role, and the site's wall
 * (migration 0001). A throw rolls everything back, promised jobs included.
 *
 * Unlike Kysely's own transaction, what the work asks at once (`Promise.all`) travels at once, and the
 * opening with it; PostgreSQL answers in the order it was asked (docs/decisions/0008).
 */
export function inSite<T>(pool: Pool, siteId: number, work: (db: Db) => Promise<T>): Promise<T> {
  const executor = pool.getExecutor()
  return executor.provideConnection(async (connection) => {
    const statements = new Statements(connection)
    const db = new SiteTransaction(executor.withConnectionProvider(statements))
    try {
      // Not waited for: should it fail, the database refuses everything that comes after it.
      statements.send(`begin; set local role laurel_app; set local app.site_id = '${Number(siteId)}'`)
      const result = await work(db)
      for (const word of lastWords.get(db) ?? []) await word()
      await statements.end()
      await connection.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (cause) {
      await statements.end().catch(() => {})
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      throw cause
    }
  })
}

const lastWords = new WeakMap<Db, Array<() => Promise<void>>>()

/** Does something as the last thing of an open transaction: what others wait for is then held briefly. */
export function beforeCommit(db: Db, word: () => Promise<void>): void {
  const words = lastWords.get(db) ?? []
  lastWords.set(db, words)
  words.push(word)
}

/** The statements of one transaction: side by side while it is open, none after it. */
class Statements implements ConnectionProvider {
  readonly #connection: DatabaseConnection
  readonly #running = new Set<Promise<unknown>>()
  readonly #failures: unknown[] = []
  #isOver = false

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  send(text: string) {
    this.#follow(this.#connection.executeQuery(CompiledQuery.raw(text)))
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('The transaction is over')
    return this.#follow(consumer(this.#connection))
  }

  /** Lets no further statement in and waits for those on their way. @throws what the first failed by */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  #follow<T>(answer: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = answer
      .catch((cause) => this.#failures.push(cause))
      .then(() => this.#running.delete(settled))
    this.#running.add(settled)
    return answer
  }
}

class SiteTransaction extends Transaction<Database> {
  constructor(executor: QueryExecutor) {
    const driver = new DummyDriver()
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: () => new PostgresIntrospector(this),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
    // Kysely asks for these to begin and end transactions by itself, which this one does not.
    super({ config: { dialect }, dialect, driver, executor })
  }
}
