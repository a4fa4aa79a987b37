import { Readable } from 'node:stream'
import { COMPANY_REPORT_KINDS, REPORT_KIND_WORDS, STAFF_REPORT_KINDS } from '@laurel/domain/reports'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { companySteps } from '../../testing/company-world.ts'
import { makeFakeMailer, tokenIn } from '../../testing/delivery-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'
import { type MakeKit, makeFile } from './make-file.ts'
import type { Cell, Read } from './report.ts'
import type { Settings } from './report-files.repo.ts'
import { reportMailHandler } from './report-mail.jobs.ts'
import { walkingReports } from './reports.jobs.ts'
import { reports, scopeOf } from './reports.ts'

const REPORTS = '/api/v1/office/reports/'
const FILES = `${REPORTS}files/`
const SAVED = '/api/v1/office/saved_reports/'

type Staff = Awaited<ReturnType<World['staff']>>

let world: World
let finance: Staff
let cards: ReturnType<typeof printSteps>
let money: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
  cards = printSteps(world)
}, 60_000)
beforeEach(async () => {
  money = await moneySteps(world)
  finance = money.finance
  await sql`delete from pgboss.job where name in ('reports.make', 'mail.report')`.execute(world.kit.pool)
  await sql`delete from report_files`.execute(world.kit.pool)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const wanted = async (
  one: Pick<Staff, 'call'>,
  method: string,
  path: string,
  body?: Record<string, unknown>,
) => {
  const answer = await one.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body as Answer['body']
}

type Row = Record<string, Cell>

async function report(query: string, as: Pick<Staff, 'call'> = finance) {
  const body = await wanted(as, 'GET', `${REPORTS}?${query.includes('range=') ? '' : 'range=all&'}${query}`)
  const titles: string[] = body.columns.map(({ title }: { title: string }) => title)
  const rows = (body.rows as Cell[][]).map(
    (cells): Row => Object.fromEntries(cells.map((cell, index) => [titles[index], cell])),
  )
  const totals: Record<string, number> = Object.fromEntries(
    body.totals.map(({ title, value }: { title: string; value: number }) => [title, value]),
  )
  return { rows, totals, body, titles }
}

const readIn = async (): Promise<Read> => {
  const site = await cards.site()
  return (work) => inSite(world.kit.pool, site.id, work)
}

/** All rows, in pages of this size. */
async function rowsIn(settings: Settings, size: number): Promise<Cell[][]> {
  const site = await cards.site()
  const read = await readIn()
  const owner = { siteId: site.id, companyId: null }
  const scope = await read((db) => scopeOf(db, site, owner, settings, world.kit.now()))
  const rows: Cell[][] = []
  for await (const page of reports[settings.kind].pages(read, scope, size)) rows.push(...page)
  return rows
}

const kitOf = (more: Partial<MakeKit> = {}): MakeKit => ({
  ...world.kit,
  log: { error: () => {} },
  ...more,
})
const make = async (id: number, more?: Partial<MakeKit>) =>
  makeFile(kitOf(more), (await cards.site()).id, id, new AbortController().signal)
const ask = async (settings: Record<string, unknown>) =>
  (await wanted(finance, 'POST', FILES, { range: 'all', ...settings })).id as number
const rowOf = (id: number) =>
  world.kit.pool.selectFrom('report_files').selectAll().where('id', '=', id).executeTakeFirst()
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of world.kit.files.list()) keys.push(key)
  return keys.sort()
}

/** Does the enqueued jobs of this name, as a worker would. @returns how many */
async function work(
  name: 'reports.make' | 'mail.report',
  mailer = makeFakeMailer(),
  more?: Partial<MakeKit>,
) {
  const { rows } = await sql<{ data: { siteId: number; fileId: number } }>`
    delete from pgboss.job where name = ${name} and state = 'created' returning data`.execute(world.kit.pool)
  for (const { data } of rows) {
    if (name === 'mail.report') await reportMailHandler(world.kit, mailer).run(data as never)
    else await makeFile(kitOf(more), data.siteId, data.fileId, new AbortController().signal)
  }
  return rows.length
}

