import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { signInAgain } from '../customers.ts'
import { earlier } from '../database-beside.ts'
import { inspect, readBank } from './books.ts'
import { buy, newPurchase, newTopUp, type Purchase, type Shop, type TopUp, topUp } from './buyer.ts'
import type { CrashDatabase } from './crash-database.ts'
import type { CrashNodes } from './crash-nodes.ts'
import { type CrashServer, startCrashServer } from './crash-server.ts'
import { newLook } from './invariants.ts'
import { AT_RANDOM, VISITS_END } from './line.ts'
import { type MoneyDesk, type MoneyWish, planMoney, workAtDesk } from './money-desk.ts'
import { crashAt, isOfJob, isOfLeaving, isOfRefundJob, type Point } from './points.ts'
import { isTeamDone, newTeamWork, type Person, type Team } from './team.ts'
import { bringDueDay, inspectTeam, tidyTeam } from './team-books.ts'
import { workTogether } from './team-work.ts'

const FAULTS = [
  'duplicate_return',
  'capture_then_timeout',
  'return_html',
  'query_5xx',
  'query_html',
  'token_5xx',
  'token_html',
  'declined',
  'wrong_amount',
  'late_export',
  'reversal_5xx',
  'reversal_then_timeout',
] as const
const LIVES_AT_MOST_MS = 15_000
/** Colleagues wait for each other. */
const TEAM_LIVES_AT_MOST_MS = 30_000
const RANDOM_LIFE_MS = 3_000
const NODE_LIFE_MS = 1_500
const SETTLES_WITHIN_MS = 90_000
const SIGNS_IN_AFTER_MS = 5 * 60_000
const LOOKS_EVERY_MS = 400

const SWEEP = `insert into pgboss.job (name, data) values ('payments.reconcile', '{}'), ('refunds.walk', '{}')`
/** Payment pages have expired, and requests to the provider are certainly over. */
const HALF_AN_HOUR_LATER = [
  `update payments set created_at = ${earlier('created_at', '30 minutes')}, updated_at = ${earlier('updated_at', '30 minutes')},
    expires_at = ${earlier('expires_at', '30 minutes')}
    where state in ('started', 'submitted', 'failed', 'expired', 'abandoned')`,
  `update refunds set updated_at = ${earlier('updated_at', '30 minutes')} where state in ('sent', 'unknown')`,
  SWEEP,
]

/** Everything that outlives a round. */
export type RoundStage = {
  env: Record<string, string>
  database: CrashDatabase
  origin: string
  sandboxOrigin: string
  buyers: Person[]
  /** The buyers are in one company with a balance, which the first one tops up, and a budget. */
  team: Team | undefined
  desk: MoneyDesk
  /** Payments the server confirmed. */
  payments: number[]
  /** Kept from one round to the next where the database can be read beside it. */
  server: CrashServer | undefined
  /** Nodes of the database's cluster crash instead of servers. */
  nodes: CrashNodes | undefined
  random: () => number
}
/** What a round's people want. */
type Work = { purchases: readonly Purchase[]; topUp: TopUp | undefined }
/** `bought`: how many purchases became an order. */
type Round = { look: ReturnType<typeof newLook>; isMet: boolean; bought: number }

/** One server crashes at a point, another takes over, and every payment is checked. */
export async function playRound(stage: RoundStage, point: Point): Promise<Round> {
  const { env, database, desk, random } = stage
  if (database.needsServerDown) await prepareTeam(stage, point)
  await keepSignedIn(stage)
  if (!database.needsServerDown) await prepareTeam(stage, point)
  const purchases = stage.buyers.map(() =>
    newPurchase(random, { mustLeave: isOfLeaving(point), isCompany: stage.team !== undefined }),
  )
  const work: Work = { purchases, topUp: stage.team && newTopUp(random) }
  if (random() < 0.5) await switchOn(stage, FAULTS[Math.floor(random() * FAULTS.length)]!)

  // The server that crashes.
  const isMet = await (stage.nodes
    ? playOnCrashingNode(stage, stage.nodes, work)
    : playDoomed(stage, work, point))

  // The server that takes over: the same people, the same keys.
  writeFileSync(env.CRASH_AT_FILE!, '')
  let server = stage.nodes && stage.server ? stage.server : await startCrashServer(env)
  const shop = { ...stage, reached: () => undefined }
  await stage.nodes?.untilUp()
  for (let tries = 0; tries < 2; tries += 1) await go(stage, shop, work)
  await clearFaults(stage)
  await workAtDesk(desk)
  if (random() < 0.35) await fetch(`${stage.sandboxOrigin}/converge/settlements/`, { method: 'POST' })
  for (const purchase of purchases) {
    stage.payments.push(...purchase.acknowledged.values())
    if (purchase.isDone) desk.orders.push(purchase.orderId!)
  }

  const until = Date.now() + SETTLES_WITHIN_MS
  let look: Round['look']
  let isFirst = true
  do {
    // Only one process at a time can read the embedded database.
    if (database.needsServerDown) await server.kill()
    await database.run(async (query) => {
      if (isFirst || database.needsServerDown) await query(VISITS_END)
      for (const statement of isFirst ? HALF_AN_HOUR_LATER : [SWEEP]) await query(statement)
    })
    isFirst = false
    if (database.needsServerDown) server = await startCrashServer(env)
    await wait(database.needsServerDown ? 3_000 : LOOKS_EVERY_MS * 3)
    if (database.needsServerDown) await server.kill()
    look = await lookAt(stage, purchases)
  } while (look.broken.length > 0 && Date.now() < until)
  stage.server = database.needsServerDown ? undefined : server
  return { look, isMet, bought: purchases.filter(({ isDone }) => isDone).length }
}

