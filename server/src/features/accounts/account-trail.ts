import type { AuditEventName } from '@laurel/domain/audit-events'
import { sql } from 'kysely'
import type { Pool } from '../../database/database.ts'
import type { AccountEvents } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { type AuditEntry, record } from '../audit/audit.service.ts'
import { listSites } from '../sites/sites.repo.ts'

/** Longer than any sign-in's transaction takes to end. */
const CHAIN_AFTER_MS = 1_000
/** What another process left behind when it was killed is found within this. */
const SWEEP_MS = 30_000
const BATCH = 200

export type AccountTrail = {
  /** Something was written for this site; it is chained in a second. */
  ring(siteId: number): void
  /** Chains what is left over from before, now and every half minute. */
  start(): Promise<void>
  /** What is still waiting stays for the next start. */
  stop(): Promise<void>
}

/**
 * Moves the accounts service's events into the audit trail, a second after they happened. Each is
 * taken out of its table in the transaction that chains it: none is lost, none is told twice.
 */
export function makeAccountTrail(pool: Pool, onError: (cause: unknown) => void): AccountTrail {
  const rung = new Set<number>()
  let bell: NodeJS.Timeout | undefined
  let sweeper: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** One walk after the other, so that stopping has one promise to wait for. */
  const walk = (sites: () => Iterable<number> | Promise<Iterable<number>>) => {
    running = running
      .then(async () => {
        for (const siteId of await sites()) await chainAccountEvents(pool, siteId).catch(onError)
      })
      .catch(onError)
    return running
  }
  const everySite = async () => (await listSites(pool)).map(({ id }) => id)

  return {
    ring(siteId) {
      rung.add(siteId)
      bell ??= setTimeout(() => {
        bell = undefined
        const sites = [...rung]
        rung.clear()
        void walk(() => sites)
      }, CHAIN_AFTER_MS).unref()
    },
    async start() {
      sweeper = setInterval(() => void walk(everySite), SWEEP_MS).unref()
      await walk(everySite)
    },
    async stop() {
      clearTimeout(bell)
      clearInterval(sweeper)
      await running
    },
  }
}

/** Chains the events that wait on one site, in the order they were written. */
export async function chainAccountEvents(pool: Pool, siteId: number): Promise<void> {
  let taken: number
  do {
    taken = await inSite(pool, siteId, async (db) => {
      const { rows } = await sql<AccountEvents & { id: number; facts: AuditEntry['facts']; at: Date }>`
        delete from account_events where site_id = ${siteId} and id in (
          select id from account_events where site_id = ${siteId} order by id limit ${BATCH} for update skip locked
        ) returning *`.execute(db)
      for (const { actor, event, subject, facts, at } of rows.sort((a, b) => a.id - b.id)) {
        record(db, siteId, { actor, event: event as AuditEventName, subject, facts, at })
      }
      return rows.length
    })
  } while (taken === BATCH)
}
