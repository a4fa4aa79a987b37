/**
 * `npm run crash -- payments [--rounds 200] [--seed 1] [--pglite]`: kills the server at named points and at
 * random while customers pay, starts it again, and looks whether anything was lost or charged twice.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeCustomer } from '../customers.ts'
import { machine } from '../figures.ts'
import { end, freePort, launch } from '../stack.ts'
import { findBroken, readBank } from './books.ts'
import { buy, newPurchase, type Purchase } from './buyer.ts'
import { openCrashDatabase } from './crash-database.ts'
import { startCrashServer } from './crash-server.ts'

const POINTS = [
  'payment.frozen',
  'payment.started',
  'token.minted',
  'token.kept',
  'answer.read',
  'answer.applied',
  'answer.kept',
  'refund.sent',
  'refund.given',
  'refund.kept',
] as const
const FAULTS = [
  'duplicate_return',
  'capture_then_timeout',
  'return_html',
  'query_5xx',
  'query_html',
  'token_5xx',
  'token_html',
  'declined',
  'reversal_5xx',
] as const
const BUYERS = 3
const LIVES_AT_MOST_MS = 8_000
const SETTLES_WITHIN_MS = 90_000

/** Buyers here are more eager than people. */
const CALM_RULES = `update sites set money_rules = money_rules || '{"attempts_per_hour": 1000000}'`
const COUNTS = `select concat((select count(*) from orders where status <> 'cart'), ' orders placed, ',
  (select count(*) from payments), ' payments, ', (select count(*) from refunds where state = 'done'),
  ' of ', (select count(*) from refunds), ' refunds made') as words`
const UNLOCK_KEYS = 'update idempotency_keys set locked_until = now() where status is null'
const PROMISE_REFUNDS = `insert into pgboss.job (name, data) values ('refunds.walk', '{}')`
const HALF_AN_HOUR_LATER = [
  UNLOCK_KEYS,
  `update payments set created_at = created_at - interval '30 minutes',
    updated_at = updated_at - interval '30 minutes', expires_at = expires_at - interval '30 minutes'
    where state in ('started', 'failed', 'expired')`,
  `update refunds set updated_at = updated_at - interval '30 minutes' where state in ('sent', 'unknown')`,
  `insert into pgboss.job (name, data) values ('payments.reconcile', '{}'), ('refunds.walk', '{}')`,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    pglite: { type: 'boolean', default: false },
  },
})
if (positionals[0] !== 'payments') {
  console.error('npm run crash -- payments [--rounds 200] [--seed 1] [--pglite]')
  process.exit(2)
}

const random = mulberry(Number(values.seed))
const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
const database = await openCrashDatabase(values.pglite ? join(dataDir, 'server') : undefined)
const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
const env = {
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(smtpPort),
  SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
  DATA_DIR: join(dataDir, 'server'),
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_PER_MINUTE: '100000000',
  DEMO: '1',
  DATABASE_URL: database.url ?? '',
}
const shop = { origin: `http://localhost:${port}`, sandboxOrigin: `http://127.0.0.1:${sandboxPort}` }

