import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

// biome-ignore lint/suspicious/noExplicitAny: rows are read freely
export type Row = any
export type Query = (sql: string) => Promise<Row[]>

/** Works on the server's PostgreSQL beside it. */
export async function besidePostgres<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

/** Works on the server's embedded database, which must not be open: one process has it at a time. */
export async function insidePGlite<T>(dataDir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await PGlite.create(join(dataDir, 'database'))
  try {
    return await work(async (sql) => (await database.query<Row>(sql)).rows)
  } finally {
    await database.close()
  }
}