const sumOf = (rows: readonly Row[], title: string) =>
  rows.reduce((sum, row) => sum + Number(row[title] ?? 0), 0)

/** Orders of several companies, with money of every kind, and cards on every way. */
async function busyDays() {
  const printed = await cards.approved('direct')
  await cards.mailed(printed.owner as Staff, 'direct', printed.id)
  const claimed = await cards.approved('digital', 'bulk')
  await cards.send()
  const ada = cards.mailer.accepted.findLast(({ to }) => to.startsWith('Ada'))
  await cards.look(tokenIn(ada))
  await cards.reveal(tokenIn(ada))

  const paidBack = await money.paidByCard('STL')
  expect((await money.refund(paidBack.payment.id, 1_000)).status).toBe(200)
  await money.carryOut()
  const check = await money.ordered()
  await money.receive(check.total - 500, check.reference)
  const { body: unmatched } = await money.receive(4_200, 'nothing', { payer: '=cmd()|A1' })
  const { body: bounced } = await money.receive(7_700, 'nothing')
  await wanted(finance, 'POST', `/api/v1/office/received_payments/${bounced.id}/reverse/`, {
    reason: 'Bounced',
  })
  const declined = await money.paidByCard('STL')
  await wanted(finance, 'POST', `/api/v1/office/orders/${declined.id}/decline/`, {
    seen_status: 'in_review',
    reason: 'A test.',
  })
  const buyer = await companySteps(world).person()
  const [company] = await wanted(buyer, 'GET', '/api/v1/companies/')
  await wanted(finance, 'PUT', `/api/v1/office/companies/${company.id}/terms/`, {
    limit_cents: 900_000,
    days: 30,
  })
  const dana = customerSteps(buyer)
  const invoiced = await dana.fillCart('digital')
  await dana.pay(invoiced, 'company_terms')
  return { company, buyer, invoiced, claimed, unmatched, paidBack }
}

