import { type Call, callAs, DESIGN, makeCustomer, signInAgain } from './customers.ts'
import { besidePostgres } from './database-beside.ts'
import { percentile } from './figures.ts'
import { placeOrder, readCatalog, timing } from './orders.ts'
import { makeOwnDatabase } from './own-database.ts'
import { fillSite, PROGRAM } from './scale-fill.ts'
import { type Stack, startStack } from './stack.ts'

const SIZES = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const TIMES = Number(process.env.BENCH_TIMES ?? 40)
/** Only lists whose name contains this. */
const ONLY = process.env.BENCH_ONLY ?? ''

/** Any page of a list that is sorted and filtered counts as a search. */
type Kind = 'page' | 'search'
/** The n-th call of a list, for a page at a share of its length. */
type Listed = {
  what: string
  kind: Kind
  by: 'customer' | 'office'
  path: (n: number, size: number) => string
}

/** Any page of a list with this many rows, the last ones included. */
const pageOf = (n: number, rows: number, perPage = 50) =>
  1 + ((n * 7_919) % Math.max(1, Math.floor(rows / perPage)))
const q = encodeURIComponent
const LAST = ['Okafor', 'Naillod', 'Lindqvit', 'Hsuenk', 'Whittokova', 'Brokenova', 'Zzyzx', 'Solbergs']
const FIRST = ['May', 'Prina', 'Jora', 'Ama', 'Wen', 'Ingriel', 'Lucia', 'Samuel']
const one = (words: readonly string[], n: number) => words[n % words.length]!
const address = (n: number, size: number) => 1 + ((n * 7_919) % size)

