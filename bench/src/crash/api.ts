import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DESIGN, type Json, makeCustomer } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { machine } from '../figures.ts'
import type { Stack } from '../stack.ts'
import { inspect, readBank } from './books.ts'
import { GOOD_CARD, newTopUp, topUp } from './buyer.ts'
import { openCrashDatabase } from './crash-database.ts'
import { placeOf } from './crash-env.ts'
import { type CrashServer, startCrashServer } from './crash-server.ts'
import { makeDeathTally } from './death-tally.ts'
import { type Invariants, makeInvariantTally, newLook } from './invariants.ts'
import type { KeysOptions } from './keys.ts'
import { AT_RANDOM } from './line.ts'
import { type Birthdays, inspectBirthdays, makeBirthdays } from './programs.ts'
import { type Stage, setStage } from './stage.ts'
import { emailOf, say } from './team.ts'

const PROGRAMS = 3
const LIFE_MS = { least: 200, most: 2_500 }
const DIES_WITHIN_MS = 20_000
const POINTS = [
  'order.filled',
  'order.placed',
  AT_RANDOM,
  'order.canceled',
  'approval.asked',
  'program.looked',
  AT_RANDOM,
  'program.ordered',
]
const PASSES = 12
/** Orders over this need an approval. */
const ASKED_OVER_CENTS = 3_000
/** All of them at once are less than some rounds order, so that some orders find too little. */
const TOP_UP_CENTS = 30_000
const NO_LIMITS = `update sites set money_rules = money_rules || '{"attempts_per_hour": 1000000}'`
const TO = { name: 'Dana Whitlock', address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }

/** An order that a program wants, and perhaps cancels. */
type Wish = { body: Json; cancels: boolean; placed?: Answer; canceled?: Answer }
type Answer = { status: number; body: Json }
type Program = { key: string; wants: () => Wish; birthdays: Birthdays }

/**
 * Kills the server while a company's programs place and cancel orders by API, and order for birthdays, starts it again, repeats what wasn't
 * answered, and checks that each external ID has one order or none, and that no cent, card, or address is left over.
 *
 * @returns whether all rules held
 */
export async function crashApi({ rounds, random, isOnPglite }: KeysOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
  const database = await openCrashDatabase(isOnPglite ? join(dataDir, 'server') : undefined)
  console.info(machine())
  const began = Date.now()
  let program: Program | undefined
  const stage = await setStage(dataDir, database, async ({ origin, stack }) => {
    program = await makeProgram(origin, stack, random)
  })
  await database.run((query) => query(NO_LIMITS))
  const deaths = makeDeathTally()
  const invariants = makeInvariantTally()
  const wishes: Wish[] = []
  const broken: string[] = []
  let cutOff = 0
  let isOver = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
  try {
    while (deaths.rounds() < rounds && broken.length === 0 && !isOver) {
      const point = POINTS[deaths.rounds() % POINTS.length]!
      const doomed = await startCrashServer({
        ...stage.env,
        ...(point !== AT_RANDOM && { CRASH_AT: point, CRASH_AFTER: String(Math.floor(random() * PASSES)) }),
      })
      const { ofRound, isThere } = await playRound(stage, doomed, program!, { point, random })
      const unanswered = ofRound.filter((wish) => !isAnswered(wish))
      cutOff += unanswered.length
      wishes.push(...ofRound)
      broken.push(...(await repeat(stage, program!, [...unanswered, ...ofRound.slice(-10)])))
      const look = newLook()
      await database.run(async (query) => {
        const bank = readBank(stage.env.SANDBOX_DATA_DIR!)
        await inspect(query, bank, { payments: [], refunds: [] }, look.hold)
        await inspectOrders(query, wishes, look.hold)
        await inspectBirthdays(query, look.hold)
      })
      invariants.add(look.held)
      broken.push(...look.broken)
      deaths.count(point, unanswered.length === 0 ? 'idle' : isThere ? 'there' : 'elsewhere')
      if (deaths.idle() > 10 + rounds / 4) broken.push('in too many rounds nothing was cut off')
      if (broken.length > 0) console.error(`round ${deaths.rounds()} (${point}):\n  ${broken.join('\n  ')}`)
      else if (deaths.rounds() % 5 === 0) console.info(`${deaths.rounds()} rounds, ${wishes.length} orders`)
    }
    console.info(['', ...deaths.lines(), '', ...invariants.lines(), ''].join('\n'))
    const count = (is: (wish: Wish) => boolean) => wishes.filter(is).length
    console.info(
      `${wishes.length} orders asked for, ${cutOff} cut off; ${count(({ placed }) => placed?.status === 200)} are there, ` +
        `${count(({ placed }) => placed?.body.code === 'balance_too_low')} found too little, ` +
        `${count(({ canceled }) => canceled?.status === 200)} were canceled`,
    )
  } finally {
    await stage.close()
    await database.close()
    if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true })
  }
  const verdict = broken.length === 0 ? 'all rules held' : `broken, see ${dataDir}`
  const seconds = Math.round((Date.now() - began) / 1000)
  console.info(`${deaths.rounds()} rounds in ${seconds} s (${placeOf(isOnPglite)}); ${verdict}`)
  return broken.length === 0
}

