/**
 * `npm run bench [-- idle queries orders checkout api catalog places sign-in start first-load guide grid import mail making print reports load scale]`:
 * prints figures next to the goals; asserts none.
 */

import { benchApiOrders } from './api-orders.ts'
import { copyOnPglite, copyOnPostgres } from './bare-copy.ts'
import { benchCheckout, letFewPayOften } from './checkout.ts'
import { BIG, benchCompanyOrders } from './company-orders.ts'
import { machine, table } from './figures.ts'
import { firstLoad } from './first-load.ts'
import { benchGrid } from './grid.ts'
import { benchGuide } from './guide.ts'
import { benchIdle } from './idle.ts'
import { benchImport, IMPORT_ROWS } from './import.ts'
import { benchLoad } from './load.ts'
import { benchMail, MAIL_COUNT } from './mail.ts'
import { benchMaking, MADE_ORDERS } from './making.ts'
import { benchOrders } from './orders.ts'
import { makeOwnDatabase } from './own-database.ts'
import { benchPrint, PRINTED_CARDS } from './print.ts'
import { benchQueries, countOnTheWay } from './query-count.ts'
import { benchCatalog, benchPlaces, readsPerSecond } from './reads.ts'
import { benchReports, REPORT_ROWS } from './reports.ts'
import { benchScale } from './scale.ts'
import { bareVerifiesPerSecond, benchSignIn, PEOPLE } from './sign-in.ts'
import { end, freePort, launch, type Stack, startStack } from './stack.ts'

const wanted = new Set(process.argv.slice(2))
const wants = (name: string) => wanted.size === 0 || wanted.has(name)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
/** A server gives back the memory that its start took once it has rested for five seconds. */
const REST_MS = 6_000
const GRID_ROWS = 100_000
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const IDLE_SITES = Number(process.env.BENCH_SITES ?? 10_000)

console.info(machine())
if (wants('first-load')) {
  const { scriptsKb, stylesKb } = firstLoad()
  table('First load of the home page, gzip', [
    { what: 'JavaScript, kB', figure: scriptsKb, goal: '≤ 150' },
    { what: 'CSS, kB', figure: stylesKb, goal: '' },
  ])
}
if (wants('guide')) await onGuide()
if (wants('grid')) await onGrid()
if (wants('print')) await onPaper()
if (wants('import')) {
  await importOn('PGlite', undefined)
  if (process.env.DATABASE_URL) {
    const own = await makeOwnDatabase(process.env.DATABASE_URL)
    await importOn('PostgreSQL', own.url).finally(own.drop)
  } else console.info('\nDATABASE_URL is not set: no list was read on PostgreSQL.')
}
if (wants('reports')) await onReports()
if (wants('mail')) {
  await mailOn('PGlite', undefined)
  if (process.env.DATABASE_URL) {
    const own = await makeOwnDatabase(process.env.DATABASE_URL)
    await mailOn('PostgreSQL', own.url).finally(own.drop)
  } else console.info('\nDATABASE_URL is not set: nothing was mailed on PostgreSQL.')
}
if (wants('making')) {
  await makingOn('PGlite', undefined)
  if (process.env.DATABASE_URL) {
    const own = await makeOwnDatabase(process.env.DATABASE_URL)
    await makingOn('PostgreSQL', own.url).finally(own.drop)
  } else console.info('\nDATABASE_URL is not set: nothing was made on PostgreSQL.')
}
// It takes ten minutes, so it runs only when named.
if (wanted.has('load')) await onLoad()
if (wants('queries')) await queriesOfAnOrder()
if (wants('orders')) await ordersOfCompanies()
if (wants('api')) await ordersByApi()
if (wants('idle')) await atRest()
// Only when asked for: it fills a million of everything, which takes minutes.
if (wanted.has('scale')) {
  if (process.env.DATABASE_URL) {
    table('Lists by size, p95 in ms of a call alone', await benchScale(process.env.DATABASE_URL))
  } else console.info('\nDATABASE_URL is not set: no lists were measured.')
}
if (['orders', 'checkout', 'catalog', 'places', 'sign-in', 'start'].some(wants)) {
  await onDatabase('PGlite', undefined)
  if (process.env.DATABASE_URL) {
    const own = await makeOwnDatabase(process.env.DATABASE_URL)
    await onDatabase('PostgreSQL', own.url).finally(own.drop)
  } else console.info('\nDATABASE_URL is not set: nothing was measured on PostgreSQL.')
}

