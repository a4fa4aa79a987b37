import { AsyncLocalStorage } from 'node:async_hooks'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db, Pool } from './database.ts'
import { prepared } from './prepared.ts'
import { failUnless, literal, localSetting } from './sql.ts'

/** What must hold for everything that a request does in the database: that its session hasn't ended. */
export type Guard = {
  hasPassed: boolean
  /** Fails in PostgreSQL if it doesn't hold, and everything sent behind it. */
  send(db: Db): Promise<unknown>
  /** The same in one query with {@link openSite}. */
  openSite(db: Db, siteId: number): Promise<unknown>
  /** What to throw when a query of the guard failed. */
  refusalOf(cause: unknown): unknown
  /** Asks it now if nothing did. @throws what `refuse` returns */
  ask(): Promise<void>
}

const current = new AsyncLocalStorage<Guard | undefined>()

/**
 * Runs a request's work. Its first transaction asks the guard as it begins, which takes no round trip; whatever
 * else uses the database asks it before.
 */
export function withGuard<T>(guard: Guard | undefined, work: () => T): T {
  return current.run(guard, work)
}

/** Like {@link withGuard}, and asks it at the end if nothing did. Its refusal comes before any other failure. */
export async function guarded<T>(guard: Guard | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await withGuard(guard, work)
  } finally {
    await guard?.ask()
  }
}

/** The guard that still has to be asked. */
export function guardToAsk(): Guard | undefined {
  const guard = current.getStore()
  return guard?.hasPassed ? undefined : guard
}

const FAILED = '22P02'

/** @param condition gets placeholders (`prepared`) */
export function makeGuards<Given extends object>(
  pool: Pool,
  condition: (given: Given) => Expression<SqlBool>,
): (given: Given, refuse: () => Error) => Guard {
  const assertion = (given: Given) => failUnless(condition(given), 'The session has ended').as('guard')
  const sendTo = prepared((db: Db, given: Given) => db.selectNoFrom(assertion(given)))
  const openWith = prepared((db: Db, given: Given & { site: string }) =>
    db.selectNoFrom([assertion(given), ...settingsOf(given.site)]),
  )
  return (given, refuse) => {
    let refused: Error | undefined
    const guard: Guard = {
      hasPassed: false,
      send: (db) => sendTo(db, given),
      openSite: (db, siteId) => openWith(db, { ...given, site: String(siteId) }),
      refusalOf(cause) {
        if (!isFailure(cause)) return cause
        refused ??= refuse()
        return refused
      },
      async ask() {
        if (guard.hasPassed) return
        if (refused !== undefined) throw refused
        await withGuard(undefined, () => pool.selectNoFrom(assertion(given)).execute()).catch((cause) => {
          throw guard.refusalOf(cause)
        })
        guard.hasPassed = true
      },
    }
    return guard
  }
}

function isFailure(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === FAILED
}

/** Sees this site only, until the transaction ends. */
export async function openSite(db: Db, siteId: number): Promise<void> {
  await openOnly(db, { site: String(siteId) })
}

const openOnly = prepared((db: Db, { site }: { site: string }) => db.selectNoFrom(settingsOf(site)))

function settingsOf(site: string) {
  const { val } = expressionBuilder<Database>()
  return [
    localSetting('role', literal('laurel_app')).as('role'),
    localSetting('app.site_id', val(site)).as('site'),
  ]
}