describe('reports for staff', () => {
  test('are for owners and finance, and programs with the scope', async () => {
    const owner = await world.staff('owner')
    const id = await ask({ kind: 'orders' })
    const saved = await wanted(owner, 'POST', SAVED, { name: 'Orders', kind: 'orders', range: 'all' })
    const endpoints = [
      ['GET', `${REPORTS}?kind=orders&range=all`],
      ['GET', FILES],
      ['POST', FILES],
      ['GET', `${FILES}${id}/download/`],
      ['DELETE', `${FILES}${id}/`],
      ['GET', `${REPORTS}readers/`],
      ['GET', SAVED],
      ['POST', SAVED],
      ['PUT', `${SAVED}${saved.id}/`],
      ['POST', `${SAVED}${saved.id}/send/`],
      ['DELETE', `${SAVED}${saved.id}/`],
    ] as const
    const body = { kind: 'orders', range: 'all', name: 'x' }
    for (const role of ['support', 'fulfillment', 'viewer'] as const) {
      const one = await world.staff(role)
      for (const [method, path] of endpoints) {
        const given = method === 'GET' ? undefined : body
        expect([role, path, (await one.call(method, path, given)).status]).toEqual([role, path, 403])
      }
    }
    const customer = await world.signIn()
    expect((await customer.call('GET', FILES)).status).toBe(401)
    const elsewhere = await world.staff('owner', 'acorn')
    expect((await elsewhere.call('GET', FILES)).body).toEqual([])
    for (const [method, path] of endpoints.slice(3).filter(([, path]) => /\d/.test(path))) {
      const given = method === 'GET' ? undefined : body
      if (!/\/\d+\//.test(path)) continue
      expect([path, (await elsewhere.call(method, path, given)).status]).toEqual([path, 404])
    }
    const made = await wanted(owner, 'POST', '/api/v1/office/api_credentials/', {
      name: 'ERP',
      scopes: ['reports.read'],
    })
    const basic = Buffer.from(`${made.credential.username}:${made.secret}`).toString('base64')
    const program = await world.visit('localhost')('GET', `${REPORTS}?kind=ledger&range=all`, undefined, {
      authorization: `Basic ${basic}`,
    })
    expect(program.status).toBe(200)
  })

  test('say at their fields what can’t be', async () => {
    const refused = async (query: string) => {
      const { status, body } = await finance.call('GET', `${REPORTS}?${query}`)
      return [status, body.errors?.[0]?.field ?? body.code]
    }
    expect(await refused('kind=orders&range=days&from=2026-03-02&until=2026-03-01')).toEqual([400, 'until'])
    expect(await refused('kind=orders&range=all&status=queued')).toEqual([400, 'status'])
    expect(await refused('kind=ledger&range=all&status=paid')).toEqual([400, 'status'])
    expect(await refused('kind=orders&range=all&company_id=999999')).toEqual([404, 'not_found'])
    for (const [path, more] of [
      [FILES, {}],
      [SAVED, { name: 'Odd' }],
    ] as const) {
      const body = { kind: 'orders', range: 'days', from: '2026-03-02', until: '2026-03-01', ...more }
      const answer = await finance.call('POST', path, body)
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'until'])
      const gone = await finance.call('POST', path, { ...body, range: 'all', company_id: 999_999 })
      expect(gone.status).toBe(404)
    }
  })

  test('have the same rows in pages of any size, and as many as their totals say', async () => {
    const { company, buyer } = await busyDays()
    await customerSteps(buyer).fillCart('digital')
    for (const kind of STAFF_REPORT_KINDS) {
      for (const by of kind === 'spend' ? ['month', 'person', 'company'] : [undefined]) {
        const settings = { kind, range: 'all', by } as const
        const whole = await rowsIn(settings, 1_000)
        expect([kind, whole.length > 0]).toEqual([kind, true])
        for (const size of [1, 2, 3]) expect([kind, await rowsIn(settings, size)]).toEqual([kind, whole])
        const { titles, totals } = await report(`kind=${kind}${by ? `&by=${by}` : ''}`)
        expect(whole.every((cells) => cells.length === titles.length)).toBe(true)
        const [count] = Object.values(totals)
        if (!['cards', 'people', 'spend', 'unclaimed', 'liability'].includes(kind)) {
          expect([kind, count]).toEqual([kind, whole.length])
        }
        const own = await report(`kind=${kind}&company_id=${company.id}`)
        if (kind !== 'companies')
          expect([kind, own.titles]).not.toEqual([kind, expect.arrayContaining(['Company'])])
        const [ownCount] = Object.values(own.totals)
        expect([kind, ownCount! < count!]).toEqual([kind, true])
      }
    }
    const [year] = (await rowsIn({ kind: 'spend', range: 'all', by: 'company' }, 100))
      .filter(([, name]) => name === 'Halden Tools')
      .map(([month]) => month)
    expect(year).toMatch(/^\d{4}-\d\d$/)
  })

  test('agree with the office’s own pages', async () => {
    const { company } = await busyDays()
    const everyPage = async (path: string): Promise<Answer['body'][]> => {
      const results: Answer['body'][] = []
      for (let next: string | null = path; next !== null; ) {
        const page: Answer['body'] = await wanted(finance, 'GET', next)
        results.push(...page.results)
        next = page.next
      }
      return results
    }
    const cents = (list: Answer['body'][], field = 'amount_cents') =>
      list.reduce((sum: number, one) => sum + one[field], 0)

    const received = await everyPage('/api/v1/office/received_payments/')
    const unmatched = await everyPage('/api/v1/office/received_payments/?only=unmatched')
    const ofReceived = await report('kind=payments_received')
    expect(ofReceived.totals).toEqual({
      Payments: received.length,
      Received: cents(received.filter((one) => one.reversed_at === null)),
      'Not matched': cents(unmatched),
    })
    expect(sumOf((await report('kind=payments_received&status=unmatched')).rows, 'Amount (USD)')).toBe(
      cents(unmatched),
    )

    const refunds = await everyPage('/api/v1/office/refunds/')
    const open = await everyPage('/api/v1/office/refunds/?only=open')
    expect((await report('kind=refunds')).totals).toEqual({
      Refunds: refunds.length,
      Refunded: cents(refunds.filter((one) => one.state === 'done' && one.discrepancy_id === null)),
      'Discrepancies refunded': cents(
        refunds.filter((one) => one.state === 'done' && one.discrepancy_id !== null),
      ),
      'Not refunded yet': cents(open),
    })
    expect(open.length).toBeGreaterThan(0)

    const orders = await everyPage('/api/v1/office/orders/')
    const ledger = await report('kind=ledger')
    expect(ledger.totals.Debits).toBe(ledger.totals.Credits)
    const books = (await rowsIn({ kind: 'ledger', range: 'all' }, 1_000)).map(
      ([, number, , , account, debit, credit]) => [number, account, Number(debit ?? 0) - Number(credit ?? 0)],
    )
    for (const { id, number } of orders) {
      const { ledger: lines } = await money.money(id)
      expect(
        books
          .filter(([of]) => of === number)
          .reduce((sum, [, , amount]) => sum + Math.abs(Number(amount)), 0),
      ).toBe(lines.reduce((sum: number, line: { cents: number }) => sum + Math.abs(line.cents), 0))
    }
    for (const status of ['in_review', 'declined', 'approved', 'pending_payment'] as const) {
      const shown = await everyPage(`/api/v1/office/orders/?status=${status}`)
      const listed = await rowsIn({ kind: 'orders', range: 'all', status }, 1_000)
      expect(shown.length).toBeGreaterThan(0)
      expect([status, listed.map(([number]) => number)]).toEqual([status, shown.map(({ number }) => number)])
    }

    const of = await wanted(finance, 'GET', `/api/v1/office/companies/${company.id}/`)
    const invoices = await wanted(finance, 'GET', '/api/v1/office/invoices/')
    const companies = await rowsIn({ kind: 'companies', range: 'all' }, 1_000)
    const { titles, totals } = await report('kind=companies')
    const rows = companies.map((cells) => Object.fromEntries(cells.map((cell, nth) => [titles[nth], cell])))
    const row = (await report(`kind=companies&company_id=${company.id}`)).rows[0]!
    expect(row).toMatchObject({
      People: 1,
      Orders: 1,
      Terms: 'Net 30',
      'Spend (USD)': of.ordered_cents,
      'Credit limit (USD)': 900_000,
    })
    for (const [title, age] of [
      ['Not due yet (USD)', 'current'],
      ['1–15 days overdue (USD)', '1_15'],
    ]) {
      const { cents: owed } = invoices.ages.find((one: { age: string }) => one.age === age)
      expect(sumOf(rows, title!)).toBe(owed)
    }
    expect(sumOf(rows, 'Open invoices (USD)')).toBe(totals['Open invoices'])
    expect(sumOf(rows, 'Spend (USD)')).toBe(totals.Spend)
    expect((await report('kind=spend&by=company')).totals.Spend).toBe(
      (await report('kind=orders')).totals.Spend,
    )
  })
})

