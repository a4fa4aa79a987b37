import { text as readText } from 'node:stream/consumers'
import type { RewardType } from '@laurel/domain/reward-type'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { openSealed } from '../files/sealed-file.ts'
import { countingYears } from '../year-end/year-end.jobs.ts'
import { type MakeKit, makeFile } from './make-file.ts'
import type { Cell } from './report.ts'
import { walkingReports } from './reports.jobs.ts'
import { reports, scopeOf } from './reports.ts'

const REPORTS = '/api/v1/company/reports/'
const FILES = `${REPORTS}files/`
const FIELDS = '/api/v1/company/order_fields/'
const DAY_MS = 86_400_000

let world: World
let cards: ReturnType<typeof deliverySteps>
let steps: ReturnType<typeof companySteps>
let admin: Person
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
  cards = deliverySteps(world)
}, 60_000)
beforeEach(async () => {
  const one = await steps.person()
  const { body } = await one.call('GET', '/api/v1/companies/')
  admin = actingFor(one, body[0].id)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

/** An order that its money has come for. */
async function paid(one: SignedIn, types: RewardType[], fields: Record<number, string> = {}) {
  const dana = customerSteps(one)
  const id = await dana.fillCart(...types)
  await dana.ok('PATCH', `/api/v1/orders/${id}/fields/`, {
    fields: Object.entries(fields).map(([field, value]) => ({ id: Number(field), value })),
  })
  const { body: payment } = await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  await dana.verify(id)
  const { number } = await dana.order(id)
  return { id, number: number as string, total: minted.amountCents, paymentId: payment.id as number }
}

async function approved(...given: Parameters<typeof paid>) {
  const order = await paid(...given)
  await cards.approve(order.id)
  await cards.plan(order.id)
  return order
}

const placedAt = (id: number, at: string) =>
  world.kit.pool.updateTable('orders').set({ placed_at: at }).where('id', '=', id).execute()

async function report(one: SignedIn, query: string) {
  const { status, body } = await one.call('GET', `${REPORTS}?range=all&${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const titles: string[] = body.columns.map(({ title }: { title: string }) => title)
  const rows = (body.rows as Cell[][]).map((cells) =>
    Object.fromEntries(cells.map((cell, index) => [titles[index], cell])),
  )
  const totals = Object.fromEntries(
    body.totals.map(({ title, value }: { title: string; value: number }) => [title, value]),
  )
  return { rows, totals, body, titles }
}

const makeKit = (more: Partial<MakeKit> = {}): MakeKit => ({
  ...world.kit,
  log: { error: () => {} },
  ...more,
})
const siteId = async () => (await cards.site()).id
const make = async (id: number, more?: Partial<MakeKit>) =>
  makeFile(makeKit(more), await siteId(), id, new AbortController().signal)
const ask = async (one: SignedIn, settings: Record<string, unknown>) => {
  const { status, body } = await one.call('POST', FILES, { range: 'all', ...settings })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id as number
}
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of world.kit.files.list()) keys.push(key)
  return keys.sort()
}

describe('a file for the year end', () => {
  const YEAR = new Date().getUTCFullYear()
  const days = `range=days&from=${YEAR}-01-01&until=${YEAR}-12-31`

  async function received(names: Record<string, string>[], cents: number[]) {
    const { body: field } = await admin.call('POST', FIELDS, { name: 'Cost center' })
    const order = await approved(admin, ['digital'], { [field.id]: '4100' })
    const rows = await cards.deliveries(order.id)
    for (const [nth, row] of rows.entries()) {
      await world.kit.pool
        .updateTable('deliveries')
        .set({
          ...names[nth],
          value_cents: cents[nth]!,
          status: 'claimed',
          claimed_at: `${YEAR}-03-01T18:00Z`,
        })
        .where('id', '=', row.id)
        .execute()
    }
    await countingYears(world.kit).visit(await siteId())
    return order
  }
  const ana = { first_name: 'Ana', last_name: '=1+1', email: 'ana@example.com' }
  const ben = { first_name: 'Ben', last_name: 'Cole', email: 'ben@example.com' }
  const of = async (kind: string) => {
    const { body, status } = await admin.call('GET', `${REPORTS}?${days}&kind=${kind}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    const titles: string[] = body.columns.map(({ title }: { title: string }) => title)
    return (body.rows as Cell[][]).map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [titles[index], cell])),
    )
  }

  test('lists cards of employees for payroll, from the first cent, with the cost center', async () => {
    const order = await received([ana, ben], [100, 250_000])
    expect(await of('payroll')).toEqual([])
    await admin.call('POST', '/api/v1/company/year_end/employee_numbers/', {
      employees: [{ email: 'ana@example.com', employee_number: '0042' }],
    })
    expect(await of('payroll')).toEqual([
      {
        ...{ 'Employee number': '0042', 'First name': 'Ana', 'Last name': '=1+1', Email: 'ana@example.com' },
        ...{ 'Amount (USD)': 100, Date: `${YEAR}-03-01`, Order: order.number, 'Cost center': '4100' },
        Note: 'A count, not tax advice.',
      },
    ])
    const id = await ask(admin, { kind: 'payroll', range: 'this_year' })
    await make(id)
    const { body } = await admin.call('GET', `${FILES}${id}/download/`)
    expect(body).toContain(`0042,Ana,'=1+1,ana@example.com,1.00,${YEAR}-03-01,${order.number},4100`)
  })

  test('lists others who reached the threshold of the year for a 1099', async () => {
    await received([ana, ben], [199_999, 200_000])
    expect(await of('form_1099')).toEqual([
      expect.objectContaining({
        ...{ 'First name': 'Ben', 'Received (USD)': 200_000, 'W-9': 'Not requested', Year: `${YEAR}` },
      }),
    ])
    await admin.call('POST', '/api/v1/company/year_end/employee_numbers/', {
      employees: [{ email: 'ben@example.com', employee_number: '7' }],
    })
    expect(await of('form_1099')).toEqual([])
  })
})