async function onLoad() {
  if (!process.env.DATABASE_URL) return benchLoad(undefined)
  const own = await makeOwnDatabase(process.env.DATABASE_URL)
  await benchLoad(own.url).finally(own.drop)
}

/** Counted between the server and PostgreSQL; the embedded database has no connection to count on. */
async function queriesOfAnOrder() {
  if (!process.env.DATABASE_URL) return console.info('\nDATABASE_URL is not set: no queries were counted.')
  const own = await makeOwnDatabase(process.env.DATABASE_URL)
  const counter = await countOnTheWay(own.url)
  const stack = await startStack(counter.url, (dataDir) => letFewPayOften(own.url, dataDir))
  try {
    const { steps, whole, repeated } = await benchQueries(stack, counter)
    table(`Queries for one order of ${steps.length} calls on PostgreSQL (goal: ≤ 45 in ≤ 11 transactions)`, [
      ...steps,
      whole,
    ])
    table('  the most frequent ones, times an order', repeated)
  } finally {
    await stack.stop()
    counter.close()
    await own.drop()
  }
}

/** Side by side: two runs would differ by more. */
async function ordersOfCompanies() {
  if (!process.env.DATABASE_URL) return console.info('\nDATABASE_URL is not set: no companies were compared.')
  const own = await makeOwnDatabase(process.env.DATABASE_URL)
  const counter = await countOnTheWay(own.url)
  const stack = await startStack(counter.url, (dataDir) => letFewPayOften(own.url, dataDir))
  try {
    const { people, rules, budgets } = BIG
    table(
      `An order in a company of ${people} people, ${rules} rules, and ${budgets} budgets, on PostgreSQL (goal: ≤ 1.05)`,
      await benchCompanyOrders(stack, own.url, counter),
    )
  } finally {
    await stack.stop()
    counter.close()
    await own.drop()
  }
}

/** With many sites and without traffic: the work of the clock alone. */
async function atRest() {
  if (!process.env.DATABASE_URL)
    return console.info('\nDATABASE_URL is not set: no idle server was measured.')
  const few = await benchIdle(process.env.DATABASE_URL, 2, IDLE_SECONDS)
  const many = await benchIdle(process.env.DATABASE_URL, IDLE_SITES, IDLE_SECONDS)
  table('An idle server on PostgreSQL (goal: ≤ 5 queries/s, and the memory of two sites)', [
    few.figures,
    many.figures,
  ])
  table(`  the most frequent queries of ${IDLE_SITES} sites`, many.frequent)
}

async function onDatabase(name: string, databaseUrl: string | undefined) {
  const stack = await startStack(databaseUrl, (dataDir) => letFewPayOften(databaseUrl, dataDir))
  try {
    await new Promise((resolve) => setTimeout(resolve, wants('start') ? REST_MS : 2_000))
    if (wants('start')) {
      table(`Start and rest on ${name}`, [
        {
          what: 'start to first connection, ms',
          figure: stack.startMs,
          goal: name === 'PostgreSQL' ? '≤ 1500' : '',
        },
        {
          what: 'resident at rest, MB',
          figure: stack.memoryMb(),
          goal: name === 'PostgreSQL' ? '≤ 150' : '',
        },
      ])
    }
    if (wants('sign-in')) await signInOn(name, stack)
    if (!['orders', 'checkout', 'catalog', 'places'].some(wants)) return
    const floor = await floorOf(databaseUrl)
    if (wants('catalog')) {
      const { perSecond, p95Ms } = await benchCatalog(stack, SECONDS)
      table(`Catalog reads on ${name}, 16 connections`, [
        { what: 'Fastify and one indexed SELECT (floor)', perSecond: floor.reads, ratio: 1 },
        { what: 'GET /reward_card_templates/', perSecond, ratio: perSecond / floor.reads },
      ])
      console.info(`p97.5 ${p95Ms} ms; goal ≥ 3,000/s on PostgreSQL`)
    }
    if (wants('places')) {
      const { cities, addresses } = await benchPlaces(stack, SECONDS)
      table(`Suggestions on ${name}, 16 connections`, [
        { what: 'Fastify and one indexed SELECT (floor)', perSecond: floor.reads, ratio: 1, 'p97.5, ms': '' },
        ...[
          { what: 'GET /cities/', ...cities },
          { what: 'GET /places/suggestions/', ...addresses },
        ].map(({ what, perSecond, p95Ms }) => ({
          ...{ what, perSecond, ratio: perSecond / floor.reads, 'p97.5, ms': p95Ms },
        })),
      ])
      console.info('goal ≥ 2,000/s at p95 ≤ 10 ms')
    }
    if (wants('orders')) {
      for (const connections of [1, 16]) {
        const result = await benchOrders(stack, connections, SECONDS)
        table(`Whole orders on ${name}, ${connections} at once (${result.steps.length} calls each)`, [
          {
            what: 'Fastify and a five-statement transaction (floor), calls/s',
            figure: connections === 1 ? floor.transactionsAlone : floor.transactions,
          },
          { what: 'whole orders/s (goal on PostgreSQL: ≥ 100 at 16)', figure: result.ordersPerSecond },
          { what: 'calls/s', figure: result.ordersPerSecond * result.steps.length },
          { what: 'one order p50, ms (goal on PostgreSQL: ≤ 25 alone)', figure: result.wholeP50 },
          { what: 'one order p95, ms', figure: result.wholeP95 },
        ])
        table('  per step, ms', result.steps)
      }
    }
    if (wants('checkout')) await checkoutOn(name, stack, floor)
  } finally {
    await stack.stop()
  }
}

