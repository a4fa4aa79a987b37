import { CompiledQuery } from 'kysely'
import type { Config } from '../../config.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { reconciling } from '../../features/checkout/checkout.jobs.ts'
import { makeCardPictures } from '../../features/deliveries/card-pictures.ts'
import { makeSender } from '../../features/deliveries/deliveries.jobs.ts'
import type { Mailer } from '../../features/mail/mailer.ts'
import { carryingOut } from '../../features/money/carry-out-refund.ts'
import { MESSAGES } from '../../features/setup/starter-catalog.ts'
import { type Laurel, makeLaurel } from '../../laurel.ts'
import { ACORN, type DemoSite, NORTHWIND } from '../demo-sites.ts'
import { BUYERS, type BuyerOfPast, STAFF } from './demo-businesses.ts'
import { type Call, hireStaff, signInBuyer, visitorOf } from './demo-callers.ts'
import { makeDemoProvider } from './demo-provider.ts'
import { type Cast, type OrderPlan, orderStory } from './order-stories.ts'
import { type Story, Timeline } from './timeline.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** Days between two orders of a site. */
const ORDER_EVERY_DAYS = { northwind: 10, acorn: 20 }
/** Before the orders of today's to-dos. */
const RECENT_DAYS = 12
/** How many days ago, what is different, and how it's sent: what staff find when they open the office. */
const RECENT: Readonly<
  Record<DemoSite['slug'], ReadonlyArray<readonly [daysAgo: number, OrderPlan['turn'], OrderPlan['types']]>>
> = {
  northwind: [
    [9, 'returned', ['direct']],
    [4, undefined, ['bulk']],
    [2.4, undefined, ['digital', 'direct']],
    [1.2, 'held', ['digital']],
    [1, 'wrong_amount', ['digital']],
    [0.6, undefined, ['direct']],
    [0.2, 'waiting', ['digital', 'bulk']],
  ],
  acorn: [
    [5, undefined, ['bulk']],
    [0.3, 'waiting', ['digital']],
  ],
}
const AMOUNTS = [2_500, 5_000, 10_000, 5_000, 7_500]
const TURNS: ReadonlyArray<OrderPlan['turn']> = [
  undefined,
  undefined,
  'returned',
  undefined,
  'refunded',
  undefined,
  undefined,
  'held',
  undefined,
  'declined',
  undefined,
  'late_check',
  undefined,
  'abandoned',
  undefined,
  'wrong_amount',
]
const TYPES: ReadonlyArray<OrderPlan['types']> = [
  ['digital'],
  ['direct'],
  ['digital'],
  ['bulk'],
  ['digital', 'direct'],
]
const METHODS: ReadonlyArray<OrderPlan['method']> = [
  'elavon_cc',
  'elavon_cc',
  'self_hosted_check',
  'elavon_cc',
  'elavon_ach',
  'self_hosted_bank',
  'elavon_cc',
]

/**
 * Fills an empty database with the demo and twelve months of orders, made by the server itself with a moved clock.
 * Does nothing when there is an organization already.
 */
export async function fillDemoHistory(
  config: Config,
  database: OpenDatabase,
  { today = new Date(), days = YEAR_DAYS, say = (_sentence: string) => {} } = {},
): Promise<void> {
  const start = new Date(today.getTime() - days * DAY_MS)
  const timeline = new Timeline(start, today)
  const provider = makeDemoProvider(() => timeline.now())
  const laurel = await makeLaurel(
    { ...config, withWorker: false, rateLimitPerMinute: Number.MAX_SAFE_INTEGER, logLevel: 'silent' },
    { ...database, close: async () => {} },
    { gateway: provider.gateway, now: () => timeline.now() },
  )
  try {
    if (laurel.demo === undefined || laurel.identity === undefined) return
    say('laurel: filling the demo with twelve months of orders. This takes a few seconds, once.')
    for (const site of [NORTHWIND, ACORN]) await planSite(laurel, site, timeline, { start, days }, provider)
    timeline.add(start, upkeep(laurel))
    await timeline.play()
    await timeline.moveTimes(laurel.kit.pool)
    // Mails and tracking of the past are no longer due.
    await laurel.kit.pool.executeQuery(CompiledQuery.raw('delete from pgboss.job'))
  } finally {
    await laurel.close()
  }
  await recordInSandbox(config, provider.transactions)
}

