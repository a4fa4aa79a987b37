import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type Call, makeCustomer } from './customers.ts'
import { besidePostgres, insidePGlite } from './database-beside.ts'
import { percentile } from './figures.ts'
import { type Catalog, fillCart, readCatalog, type Steps, timing, WARM_UP } from './orders.ts'
import type { Stack } from './stack.ts'

const PAGE = 'the sandbox’s page'
const CARD = { ssl_card_number: '4124939999999990', ssl_exp_date: '12/28', ssl_cvv2cvc2: '123' }
/** The demo's terminal at the sandbox (sandbox/README.md). */
const TERMINAL = {
  ssl_merchant_id: '700001',
  ssl_user_id: 'laurelweb',
  ssl_pin: 'SANDBOX000000000000000000000000000000000000000000000000000000PIN',
}

const agent = new Agent({ keepAlive: true })

/** Not by fetch, as in `callAs`. */
function send(
  stack: Pick<Stack, 'sandboxOrigin'>,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const body = new URLSearchParams(fields).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const url = `${stack.sandboxOrigin}/converge/${path}`
    const asked = request(url, { method: 'POST', agent, headers }, async (answer) => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      if (answer.statusCode === undefined || answer.statusCode >= 400) {
        reject(new Error(`${path}: ${answer.statusCode}`))
      } else resolve(text)
    })
    asked.on('error', reject).end(body)
  })
}

/** Pays by card on the sandbox’s page. */
export const payOnPage = (stack: Pick<Stack, 'sandboxOrigin'>, token: string) =>
  send(stack, 'hosted-payments/pay', { ssl_txn_auth_token: token, ...CARD })

/** The sandbox's part of one payment, without the shop: token, page, query. */
async function bareCharge(stack: Stack) {
  const ssl_merchant_txn_id = randomBytes(16).toString('hex')
  const token = await send(stack, 'hosted-payments/transaction_token', {
    ...TERMINAL,
    ssl_transaction_type: 'ccsale',
    ssl_amount: '195.00',
    ssl_merchant_txn_id,
  })
  await payOnPage(stack, token)
  const asked = { ...TERMINAL, ssl_transaction_type: 'txnquery', ssl_merchant_txn_id }
  const inner = Object.entries(asked).map(([name, value]) => `<${name}>${value}</${name}>`)
  const told = await send(stack, 'processxml.do', { xmldata: `<txn>${inner.join('')}</txn>` })
  if (!told.includes('APPROVAL')) throw new Error('the sandbox did not approve')
}

async function payByCard(stack: Stack, call: Call, catalog: Catalog, steps: Steps) {
  const timed = timing(steps)
  const order = await fillCart(call, catalog, timed)
  const payment = await timed('pay (with the sandbox’s token)', () =>
    call('POST', '/api/v1/payments/', { order_id: order, method_code: 'elavon_cc' }),
  )
  await timed(PAGE, () => payOnPage(stack, payment.hosted_page.fields.ssl_txn_auth_token))
  const paid = await timed('verify (with the sandbox’s answer)', () =>
    call('POST', `/api/v1/orders/${order}/verify_payment/`),
  )
  if (paid.status === 'cart') throw new Error(`order ${order} was not paid`)
  await timed('confirmation', () => call('GET', `/api/v1/orders/${order}/`))
}

/** A customer can try ten cards an hour; these few represent many. */
const MANY_AT_ONE = `update sites set money_rules = money_rules || '{"attempts_per_hour": 1000000}'`

/** Lets a few customers pay as often as many would, in a database that no server has open. */
export async function letFewPayOften(databaseUrl: string | undefined, dataDir: string) {
  if (databaseUrl === undefined) await insidePGlite(dataDir, (query) => query(MANY_AT_ONE))
  else await besidePostgres(databaseUrl, (query) => query(MANY_AT_ONE))
}

/** Runs one kind of work concurrently for some seconds. @returns how many per second, and each one's ms */
export async function runFor(connections: number, seconds: number, work: (at: number) => Promise<unknown>) {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      while (performance.now() < until) {
        const start = performance.now()
        await work(at)
        times.push(performance.now() - start)
      }
    }),
  )
  return { perSecond: times.length / ((performance.now() - began) / 1000), times }
}

/**
 * Whole orders paid by card, from the first click to the confirmed payment. The sandbox's share is shown
 * separately: its page as the customer sees it, and all three of its calls without the shop.
 */
export async function benchCheckout(stack: Stack, connections: number, seconds: number) {
  const customers = await Promise.all(Array.from({ length: connections }, () => makeCustomer(stack)))
  const catalogs = await Promise.all(customers.map(({ call }) => readCatalog(call)))
  const steps: Steps = {}
  const buy = (at: number, into: Steps) => payByCard(stack, customers[at]!.call, catalogs[at]!, into)
  await Promise.all(
    customers.map(async (_, at) => {
      for (let n = 0; n < WARM_UP; n += 1) await buy(at, {})
    }),
  )
  await bareCharge(stack)

  const sandbox = await runFor(connections, Math.max(1, seconds / 4), () => bareCharge(stack))
  const orders = await runFor(connections, seconds, (at) => buy(at, steps))
  const page = steps[PAGE] ?? []
  return {
    ordersPerSecond: orders.perSecond,
    p50: percentile(orders.times, 0.5),
    p95: percentile(orders.times, 0.95),
    pageP95: percentile(page, 0.95),
    sandboxPerSecond: sandbox.perSecond,
    sandboxP50: percentile(sandbox.times, 0.5),
    sandboxP95: percentile(sandbox.times, 0.95),
    steps: Object.entries(steps).map(([step, times]) => ({
      step,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    })),
  }
}
