import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, DESIGN, makeCustomer, signInAgain } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { machine } from '../figures.ts'
import { buy, GOOD_CARD, newPurchase, type Purchase } from './buyer.ts'
import { openCrashDatabase } from './crash-database.ts'
import { placeOf } from './crash-env.ts'
import { type CrashServer, startCrashServer } from './crash-server.ts'
import { makeDeathTally } from './death-tally.ts'
import {
  countMarks,
  findDoubledPeople,
  KIND_NAMES,
  newWish,
  send,
  tidy,
  type Where,
  type Wish,
  type Writer,
} from './key-wishes.ts'
import { AT_RANDOM } from './line.ts'
import { type Stage, setStage } from './stage.ts'

const WRITERS = 3
const BUYERS = 2
/** Concurrent requests of one writer. */
const AT_ONCE = 3
/** A customer has room for fifty designs; they're removed between rounds. */
const WISHES_OF_ONE = 120
const LIFE_MS = { least: 150, most: 2_500 }
const DIES_WITHIN_MS = 20_000
/** ID tokens last for fifteen minutes. */
const SIGNS_IN_AFTER_MS = 5 * 60_000
const POINTS = ['key.written', 'key.kept', AT_RANDOM, AT_RANDOM, 'payment.started', 'token.kept'] as const
const PASSES = 60
/** Buyers here pay more often than people do. */
const EAGER_BUYERS = `update sites set money_rules = money_rules || '{"attempts_per_hour": 1000000}'`
/** Releases a dead server's imports; until then they count as open, and a customer can have five. */
const LEASES_RUN_OUT = 'update csv_card_item_imports set leased_until = now() where leased_until is not null'

export type KeysOptions = { rounds: number; random: () => number; isOnPglite: boolean }

type Person = { token: string; account: Account; signedInMs: number }

/**
 * Kills the server while customers and staff send requests with idempotency keys, starts it again, repeats
 * unanswered ones at once with the same keys, and checks that nothing is duplicated or missing.
 *
 * @returns whether all rules held
 */
export async function crashKeys({ rounds, random, isOnPglite }: KeysOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
  const database = await openCrashDatabase(isOnPglite ? join(dataDir, 'server') : undefined)
  console.info(machine())
  const began = Date.now()
  const writers: (Person & Writer)[] = []
  const buyers: Person[] = []
  const stage = await setStage(dataDir, database, async ({ stack }) => {
    for (let n = 0; n < WRITERS; n += 1) writers.push(await makeWriter(stack))
    for (let n = 0; n < BUYERS; n += 1)
      buyers.push({ ...(await makeCustomer(stack)), signedInMs: Date.now() })
  })
  await database.run((query) => query(EAGER_BUYERS))
  const tally = makeDeathTally()
  const sum = { sent: 0, cutOff: 0, committed: 0, bought: 0, slowestMs: 0 }
  const broken: string[] = []
  let isOver = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
  const purchases: Purchase[] = []
  try {
    while (tally.rounds() < rounds && broken.length === 0 && !isOver) {
      const point = POINTS[tally.rounds() % POINTS.length]!
      const passes = Math.floor(random() * PASSES)
      const doomed = await startCrashServer({
        ...stage.env,
        ...(point !== AT_RANDOM && {
          CRASH_AT: point,
          CRASH_AFTER: String(point.startsWith('key') ? passes : 0),
        }),
      })
      await signInAgainWhereDue(stage, [...writers, ...buyers])
      const { wishes, isThere } = await playRound({
        stage,
        doomed,
        point,
        writers,
        buyers,
        purchases,
        random,
      })
      const cutOff = wishes.filter(({ answer }) => answer === undefined)
      const before = await database.run(async (query) => {
        await query(LEASES_RUN_OUT)
        return countMarks(query, wishes)
      })
      const told = await repeatAll(stage, wishes, { purchases, buyers })
      const after = await database.run(async (query) => {
        const counts = await countMarks(query, wishes)
        broken.push(...(await findWrongPayments(query)), ...(await findDoubledPeople(query)))
        await tidy(query)
        return counts
      })
      broken.push(...told.broken)
      for (const { kind, mark } of wishes) {
        const count = after.get(mark) ?? 0
        if (count !== 1) broken.push(`${kind} ${mark} is there ${count} times`)
      }
      tally.count(point, cutOff.length === 0 ? 'idle' : isThere ? 'there' : 'elsewhere')
      if (tally.idle() > 10 + rounds / 4) broken.push('in too many rounds nothing was cut off')
      sum.sent += wishes.length
      sum.cutOff += cutOff.length
      sum.committed += cutOff.filter(({ mark }) => before.has(mark)).length
      sum.bought += told.bought
      sum.slowestMs = Math.max(sum.slowestMs, told.slowestMs)
      if (broken.length > 0) console.error(`round ${tally.rounds()} (${point}):\n  ${broken.join('\n  ')}`)
      else if (tally.rounds() % 5 === 0) console.info(`${tally.rounds()} rounds, ${sum.sent} requests`)
    }
    console.info(['', ...tally.lines(), ''].join('\n'))
    console.info(
      `${sum.sent} keyed requests, ${sum.cutOff} cut off, of which ${sum.committed} had committed; all repeated at once, ` +
        `the slowest answer after ${Math.round(sum.slowestMs)} ms; ${sum.bought} orders paid`,
    )
  } finally {
    await stage.close()
    await database.close()
    if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true })
  }
  const verdict = broken.length === 0 ? 'all rules held' : `broken, see ${dataDir}`
  const seconds = Math.round((Date.now() - began) / 1000)
  console.info(`${tally.rounds()} rounds in ${seconds} s (${placeOf(isOnPglite)}); ${verdict}`)
  return broken.length === 0
}