/** A company with a budget, an approval rule, an approver, some money, and a key. */
async function makeProgram(origin: string, stack: Stack, random: () => number): Promise<Program> {
  const [admin, approver] = [await makeCustomer(stack), await makeCustomer(stack)]
  const ok = async (person: typeof admin, path: string, body: Json): Promise<Json> => {
    const answer = await say(origin, person, ['POST', path], body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await ok(admin, 'company/budgets/', { name: 'Everyone', amount_cents: 100_000_000_00, period: 'month' })
  const invited = { emails: [emailOf(approver)], role: 'approver' }
  const [{ link }] = await ok(admin, 'company/invitations/', invited)
  await ok(approver, `company_invitations/${link.split('/').at(-1)}/accept/`, {})
  await ok(admin, 'company/approval_rules/', {
    name: 'Large orders',
    conditions: [{ kind: 'amount', cents: ASKED_OVER_CENTS }],
    steps: [{ ask: 'role', role: 'approver', escalation: null }],
  })
  const wish = { ...newTopUp(random), cents: TOP_UP_CENTS, card: GOOD_CARD }
  await topUp({ ...stack, reached: () => undefined }, admin.token, wish)
  const scopes = ['orders.place', 'orders.read']
  const { secret } = await ok(admin, 'company/api_keys/', { name: 'HR system', scopes })
  const optionOf = async (type: string) =>
    (await admin.call('GET', `/api/v1/shipping_options/?reward_type=${type}`))[0].id
  const options = { digital: await optionOf('digital'), bulk: await optionOf('bulk') }
  const [template] = await admin.call('GET', '/api/v1/reward_card_templates/')
  const birthdays = await makeBirthdays(origin, admin)
  return { key: secret, birthdays, wants: () => newWish(random, template.id, options) }
}

/** Digital cards, or a parcel to an address that is entered for it alone; some orders are over the rule's amount. */
function newWish(random: () => number, templateId: number, options: { digital: number; bulk: number }): Wish {
  const type = random() < 0.7 ? 'digital' : 'bulk'
  const people = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, nth) => ({
    first_name: 'Ana',
    last_name: `Ruiz ${nth}`,
    email: `ana${nth}@recipient.example`,
  }))
  const item = { reward_type: type, reward_card_template_id: templateId, design: DESIGN }
  const of = type === 'digital' ? { recipients: people } : { quantity: people.length }
  return {
    cancels: random() < 0.4,
    body: {
      items: [{ ...item, denomination_cents: 1_000, ...of }],
      deliveries: [{ reward_type: type, shipping_option_id: options[type] }],
      ...(type === 'bulk' && { ship_to: TO }),
      external_id: randomUUID(),
    },
  }
}

type Kill = { point: string; random: () => number }

/** Programs place and cancel as fast as the server answers, until it dies. Every third request is sent twice at once. */
async function playRound(stage: Stage, doomed: CrashServer, program: Program, { point, random }: Kill) {
  const ofRound: Wish[] = []
  const work = Array.from({ length: PROGRAMS }, async () => {
    for (let nth = 0; !doomed.isDead(); nth += 1) {
      const wish = program.wants()
      ofRound.push(wish)
      const times = nth % 3 === 0 ? 2 : 1
      const answers = Array.from({ length: times }, () => fulfill(stage, program, { ...wish }))
      const told = await Promise.allSettled(answers)
      const values = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (values.length < times) return
      // The first can find too little, and the second enough.
      Object.assign(wish, values.find(({ placed }) => placed?.status === 200) ?? values[0])
    }
  })
  const celebrating = async () => {
    while (!doomed.isDead()) await program.birthdays.begin()
  }
  const { least, most } = LIFE_MS
  const celebration = celebrating().catch(() => {})
  const lifeMs = point === AT_RANDOM ? least + random() * (most - least) : DIES_WITHIN_MS
  await Promise.race([doomed.whenDead, wait(lifeMs, undefined, { ref: false })])
  const isThere = point === AT_RANDOM || doomed.isDead()
  await doomed.kill()
  await Promise.all([...work, celebration])
  return { ofRound, isThere }
}

