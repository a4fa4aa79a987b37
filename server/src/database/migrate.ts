import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db, Pool } from './database.ts'
import { givePersonKeys } from './give-person-keys.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** What SQL cannot say, at its place among the files. */
const IN_CODE: Readonly<Record<string, (db: Db) => Promise<void>>> = { '0011_person_keys': givePersonKeys }

/** Two servers may start at once; the second waits here and finds the work done. */
const MIGRATION_LOCK = 7_236_001

/**
 * Brings the schema up to date: every file of `migrations/` once, in order of name, in one
 * transaction, and what is done in code between them.
 *
 * @returns the names that were applied now
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .concat(Object.keys(IN_CODE))
    .sort()
  return pool.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      tx,
    )
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx)
    const applied = new Set(rows.map((row) => row.name))
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      await (IN_CODE[name] ?? ((db) => runFile(db, name)))(tx)
      await sql`insert into migrations (name) values (${name})`.execute(tx)
    }
    return fresh
  })
}

async function runFile(db: Db, name: string): Promise<void> {
  for (const statement of statements(readFileSync(new URL(name, FOLDER), 'utf8'))) {
    await sql.raw(statement).execute(db)
  }
}

/** Splits a file at its semicolons, but not inside `$$` bodies or comments: PGlite takes one at a time. */
export function statements(file: string): string[] {
  const found: string[] = []
  let current = ''
  let inBody = false
  for (const line of file.split('\n')) {
    const code = line.trimStart().startsWith('--') ? '' : line
    if ((code.split('$$').length - 1) % 2 === 1) inBody = !inBody
    current += `${code}\n`
    if (!inBody && code.trimEnd().endsWith(';')) {
      found.push(current.trim())
      current = ''
    }
  }
  return current.trim() === '' ? found : [...found, current.trim()]
}
