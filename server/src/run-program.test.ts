import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { checkConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { sentenceOf } from './run-program.ts'
import { reportSettings } from './settings-report.ts'

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

/** The sentence for what a query at this address throws. */
async function sentenceFor(change: (url: URL) => void, query = sql`select 1`): Promise<string | undefined> {
  const url = new URL(TEST_DATABASE_URL!)
  change(url)
  const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  onTestFinished(close)
  const cause = await query.execute(db).catch((error: unknown) => error)
  return sentenceOf(cause, url.href)
}

/** What the table of settings says about the database at this address. */
async function reportFor(change: (url: URL) => void) {
  const url = new URL(TEST_DATABASE_URL!)
  change(url)
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-program-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { config } = checkConfig({ DATABASE_URL: url.href, DATA_DIR: dataDir })
  const { state, means } = (await reportSettings(config)).find(({ name }) => name === 'Database')!
  return `${state} ${means}`
}

test.skipIf(!TEST_DATABASE_URL)('a database that is held read-only says what to do', async () => {
  const readOnly = (url: URL) => url.searchParams.set('options', '-c default_transaction_read_only=on')
  const sentence = await sentenceFor(readOnly, sql`create table t (id int)`)
  expect(sentence).toMatch(
    /takes no writes\. If an upgrade was interrupted, run it again \(npm run upgrade\)/,
  )
})

test.skipIf(!TEST_DATABASE_URL)('the settings say that a server lacks the database', async () => {
  expect(await reportFor(() => {})).toMatch(/^ready /)
  const report = await reportFor((url) => {
    url.pathname = '/not_here'
  })
  expect(report).toMatch(/^wrong .+\/not_here: there’s no such database on this server$/)
})

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
