/**
 * `npm run crash -- payments [--rounds 200] [--seed 1] [--pglite]`: kills the server at named points and at
 * random while customers pay and the office refunds, starts it again, and checks that nothing was lost,
 * charged, or refunded twice. `npm run crash -- fulfillment` does so while cards are issued and mailed, batches
 * printed, labels bought, and events sent (fulfillment.ts), `-- print` without the emails, `-- keys` during
 * requests with idempotency keys (keys.ts), and `-- api` while programs place and cancel orders (api.ts). `-- company` is `payments` with colleagues who share a balance, terms,
 * and a budget, approve each other's orders, edit the same drafts, join, and are removed (team-work.ts).
 * `-- upgrade --rounds 20` kills upgrades from 0.2.0 (upgrades.ts).
 *
 * `SERVERS=2 WORKERS=2 npm run crash …` runs several processes. One of them crashes, the others continue for a
 * while, and then all are killed. `npm run crash -- payments --nodes` kills nodes of the database's cluster instead,
 * and allows only 503 for failed requests. `--add-node HOST:PORT` adds a node during the rounds and moves shards there.
 * With `TEST_CITUS_URL`, the database is on the cluster whose coordinator it names.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCustomer } from '../customers.ts'
import { mulberry } from '../dice.ts'
import { machine } from '../figures.ts'
import { end, launch } from '../stack.ts'
import { crashApi } from './api.ts'
import { letJoinAndOwe, makeColleagues } from './colleagues.ts'
import { openCrashDatabase } from './crash-database.ts'
import { crashEnv, placeOf } from './crash-env.ts'
import { addNode, watchNodes } from './crash-nodes.ts'
import { startCrashServer } from './crash-server.ts'
import { crashFulfillment } from './fulfillment.ts'
import { makeInvariantTally } from './invariants.ts'
import { crashKeys } from './keys.ts'
import { AT_RANDOM } from './line.ts'
import { openMoneyDesk } from './money-desk.ts'
import { enterOffice, inviteOwner } from './office.ts'
import { COMPANY_POINTS, makeTally, POINTS } from './points.ts'
import { playRound, type RoundStage } from './round.ts'
import { crashUpgrades } from './upgrades.ts'

const BUYERS = 2
/** The buyer whose orders need approval, the approver, and the newcomer. */
const COLLEAGUES = 3
/** Some attempts end without an order. After this many in a row, the run no longer shows anything. */
const ROUNDS_WITHOUT_ORDER = 12

/** Buyers here pay more often than people do; half of the refunds need two people. */
const CALM_RULES = `update sites set money_rules =
  money_rules || '{"attempts_per_hour": 1000000, "two_people_above_cents": 9000}'`
const COUNTS = `select concat((select count(*) from orders where status <> 'cart'), ' orders placed, ',
  (select count(*) from payments), ' payments, ', (select count(*) from funds_received), ' checks; ',
  (select string_agg(concat(n, ' ', kind, ' refunds ', state), ', ' order by kind, state)
    from (select kind, state, count(*) as n from refunds group by 1, 2) r), '; ',
  (select count(*) from payments where state = 'abandoned'), ' pages left, ',
  (select string_agg(concat(n, ' late payments ', state), ', ' order by state)
    from (select state, count(*) as n from payment_doubts where reason = 'abandoned' group by 1) d)) as words`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    pglite: { type: 'boolean', default: false },
    nodes: { type: 'boolean', default: false },
    'add-node': { type: 'string' },
  },
})
if (positionals[0] === 'fulfillment' || positionals[0] === 'print') {
  const { rounds, seed, pglite: isOnPglite } = values
  const what = positionals[0] === 'print' ? 'print' : 'everything'
  const options = { rounds: Number(rounds), random: mulberry(Number(seed)), isOnPglite, what } as const
  process.exit((await crashFulfillment(options)) ? 0 : 1)
}
if (positionals[0] === 'keys' || positionals[0] === 'api') {
  const { rounds, seed, pglite: isOnPglite } = values
  const crash = positionals[0] === 'api' ? crashApi : crashKeys
  process.exit((await crash({ rounds: Number(rounds), random: mulberry(Number(seed)), isOnPglite })) ? 0 : 1)
}
if (positionals[0] === 'upgrade') {
  const { rounds, seed, pglite: isOnPglite } = values
  process.exit(await crashUpgrades({ rounds, seed, isOnPglite }))
}
const isCompany = positionals[0] === 'company'
if (positionals[0] !== 'payments' && !isCompany) {
  console.error(
    'npm run crash -- payments|company|api|fulfillment|print|keys|upgrade [--rounds 200] [--seed 1] [--pglite]',
  )
  process.exit(2)
}