describe('liability', () => {
  const wipe = async () => {
    for (const table of ['issued_cards', 'delivery_events', 'deliveries'] as const) {
      await world.kit.pool.deleteFrom(table).execute()
    }
  }
  const ledgerValue = async () => {
    const { value } = await world.kit.pool
      .selectFrom('ledger_entries')
      .select(({ fn }) => fn.sum<number>('cents').as('value'))
      .where('account', '=', 'card_value')
      .where('order_id', 'in', (orders) => orders.selectFrom('deliveries').select('order_id'))
      .executeTakeFirstOrThrow()
    return -Number(value)
  }
  const dueCards = async () => {
    const { value } = await world.kit.pool
      .selectFrom('deliveries as d')
      .select(({ fn }) => fn.sum<number>('d.value_cents').as('value'))
      .where('d.status', 'not in', ['cancelled', 'replaced'])
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('issued_cards as i')
              .select('i.id')
              .whereRef('i.site_id', '=', 'd.site_id')
              .whereRef('i.delivery_id', '=', 'd.id'),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(value ?? 0)
  }

  test('adds up: what was issued, less what was claimed, shipped, expired, and canceled, is unclaimed', async () => {
    await wipe()
    await busyDays()
    // Its cards are issued for the print, and canceled with the order.
    const stopped = await cards.approved('direct')
    await cards.ready(stopped.owner as Staff, 'direct', stopped.id)
    await wanted(stopped.owner, 'POST', `/api/v1/office/orders/${stopped.id}/decline/`, {
      ...{ seen_status: 'approved', reason: 'A test.' },
    })
    const { rows, totals } = await report('kind=liability')
    const row = rows.at(-1)!
    expect(row).toMatchObject({
      'Unclaimed at start (USD)': 0,
      'Issued (USD)': 30_000,
      'Claimed (USD)': 5_000,
      'Shipped (USD)': 10_000,
      'Expired (USD)': 0,
      'Canceled (USD)': 10_000,
      'Unclaimed at end (USD)': 5_000,
      'Unclaimed cards': 1,
    })
    // The cards that were sold, by the ledger, are those that were issued and not canceled, and those still due.
    expect(await ledgerValue()).toBe(totals.Issued! - totals.Canceled! + (await dueCards()))
    // Which cards those are, another report lists.
    expect((await report('kind=unclaimed')).totals['Unclaimed value']).toBe(totals.Unclaimed)

    // A year later, their links are over; the last day of the year is one in the site's time zone.
    await world.kit.pool
      .updateTable('deliveries')
      .set({ expires_at: '2028-01-01T05:59:00Z' })
      .where('status', '=', 'sent')
      .execute()
    const site = await cards.site()
    expect(site.time_zone).toBe('America/Chicago')
    world.setClock(new Date('2028-01-15T12:00:00Z'))
    finance = await world.staff('finance')
    const later = await report('kind=liability')
    for (const [nth, month] of later.rows.entries()) {
      const ended = ['Claimed', 'Shipped', 'Expired', 'Canceled'].reduce(
        (sum, title) => sum + Number(month[`${title} (USD)`]),
        0,
      )
      expect(Number(month['Unclaimed at start (USD)']) + Number(month['Issued (USD)']) - ended).toBe(
        month['Unclaimed at end (USD)'],
      )
      if (nth > 0) {
        expect(month['Unclaimed at start (USD)']).toBe(later.rows[nth - 1]!['Unclaimed at end (USD)'])
      }
    }
    const byMonth = new Map(later.rows.map((month) => [month.Month, month]))
    expect(byMonth.get('2027-12')).toMatchObject({ 'Expired (USD)': 5_000, 'Unclaimed at end (USD)': 0 })
    expect(byMonth.get('2028-01')).toMatchObject({ 'Expired (USD)': 0, 'Issued (USD)': 0 })
    const december = await report('kind=liability&range=days&from=2027-12-01&until=2027-12-31')
    expect(december.rows).toEqual([byMonth.get('2027-12')])
    const lastDay = await report('kind=liability&range=days&from=2027-12-31&until=2027-12-31')
    expect(lastDay.rows).toMatchObject([{ Month: '2027-12', 'Expired (USD)': 5_000 }])
    const newYear = await report('kind=liability&range=days&from=2028-01-01&until=2028-01-01')
    expect(newYear.rows).toMatchObject([{ 'Unclaimed at start (USD)': 0, 'Expired (USD)': 0 }])
  })
})