/** Makes work for the team, and room for it. */
async function prepareTeam({ team, database, env, random }: RoundStage, point: Point) {
  if (team === undefined) return
  if (isTeamDone(team.work)) {
    await database.run(tidyTeam)
    team.work = newTeamWork(random)
  }
  if (point !== 'terms.reminded' && random() < 0.8) return
  writeFileSync(env.CRASH_AT_FILE!, crashAt(point))
  if (await database.run(bringDueDay)) team.dueReminders += 1
}

/** Tokens expire after fifteen minutes, and a run is longer. */
async function keepSignedIn(stage: RoundStage) {
  const { team } = stage
  const colleagues = team ? [team.buyer, team.approver, team.newcomer] : []
  for (const buyer of new Set([...stage.buyers, ...colleagues])) {
    if (Date.now() - buyer.signedInMs < SIGNS_IN_AFTER_MS) continue
    stage.server ??= await startCrashServer(stage.env)
    buyer.token = await signInAgain(stage, buyer.account)
    buyer.signedInMs = Date.now()
  }
}

/** @returns whether the server crashed at its point */
async function playDoomed(stage: RoundStage, wishes: Work, point: Point): Promise<boolean> {
  const doomed = stage.server ?? (await startCrashServer(stage.env))
  writeFileSync(stage.env.CRASH_AT_FILE!, crashAt(point))
  let isMet = point === AT_RANDOM
  const reached: Shop['reached'] = (where) => {
    if (where !== point || doomed.isDead()) return undefined
    isMet = true
    return doomed.kill()
  }
  const isLongest = point !== AT_RANDOM
  const longestMs = stage.team ? TEAM_LIVES_AT_MOST_MS : LIVES_AT_MOST_MS
  const lifeMs = isLongest ? longestMs : stage.random() * RANDOM_LIFE_MS
  const killer = wait(lifeMs, undefined, { ref: false })
  if (point === AT_RANDOM) setTimeout(() => doomed.killOne(stage.random), lifeMs / 2)
  await planMoney(stage.desk, wishOf(point), stage.random).catch(() => undefined)
  const work = Promise.all([go(stage, { ...stage, reached }, wishes), workAtDesk(stage.desk)])
  await Promise.race([doomed.whenDead, killer, work])
  // Jobs run shortly after they're requested.
  if (isOfJob(point)) await Promise.race([doomed.whenDead, wait(5_000)])
  // Its clients notice slightly before we do.
  await Promise.race([doomed.whenDead, wait(250)])
  if (doomed.isDead() && point !== AT_RANDOM) isMet = true
  await endAndForget(doomed, work)
  return isMet
}

/** The same server keeps running while a node of the cluster is down. */
async function playOnCrashingNode(stage: RoundStage, nodes: CrashNodes, work: Work) {
  stage.server ??= await startCrashServer(stage.env)
  await planMoney(stage.desk, 'anything', stage.random).catch(() => undefined)
  const crashed = wait(stage.random() * NODE_LIFE_MS).then(() => nodes.crashOne(stage.random))
  const shop = { ...stage, reached: () => undefined }
  for (let tries = 0; tries < 3; tries += 1) await go(stage, shop, work)
  await workAtDesk(stage.desk)
  await crashed
  return true
}

function wishOf(point: Point): MoneyWish {
  if (isOfRefundJob(point)) return 'card refund'
  if (point === 'payment.recorded') return 'received payment'
  return point.startsWith('refund') ? 'refund' : 'anything'
}

/** Ends the dead server's open requests before a new server starts. */
async function endAndForget(doomed: CrashServer, work: Promise<unknown>) {
  await doomed.kill()
  await Promise.race([work, wait(2_000)])
}

async function lookAt(stage: RoundStage, purchases: readonly Purchase[]) {
  const look = newLook()
  const acknowledged = { payments: stage.payments, refunds: stage.desk.acknowledged }
  const bank = readBank(stage.env.SANDBOX_DATA_DIR!)
  await stage.database.run(async (query) => {
    await inspect(query, bank, acknowledged, look.hold)
    if (stage.team) await inspectTeam(query, stage.team, look.hold)
  })
  const told = [...stage.desk.contradictions, ...purchases.flatMap(({ contradictions }) => contradictions)]
  look.broken.push(...told)
  return look
}

async function go(stage: RoundStage, shop: Shop, work: Work) {
  const { purchases, topUp: wish } = work
  const toppedUp = async () => {
    if (wish && !wish.isDone) await topUp(shop, stage.buyers[0]!.token, wish).catch(tellIfAsked)
  }
  const { team, database } = stage
  const alter = database.needsServerDown ? undefined : database.run
  await Promise.all([
    toppedUp(),
    team && workTogether({ ...shop, alter }, team).catch(tellIfAsked),
    ...purchases.map(async (purchase, at) => {
      if (purchase.isDone) return
      const { token, companyId } = stage.buyers[at]!
      await buy({ ...shop, companyId }, token, purchase).catch(tellIfAsked)
    }),
  ])
}

function tellIfAsked(cause: Error) {
  if (process.env.CRASH_LOG) console.info(cause.message, cause.cause ?? '')
}

async function switchOn({ sandboxOrigin }: RoundStage, fault: string) {
  await fetch(`${sandboxOrigin}/faults/converge/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times: 1 }),
  })
}

async function clearFaults({ sandboxOrigin }: RoundStage) {
  await fetch(`${sandboxOrigin}/faults/converge/`, { method: 'DELETE' })
}