async function makeWriter(stack: Parameters<typeof makeCustomer>[0]): Promise<Person & Writer> {
  const { call, token, account } = await makeCustomer(stack)
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item = await call('POST', '/api/v1/card_items/', {
    name: 'Everybody',
    reward_type: 'digital',
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
    denomination_cents: '5000',
  })
  return { token, account, signedInMs: Date.now(), itemId: item.id, templateId: template.id }
}

async function signInAgainWhereDue(stage: Stage, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    if (Date.now() - person.signedInMs < SIGNS_IN_AFTER_MS) continue
    person.token = await signInAgain(stage, person.account)
    person.signedInMs = Date.now()
  }
}

type Round = {
  stage: Stage
  doomed: CrashServer
  point: string
  writers: readonly Writer[]
  buyers: readonly Person[]
  purchases: Purchase[]
  random: () => number
}

/** All writers send as fast as the server answers, until it crashes. */
async function playRound({ stage, doomed, point, writers, buyers, purchases, random }: Round) {
  const where = whereOf(stage)
  const wishes: Wish[] = []
  const write = async (writer: Writer) => {
    for (let n = 0; n < WISHES_OF_ONE / AT_ONCE && !doomed.isDead(); n += 1) {
      // Kinds take turns, because a customer can have only fifty designs and a hundred lists.
      const wish = newWish(KIND_NAMES[n % KIND_NAMES.length]!, writer)
      wishes.push(wish)
      const answer = await send(wish, where).catch(() => undefined)
      if (answer === undefined) return
      wish.answer = answer
    }
  }
  const shop = { ...stage, reached: () => undefined }
  const shopOn = async (buyer: Person, at: number) => {
    while (!doomed.isDead()) {
      if (purchases[at] === undefined || purchases[at].isDone) purchases[at] = goodPurchase(random)
      await buy(shop, buyer.token, purchases[at]).catch(() => wait(20))
    }
  }
  const work = Promise.all([
    ...writers.flatMap((writer) => Array.from({ length: AT_ONCE }, () => write(writer))),
    ...buyers.map(shopOn),
  ])
  const { least, most } = LIFE_MS
  const lifeMs = point === AT_RANDOM ? least + random() * (most - least) : DIES_WITHIN_MS
  await Promise.race([doomed.whenDead, wait(lifeMs, undefined, { ref: false })])
  const isThere = point === AT_RANDOM || doomed.isDead()
  await doomed.kill()
  await work
  return { wishes, isThere }
}

/** Accepted cards on pages that buyers don't leave: an unpaid order here was lost. */
function goodPurchase(random: () => number): Purchase {
  return { ...newPurchase(random), card: GOOD_CARD, leaves: [] }
}

/** The server is back. Every request is sent again with its key, answered or not. */
async function repeatAll(
  stage: Stage,
  wishes: readonly Wish[],
  { purchases, buyers }: { purchases: readonly Purchase[]; buyers: readonly Person[] },
) {
  const where = whereOf(stage)
  const broken: string[] = []
  let slowestMs = 0
  const server = await startCrashServer(stage.env)
  const repeat = async (wish: Wish) => {
    const began = performance.now()
    const again = await send(wish, where)
    if (wish.answer === undefined) slowestMs = Math.max(slowestMs, performance.now() - began)
    const first = wish.answer ?? (await send(wish, where))
    if (again.status !== 200) broken.push(`${wish.kind}: ${again.status} ${JSON.stringify(again.body)}`)
    else if (JSON.stringify(again) !== JSON.stringify(first)) {
      broken.push(`${wish.kind}: one key has two answers, ${JSON.stringify([first, again])}`)
    }
  }
  const cutOff = wishes.filter(({ answer }) => answer === undefined)
  const answered = wishes.filter(({ answer }) => answer !== undefined).slice(-20)
  // One at a time for each writer, because a customer can have five imports open.
  const ofEach = Map.groupBy([...cutOff, ...answered], ({ writer }) => writer)
  await Promise.all(
    [...ofEach.values()].map(async (own) => {
      for (const wish of own) await repeat(wish)
    }),
  )
  const shop = { ...stage, reached: () => undefined }
  // The first attempt may meet the end of an earlier request, so a refused key is followed by another.
  for (let tries = 0; tries < 3; tries += 1) {
    const open = purchases
      .map((purchase, at) => ({ purchase, at }))
      .filter(({ purchase }) => !purchase.isDone)
    await Promise.all(open.map(({ purchase, at }) => buy(shop, buyers[at]!.token, purchase)))
  }
  broken.push(...purchases.flatMap(({ contradictions }) => contradictions))
  for (const { isDone, orderId, method } of purchases)
    if (!isDone) broken.push(`order ${orderId} is not paid (${method})`)
  await server.kill()
  return { broken, slowestMs, bought: purchases.filter(({ isDone }) => isDone).length }
}

/** Every card is accepted: an order with two attempts has one too many. */
async function findWrongPayments(query: Query): Promise<string[]> {
  const rows = await query(`select order_id, string_agg(state, ', ') as states from payments
    group by order_id having count(*) > 1`)
  return rows.map(({ order_id, states }) => `order ${order_id} was paid more than once: ${states}`)
}

function whereOf({ origin, colleague, like }: Stage): Where {
  return { origin, colleague, orderId: like }
}