async function checkoutOn(name: string, stack: Stack, floor: Awaited<ReturnType<typeof floorOf>>) {
  for (const connections of [1, 16]) {
    const result = await benchCheckout(stack, connections, SECONDS)
    const bare = connections === 1 ? floor.transactionsAlone : floor.transactions
    table(
      `Whole orders paid by card on ${name}, ${connections} at once (${result.steps.length} calls each)`,
      [
        { what: 'Fastify and a five-statement transaction (floor), calls/s', figure: bare },
        {
          what: 'the sandbox alone: token, page and answer (floor), payments/s',
          figure: result.sandboxPerSecond,
        },
        { what: 'whole paid orders/s', figure: result.ordersPerSecond },
        { what: 'one paid order p50, ms', figure: result.p50 },
        { what: 'one paid order p95, ms', figure: result.p95 },
        { what: '  of which the sandbox’s page p95, ms', figure: result.pageP95 },
        { what: '  the sandbox’s three calls alone p50, ms', figure: result.sandboxP50 },
        { what: '  the sandbox’s three calls alone p95, ms', figure: result.sandboxP95 },
      ],
    )
    table('  per step, ms', result.steps)
  }
}

async function ordersByApi() {
  if (!process.env.DATABASE_URL) return console.info('\nDATABASE_URL is not set: no orders came by API.')
  const own = await makeOwnDatabase(process.env.DATABASE_URL)
  const stack = await startStack(own.url, (dataDir) => letFewPayOften(own.url, dataDir))
  try {
    const { transactions: bare } = await floorOf(own.url)
    const rows = await benchApiOrders(stack, 8, SECONDS)
    const floor = { recipients: '', perSecond: bare, p50: '', p95: '', ratio: 1 }
    table('Orders by API on PostgreSQL, 8 programs at once, paid from their balance', [
      { what: 'Fastify and a five-statement transaction (floor)', ...floor },
      ...rows.map((row) => ({
        what: 'an order in one call',
        ...row,
        ratio: (row.perSecond / bare).toFixed(2),
      })),
    ])
  } finally {
    await stack.stop()
    await own.drop()
  }
}

async function signInOn(name: string, stack: Stack) {
  const floor = await bareVerifiesPerSecond(4)
  const { perSecond, p50Ms, p95Ms, besideAtRestP95Ms, besideP95Ms } = await benchSignIn(stack, SECONDS)
  table(`Sign-ins on ${name}, ${PEOPLE} people at once`, [
    { what: 'bare argon2id verify, two at a time (floor)', perSecond: floor, ratio: 1 },
    { what: 'InitiateAuth by password', perSecond, ratio: perSecond / floor },
  ])
  table('  in ms', [
    { what: 'one sign-in p50', figure: p50Ms, goal: '' },
    { what: 'one sign-in p95', figure: p95Ms, goal: '' },
    { what: 'the catalog beside it p95', figure: besideP95Ms, goal: '≤ 100' },
    { what: 'the catalog at rest p95', figure: besideAtRestP95Ms, goal: '' },
    { what: 'beside, in times of at rest', figure: besideP95Ms / besideAtRestP95Ms, goal: '' },
  ])
}