console.info(machine())
const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
let rounds = 0
let kills = 0
const killedAt = new Map<string, number>()
let failed = false
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The round is finished first: what it left behind would be no finding.
    isOver = true
  })
}
try {
  const first = await startCrashServer(env)
  const stack = { ...shop, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const tokens = await Promise.all(
    Array.from({ length: BUYERS }, async () => (await makeCustomer(stack)).token),
  )
  await first.kill()
  await database.run((query) => query(CALM_RULES))
  const acknowledged: number[] = []
  while (rounds < Number(values.rounds) && !failed && !isOver) {
    const broken = await round(tokens, acknowledged)
    rounds += 1
    if (broken.length > 0) {
      console.error(`round ${rounds}, seed ${values.seed}:\n  ${broken.join('\n  ')}`)
      failed = true
    }
    if (rounds % 10 === 0) console.info(`${rounds} rounds, ${kills} kills`)
  }
} finally {
  await end(sandbox)
  const [counts] = await database.run((query) => query(COUNTS)).catch(() => [])
  if (counts) console.info(counts.words)
  await database.close()
  if (!failed) rmSync(dataDir, { recursive: true, force: true })
  const places = [...killedAt].map(([place, times]) => `${place} ${times}`).join(', ')
  console.info(
    `${rounds} rounds, ${kills} kills (${places}); ${failed ? `broken, see ${dataDir}` : 'all rules held'}`,
  )
}
process.exit(failed ? 1 : 0)

async function round(tokens: readonly string[], acknowledged: number[]): Promise<string[]> {
  const purchases = tokens.map(() => newPurchase(random))
  const point = random() < 0.75 ? one(POINTS) : undefined
  if (random() < 0.5) await switchOn(one(FAULTS))

  // The server that dies.
  const doomed = await startCrashServer(env, point)
  const killer = wait(point ? LIVES_AT_MOST_MS : random() * LIVES_AT_MOST_MS, undefined, { ref: false })
  await Promise.race([doomed.whenDead, killer, go(tokens, purchases)])
  // Most points are passed by now; a refund is carried out by a job a moment later.
  if (point?.startsWith('refund')) await Promise.race([doomed.whenDead, wait(3_000)])
  // Its clients notice a moment before we do.
  await Promise.race([doomed.whenDead, wait(250)])
  const where = doomed.isDead() ? point! : 'at random'
  killedAt.set(where, (killedAt.get(where) ?? 0) + 1)
  kills += 1
  await doomed.kill()
  await database.run((query) => query(UNLOCK_KEYS))

  // The server that goes on: the same buyers, the same keys.
  let server = await startCrashServer(env)
  for (let tries = 0; tries < 2; tries += 1) await go(tokens, purchases)
  await clearFaults()
  if (database.needsDoorOpen) await server.kill()
  await database.run((query) => age(query))
  if (database.needsDoorOpen) server = await startCrashServer(env)

  acknowledged.push(...purchases.flatMap((purchase) => purchase.acknowledged))
  const until = Date.now() + SETTLES_WITHIN_MS
  let broken: string[] = []
  do {
    await wait(1_500)
    if (database.needsDoorOpen) {
      await wait(8_000)
      await server.kill()
    }
    broken = await database.run((query) => findBroken(query, readBank(env.SANDBOX_DATA_DIR), acknowledged))
    if (database.needsDoorOpen && broken.length > 0) server = await startCrashServer(env)
  } while (broken.length > 0 && Date.now() < until)
  await server.kill()
  kills += 1
  // Money goes back in the next round, while its server dies.
  await database.run((query) => askRefunds(query))
  return broken
}

async function go(tokens: readonly string[], purchases: readonly Purchase[]) {
  await Promise.all(
    purchases.map(async (purchase, at) => {
      if (purchase.isDone) return
      await buy(shop, tokens[at]!, purchase).catch((cause: Error) => {
        if (process.env.CRASH_LOG) console.info(cause.message, cause.cause ?? '')
      })
    }),
  )
}

/** Half an hour goes by: pages have run out, jobs are due again. */
async function age(query: (sql: string) => Promise<unknown>) {
  for (const statement of HALF_AN_HOUR_LATER) await query(statement)
}

async function askRefunds(query: (sql: string) => Promise<Array<Record<string, string>>>) {
  const [payment] = await query(`select p.* from payments p
    where p.method_code = 'elavon_cc' and p.state = 'paid'
      and not exists (select from refunds r where r.payment_id = p.id) order by p.id desc limit 1`)
  if (payment === undefined) return
  await query(`insert into refunds (site_id, order_id, payment_id, amount_cents, reason, kind, state,
    transaction_id, asked_by, created_at, updated_at) values (${payment.site_id}, ${payment.order_id},
    ${payment.id}, ${payment.amount_cents}, 'Ordered twice', 'void', 'approved',
    '${randomBytes(16).toString('hex')}', 'staff:1', now(), now())`)
  await query(PROMISE_REFUNDS)
}

async function switchOn(fault: string) {
  await fetch(`${shop.sandboxOrigin}/faults/converge/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times: 1 }),
  })
}

async function clearFaults() {
  await fetch(`${shop.sandboxOrigin}/faults/converge/`, { method: 'DELETE' })
}

/** The same numbers for the same seed, so that a failure can be met again. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
