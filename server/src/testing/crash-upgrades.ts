/**
 * Kills `npm run upgrade` at random, runs it again, and compares every table with one that nothing interrupted.
 * Started by `npm run crash -- upgrade`, with rounds and seed; on PostgreSQL if `TEST_DATABASE_URL` names one.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { identityMigrations, migrateIdentity } from '@laurel/identity'
import { sql } from 'kysely'
import { knownMigrations, migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { FORMER_SECRET, fillFormerDatabase } from './former-database.ts'
import { type Everything, readEverything } from './read-everything.ts'

const [rounds = 20, seed = 1] = process.argv.slice(2).map(Number)
const { TEST_DATABASE_URL: server } = process.env
/** The last migrations of 0.2.0. */
const LAST = { public: '2026-11-23T08-24-00_reveal-again', identity: '2026-11-22T21-00-01_private-pools' }
/** These hold what happened; a start adds to others. */
const KEPT = [
  'orders',
  'payments',
  'ledger_entries',
  'audit_entries',
  'order_moves',
  'card_recipient_details',
]
const COMMAND = fileURLToPath(new URL('../commands/upgrade.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'laurel-upgrades-'))
let isOver = false
process.on('SIGINT', () => {
  isOver = true
})

type Copy = { url: string | undefined; dataDir: string; remove(): Promise<void> }

function urlOf(name: string): string {
  const url = new URL(server!)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(command: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: server!, databasePool: 1, dataDir: '' })
  await sql.raw(command).execute(db).finally(close)
}

const OLD = `laurel_old_${process.pid}`

async function makeOld(): Promise<void> {
  if (server) await onServer(`create database ${OLD}`)
  const { db, close } = await openDatabase({
    databaseUrl: server ? urlOf(OLD) : undefined,
    databasePool: 2,
    dataDir: join(folder, 'old'),
  })
  const upTo = (names: string[], last: string) => names.filter((name) => name <= last)
  await fillFormerDatabase(db)
  await migrate(db, undefined, upTo(await knownMigrations(), LAST.public))
  await migrateIdentity(db, upTo(await identityMigrations(), LAST.identity))
  await close()
}

async function copyOld(round: number): Promise<Copy> {
  const dataDir = join(folder, `round-${round}`)
  mkdirSync(dataDir)
  if (!server) cpSync(join(folder, 'old', 'database'), join(dataDir, 'database'), { recursive: true })
  const name = `${OLD}_${round}`
  if (server) await onServer(`create database ${name} template ${OLD}`)
  return {
    url: server ? urlOf(name) : undefined,
    dataDir,
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      if (server) await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** @returns what it said, and its exit code; none if it was killed */
function upgrade(
  { url, dataDir }: Copy,
  killAfterMs?: number,
): Promise<{ said: string; code: number | null }> {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    DATA_DIR: dataDir,
    ...(url && { DATABASE_URL: url }),
    LAUREL_SECRET: FORMER_SECRET,
    BACKUP_PASSPHRASE: 'a passphrase for tests',
    BACKUP_URL: join(folder, 'backups'),
  }
  const child = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  return new Promise((done) =>
    child.once('close', (code) => {
      clearTimeout(timer)
      done({ said, code })
    }),
  )
}

async function look({ url, dataDir }: Copy): Promise<Everything> {
  const { db, close } = await openDatabase({ databaseUrl: url, databasePool: 1, dataDir })
  const { '"public"."backup_runs"': _, ...everything } = await readEverything(db).finally(close)
  return everything
}

function differences(is: Everything, should: Everything): string[] {
  const counts = (of: Everything) => Object.entries(of).map(([name, rows]) => `${name}: ${rows.length} rows`)
  const other = counts(is).filter((line) => !counts(should).includes(line))
  const changed = KEPT.map((name) => `"public"."${name}"`).filter(
    (name) => !isDeepStrictEqual(is[name], should[name]),
  )
  return [...other, ...changed.map((name) => `${name} has other rows`)]
}

/** Even numbers from a seed. */
function dice(state: number): () => number {
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

let broken = 0
try {
  await makeOld()
  const whole = await copyOld(0)
  const began = performance.now()
  const { said, code } = await upgrade(whole)
  if (code !== 0) throw new Error(`the upgrade doesn’t work at all: ${said}`)
  const takesMs = performance.now() - began
  const should = await look(whole)
  await whole.remove()
  const random = dice(seed)
  const reached = new Map<string, number>()
  for (let round = 1; round <= rounds && !isOver; round += 1) {
    const copy = await copyOld(round)
    const killed = await upgrade(copy, random() * takesMs)
    const stage =
      killed.code === null ? (killed.said.trim().split('\n').at(-1)?.split(' to ')[0] ?? '') : 'finished'
    reached.set(stage, (reached.get(stage) ?? 0) + 1)
    const again = await upgrade(copy)
    const found = again.code === 0 ? differences(await look(copy), should) : [again.said]
    if (found.length > 0) {
      broken += 1
      console.error(`round ${round}, seed ${seed}, killed after "${stage}":\n  ${found.join('\n  ')}`)
    }
    await copy.remove()
  }
  for (const [stage, times] of reached)
    console.info(`${times} killed after ${stage === '' ? 'nothing' : `"${stage}"`}`)
} finally {
  if (server) await onServer(`drop database if exists ${OLD} with (force)`)
  rmSync(folder, { recursive: true, force: true })
}
console.info(`${rounds} upgrades on ${server ? 'PostgreSQL' : 'PGlite'}: ${broken} lost or changed data`)
process.exit(broken === 0 ? 0 : 1)
