import { type Account, type Call, callAs, DESIGN, makeCustomer, signInAgain } from './customers.ts'
import { besidePostgres } from './database-beside.ts'
import { percentile } from './figures.ts'
import { placeOrder, readCatalog, timing } from './orders.ts'
import { keptDatabase } from './own-database.ts'
import { fillSite, PROGRAM } from './scale-fill.ts'
import { type Listable, type Listed, lists } from './scale-lists.ts'
import { type Stack, startStack } from './stack.ts'

const SIZES = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const TIMES = Number(process.env.BENCH_TIMES ?? 40)
const LONGEST_MS = 15_000
const SIGNED_IN_MS = 120_000
/** Only lists whose name contains this. */
const ONLY = process.env.BENCH_ONLY ?? ''

/** What a filled database has, for its later runs too. */
type Made = Listable & { account: Account }

/** Every list at each size, one call at a time: p95 in ms. */
export async function benchScale(serverUrl: string): Promise<Array<Record<string, string | number>>> {
  const rows = new Map<string, Record<string, string | number>>()
  for (const size of SIZES) {
    const own = await keptDatabase(serverUrl, `laurel_bench_scale_${size}`)
    const stack = await startStack(own.url)
    try {
      const began = performance.now()
      const made: Made = own.note === undefined ? await filled(stack, own.url, size) : JSON.parse(own.note)
      if (own.note === undefined) await own.finish(JSON.stringify(made))
      console.info(`${size} filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const office = callAs(
        stack,
        `Basic ${Buffer.from(`${PROGRAM.name}:${PROGRAM.secret}`).toString('base64')}`,
      )
      const customer = await signedIn(stack, made.account)
      for (const list of lists(made, size).filter(({ what }) => what.includes(ONLY))) {
        const ms = percentile(
          await timesOf(list.by === 'office' ? office : await customer(), list.path),
          0.95,
        )
        const row = rows.get(list.what) ?? { list: list.what }
        rows.set(list.what, {
          ...row,
          [size.toLocaleString('en-US')]: ms,
          goal: list.kind === 'page' ? '≤ 10' : '≤ 50',
        })
        if (process.env.BENCH_ALOUD) console.info(list.what, ms.toFixed(1))
      }
    } finally {
      await stack.stop()
      if (!process.env.BENCH_KEEP) await own.drop()
    }
  }
  return [...rows.values()]
}

async function filled(stack: Stack, databaseUrl: string, size: number): Promise<Made> {
  const dana = await makeCustomer(stack)
  const catalog = await readCatalog(dana.call)
  await placeOrder(dana.call, catalog, timing({}))
  const item = await dana.call('POST', '/api/v1/card_items/', {
    reward_type: 'direct',
    reward_card_template_id: catalog.template,
    design: JSON.stringify(DESIGN),
    denomination_cents: '5000',
  })
  const [order] = await besidePostgres(databaseUrl, (query) =>
    query('select id, customer_id from orders where placed_at is not null order by id desc limit 1'),
  )
  await fillSite(databaseUrl, size, {
    customerId: Number(order.customer_id),
    orderId: Number(order.id),
    itemId: item.id,
  })
  const [list] = await besidePostgres(databaseUrl, (query) =>
    query('select max(id) as id from recipient_lists'),
  )
  return { account: dana.account, itemId: item.id, listId: Number(list.id), orderId: Number(order.id) }
}

/** Measuring takes longer than a token lasts. */
async function signedIn(stack: Stack, account: Account): Promise<() => Promise<Call>> {
  const signIn = async () => ({
    call: callAs(stack, `Bearer ${await signInAgain(stack, account)}`),
    until: performance.now() + SIGNED_IN_MS,
  })
  let now = await signIn()
  return async () => {
    if (now.until < performance.now()) now = await signIn()
    return now.call
  }
}

/** Three calls first, so that plans and caches are there. Slow lists get fewer calls. */
async function timesOf(call: Call, path: Listed['path']): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + LONGEST_MS
  for (let n = -3; n < TIMES && (n < 3 || performance.now() < until); n++) {
    const began = performance.now()
    await call('GET', path(n + 3))
    if (n >= 0) times.push(performance.now() - began)
  }
  return times
}
