import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from '../database-beside.ts'
import { machine } from '../figures.ts'
import { type CrashDatabase, openCrashDatabase } from './crash-database.ts'
import { placeOf } from './crash-env.ts'
import { startCrashServer } from './crash-server.ts'
import { makeDeathTally } from './death-tally.ts'
import { AN_HOUR_LATER, AT_RANDOM, type Line, readTraces } from './line.ts'
import { openMailLine } from './mail-line.ts'
import { openPrintLine } from './print-line.ts'
import { setStage } from './stage.ts'
import { takeTurns } from './turns.ts'
import { openWebhookLine } from './webhook-line.ts'

const LIVES_AT_MOST_MS = 20_000
const RANDOM_LIFE_MS = { least: 300, most: 5_000 }
const FINISHES_WITHIN_MS = 20 * 60_000
/** After this long without progress, a healthy server is done, or as far as it gets on its own. */
const QUIET_MS = 6_000
const STUCK_MS = 30_000
/** Of all rounds; with more idle rounds, the run has shown nothing. */
const IDLE_AT_MOST = 0.25

export type CrashOptions = {
  rounds: number
  random: () => number
  isOnPglite: boolean
  /** Cards by email and printed cards, or printed cards only. */
  what: 'everything' | 'print'
}

/**
 * Kills server and worker while cards are planned, issued, and mailed, batches printed, labels bought, and
 * events sent; starts them again; and checks that nothing is duplicated or lost. A round counts if the process
 * was killed after it had done some work.
 *
 * @returns whether all rules held
 */
export async function crashFulfillment({ rounds, random, isOnPglite, what }: CrashOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
  const database = await openCrashDatabase(isOnPglite ? join(dataDir, 'server') : undefined)
  const mail = await openMailLine(random)
  const events = await openWebhookLine(random)
  const tally = makeDeathTally()
  let isOver = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
  console.info(machine())
  const began = Date.now()
  const stage = await setStage(dataDir, database, events.subscribe)
  const env = { ...stage.env, SMTP_URL: mail.smtpUrl }
  const lines = [...(what === 'everything' ? [mail.on(stage)] : []), openPrintLine(stage), events.line]
  const turns = takeTurns(lines)
  let broken: string[] = []
  let isWhole = false
  try {
    let turn = turns.next().value
    let before = await database.run((query) => prepare(query, lines, turn))
    while (tally.rounds() < rounds && broken.length === 0 && !isOver) {
      const { point, passes } = turn
      const isThere = await playRound(env, lines, point, Math.floor(random() * (passes + 1)), random)
      turn = turns.next().value
      // Opening the embedded database takes as long as a round, so this checks one round and prepares the next.
      await database.run(async (query) => {
        const after = await traces(query, lines)
        tally.count(point, after === before ? 'idle' : isThere ? 'there' : 'elsewhere')
        broken = await findBroken(query, lines)
        if (broken.length === 0) before = await prepare(query, lines, turn)
      })
      if (tally.idle() > 10 + rounds * IDLE_AT_MOST) broken.push('in too many rounds nothing was done')
      if (broken.length > 0) console.error(`round ${tally.rounds()} (${point}):\n  ${broken.join('\n  ')}`)
      else if (tally.rounds() % 10 === 0) {
        const soFar = lines.map((line) => `${line.progress()} ${line.outcome}`).join(', ')
        console.info(`${tally.rounds()} rounds in ${secondsSince(began)} s: ${soFar}`)
      }
    }
    if (broken.length === 0) {
      broken = await finish(database, env, lines)
      if (broken.length > 0) console.error(`in the end:\n  ${broken.join('\n  ')}`)
    }
    const told = await database.run(async (query) => {
      const words: string[] = []
      for (const line of lines) words.push(...(await line.tell(query)))
      return words
    })
    console.info(['', ...tally.lines(), '', ...told].join('\n'))
    isWhole = broken.length === 0
  } finally {
    for (const line of lines) await line.close()
    await mail.close()
    await stage.close()
    await database.close()
    if (isWhole) rmSync(dataDir, { recursive: true, force: true })
  }
  const verdict = isWhole ? 'all rules held' : `broken, see ${dataDir}`
  console.info(`${tally.rounds()} rounds in ${secondsSince(began)} s (${placeOf(isOnPglite)}); ${verdict}`)
  return isWhole
}

function secondsSince(began: number): number {
  return Math.round((Date.now() - began) / 1000)
}

/** Advances time by an hour and adds new work. @returns what the database shows before any work on it */
async function prepare(query: Query, lines: readonly Line[], turn: { point: string; line: Line }) {
  for (const line of lines) await line.prepare(query, { point: turn.point, isOurs: line === turn.line })
  for (const statement of AN_HOUR_LATER) await query(statement)
  return traces(query, lines)
}

async function traces(query: Query, lines: readonly Line[]): Promise<string> {
  return `${await readTraces(query)} ${lines.map((line) => line.progress()).join(' ')}`
}

async function findBroken(query: Query, lines: readonly Line[]): Promise<string[]> {
  const broken: string[] = []
  for (const line of lines) broken.push(...(await line.findBroken(query)))
  return broken
}

/** @returns whether the server crashed at its point */
async function playRound(
  env: Record<string, string>,
  lines: readonly Line[],
  point: string,
  passes: number,
  random: () => number,
): Promise<boolean> {
  const isRandom = point === AT_RANDOM
  const doomed = await startCrashServer({
    ...env,
    ...(!isRandom && { CRASH_AT: point, CRASH_AFTER: String(passes) }),
  })
  for (const line of lines) line.work(doomed)
  const { least, most } = RANDOM_LIFE_MS
  const lifeMs = isRandom ? least + random() * (most - least) : LIVES_AT_MOST_MS
  if (isRandom) setTimeout(() => doomed.killOne(random), random() * lifeMs)
  await Promise.race([doomed.whenDead, wait(lifeMs, undefined, { ref: false })])
  const isThere = isRandom || doomed.isDead()
  await doomed.kill()
  return isThere
}

/** A healthy server finishes the rest. */
async function finish(
  database: CrashDatabase,
  env: Record<string, string>,
  lines: readonly Line[],
): Promise<string[]> {
  for (const line of lines) await line.calm()
  const until = Date.now() + FINISHES_WITHIN_MS
  for (;;) {
    await database.run(async (query) => {
      for (const statement of AN_HOUR_LATER) await query(statement)
    })
    const server = await startCrashServer(env)
    for (const line of lines) line.work(server)
    await untilQuiet(lines, until)
    await server.kill()
    const left = await database.run(async (query) => {
      const words = await findBroken(query, lines)
      for (const line of lines) words.push(...(await line.findUnfinished(query)))
      return words
    })
    if (left.length === 0 || Date.now() > until) return left
  }
}

async function untilQuiet(lines: readonly Line[], until: number): Promise<void> {
  const progress = () => lines.reduce((sum, line) => sum + line.progress(), 0)
  let seen = progress()
  let since = Date.now()
  for (;;) {
    await wait(250)
    const now = progress()
    if (now !== seen) since = Date.now()
    seen = now
    const patience = lines.some((line) => line.isOpen()) ? STUCK_MS : QUIET_MS
    if (Date.now() - since > patience || Date.now() > until) return
  }
}
