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
import { keepNaming, siteNaming, withSite } from './by-site.ts'
import type { Database, Db, Pool } from './database.ts'
import { guardToAsk, openSite, withGuard } from './guards.ts'

/** What runs in a transaction. */
export type Work<T> = (db: Db) => Promise<T | Ending<T>> | Ending<T>
/** Where a transaction that only reads may run, and the SQL that fails there while it's behind. */
export type ReplicaCheck = { db: Pool; check: string }
/** Runs a part of an open transaction: if it throws, only that part is rolled back. */
export type RunPart = <T>(work: Work<T>) => Promise<T>

/** What a transaction's work returns in place of its answer, made by {@link endWith}. */
export class Ending<T> {
  readonly send: () => Promise<T>

  constructor(send: () => Promise<T>) {
    this.send = send
  }
}

/**
 * Ends a transaction with these queries: `commit` travels with them, which saves a round trip. They have to be
 * sent at once, and nothing can be undone or asked after their results.
 */
export function endWith<T>(send: () => Promise<T>): Ending<T> {
  return new Ending(send)
}

/**
 * Doesn't wait for queries: they travel with the next ones. If they fail, so does the transaction, with their error.
 */
export function sendAhead(sent: Promise<unknown>): void {
  sent.catch(() => {})
}

/**
 * Waits for queries that were sent one behind the other, in one packet: PostgreSQL runs them in this order, so the
 * second can rely on what the first locked or wrote. A failure of the first comes first. Neither is still to be sent
 * then, which a rollback of Kysely's own transaction would overtake.
 */
export async function inOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/**
 * Runs work in one transaction that sees one site only, by role and row-level security (migration the-house). A
 * throw rolls everything back, enqueued jobs included.
 *
 * Unlike in Kysely's own transaction, queries started together (`Promise.all`) travel together, and `begin`
 * with them; PostgreSQL answers in order (docs/decisions/0008).
 */
export function siteTransaction<T>(
  pool: Pool,
  siteId: number,
  work: (db: Db, runPart: RunPart) => ReturnType<Work<T>>,
  replica?: ReplicaCheck,
): Promise<T> {
  return transact(pool, siteId, work, replica)
}

/** The same as the owner of the tables, for the accounts service: its tables belong to no site. */
export function ownerTransaction<T>(pool: Pool, work: Work<T>): Promise<T> {
  return transact(pool, undefined, work)
}

