import pg from 'pg'
import { addressesOf } from './database-addresses.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'

/** How long each of several hosts may take to answer. */
const ANSWERS_WITHIN_MS = 3_000

/**
 * The hosts of one database, one of which is the primary. All pools of a process connect to the same, until it
 * fails or has become a standby.
 */
export class DatabaseHosts {
  readonly #addresses: readonly string[]
  #current = 0
  /** Each failover begins another timeline. */
  #timeline = 0

  constructor(databaseUrl: string) {
    this.#addresses = addressesOf(databaseUrl)
  }

  get count(): number {
    return this.#addresses.length
  }

  get current(): string {
    return this.#addresses[this.#current]!
  }

  /** @param failed unless another connection has moved on already */
  moveOn(failed: string): void {
    if (failed === this.current) this.#current = (this.#current + 1) % this.count
  }

  /** What a pool of connections to the primary needs. */
  get settings() {
    const hosts = this
    return {
      connectionString: this.current,
      Client: class extends pg.Client {
        constructor(settings?: pg.ClientConfig) {
          const within = hosts.count > 1 ? { connectionTimeoutMillis: ANSWERS_WITHIN_MS } : {}
          super({ ...settings, ...within, connectionString: hosts.current })
        }
      },
      onConnect: (client: pg.ClientBase) => hosts.assertPrimary(client),
    }
  }

  /** @throws {DatabaseUnavailable} for a standby, and for a former primary that doesn't know of the failover */
  async assertPrimary(client: pg.ClientBase): Promise<void> {
    if (this.count === 1) return
    const { rows } = await client.query<{ file: string | null }>(
      'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file',
    )
    const timeline = Number.parseInt((rows[0]?.file ?? '0').slice(0, 8), 16)
    if (timeline < Math.max(this.#timeline, 1)) {
      throw new DatabaseUnavailable(timeline === 0 ? 'It is a standby' : 'It is a former primary')
    }
    this.#timeline = timeline
  }
}
