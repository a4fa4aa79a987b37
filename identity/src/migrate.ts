import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
/** Any number will do as long as nobody else on this database locks it: "laurel identity" in digits. */
const MIGRATION_LOCK = 5_287_354_843_26n

/**
 * Brings the accounts' tables (schema `identity`) up to date. Each file runs once, whole or not at all;
 * a second process waits for the first.
 */
// biome-ignore lint/suspicious/noExplicitAny: the tables are ours, the database is the caller's
export async function migrateIdentity(db: Kysely<any>): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()

  for (const name of files) {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8')
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
      await sql`create schema if not exists identity`.execute(tx)
      await sql`create table if not exists identity.migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
        tx,
      )
      const { rows } = await sql`select 1 from identity.migrations where name = ${name}`.execute(tx)
      if (rows.length > 0) return

      for (const statement of statementsOf(text)) await sql.raw(statement).execute(tx)
      await sql`insert into identity.migrations (name) values (${name})`.execute(tx)
    })
  }
}

/** The embedded database takes one statement at a time. */
function statementsOf(text: string): string[] {
  return text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