function transact<T>(
  pool: Pool,
  siteId: number | undefined,
  work: (db: Db, runPart: RunPart) => ReturnType<Work<T>>,
  replica?: ReplicaCheck,
): Promise<T> {
  const executor = (replica?.db ?? pool).getExecutor()
  const naming = siteId === undefined ? undefined : siteNaming(pool)
  const guard = guardToAsk()
  const transaction = async (connection: DatabaseConnection) => {
    const scopes = new Set<Statements>()
    const openScope = () => {
      const statements = new Statements(naming ? namingSite(connection, siteId!) : connection)
      scopes.add(statements)
      const own = executor.withConnectionProvider(statements)
      const db = new SiteTransaction(naming ? own.withPlugin(naming) : own)
      pools.set(db, pool)
      if (naming) keepNaming(db, naming)
      return { statements, db }
    }
    const { statements, db } = openScope()
    const runPart: RunPart = async (part) => {
      const own = openScope()
      try {
        own.statements.send('savepoint part')
        const result = await answerOf(await part(own.db))
        own.statements.send('release savepoint part')
        await own.statements.settled()
        for (const hook of hooks.get(own.db) ?? []) beforeCommit(db, hook)
        return result
      } catch (cause) {
        await own.statements.end().catch(() => {})
        scopes.delete(own.statements)
        await connection.executeQuery(CompiledQuery.raw('rollback to savepoint part'))
        throw cause
      }
    }
    /** Sends the commit right behind what was sent before it, in one packet with an ending's queries. */
    const commit = async <R>(ending: R | Ending<R>): Promise<R> => {
      committing.add(db)
      const answer = Promise.resolve(answerOf(ending))
      // A throw before its queries were sent still rolls back; queries leave after all microtasks.
      await Promise.race([answer, undefined])
      const before = [...scopes].map((scope) => scope.end())
      const committed = connection.executeQuery(CompiledQuery.raw('commit'))
      // A failed query makes PostgreSQL roll back, and its error comes first, because it says why.
      await firstFailure([...before, committed])
      return answer
    }
    /** Its queries travel with the first ones of the work. If one fails, PostgreSQL rejects all that follow. */
    const begin = async () => {
      statements.send(replica === undefined ? 'begin' : `begin read only; ${replica.check}`)
      if (siteId === undefined) {
        await guard?.send(db)
      } else if (!needsSetLocal(connection)) {
        await (guard?.openSite(db, siteId) ?? openSite(db, siteId))
      } else {
        const asked = guard?.send(db)
        statements.send(`set local role laurel_app; set local app.site_id = '${Number(siteId)}'`)
        await asked
      }
      if (guard !== undefined) guard.hasPassed = true
    }
    let isNotBegun = false
    const begun = begin().catch(() => {
      isNotBegun = true
    })
    try {
      const result = await work(db, runPart)
      const ownHooks = hooks.get(db) ?? []
      if (ownHooks.length === 0) return await commit(result)

      // The queries of an ending travel with those of the first hook, or with the commit.
      const answer = Promise.resolve(answerOf(result))
      answer.catch(() => {})
      let last: unknown
      for (const hook of ownHooks) {
        await answerOf(last)
        last = await hook()
      }
      await commit(last)
      return await answer
    } catch (cause) {
      const failures: unknown[] = []
      for (const scope of scopes) await scope.end().catch((failure) => failures.push(failure))
      await begun
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      if (isNotBegun) throw guard?.refusalOf(failures[0]) ?? failures[0]
      // Work that awaits a later query sees only that the transaction had failed before.
      throw isAborted(cause) ? (failures[0] ?? cause) : cause
    }
  }
  return withGuard(undefined, () =>
    executor.provideConnection((connection) => withGuard(guard, () => transaction(connection))),
  )
}

/** Citus passes a setting on to its other machines only if `set local` set it. */
function needsSetLocal(connection: DatabaseConnection): boolean {
  return 'needsSetLocal' in connection && connection.needsSetLocal === true
}

const IN_FAILED_TRANSACTION = '25P02'

function isAborted(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === IN_FAILED_TRANSACTION
}

function namingSite(connection: DatabaseConnection, siteId: number): DatabaseConnection {
  return {
    executeQuery: (query) => connection.executeQuery(withSite(query, siteId)),
    streamQuery: (query, ...rest) => connection.streamQuery(withSite(query, siteId), ...rest),
  }
}

function answerOf<T>(result: T | Ending<T>): T | Promise<T> {
  return result instanceof Ending ? result.send() : result
}

/** Waits for all. @throws the failure of the first that failed, in their order */
async function firstFailure(all: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) {
    if (result.status === 'rejected') throw result.reason
  }
}

const pools = new WeakMap<Db, Pool>()

/** The primary's pool, also of a transaction that reads a replica. */
export function poolOf(db: Db): Pool {
  return pools.get(db)!
}

type Hook = () => Promise<unknown>

const hooks = new WeakMap<Db, Hook[]>()
const committing = new WeakSet<Db>()

/**
 * Runs a hook at the end of an open transaction, so that contended rows are locked only briefly.
 *
 * @throws {Error} in what ends the transaction: the hook would never run, and an audit entry be lost
 */
export function beforeCommit(db: Db, hook: Hook): void {
  if (committing.has(db)) throw new Error('The transaction is over')
  const all = hooks.get(db) ?? []
  hooks.set(db, all)
  all.push(hook)
}

/** The queries of a transaction, or of a part of one: concurrent while it's open, none after it. */
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

  /** Accepts no more queries and waits for those in flight. @throws the first failure */
  end(): Promise<void> {
    this.#isOver = true
    return this.settled()
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running)
    // PostgreSQL rejects what comes after the failure that counts.
    if (this.#failures.length > 0) throw this.#failures.find((one) => !isAborted(one)) ?? this.#failures[0]
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
    // Kysely needs these to begin and end transactions itself, which this one doesn't do.
    super({ config: { dialect }, dialect, driver, executor })
  }
}