async function floorOf(databaseUrl: string | undefined) {
  const port = await freePort()
  const server = await launch('bench/src/floor-server.ts', 'floor: ready', {
    PORT: String(port),
    DATABASE_URL: databaseUrl ?? '',
  })
  const origin = `http://127.0.0.1:${port}`
  const reads = (await readsPerSecond(`${origin}/read`, 4)).perSecond
  const transactions = (await readsPerSecond(`${origin}/transaction`, 4)).perSecond
  const transactionsAlone = (await readsPerSecond(`${origin}/transaction`, 4, {}, 1)).perSecond
  await end(server)
  return { reads, transactions, transactionsAlone }
}

/** The list a customer sees, on the database that the site would use. */
async function onGuide() {
  const own = process.env.DATABASE_URL ? await makeOwnDatabase(process.env.DATABASE_URL) : undefined
  const stack = await startStack(own?.url)
  const rows = await benchGuide(stack).finally(() => stack.stop().finally(() => own?.drop()))
  table(`Answers of the guide on ${own ? 'PostgreSQL' : 'PGlite'}`, rows)
}

async function onGrid() {
  const own = process.env.DATABASE_URL ? await makeOwnDatabase(process.env.DATABASE_URL) : undefined
  const stack = await startStack(own?.url)
  try {
    const { firstRowsMs, steps, jumps } = await benchGrid(stack, GRID_ROWS)
    table(
      `Scrolling ${GRID_ROWS.toLocaleString('en-US')} recipients in Chromium, ms per frame (cpu: of the page’s own thread)`,
      [
        ...steps.flatMap(({ px, grid, floor }) => [
          { what: `empty virtual list (floor), ${px} px a frame`, ...floor },
          { what: `recipients grid, ${px} px a frame`, ...grid },
        ]),
        { what: 'a leap to a place far away, until its people are shown', ...jumps, cpu: '', gaps: 0 },
      ],
    )
    console.info(`first ten rows after ${firstRowsMs.toFixed(0)} ms, on a return to the list`)
  } finally {
    await stack.stop()
    await own?.drop()
  }
}

async function onPaper() {
  const { few, single, bare, pdf } = await benchPrint()
  table(`Cards for the press, ${PRINTED_CARDS} of one design, each with its name`, [
    { what: 'drawn and encoded on the canvas alone (floor), cards/s', figure: bare.perSecond, goal: '' },
    { what: 'the same, one card after the other, cards/s', figure: single.perSecond, goal: '' },
    { what: 'front and back into a sealed PDF, cards/s', figure: pdf.perSecond, goal: '' },
    { what: 'times the bare canvas', figure: pdf.perSecond / bare.perSecond, goal: '' },
    { what: 'times one card after the other', figure: pdf.perSecond / single.perSecond, goal: '≥ 1.7' },
    { what: 'peak memory, MB', figure: pdf.peakMb, goal: '' },
    { what: `peak memory with ${PRINTED_CARDS / 10} cards, MB`, figure: few.peakMb, goal: '' },
    { what: 'the file, MB', figure: pdf.megabytes, goal: '' },
  ])
}