describe('a report', () => {
  test('lists orders with their custom fields, and sums what was spent after refunds', async () => {
    const { body: field } = await admin.call('POST', FIELDS, { name: 'Cost center' })
    const buyer = await steps.colleague(admin)
    const first = await approved(admin, ['digital'], { [field.id]: '4100' })
    const second = await paid(buyer, ['bulk'], { [field.id]: '4200' })
    const third = await paid(buyer, ['digital'])
    const office = await moneySteps(world)
    expect((await office.refund(first.paymentId, 1_000)).status).toBe(200)
    await office.carryOut()
    const owner = await world.staff('owner')
    await owner.call('POST', `/api/v1/office/orders/${third.id}/decline/`, {
      seen_status: 'in_review',
      reason: 'A test.',
    })
    await customerSteps(admin).addCards('digital')

    const { rows, totals } = await report(admin, 'kind=orders')
    expect(rows).toMatchObject([
      { Order: third.number, Status: 'Rejected', 'Spend (USD)': 0, 'Cost center': '' },
      {
        Order: second.number,
        Status: 'In review',
        'Spend (USD)': second.total,
        'Cost center': '4200',
        Cards: 4,
      },
      {
        Order: first.number,
        Status: 'Approved',
        'Total (USD)': first.total,
        'Spend (USD)': first.total - 1_000,
      },
    ])
    const spent = first.total - 1_000 + second.total
    expect(totals).toEqual({ Orders: 3, Cards: 8, Spend: spent })

    const people = await report(admin, 'kind=people')
    expect(people.rows.map((row) => [row.Email, row.Orders, row['Spend (USD)']])).toEqual(
      [
        [buyer.email, 1, second.total],
        [admin.email, 1, first.total - 1_000],
      ].sort((a, b) => Number(b[2]) - Number(a[2])),
    )
    await placedAt(first.id, '2026-03-01T05:59:00Z')
    await placedAt(second.id, '2026-03-01T06:01:00Z')
    await admin.call('PATCH', '/api/v1/company/', { time_zone: 'America/Chicago' })
    const byField = await report(admin, `kind=spend&by=field:${field.id}`)
    expect(byField.rows).toMatchObject([
      { Month: '2026-03', 'Cost center': '4200', Orders: 1, Cards: 4, 'Spend (USD)': second.total },
      { Month: '2026-02', 'Cost center': '4100', Orders: 1, Cards: 2, 'Spend (USD)': first.total - 1_000 },
    ])
    const byPerson = await report(admin, 'kind=spend&by=person')
    expect(byPerson.rows).toMatchObject([
      { Month: '2026-03', Person: 'Dana Whitlock', 'Spend (USD)': second.total },
      { Month: '2026-02', Person: 'Dana Whitlock', 'Spend (USD)': first.total - 1_000 },
    ])
    expect(byPerson.totals).toEqual({ Spend: spent })
  })

  test('is in the reader’s language on screen, and in English in files', async () => {
    const { body: field } = await admin.call('POST', FIELDS, { name: 'Status' })
    await paid(admin, ['digital'], { [field.id]: 'Approved' })
    const spanish = { 'accept-language': 'es' }
    const { body } = await admin.call('GET', `${REPORTS}?range=all&kind=orders`, undefined, spanish)
    const titles = body.columns.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Pedido', 'Estado', 'Gasto (USD)', 'Status']))
    expect(body.rows[0]).toEqual(expect.arrayContaining(['En revisión', 'Approved']))
    expect(body.totals[0].title).toBe('Pedidos')
    const id = await ask(admin, { kind: 'orders' })
    await make(id)
    const file = await admin.call('GET', `${FILES}${id}/download/`, undefined, spanish)
    expect(String(file.body)).toMatch(/Order,.*\r\n.*In review/)
  })

  test('counts days in the company’s time zone', async () => {
    await admin.call('PATCH', '/api/v1/company/', { time_zone: 'America/Chicago' })
    const order = await paid(admin, ['digital'])
    await placedAt(order.id, '2026-03-01T05:59:00Z')
    const placed = async (days: string) => {
      const { body } = await admin.call('GET', `${REPORTS}?kind=orders&range=days&${days}`)
      return body.rows.map(([number, at]: Cell[]) => [number, at])
    }
    expect(await placed('from=2026-02-28&until=2026-02-28')).toEqual([[order.number, '2026-02-28 23:59']])
    expect(await placed('from=2026-03-01')).toEqual([])
    expect(await placed('until=2026-02-27')).toEqual([])
  })

  test('lists cards and what is unclaimed', async () => {
    const order = await approved(admin, ['digital', 'bulk'])
    await world.kit.pool
      .updateTable('orders')
      .set({ external_id: 'HR-7' })
      .where('id', '=', order.id)
      .execute()
    await cards.send()
    const [ada] = cards.mailer.accepted.filter(({ to }) => to.startsWith('Ada')).slice(-1)
    await cards.look(tokenIn(ada))
    await cards.reveal(tokenIn(ada))
    const all = await report(admin, 'kind=cards')
    expect(all.rows).toMatchObject([
      { Order: order.number, Delivery: 'Parcel', Cards: 4, 'Value (USD)': 20_000, Status: 'Waiting' },
      { Delivery: 'Email', 'First name': 'Ada', Status: 'Claimed', 'Value (USD)': 5_000 },
      { 'First name': 'Grace', Status: 'Sent', Claimed: null, 'External ID': 'HR-7' },
    ])
    expect(all.totals).toEqual({ Cards: 6, Value: 30_000 })
    const unclaimed = await report(admin, 'kind=unclaimed')
    expect(unclaimed.rows).toMatchObject([{ 'First name': 'Grace', Status: 'Sent', 'External ID': 'HR-7' }])
    expect(unclaimed.totals).toEqual({ Cards: 1, 'Unclaimed value': 5_000 })
    world.setClock(new Date(Date.now() + 400 * DAY_MS))
    expect((await report(admin, 'kind=unclaimed')).rows).toMatchObject([{ Status: 'Expired' }])
  })

  test('has the same rows in pages of any size', async () => {
    const { body: field } = await admin.call('POST', FIELDS, { name: 'Team' })
    const buyer = await steps.colleague(admin)
    await approved(admin, ['digital'], { [field.id]: 'A' })
    await approved(buyer, ['bulk', 'direct', 'digital'], { [field.id]: 'B' })
    await approved(admin, ['direct'], { [field.id]: 'B' })
    const site = await cards.site()
    const { body } = await admin.call('GET', '/api/v1/companies/')
    for (const kind of ['orders', 'cards', 'spend'] as const) {
      const rowsIn = async (size: number) => {
        const rows: Cell[][] = []
        const settings = {
          kind,
          range: 'all',
          by: kind === 'spend' ? `field:${field.id}` : undefined,
        } as const
        const read = <T>(work: Parameters<typeof inSite<T>>[2]) => inSite(world.kit.pool, site.id, work)
        const scope = await read((db) =>
          scopeOf(db, site, { siteId: site.id, companyId: body[0].id }, settings, new Date()),
        )
        for await (const page of reports[kind].pages(read, scope, size)) rows.push(...page)
        return rows
      }
      const whole = await rowsIn(1_000)
      expect(whole.length).toBeGreaterThanOrEqual(kind === 'cards' ? 9 : 2)
      for (const size of [1, 2, 3]) expect(await rowsIn(size)).toEqual(whole)
    }
    // Once a custom field is removed, nothing tells its rows apart.
    await admin.call('DELETE', `${FIELDS}${field.id}/`)
    const { rows } = await report(admin, `kind=spend&by=field:${field.id}`)
    expect(rows).toHaveLength(1)
  })

  test('is only for people whose role allows it, of their own company', async () => {
    const order = await paid(admin, ['digital'])
    const [buyer, viewer, finance] = [
      await steps.colleague(admin),
      await steps.colleague(admin, 'viewer'),
      await steps.colleague(admin, 'finance'),
    ]
    for (const one of [buyer, viewer]) {
      expect((await one.call('GET', `${REPORTS}?kind=orders&range=all`)).status).toBe(403)
      expect((await one.call('POST', FILES, { kind: 'orders', range: 'all' })).status).toBe(403)
    }
    expect((await report(finance, 'kind=orders')).rows).toMatchObject([{ Order: order.number }])
    const id = await ask(finance, { kind: 'orders' })
    await make(id)
    const other = await steps.person()
    const elsewhere = await steps.person('acorn')
    for (const one of [other, elsewhere]) {
      expect((await report(one, 'kind=orders')).rows).toEqual([])
      expect((await one.call('GET', FILES)).body).toEqual([])
      expect((await one.call('GET', `${FILES}${id}/download/`)).status).toBe(404)
      expect((await one.call('DELETE', `${FILES}${id}/`)).status).toBe(404)
    }
    // PostgreSQL has no year 0.
    const early = await finance.call('GET', `${REPORTS}?kind=orders&range=days&from=0000-01-01`)
    expect([early.status, early.body.errors[0].field]).toEqual([400, 'from'])
    expect((await viewer.call('GET', `${FILES}${id}/download/`)).status).toBe(403)
    expect((await finance.call('GET', `${FILES}${id}/download/`)).status).toBe(200)
  })
})

