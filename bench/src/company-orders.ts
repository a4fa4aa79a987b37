import { readFileSync } from 'node:fs'
import { type Call, makeCustomer } from './customers.ts'
import { besidePostgres, type Query } from './database-beside.ts'
import { percentile } from './figures.ts'
import { type Catalog, placeOrder, readCatalog, timing, WARM_UP } from './orders.ts'
import type { countOnTheWay } from './query-count.ts'
import type { Stack } from './stack.ts'

export const BIG = { people: 200, rules: 50, budgets: 100 }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const ORDERS = 5
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

type Buyer = { call: Call; catalog: Catalog }

/**
 * Orders of a buyer in an ordinary company, and of one in a large company, in turns, so that what else the machine does
 * slows both. Every rule of the large company is judged and none applies; three of its budgets count each order.
 */
export async function benchCompanyOrders(
  stack: Stack & { pid: number },
  databaseUrl: string,
  counter: Awaited<ReturnType<typeof countOnTheWay>>,
) {
  const [ordinary, large] = [await makeBuyer(stack), await makeBuyer(stack)]
  const { people } = await large.call('GET', '/api/v1/company/people/')
  await besidePostgres(databaseUrl, (query) => enlarge(query, people[0].id))
  const kinds = [newTally('ordinary', ordinary), newTally('large', large)]
  for (const { buyer } of kinds) {
    for (let n = 0; n < WARM_UP; n += 1) await placeOrder(buyer.call, buyer.catalog, timing({}))
  }
  await besidePostgres(databaseUrl, async (query) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        counter.take()
        const before = await cpuMs(query, stack.pid)
        for (let n = 0; n < ORDERS; n += 1) {
          const began = performance.now()
          await placeOrder(kind.buyer.call, kind.buyer.catalog, timing({}))
          kind.times.push(performance.now() - began)
        }
        const after = await cpuMs(query, stack.pid)
        kind.serverMs += after.server - before.server
        for (const [pid, ms] of after.backends) kind.databaseMs += ms - (before.backends.get(pid) ?? 0)
        kind.queries += counter.take().queries
      }
    }
  })
  const orders = ROUNDS * ORDERS
  const rows = kinds.map(({ company, times, queries, serverMs, databaseMs }) => ({
    company,
    p50: percentile(times, 0.5),
    queries: queries / orders,
    serverMs: serverMs / orders,
    databaseMs: databaseMs / orders,
  }))
  const ratio = (of: 'p50' | 'queries' | 'serverMs' | 'databaseMs') =>
    (rows[1]![of] / rows[0]![of]).toFixed(2)
  return [
    ...rows,
    {
      company: 'large / ordinary',
      p50: ratio('p50'),
      queries: ratio('queries'),
      serverMs: ratio('serverMs'),
      databaseMs: ratio('databaseMs'),
    },
  ]
}

async function makeBuyer(stack: Stack): Promise<Buyer> {
  const { call } = await makeCustomer(stack)
  return { call, catalog: await readCatalog(call) }
}

const newTally = (company: string, buyer: Buyer) => ({
  ...{ company, buyer, queries: 0, serverMs: 0, databaseMs: 0 },
  times: [] as number[],
})

/** Gives a customer's company its people, rules, and budgets: for all, for a team, and each for one person. */
async function enlarge(query: Query, customerId: number): Promise<void> {
  const columns = await query(`select attname as name from pg_attribute where attrelid = 'customers'::regclass
    and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) =>
    name === 'identity_subject' || name === 'email' ? `'colleague-' || nth || '-' || c.${name}` : `c.${name}`,
  )
  const company = `(select company_id from company_members where customer_id = ${customerId})`
  const site = `(select site_id from customers where id = ${customerId})`
  await query(`with made as (insert into customers (${names.join()}) select ${values.join()}
    from customers c, generate_series(2, ${BIG.people}) nth where c.id = ${customerId} returning id)
    insert into company_members (site_id, company_id, customer_id, role)
      select ${site}, ${company}, id, case when id % 10 = 0 then 'approver' else 'buyer' end from made`)
  await query(`insert into company_teams (site_id, company_id, name)
    select ${site}, ${company}, 'Team ' || nth from generate_series(1, 20) nth`)
  await query(`update company_members m set team_id = (select min(id) + m.customer_id % 20 from company_teams t
    where t.company_id = m.company_id) where m.company_id = ${company}`)
  await query(`insert into approval_rules (site_id, company_id, position, name, conditions, steps, is_on, created_at)
    select ${site}, ${company}, nth, 'Rule ' || nth, '[{"kind": "delivery", "in": ["bulk"]}, {"kind": "recipients", "count": 0},
      {"kind": "budget", "percent": 1}, {"kind": "amount", "cents": 100000000000}]',
      '[{"ask": "role", "role": "approver", "escalation": null}]', true, now() from generate_series(1, ${BIG.rules}) nth`)
  await query(`insert into company_budgets (site_id, company_id, name, team_id, customer_id, period, amount_cents,
      rolls_over, created_at)
    select ${site}, ${company}, 'Budget ' || nth, case when nth between 2 and 21 then
        (select min(id) + nth - 2 from company_teams where company_id = ${company}) end,
      case when nth > 21 then (select customer_id from company_members where company_id = ${company}
        order by customer_id <> ${customerId}, customer_id limit 1 offset nth - 22) end,
      'month', 1000000000000, false, now() from generate_series(1, ${BIG.budgets}) nth`)
  await query(`update companies set has_budgets = true, has_approval_rules = true where id = ${company}`)
}

/** The processor time of the server and of each of its database's backends so far. */
async function cpuMs(query: Query, pid: number) {
  const backends = await query(`select pid from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid()`)
  return { server: cpuMsOf(pid), backends: new Map(backends.map((one) => [one.pid, cpuMsOf(one.pid)])) }
}

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
