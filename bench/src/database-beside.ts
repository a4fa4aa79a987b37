import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

// biome-ignore lint/suspicious/noExplicitAny: rows are read freely
export type Row = any
export type Query = (sql: string) => Promise<Row[]>

/** Queries the server's PostgreSQL while it runs. */
export async function besidePostgres<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection fails its query; without a listener, it would end the process too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

/** Queries the server's embedded database while the server is down: only one process can open it. */
export async function insidePGlite<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await PGlite.create(join(dataDir, 'database'))
  try {
    return await work(async (sql) => (await database.query<Row>(sql)).rows)
  } finally {
    await database.close()
  }
}

/** A time before a column's. Without a time zone, because Citus changes rows only with immutable functions. */
export function earlier(column: string, interval: string): string {
  return `(${column} at time zone 'UTC' - interval '${interval}') at time zone 'UTC'`
}
