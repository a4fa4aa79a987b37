import { tmpdir } from 'node:os'
import { ask, type Colleague, enterOffice, inviteOwner } from './crash/office.ts'
import { callAs, type Json, makeCustomer, signInAgain } from './customers.ts'
import { besidePostgres, type Query } from './database-beside.ts'
import { percentile } from './figures.ts'
import { placeOrder, readCatalog, timing } from './orders.ts'
import { type Stack, stackSettings } from './stack.ts'

export const REPORT_ROWS = Number(process.env.BENCH_REPORT_ROWS ?? 100_000)
const ORDERS = 1_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

/** What the report's file has, with the joins and time zones that a bare COPY needs for it. */
const SAME_ROWS = `select o.number, i.name, d.reward_type, d.first_name, d.last_name, d.email, d.city, d.state,
    d.card_count, d.value_cents / 100.0, d.status, ${[
      'sent',
      'opened',
      'claimed',
      'mailed',
      'delivered',
      'expires',
    ]
      .map((what) => `to_char(d.${what}_at at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI')`)
      .join(', ')}, concat_ws(' ', c.first_name, c.last_name)
  from orders o join deliveries d on d.site_id = o.site_id and d.order_id = o.id
  left join card_items i on i.site_id = d.site_id and i.id = d.card_item_id
  join customers c on c.site_id = o.site_id and c.id = o.customer_id
  where o.placed_at is not null order by o.placed_at desc, o.id desc, d.id`

/** The exports whose memory is watched; with ten times the rows, it should be the same. */
const EXPORTS = {
  'cards as CSV': ['cards', 'csv', 'company'],
  'cards as XLSX': ['cards', 'xlsx', 'company'],
  'deliveries for staff as CSV': ['deliveries', 'csv', 'staff'],
  'deliveries for staff as XLSX': ['deliveries', 'xlsx', 'staff'],
  'liability by month for staff as CSV': ['liability', 'csv', 'staff'],
} as const
/** Memory flat after garbage has built up: the second half of an export needs no more than the first. */
export type Peak = { export: string; restMb: number; firstHalfMb: number; secondHalfMb: number }

/** Longer than a server waits before it frees memory. */
const REST_MS = 12_000

/**
 * A company's cards as CSV, through the job and the sealed file, and a bare COPY of the same rows to the database's own
 * `/dev/null`, in turns; then all deliveries for staff, and the months of what is unclaimed. Before that, the memory of
 * each export, with a tenth of the rows and with all.
 */
export async function benchReports(stack: Stack, databaseUrl: string) {
  const { call: first, account } = await makeCustomer(stack)
  await placeOrder(first, await readCatalog(first), timing({}))
  return besidePostgres(databaseUrl, async (query) => {
    await makeOrders(query)
    const seconds: Record<'copy' | 'csv' | 'xlsx' | 'office' | 'liability', number[]> = {
      ...{ copy: [], csv: [], xlsx: [], office: [], liability: [] },
    }
    const timed = async (what: keyof typeof seconds, work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      seconds[what].push((performance.now() - began) / 1_000)
    }
    let call = first
    let colleague: Colleague
    // Filling takes longer than a sign-in lasts.
    const signIn = async () => {
      call = callAs(stack, `Bearer ${await signInAgain(stack, account)}`)
      colleague = await enterOffice(stack.origin, inviteOwner(await stackSettings(tmpdir(), databaseUrl)))
    }
    type Files = (given?: Record<string, string>) => Promise<Json>
    const ofCompany: Files = (given) => call(given ? 'POST' : 'GET', '/api/v1/company/reports/files/', given)
    const ofStaff: Files = async (given) => (await ask(stack.origin, colleague, 'reports/files/', given)).body
    const report = async (callFiles: Files, kind: string, format: string, rows = REPORT_ROWS) => {
      const { id } = await callFiles({ kind, range: 'all', format })
      for (;;) {
        const files = await callFiles()
        const file = files.find((one: { id: number }) => one.id === id)
        if (file.state === 'ready' && file.rows >= rows) return
        if (file.state === 'failed') throw new Error('the report failed')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }

    const peaksOf = async (rows: number): Promise<Peak[]> => {
      await signIn()
      const peaks: Peak[] = []
      for (const [name, [kind, format, whose]] of Object.entries(EXPORTS)) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS))
        const restMb = stack.memoryMb()
        const samples: number[] = []
        const watch = setInterval(() => samples.push(stack.memoryMb()), 20)
        await report(
          whose === 'staff' ? ofStaff : ofCompany,
          kind,
          format,
          kind === 'liability' ? 1 : rows,
        ).finally(() => clearInterval(watch))
        const half = samples.length / 2
        peaks.push({
          ...{ export: name, restMb },
          firstHalfMb: Math.max(...samples.slice(0, half)),
          secondHalfMb: Math.max(...samples.slice(half)),
        })
      }
      return peaks
    }
    await fillCards(query, 0, REPORT_ROWS / 10)
    const ofFew = await peaksOf(REPORT_ROWS / 10)
    await fillCards(query, REPORT_ROWS / 10, REPORT_ROWS)
    const ofAll = await peaksOf(REPORT_ROWS)

    for (let round = 0; round < ROUNDS; round += 1) {
      await signIn()
      await timed('copy', () => query(`copy (${SAME_ROWS}) to '/dev/null' with (format csv, header)`))
      await timed('csv', () => report(ofCompany, 'cards', 'csv'))
      await timed('xlsx', () => report(ofCompany, 'cards', 'xlsx'))
      await timed('office', () => report(ofStaff, 'deliveries', 'csv'))
      await timed('liability', async () => {
        const { body } = await ask(stack.origin, colleague, 'reports/?kind=liability&range=all')
        if (!(body.rows?.length > 1)) throw new Error(`no months: ${JSON.stringify(body)}`)
      })
    }
    const perSecond = (what: keyof typeof seconds) => REPORT_ROWS / percentile(seconds[what], 0.5)
    return {
      copy: perSecond('copy'),
      csv: perSecond('csv'),
      xlsx: perSecond('xlsx'),
      office: perSecond('office'),
      liabilitySeconds: percentile(seconds.liability, 0.5),
      ratio: perSecond('csv') / perSecond('copy'),
      ofFew,
      ofAll,
    }
  })
}

/** Copies the customer's order. */
async function makeOrders(query: Query): Promise<void> {
  const [order] = await query('select id from orders where placed_at is not null order by id desc limit 1')
  const columns = (await columnsOf(query, 'orders')).filter((column) => column !== 'number')
  await query(`update orders set status = 'approved', planned_at = now() where id = ${order.id}`)
  await query(`insert into orders (${columns.join(', ')}, number)
    select ${columns.map((column) => `o.${column}`).join(', ')}, 'R' || n
    from orders o, generate_series(1, ${ORDERS - 1}) n where o.id = ${order.id}`)
}

/** Gives each order its share of these cards. */
async function fillCards(query: Query, from: number, until: number): Promise<void> {
  await query(`update orders set priced = jsonb_set(priced, '{price,cardCount}', '${until / ORDERS}')
    where placed_at is not null`)
  await query(`insert into deliveries (site_id, order_id, source, reward_type, status, value_cents, first_name,
      last_name, email, due_at, created_at, updated_at, sent_at, claimed_at)
    select o.site_id, o.id, 'recipient:' || n, 'digital', 'claimed', 5000, 'First' || n, 'Last' || n % 977,
      'person' || n || '@halden.example', now(), now(), now(), now(), now()
    from orders o, generate_series(${from / ORDERS + 1}, ${until / ORDERS}) n where o.placed_at is not null`)
  await query(`insert into issued_cards (site_id, delivery_id, position, card_item_id, order_id, value_cents,
      balance_cents, number_sealed, number_digest, last4, pin_sealed, created_at, updated_at)
    select d.site_id, d.id, 1, 1, d.order_id, d.value_cents, d.value_cents, '', 'digest ' || d.id, '0000', '',
      now() - d.id % 700 * interval '1 day', now()
    from deliveries d where not exists (select from issued_cards i where i.delivery_id = d.id)`)
  await query('vacuum analyze issued_cards')
  await query('vacuum analyze orders')
  await query('vacuum analyze deliveries')
}

async function columnsOf(query: Query, table: string): Promise<string[]> {
  const rows =
    await query(`select column_name as name from information_schema.columns where table_schema = 'public'
    and table_name = '${table}' and is_identity = 'NO' and is_generated = 'NEVER'`)
  return rows.map(({ name }: { name: string }) => name)
}