async function importOn(name: string, databaseUrl: string | undefined) {
  const stack = await startStack(databaseUrl)
  let copySeconds = Number.NaN
  let result: Awaited<ReturnType<typeof benchImport>> | undefined
  try {
    result = await benchImport(stack)
    const itemId = result.card_item_id
    if (databaseUrl !== undefined) copySeconds = await copyOnPostgres(databaseUrl, itemId)
  } finally {
    const itemId = result?.card_item_id
    await stack.stop(async (dataDir) => {
      if (databaseUrl === undefined && itemId !== undefined) copySeconds = await copyOnPglite(dataDir, itemId)
    })
  }
  const ratio = result.seconds / copySeconds
  table(`A list of ${IMPORT_ROWS.toLocaleString('en-US')} people over HTTP on ${name}`, [
    { what: 'rows per second', figure: result.rowsPerSecond, goal: '' },
    { what: 'bare COPY of the same rows, per second', figure: IMPORT_ROWS / copySeconds, goal: '' },
    { what: 'times a bare COPY', figure: ratio, goal: databaseUrl === undefined ? '≤ 4' : '≤ 3' },
    { what: 'peak memory above rest, MB', figure: result.aboveRestMb, goal: '< 150' },
    { what: 'resident at rest, MB', figure: result.restMb, goal: '' },
    { what: 'another customer during it, p95 ms', figure: result.otherP95, goal: '< 100' },
    { what: 'another customer during it, longest ms', figure: result.otherMax, goal: '' },
  ])
}

async function onReports() {
  if (!process.env.DATABASE_URL) return console.info('\nDATABASE_URL is not set: no report was exported.')
  const own = await makeOwnDatabase(process.env.DATABASE_URL)
  try {
    const stack = await startStack(own.url)
    const result = await benchReports(stack, own.url).finally(() => stack.stop())
    table(`A report of ${REPORT_ROWS.toLocaleString('en-US')} cards on PostgreSQL`, [
      { what: 'bare COPY to CSV, rows per second', figure: result.copy, goal: '' },
      { what: 'CSV by the job, sealed, rows per second', figure: result.csv, goal: '' },
      { what: 'ratio', figure: result.ratio.toFixed(2), goal: '≥ 0.50' },
      { what: 'XLSX by the job, sealed, rows per second', figure: result.xlsx, goal: '' },
      { what: 'deliveries for staff as CSV, rows per second', figure: result.office, goal: '' },
      { what: 'liability by month on screen, seconds', figure: result.liabilitySeconds.toFixed(2), goal: '' },
    ])
    const count = (rows: number) => rows.toLocaleString('en-US')
    table(
      'The server’s memory, MB: at rest, and at most in each half of one export (goal: no growth)',
      [...result.ofFew, ...result.ofAll].map(({ restMb, firstHalfMb, secondHalfMb, ...one }, index) => ({
        ...one,
        rows: count(index < result.ofFew.length ? REPORT_ROWS / 10 : REPORT_ROWS),
        ...{ rest: restMb, 'first half': firstHalfMb, 'second half': secondHalfMb },
      })),
    )
  } finally {
    await own.drop()
  }
}

async function mailOn(name: string, databaseUrl: string | undefined) {
  const result = await benchMail(databaseUrl)
  const ratio = result.perSecond / result.barePerSecond
  table(`${MAIL_COUNT.toLocaleString('en-US')} digital cards by mail on ${name}`, [
    {
      what: 'bare nodemailer, mails as long, before and after, per second',
      figure: result.barePerSecond,
      goal: '',
    },
    { what: 'cards issued, mailed, and recorded, per second', figure: result.perSecond, goal: '' },
    { what: 'ratio', figure: ratio.toFixed(2), goal: '≥ 0.50' },
    {
      what: 'per second since the order was approved, planning included',
      figure: result.perSecondSincePaid,
      goal: '',
    },
    { what: 'processor time of a mail, bare, ms', figure: result.bareCpuMsPerMail, goal: '' },
    { what: 'processor time of a card, planning included, ms', figure: result.cpuMsPerMail, goal: '' },
    { what: 'mails that came twice', figure: result.twice, goal: '0' },
    { what: 'mean length of a mail, kB', figure: result.meanKb, goal: '' },
  ])
}

async function makingOn(name: string, databaseUrl: string | undefined) {
  const result = await benchMaking(databaseUrl)
  table(`Documents and mails of ${MADE_ORDERS.toLocaleString('en-US')} orders on ${name}`, [
    { what: 'the catalog beside it p95, ms', figure: result.besideP95Ms, goal: '≤ 20' },
    { what: 'the catalog beside it, longest ms', figure: result.longestMs, goal: '' },
    { what: 'the catalog at rest p95, ms', figure: result.atRestP95Ms, goal: '' },
    { what: 'invoices drawn and mailed, per second', figure: result.perSecond, goal: '' },
    { what: 'the server’s largest memory, MB', figure: result.peakMb, goal: '' },
  ])
}
