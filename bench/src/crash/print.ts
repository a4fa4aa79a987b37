import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCustomer } from '../customers.ts'
import { machine } from '../figures.ts'
import { end, freePort, launch } from '../stack.ts'
import { type CrashDatabase, openCrashDatabase } from './crash-database.ts'
import { type CrashServer, startCrashServer } from './crash-server.ts'
import { placeOrder } from './fulfillment.ts'
import { type Colleague, enterOffice, inviteOwner } from './office.ts'
import { findBrokenPrint, findUnfinishedPrint, type SoldLabel } from './print-books.ts'
import { addPrintOrder, type PrintWork, workOn } from './print-work.ts'

const AT_RANDOM = 'at random'
/** Where the worker dies, by what it has just done; and how often it may pass there before. */
const POINTS = [
  { point: 'label.answered', passes: 4 },
  { point: 'batch.files_written', passes: 0 },
  { point: 'label.asked', passes: 4 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'batch.files_kept', passes: 0 },
  { point: 'label.kept', passes: 4 },
] as const
/** What the carrier does meanwhile: the label is made, and its answer is lost. */
const FAULTS = ['', 'label_html', '', 'label_5xx', 'too_many'] as const
const LIVES_AT_MOST_MS = 12_000
const RANDOM_LIFE_MS = 5_000
const FINISHES_WITHIN_MS = 5 * 60_000

/** What a dead worker held is anybody's again, and every answer is over. */
const AN_HOUR_LATER = [
  "update batches set held_until = now() - interval '1 hour' where status = 'making'",
  `update shipments set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
    where status in ('asked', 'unknown')`,
  'update idempotency_keys set locked_until = now() where status is null',
  "insert into pgboss.job (name, data) values ('batches.walk', '{}'), ('deliveries.walk', '{}')",
]

type Stage = {
  env: Record<string, string>
  database: CrashDatabase
  origin: string
  sandboxOrigin: string
  colleague: Colleague
  like: number
}

/**
 * Kills server and worker while cards are printed and labels bought, starts them again, and looks whether
 * a batch, a card or a label is there twice, or lost.
 *
 * @returns whether all rules held
 */
export async function crashPrint(
  rounds: number,
  random: () => number,
  isOnPglite: boolean,
): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
  const database = await openCrashDatabase(isOnPglite ? join(dataDir, 'server') : undefined)
  const tally = new Map<string, { rounds: number; met: number }>()
  let broken: string[] = []
  let played = 0
  console.info(machine())
  const { stage, close } = await setStage(dataDir, database)
  try {
    const works: PrintWork[] = []
    for (; played < rounds && broken.length === 0; played += 1) {
      const { point, passes } = POINTS[played % POINTS.length]!
      await database.run(async (query) => {
        works.push(await addPrintOrder(query, stage.like))
        for (const statement of AN_HOUR_LATER) await query(statement)
      })
      await switchOn(stage, FAULTS[played % FAULTS.length]!)
      const isMet = await playRound(stage, works, point, Math.floor(random() * (passes + 1)), random)
      const row = tally.get(point) ?? { rounds: 0, met: 0 }
      tally.set(point, { rounds: row.rounds + 1, met: row.met + (isMet ? 1 : 0) })
      broken = await look(stage)
      if (broken.length > 0) console.error(`round ${played + 1} (${point}):\n  ${broken.join('\n  ')}`)
      if ((played + 1) % 10 === 0) console.info(`${played + 1} rounds`)
    }
    await switchOn(stage, '')
    if (broken.length === 0) broken = await finish(stage, works)
    if (broken.length > 0) console.error(`in the end:\n  ${broken.join('\n  ')}`)
  } finally {
    await close()
    await database.close()
    if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true })
  }
  console.info('\npoint of death       rounds  killed there')
  for (const [point, row] of tally) {
    console.info(`${point.padEnd(20)} ${String(row.rounds).padStart(6)}  ${String(row.met).padStart(12)}`)
  }
  console.info(`${played} rounds; ${broken.length > 0 ? `broken, see ${dataDir}` : 'all rules held'}`)
  return broken.length === 0
}