describe('a file', () => {
  test('has every row, without formulas, until it expires', async () => {
    const { body: field } = await admin.call('POST', FIELDS, { name: '=HYPERLINK("x")' })
    await customerSteps(admin).ok('PUT', '/api/v1/actual_user/', {
      ...(await admin.call('GET', '/api/v1/actual_user/')).body,
      first_name: '+Dana',
    })
    const order = await paid(admin, ['digital'], { [field.id]: '@SUM(A1)' })
    const id = await ask(admin, { kind: 'orders' })
    expect((await admin.call('GET', `${FILES}${id}/download/`)).status).toBe(404)
    await make(id)
    const [file] = (await admin.call('GET', FILES)).body
    expect(file).toMatchObject({ id, name: 'Orders', state: 'ready', rows: 1 })
    const { body, headers } = await admin.call('GET', `${FILES}${id}/download/`)
    expect(headers['content-disposition']).toContain('Orders.csv')
    const [head, line] = String(body).split('\r\n')
    expect(head).toContain(`"'=HYPERLINK(""x"")"`)
    expect(line).toContain(`${order.number},`)
    expect(line).toContain("'+Dana")
    expect(line).toContain("'@SUM(A1)")
    expect(line).toContain(`${order.total / 100}`)
    const { results } = (await admin.call('GET', '/api/v1/company/activity/')).body
    expect(results[0].does).toBe('exported the report “Orders”')

    const before = await storedKeys()
    world.setClock(new Date(Date.now() + 8 * DAY_MS))
    expect((await admin.call('GET', `${FILES}${id}/download/`)).status).toBe(404)
    await walkingReports(world.kit).run()
    expect(before.length - (await storedKeys()).length).toBeGreaterThanOrEqual(1)
    expect(await rowOf(id)).toBeUndefined()
  })

  test('can be a workbook', async () => {
    await paid(admin, ['digital'])
    const id = await ask(admin, { kind: 'orders', format: 'xlsx' })
    await make(id)
    const { body, headers } = await admin.call('GET', `${FILES}${id}/download/`)
    expect(headers['content-disposition']).toContain('Orders.xlsx')
    expect(body.slice(0, 2)).toBe('PK')
  })

  test('is encrypted in the file store', async () => {
    await paid(admin, ['digital'])
    const id = await ask(admin, { kind: 'orders' })
    await make(id)
    const row = await rowOf(id)
    const stored = await world.kit.files.find(row!.key)
    expect(stored!.toString('latin1')).not.toContain('Whitlock')
    const { files, keys } = world.kit
    expect(await readText(await openSealed(files, keys.dataSeal, row!.key, row!.seal))).toContain('Whitlock')
  })

  test('that is canceled halfway leaves nothing', async () => {
    await paid(admin, ['digital'])
    const before = await storedKeys()
    const id = await ask(admin, { kind: 'orders' })
    // The cancellation arrives once the file is being written.
    const files = {
      ...world.kit.files,
      async put(...[key, bytes]: Parameters<typeof world.kit.files.put>) {
        const isCanceled = admin.call('DELETE', `${FILES}${id}/`)
        await world.kit.files.put(key, bytes)
        expect((await isCanceled).status).toBe(204)
      },
    }
    await make(id, { files })
    expect(await storedKeys()).toEqual(before)
    expect(await rowOf(id)).toBeUndefined()
    const { results } = (await admin.call('GET', '/api/v1/company/activity/')).body
    expect(results.map(({ does }: { does: string }) => does)).not.toContain('exported the report “Orders”')
  })

  test('starts over after a crash, whose attempt can’t continue, and fails after three', async () => {
    await paid(admin, ['digital'])
    const before = await storedKeys()
    const id = await ask(admin, { kind: 'orders' })
    const [ended, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writes = { ...world.kit.files }
    const secondFiles = {
      ...writes,
      async put(...given: Parameters<typeof writes.put>) {
        begun.resolve()
        await writes.put(...given)
        await ended.promise
      },
    }
    let second: Promise<void> | undefined
    const firstFiles = {
      ...writes,
      async put(...given: Parameters<typeof writes.put>) {
        await writes.put(...given)
        second = make(id, { files: secondFiles })
        await begun.promise
      },
    }
    await make(id, { files: firstFiles })
    ended.resolve()
    await second
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'ready', tries: 2 })
    expect(await storedKeys()).toEqual([...before, row!.key].sort())
    expect((await admin.call('GET', `${FILES}${id}/download/`)).body).toContain('Dana Whitlock')

    const failing = await ask(admin, { kind: 'orders' })
    const broken = { ...world.kit.files, put: () => Promise.reject(new Error('no disk')) }
    for (const tries of [1, 2]) {
      await expect(make(failing, { files: broken })).rejects.toThrow('no disk')
      expect(await rowOf(failing)).toMatchObject({ state: 'making', tries })
    }
    await make(failing, { files: broken })
    expect(await rowOf(failing)).toMatchObject({ state: 'failed' })
    expect(await storedKeys()).toEqual([...before, row!.key].sort())
  })

  test('waits for others once a company has enough of them', async () => {
    for (let nth = 0; nth < 5; nth += 1) await ask(admin, { kind: 'orders' })
    const { status, body } = await admin.call('POST', FILES, { kind: 'orders', range: 'all' })
    expect([status, body.code]).toEqual([409, 'limit_exceeded'])
  })
})

const rowOf = (id: number) =>
  world.kit.pool.selectFrom('report_files').selectAll().where('id', '=', id).executeTakeFirst()
