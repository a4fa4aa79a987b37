import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database/open-database.ts'
import { sentenceOf } from './run-program.ts'

const { TEST_DATABASE_URL } = process.env

/** What a program prints to stderr, on a database that isn't there. */
function errorsOf(program: string, ...args: string[]): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'laurel-program-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const env = { ...process.env, DATA_DIR, DATABASE_URL: 'postgres://laurel:secret@127.0.0.1:1/laurel' }
  const path = fileURLToPath(new URL(program, import.meta.url))
  return new Promise((resolve) =>
    execFile(process.execPath, [path, ...args], { env }, (_, __, stderr) => resolve(stderr)),
  )
}

test.each([
  ['main.ts'],
  ['commands/migrate.ts'],
  ['commands/create-owner.ts', 'northwind', 'ann@example.com', 'Ann Lee'],
  ['commands/payment-reports.ts'],
])('%s says in one sentence that the database is unreachable', async (program, ...args) => {
  const errors = await errorsOf(program, ...args)
  expect(errors).toMatch(/^laurel: the database at 127\.0\.0\.1:1 isn't available .+ DATABASE_URL\.\n$/)
  expect(errors).not.toContain('secret')
})

/** The sentence for what opening this address throws. */
async function sentenceFor(change: (url: URL) => void): Promise<string | undefined> {
  const url = new URL(TEST_DATABASE_URL!)
  change(url)
  const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  onTestFinished(close)
  const cause = await sql`select 1`.execute(db).catch((error: unknown) => error)
  return sentenceOf(cause, url.href)
}

test.skipIf(!TEST_DATABASE_URL)('a missing database is named', async () => {
  const sentence = await sentenceFor((url) => {
    url.pathname = '/not_here'
  })
  expect(sentence).toMatch(/^there's no database not_here at .+ Create it/)
})

// A cluster's nodes trust each other, and so this machine.
test.skipIf(!TEST_DATABASE_URL || process.env.TEST_CITUS_URL)(
  'a wrong password is reported and not shown',
  async () => {
    const sentence = await sentenceFor((url) => {
      url.password = 'guessed'
    })
    expect(sentence).toMatch(/refused the user or password\. Correct them in DATABASE_URL\.$/)
    expect(sentence).not.toContain('guessed')
  },
)