function lists(itemId: number, listId: number): Listed[] {
  const recipients = (rest: string) => `/api/v1/card_recipient_details/?card_item_id=${itemId}&${rest}`
  const office = (rest: string) => `/api/v1/office/${rest}`
  const customers = (what: string, kind: Kind, path: Listed['path']): Listed => ({
    what,
    kind,
    by: 'customer',
    path,
  })
  const offices = (what: string, kind: Kind, path: Listed['path']): Listed => ({
    what,
    kind,
    by: 'office',
    path: (n, size) => office(path(n, size)),
  })
  return [
    customers('recipients, any page', 'page', (n, size) => recipients(`page=${pageOf(n, size)}`)),
    customers('recipients, only problems, any page', 'page', (n, size) =>
      recipients(`only=attention&page=${pageOf(n, size / 100)}`),
    ),
    ...(['name', 'email', 'city', 'state', 'zip', 'amount', 'problems'] as const).flatMap((sort) => [
      customers(`recipients by ${sort}, first page`, 'search', () => recipients(`sort=${sort}`)),
      customers(`recipients by ${sort}, any page`, 'search', (n, size) =>
        recipients(`sort=${sort}&page=${pageOf(n, size)}`),
      ),
    ]),
    customers('recipients, a last name', 'search', (n) => recipients(`search=${one(LAST, n)}`)),
    customers('recipients, first and last name', 'search', (n) =>
      recipients(`search=${q(`${one(FIRST, n)} ${one(LAST, n)}`)}`),
    ),
    customers('recipients, beginning of a name', 'search', (n) =>
      recipients(`search=${one(LAST, n).slice(0, 3)}`),
    ),
    customers('recipients, an email', 'search', (n, size) =>
      recipients(`search=${q(`${address(n, size)}@halden`)}`),
    ),
    customers('recipients, a ZIP code', 'search', (n) =>
      recipients(`search=${10_000 + ((n * 7_919) % 80_000)}`),
    ),
    customers(
      'saved people, any page',
      'search',
      (n, size) => `/api/v1/saved_people/?page=${pageOf(n, size)}`,
    ),
    customers('saved people, a last name', 'search', (n) => `/api/v1/saved_people/?search=${one(LAST, n)}`),
    customers(
      'people of a list, any page',
      'page',
      (n, size) => `/api/v1/recipient_lists/${listId}/people/?page=${pageOf(n, size)}`,
    ),
    customers(
      'a customer’s orders, any page',
      'page',
      (n, size) => `/api/v1/orders/?page_size=10&page=${pageOf(n, size / 10, 10)}`,
    ),
    customers('a customer’s overview', 'page', () => '/api/v1/orders/overview/'),
    customers('notices, any page', 'search', (n, size) => `/api/v1/notices/?page=${pageOf(n, size / 10)}`),
    offices('orders, first page', 'page', () => 'orders/'),
    offices('orders, any page', 'search', (n, size) => `orders/?page=${pageOf(n, size)}`),
    offices('orders in review', 'page', () => 'orders/?status=in_review'),
    offices(
      'orders fulfilled, any page',
      'page',
      (n, size) => `orders/?status=fulfilled,shipped&page=${pageOf(n, size * 0.9)}`,
    ),
    offices('orders of a week', 'page', () => 'orders/?placed_from=2026-03-02&placed_to=2026-03-08'),
    offices('orders, a number', 'search', (n, size) => `orders/?search=${500_000 + address(n, size)}`),
    offices('orders, a customer’s name', 'search', (n) => `orders/?search=${one(LAST, n)}`),
    offices(
      'orders, first and last name',
      'search',
      (n) => `orders/?search=${q(`${one(FIRST, n)} ${one(LAST, n)}`)}`,
    ),
    offices(
      'orders, an email',
      'search',
      (n, size) => `orders/?search=${q(`${address(n, size)}@halden.example`)}`,
    ),
    offices('deliveries, any page', 'search', (n, size) => `deliveries/?page=${pageOf(n, size * 0.9)}`),
    offices('deliveries that came back', 'page', () => 'deliveries/?group=needs_a_hand'),
    offices('deliveries, a name', 'search', (n) => `deliveries/?search=${one(LAST, n)}`),
    offices(
      'deliveries, beginning of an email',
      'search',
      (n) => `deliveries/?search=${one(FIRST, n).toLowerCase()}.`,
    ),
    offices('customers', 'page', () => 'customers/'),
    offices('customers, a name', 'search', (n) => `customers/?search=${one(LAST, n)}`),
    offices('outstanding orders', 'page', () => 'outstanding/'),
    offices(
      'received payments, any page',
      'page',
      (n, size) => `received_payments/?page=${pageOf(n, size / 7)}`,
    ),
    offices('received payments, unmatched', 'page', () => 'received_payments/?only=unmatched'),
    offices('refunds', 'page', () => 'refunds/'),
    offices('discrepancies', 'page', () => 'payment_discrepancies/'),
    offices('cards that wait', 'page', () => 'waiting_orders/'),
    offices('letters that wait', 'page', () => 'waiting_deliveries/'),
    offices('batches, any page', 'page', (n, size) => `batches/?page=${pageOf(n, size / 100)}`),
    offices('audit log', 'page', () => 'audit/'),
    offices('audit log of an event', 'page', () => 'audit/?event=order.held'),
    offices('today', 'page', () => 'today/'),
  ].filter(({ what }) => what.includes(ONLY))
}

/** Every list at each size, one call at a time: p95 in ms. */
export async function benchScale(serverUrl: string): Promise<Array<Record<string, string | number>>> {
  const rows = new Map<string, Record<string, string | number>>()
  for (const size of SIZES) {
    const own = await makeOwnDatabase(serverUrl)
    const stack = await startStack(own.url)
    try {
      const began = performance.now()
      const { calls, made } = await filled(stack, own.url, size)
      console.info(`${size} filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      for (const list of lists(made.itemId, made.listId)) {
        const ms = percentile(await timesOf(calls[list.by], list, size), 0.95)
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
      await own.drop()
    }
  }
  return [...rows.values()]
}

async function filled(stack: Stack, databaseUrl: string, size: number) {
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
  return {
    // Filling may take longer than a token lasts.
    calls: {
      customer: callAs(stack, `Bearer ${await signInAgain(stack, dana.account)}`),
      office: callAs(stack, `Basic ${Buffer.from(`${PROGRAM.name}:${PROGRAM.secret}`).toString('base64')}`),
    },
    made: { itemId: item.id as number, listId: Number(list.id) },
  }
}

/** Three calls first, so that plans and caches are there. */
async function timesOf(call: Call, { path }: Listed, size: number): Promise<number[]> {
  const times: number[] = []
  for (let n = -3; n < TIMES; n++) {
    const began = performance.now()
    await call('GET', path(n + 3, size))
    if (n >= 0) times.push(performance.now() - began)
  }
  return times
}