/** Opens the accounts of a site's people, and plans its orders. */
async function planSite(
  laurel: Laurel,
  site: DemoSite,
  timeline: Timeline,
  { start, days }: { start: Date; days: number },
  provider: ReturnType<typeof makeDemoProvider>,
): Promise<void> {
  const { kit, app } = laurel
  const { id: siteId } = await kit.sites.readByHost(site.hosts[0])
  const hire = (member: Parameters<typeof hireStaff>[2]) => hireStaff(laurel, site, member)
  const owner = await hire({ ...site.staff, role: 'owner' })
  const [finance, fulfillment] = [await hire(STAFF[site.slug][0]), await hire(STAFF[site.slug][1])]
  for (const other of STAFF[site.slug].slice(2)) await hire(other)
  const links = new Map<string, string>()
  const log = { warn: () => {}, error: () => {} }
  const sender = makeSender({ ...kit, log }, mailerInto(links), makeCardPictures({ ...kit, log: app.log }))
  const cast: Cast = {
    siteId,
    kit: { ...kit, log },
    owner,
    finance,
    fulfillment,
    visitor: visitorOf(laurel, site),
    provider,
    send: async () => sender.send(await kit.sites.readByHost(site.hosts[0])),
    linkOf: (email) => links.get(email),
  }
  const buyers: Array<{ buyer: BuyerOfPast; call: Call }> = []
  for (const buyer of BUYERS[site.slug]) buyers.push({ buyer, call: await signInBuyer(laurel, site, buyer) })
  const planOrder = (at: Date, nth: number, turn: OrderPlan['turn'], types: OrderPlan['types']) => {
    const { buyer, call } = buyers[nth % buyers.length]!
    const [line1, message] = MESSAGES[nth % MESSAGES.length]!
    const plan: OrderPlan = {
      buyer,
      call,
      types,
      cards: 1 + ((nth * 3) % 5),
      cents: AMOUNTS[nth % AMOUNTS.length]!,
      method: methodOf(turn, nth),
      line1,
      message,
      ...(turn && { turn }),
      nth: nth + (site.slug === 'acorn' ? 500 : 0),
    }
    timeline.add(at, orderStory(cast, plan))
  }
  const every = ORDER_EVERY_DAYS[site.slug]
  const count = Math.floor((days - RECENT_DAYS) / every)
  for (let nth = 0; nth < count; nth += 1) {
    const turn = TURNS[nth % TURNS.length]
    planOrder(
      workTime(start, nth * every, nth),
      nth,
      turn,
      turn === 'returned' ? ['direct'] : TYPES[nth % TYPES.length]!,
    )
  }
  // Begins with the first customer, so that nothing follows for the one whose cart stays locked by a wrong amount.
  const first = Math.ceil(count / buyers.length) * buyers.length
  for (const [n, [daysAgo, turn, types]] of RECENT[site.slug].entries()) {
    planOrder(new Date(start.getTime() + (days - daysAgo) * DAY_MS), first + n, turn, types)
  }
}

/** A way to pay that suits what happens to the order. */
function methodOf(turn: OrderPlan['turn'], nth: number): OrderPlan['method'] {
  if (turn === 'late_check') return 'self_hosted_check'
  if (turn === undefined || turn === 'abandoned' || turn === 'declined') return METHODS[nth % METHODS.length]!
  return 'elavon_cc'
}

/** Between nine and four in Chicago, on a weekday. */
function workTime(start: Date, days: number, nth: number): Date {
  const at = new Date(start.getTime() + days * DAY_MS)
  at.setUTCHours(15 + (nth % 7), (nth * 17) % 60)
  const weekend = { 0: 1, 6: 2 }[at.getUTCDay() as 0 | 6] ?? 0
  return new Date(at.getTime() + weekend * DAY_MS)
}

/** Twice a week: bank debits settle, refunds are carried out. */
async function* upkeep({ kit }: Laurel): Story {
  for (;;) {
    yield 3.5 * DAY_MS
    await reconciling(kit).run()
    await carryingOut(kit).run()
  }
}

/** One address in twenty-three doesn't exist. */
function mailerInto(links: Map<string, string>): Mailer {
  return {
    async send({ to, text }) {
      if (Number(/(\d+)@/.exec(to)?.[1] ?? 0) % 23 === 22) {
        const response = '550 5.1.1 No such user'
        throw Object.assign(new Error(response), {
          code: 'EENVELOPE',
          command: 'RCPT TO',
          responseCode: 550,
          response,
        })
      }
      const token = /\/claim\/([\w-]+)/.exec(text)?.[1]
      if (token !== undefined) links.set(to, token)
    },
    close: async () => {},
  }
}

/** So that a payment of the past can be refunded. The sandbox may still be starting, or not be there at all. */
async function recordInSandbox({ payment }: Config, transactions: readonly object[]): Promise<void> {
  const url = payment.urls && new URL('/converge/transactions/', payment.urls.xmlUrl)
  if (url?.hostname !== 'localhost') return
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transactions }),
    }).catch(() => undefined)
    if (answer !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