async function setStage(dataDir: string, database: CrashDatabase) {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    DATA_DIR: join(dataDir, 'server'),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000000',
    USPS_CALLS_PER_HOUR: '1000000',
    DEMO: '1',
    DATABASE_URL: database.url ?? '',
  }
  const origin = `http://localhost:${port}`
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  // Fills the demo in; the operator's command then needs the database for itself.
  await (await startCrashServer(env)).kill()
  const invited = inviteOwner(env)
  const server = await startCrashServer(env)
  const colleague = await enterOffice(origin, invited)
  const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const like = await placeOrder(await makeCustomer(stack), sandboxOrigin)
  await server.kill()
  // The order that all others are like: its own card is not this harness's.
  await database.run((query) => query(`update orders set number = 'like' where id = ${like}`))
  const stage: Stage = { env, database, origin, sandboxOrigin, colleague, like }
  return { stage, close: () => end(sandbox) }
}

async function switchOn({ sandboxOrigin }: Stage, fault: string): Promise<void> {
  await fetch(`${sandboxOrigin}/faults/usps/`, { method: 'DELETE' })
  if (fault === '') return
  await fetch(`${sandboxOrigin}/faults/usps/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times: 1 }),
  })
}

/** @returns whether the server died where it was meant to */
async function playRound(
  { env, origin, colleague }: Stage,
  works: readonly PrintWork[],
  point: string,
  passes: number,
  random: () => number,
): Promise<boolean> {
  const isRandom = point === AT_RANDOM
  const doomed = await startCrashServer({
    ...env,
    ...(!isRandom && { CRASH_AT: point, CRASH_AFTER: String(passes) }),
  })
  workOnAll(origin, colleague, works, doomed)
  const lifeMs = isRandom ? random() * RANDOM_LIFE_MS : LIVES_AT_MOST_MS
  await Promise.race([doomed.whenDead, wait(lifeMs, undefined, { ref: false })])
  const isMet = isRandom || doomed.isDead()
  await doomed.kill()
  return isMet
}

function workOnAll(origin: string, colleague: Colleague, works: readonly PrintWork[], server: CrashServer) {
  for (const work of works.filter(({ isDone }) => !isDone)) {
    // An answer that does not come is the server's death: the next round goes on.
    void workOn(origin, colleague, work, server.isDead).catch(() => undefined)
  }
}

async function soldLabels({ sandboxOrigin }: Stage): Promise<SoldLabel[]> {
  const answer = await fetch(`${sandboxOrigin}/usps/labels/`)
  return ((await answer.json()) as { labels: SoldLabel[] }).labels
}

async function look(stage: Stage): Promise<string[]> {
  const sold = await soldLabels(stage)
  return stage.database.run((query) => findBrokenPrint(query, sold))
}

/** A server that lives prints and mails what is left. */
async function finish(stage: Stage, works: readonly PrintWork[]): Promise<string[]> {
  const until = Date.now() + FINISHES_WITHIN_MS
  for (;;) {
    await stage.database.run(async (query) => {
      for (const statement of AN_HOUR_LATER) await query(statement)
    })
    const server = await startCrashServer(stage.env)
    workOnAll(stage.origin, stage.colleague, works, server)
    const round = Date.now() + 15_000
    while (works.some(({ isDone }) => !isDone) && Date.now() < round) await wait(200)
    await wait(2_000)
    await server.kill()
    const sold = await soldLabels(stage)
    const left = await stage.database.run(async (query) => [
      ...(await findBrokenPrint(query, sold)),
      ...(await findUnfinishedPrint(query, sold)),
    ])
    if (left.length === 0 || Date.now() > until) return left
  }
}