describe('a file for staff', () => {
  test('has no formulas, says whose time it has, and no letters that turn its name around', async () => {
    const { body } = await money.receive(1_234, '+SUM(1)', { payer: '=HYPERLINK("x")', note: '@x' })
    expect(body.id).toBeGreaterThan(0)
    const saved = await wanted(finance, 'POST', SAVED, {
      name: 'Money\u2067 in\u200f',
      kind: 'payments_received',
      range: 'all',
    })
    const sent = await wanted(finance, 'POST', `${SAVED}${saved.id}/send/`)
    expect(sent).toMatchObject({ name: 'Money in', by: 'Robin Hale' })
    await make(sent.id)
    const { body: csv } = await finance.call('GET', `${FILES}${sent.id}/download/`)
    const [head, line] = String(csv).split('\r\n')
    expect(head).toContain('Recorded (America/Chicago)')
    expect(line).toMatch(/^2026-11-20,Check,12\.34,/)
    for (const text of [`"'=HYPERLINK(""x"")"`, `'+SUM(1)`, `'@x`]) expect(line).toContain(text)
    const log = await wanted(await world.staff('owner'), 'GET', '/api/v1/office/audit/?event=report.exported')
    expect(log.results[0]).toMatchObject({ actor: `staff:${finance.id}`, actor_name: 'Robin Hale' })
  })

  test('of many rows that is canceled halfway, twice at once, leaves nothing and reads no further', async () => {
    const order = await cards.approved('digital')
    const [delivery] = await cards.deliveries(order.id)
    await sql`insert into deliveries (site_id, order_id, source, reward_type, status, value_cents, due_at, created_at, updated_at)
      select site_id, order_id, 'copy:' || n, 'digital', 'cancelled', 5000, now(), now(), now()
      from deliveries, generate_series(1, 30000) n where id = ${delivery!.id}`.execute(world.kit.pool)
    const before = await storedKeys()
    const id = await ask({ kind: 'deliveries' })
    let removals: Promise<Answer[]> | undefined
    const remove = () => finance.call('DELETE', `${FILES}${id}/`)
    let written = 0
    const files = {
      ...world.kit.files,
      put(...[key, bytes]: Parameters<typeof world.kit.files.put>) {
        async function* counted() {
          for await (const chunk of bytes as AsyncIterable<Buffer>) {
            written += chunk.length
            removals ??= Promise.all([remove(), remove()])
            if (written > 100_000) await removals
            yield chunk
          }
        }
        return world.kit.files.put(key, Readable.from(counted()))
      },
    }
    await make(id, { files })
    expect((await removals!).map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await storedKeys()).toEqual(before)
    expect(await rowOf(id)).toBeUndefined()
    const whole = await ask({ kind: 'deliveries' })
    await make(whole)
    expect(written).toBeLessThan((await rowOf(whole))!.bytes)
  })

  test('waits for others once staff have enough of them, also with two requests at once', async () => {
    for (let nth = 0; nth < 4; nth += 1) await ask({ kind: 'orders' })
    const both = await Promise.all(
      [1, 2].map(() => finance.call('POST', FILES, { kind: 'orders', range: 'all' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    // A company's own files have room of their own.
    const buyer = await companySteps(world).person()
    const own = await buyer.call('POST', '/api/v1/company/reports/files/', { kind: 'orders', range: 'all' })
    expect(own.status).toBe(200)
    expect((await buyer.call('GET', '/api/v1/company/reports/files/')).body).toHaveLength(1)
    expect((await finance.call('GET', FILES)).body).toHaveLength(5)
  })
})

describe('a scheduled report for staff', () => {
  const monthly = (...readers: { id: number }[]) => ({
    ...{ name: 'Month end', kind: 'liability', range: 'last_month' },
    ...{ every: 'monthly', day: 1, time: '00:30', reader_ids: readers.map(({ id }) => id) },
  })
  const emailOf = async ({ id }: { id: number }) => {
    const { email } = await world.kit.pool
      .selectFrom('staff_accounts')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return email
  }

  test('is mailed as a link to readers who are still there and may see it', async () => {
    world.setClock(new Date('2026-12-20T12:00:00Z'))
    finance = await world.staff('finance')
    const [left, demoted] = [await world.staff('finance'), await world.staff('finance')]
    const support = await world.staff('support')
    const refused = await finance.call('POST', SAVED, monthly(support))
    expect(refused.status).toBe(404)
    const readers = await wanted(finance, 'GET', `${REPORTS}readers/`)
    expect(readers.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([left.id, demoted.id]))
    expect(readers.map(({ id }: { id: number }) => id)).not.toContain(support.id)

    const reader = finance
    const saved = await wanted(finance, 'POST', SAVED, monthly(reader, left, demoted))
    // Half past midnight of the new year, in Chicago.
    expect(saved.next_at).toBe('2027-01-01T06:30:00.000Z')
    world.setClock(new Date('2027-01-01T06:30:10Z'))
    await Promise.all([walkingReports(world.kit).run(), walkingReports(world.kit).run()])
    expect(await work('reports.make')).toBe(1)
    await world.kit.pool
      .updateTable('staff_accounts')
      .set({ active: false })
      .where('id', '=', left.id)
      .execute()
    await world.kit.pool
      .updateTable('staff_accounts')
      .set({ role: 'viewer' })
      .where('id', '=', demoted.id)
      .execute()
    const mailer = makeFakeMailer()
    expect(await work('mail.report', mailer)).toBe(3)
    expect(mailer.accepted.map(({ to }) => to)).toEqual([await emailOf(finance)])
    const [mail] = mailer.accepted
    expect(mail!.subject).toBe('Month end 2026-12-01 to 2026-12-31 is ready')
    const [, fileId] = /\/office\/reports\?file=(\d+)/.exec(mail!.text)!
    expect((await world.visit('localhost')('GET', `${FILES}${fileId}/download/`)).status).toBe(401)
    finance = await world.staff('finance')
    const { body: csv } = await finance.call('GET', `${FILES}${fileId}/download/`)
    expect(String(csv).split('\r\n')[1]).toMatch(/^2026-12,/)
    const kept = (await wanted(finance, 'GET', SAVED)).find(({ id }: { id: number }) => id === saved.id)
    expect(kept.readers).toEqual([{ id: reader.id, name: 'Robin Hale' }])

    // Once the last reader lost the permission, nothing is made.
    await world.kit.pool.updateTable('staff_accounts').set({ role: 'viewer' }).execute()
    world.setClock(new Date('2027-02-01T06:31:00Z'))
    await walkingReports(world.kit).run()
    expect(await work('reports.make')).toBe(0)
    await world.kit.pool.deleteFrom('saved_reports').where('id', '=', saved.id).execute()
  })

  test('whose file fails says so to its readers, and in the audit log', async () => {
    const saved = await wanted(finance, 'POST', SAVED, monthly(finance))
    const sent = await wanted(finance, 'POST', `${SAVED}${saved.id}/send/`)
    const files = { ...world.kit.files, put: () => Promise.reject(new Error('no disk')) }
    for (const _ of [1, 2]) await expect(make(sent.id, { files })).rejects.toThrow('no disk')
    expect(await work('mail.report')).toBe(0)
    await make(sent.id, { files })
    const mailer = makeFakeMailer()
    expect(await work('mail.report', mailer)).toBe(1)
    expect(mailer.accepted).toMatchObject([
      { to: await emailOf(finance), subject: expect.stringContaining('We couldn’t create Month end') },
    ])
    expect(mailer.accepted[0]!.text).toContain('/office/reports')
    const log = await wanted(await world.staff('owner'), 'GET', '/api/v1/office/audit/?event=report.failed')
    expect(log.results[0]).toMatchObject({ actor: 'system' })
    await world.kit.pool.deleteFrom('saved_reports').where('id', '=', saved.id).execute()
  })

  test('of a company whose file fails is a notice for its readers', async () => {
    const steps = companySteps(world)
    const admin = await steps.person()
    const [{ id }] = await wanted(admin, 'GET', '/api/v1/companies/')
    expect(id).toBeGreaterThan(0)
    const bystander = await steps.colleague(admin, 'finance')
    const saved = await wanted(admin, 'POST', '/api/v1/company/saved_reports/', {
      ...{ name: 'Our spend', kind: 'spend', range: 'all', reader_ids: [admin.id] },
    })
    const sent = await wanted(admin, 'POST', `/api/v1/company/saved_reports/${saved.id}/send/`)
    const files = { ...world.kit.files, put: () => Promise.reject(new Error('no disk')) }
    for (const _ of [1, 2]) await expect(make(sent.id, { files })).rejects.toThrow('no disk')
    await make(sent.id, { files })
    expect(await work('mail.report')).toBe(0)
    const [notice] = (await wanted(admin, 'GET', '/api/v1/notices/')).results
    expect(notice).toMatchObject({ kind: 'report_failed' })
    expect(JSON.stringify(notice)).toContain('Our spend')
    const others = (await wanted(bystander, 'GET', '/api/v1/notices/')).results
    expect(others.map(({ kind }: { kind: string }) => kind)).not.toContain('report_failed')
  })
})

test('every report has words', () => {
  expect(Object.keys(REPORT_KIND_WORDS).toSorted()).toEqual(
    [...new Set([...COMPANY_REPORT_KINDS, ...STAFF_REPORT_KINDS])].toSorted(),
  )
})