/** Places an order, and cancels it if that's wanted. @throws if there's no answer */
async function fulfill(stage: Stage, { key }: Program, wish: Wish): Promise<Wish> {
  wish.placed = await call(stage, key, 'place/', wish.body)
  if (wish.cancels && wish.placed.status === 200) {
    wish.canceled = await call(stage, key, `${wish.placed.body.id}/cancel/`, {})
  }
  return wish
}

const isAnswered = ({ placed, canceled, cancels }: Wish) =>
  placed !== undefined && (canceled !== undefined || !cancels || placed.status !== 200)

async function call({ origin }: Stage, key: string, path: string, body: Json): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/orders/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    if (answer.status !== 429) return { status: answer.status, body: await answer.json() }
    await answer.body?.cancel()
    await wait(200)
  }
}

/** The server is back: what wasn't answered is sent again, and some of what was. */
async function repeat(stage: Stage, program: Program, wishes: readonly Wish[]): Promise<string[]> {
  const broken: string[] = []
  const server = await startCrashServer(stage.env)
  for (const wish of new Set(wishes)) {
    const { placed, canceled } = wish
    const again = await fulfill(stage, program, { body: wish.body, cancels: wish.cancels })
    const name = `order ${wish.body.external_id}`
    const isShort = again.placed!.body.code === 'balance_too_low'
    if (again.placed!.status !== 200 && !isShort) broken.push(`${name}: ${JSON.stringify(again.placed)}`)
    // Too little can be enough later, once another order was canceled.
    const isSame = placed?.status !== 200 || placed.body.id === again.placed!.body.id
    if (!isSame) broken.push(`${name} is ${placed?.body.id} and ${again.placed!.body.id}`)
    if (again.canceled && again.canceled.status !== 200)
      broken.push(`${name} isn't canceled: ${JSON.stringify(again.canceled)}`)
    if (canceled?.status === 200 && again.canceled?.status !== 200) broken.push(`${name} was canceled once`)
    Object.assign(wish, again)
  }
  broken.push(...(await program.birthdays.finish()))
  await server.kill()
  return broken
}

/** Each order that was answered is there once, in the state it was answered with, and nothing else is. */
async function inspectOrders(query: Query, wishes: readonly Wish[], hold: Invariants): Promise<void> {
  const rows = await query(`select o.external_id as name, o.id, o.status, o.decline_reason,
      (select string_agg(a.state, ', ') from approval_requests a where a.site_id = o.site_id and a.order_id = o.id) as asked
    from orders o where o.external_id is not null and o.external_id not like 'program-%'`)
  const byName = Map.groupBy(rows, ({ name }) => name)
  for (const { body, placed, canceled } of wishes) {
    const own = byName.get(body.external_id) ?? []
    const expected = placed?.status === 200 ? 1 : 0
    const name = `order ${body.external_id}`
    hold('asked once, done once', own.length === expected, `${name} is there ${own.length} times`)
    if (own.length !== 1) continue
    const [{ id, status, asked }] = own
    hold('answered stays answered', Number(id) === placed!.body.id, `${name} is another order`)
    const isGone = status === 'declined' || (status === 'awaiting_approval' && asked === 'withdrawn')
    hold('answered stays answered', isGone === (canceled?.status === 200), `${name} is ${status}, ${asked}`)
  }
  hold(
    'asked once, done once',
    rows.length <= wishes.length,
    `${rows.length} orders, ${wishes.length} wishes`,
  )
  const [left] = await query(`select
      (select count(*)::int from card_items i join orders o on o.site_id = i.site_id and o.id = i.order_id
        where o.status = 'cart' and o.company_id = k.company_id) as items,
      (select count(*)::int from registered_addresses a
        where a.site_id = k.site_id and a.customer_id = k.customer_id) as addresses
    from company_api_keys k`)
  const words = `a key has ${left.items} items in its cart and ${left.addresses} addresses`
  hold('nothing left behind', left.items + left.addresses === 0, words)
}