const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
const database = await openCrashDatabase(values.pglite ? join(dataDir, 'server') : undefined)
const { env: shop, origin, sandboxOrigin } = await crashEnv(dataDir, database)
const env = { ...shop, CRASH_AT_FILE: join(dataDir, 'crash-at') }
writeFileSync(env.CRASH_AT_FILE, '')

console.info(machine())
const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
const itsPoints = isCompany ? COMPANY_POINTS : POINTS
const points = makeTally(itsPoints)
const invariants = makeInvariantTally()
let rounds = 0
let bought = 0
let roundsSinceOrder = 0
let stage: RoundStage | undefined
let failed = false
let isOver = false
let moved: Promise<number> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Finish the round first: what an interrupted one leaves would be a false finding.
    isOver = true
  })
}
const began = Date.now()
try {
  stage = await setStage()
  while (rounds < Number(values.rounds) && !failed && !isOver) {
    const point = stage.nodes ? AT_RANDOM : itsPoints[rounds % itsPoints.length]!
    const played = await playRound(stage, point)
    played.look.broken.push(...(stage.nodes?.findBroken() ?? []))
    rounds += 1
    points.count(point, played.isMet)
    invariants.add(played.look.held)
    bought += played.bought
    roundsSinceOrder = played.bought > 0 ? 0 : roundsSinceOrder + 1
    if (roundsSinceOrder >= ROUNDS_WITHOUT_ORDER) {
      console.error(`round ${rounds}, seed ${values.seed}: no order for ${roundsSinceOrder} rounds`)
      failed = true
    }
    if (played.look.broken.length > 0) {
      const broken = played.look.broken.join('\n  ')
      console.error(`round ${rounds} (${point}), seed ${values.seed}:\n  ${broken}`)
      failed = true
    }
    if (rounds === 1 && values['add-node'] !== undefined) moved = addNode(database.url!, values['add-node'])
    if (rounds % 10 === 0) console.info(`${rounds} rounds`)
  }
  if (moved !== undefined) {
    const shards = await moved
    console.info(`${shards} shards are on the new node`)
    failed ||= shards === 0
  }
} finally {
  await stage?.server?.kill()
  await end(sandbox)
  const [counts] = await database.run((query) => query(COUNTS)).catch(() => [])
  console.info(['', ...(stage?.nodes ?? points).lines(), '', ...invariants.lines(), ''].join('\n'))
  if (counts) console.info(counts.words)
  await database.close()
  if (!failed) rmSync(dataDir, { recursive: true, force: true })
  const where = `${placeOf(values.pglite)}, seed ${values.seed}`
  const seconds = Math.round((Date.now() - began) / 1000)
  console.info(
    `${rounds} rounds in ${seconds} s (${where}), ${bought} purchases; ${failed ? `broken, see ${dataDir}` : 'all rules held'}`,
  )
}
process.exit(failed ? 1 : 0)

async function setStage(): Promise<RoundStage> {
  // Creates the demo; the operator's command then needs the database to itself.
  await (await startCrashServer(env)).kill()
  const [first, second] = [inviteOwner(env), inviteOwner(env)]
  const server = await startCrashServer(env)
  const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const random = mulberry(Number(values.seed))
  const count = BUYERS + (isCompany ? COLLEAGUES : 0)
  const customers: Awaited<ReturnType<typeof makeCustomer>>[] = []
  while (customers.length < count) customers.push(await makeCustomer(stack))
  const everyone = customers.map(({ token, account }) => ({ token, account, signedInMs: Date.now() }))
  const team = isCompany ? await makeColleagues(stack, everyone, random) : undefined
  const people = [await enterOffice(origin, first), await enterOffice(origin, second)] as const
  await server.kill()
  await database.run(async (query) => {
    await query(CALM_RULES)
    if (team) await letJoinAndOwe(query, team)
  })
  return {
    ...{ env, database, origin, sandboxOrigin },
    buyers: everyone.slice(0, BUYERS),
    team,
    desk: openMoneyDesk(origin, ...people),
    payments: [],
    server: undefined,
    nodes: values.nodes ? await watchNodes(database.url!, origin) : undefined,
    random,
  }
}
