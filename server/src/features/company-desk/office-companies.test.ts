import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { atHome, type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const PATH = '/api/v1/office/companies/'

let world: World
let finance: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
  finance = await world.staff('finance')
})
afterAll(() => world.close())

/** A company of an admin and a buyer. */
async function makeCompany(name: string) {
  const admin = await atHome(await makeCustomer(world))
  const [{ id }] = (await admin.call('GET', '/api/v1/companies/')).body
  await admin.call('PATCH', '/api/v1/company/', { name })
  const buyer = await join(world, admin)
  return { id: id as number, admin, buyer }
}
const order = async (one: Colleague, method = 'self_hosted_check') => {
  const steps = customerSteps(one)
  const id = await steps.fillCart('digital')
  return { id, paid: await steps.pay(id, method) }
}
const read = async (id: number) => (await finance.call('GET', `${PATH}${id}/`)).body
const names = async (query: string) => {
  const { body } = await finance.call('GET', `${PATH}?${query}`)
  return body.results.map(({ name }: { name: string }) => name)
}
const limit = (id: number, body: object) =>
  finance.call('PATCH', `${PATH}${id}/limits/`, {
    max_order_cents: null,
    max_orders_per_day: null,
    ...body,
  } as Record<string, unknown>)

describe('companies in the office', () => {
  test('are found by name, person, and domain, sorted and page by page', async () => {
    const { id, buyer } = await makeCompany('Quillon Works')
    await makeCompany('Quillon Aviation')
    await world.kit.pool
      .insertInto('company_domains')
      .values({
        site_id: finance.siteId,
        company_id: id,
        domain: 'quillon.example',
        token: 't',
        asked_at: new Date(),
      })
      .execute()
    expect(await names('search=quillon')).toEqual(['Quillon Aviation', 'Quillon Works'])
    expect(await names('search=uillon&sort=name')).toEqual(['Quillon Aviation', 'Quillon Works'])
    expect(await names(`search=${encodeURIComponent(buyer.email)}`)).toContain('Quillon Works')
    expect(await names('search=quillon.exa')).toEqual(['Quillon Works'])
    const first = (await finance.call('GET', `${PATH}?search=quillon&sort=name&page_size=1`)).body
    expect(first.has_more).toBe(true)
    const rest = `search=quillon&sort=name&page_size=1&after=${first.results[0].id}`
    expect((await finance.call('GET', `${PATH}?${rest}`)).body).toMatchObject({
      results: [{ id, people_count: 2, order_count: 0 }],
      has_more: false,
    })
    const both = ['Quillon Aviation', 'Quillon Works']
    for (const [sort, found] of [
      ['name', both],
      ['-name', both.toReversed()],
      ['newest', await names('search=quillon')],
      ['oldest', (await names('search=quillon')).toReversed()],
    ] as const) {
      expect(await names(`search=quillon&sort=${sort}`), sort).toEqual(found)
      const [one] = (await finance.call('GET', `${PATH}?search=quillon&sort=${sort}&page_size=1`)).body
        .results
      expect(await names(`search=quillon&sort=${sort}&after=${one.id}`), sort).toEqual(found.slice(1))
    }
  })

  test('show people, orders, and money, and lead from an order and a customer', async () => {
    const { id, admin, buyer } = await makeCompany('Sandover')
    const placed = await order(buyer)
    const company = await read(id)
    expect(company).toMatchObject({
      name: 'Sandover',
      people_count: 2,
      order_count: 1,
      ordered_cents: placed.paid.body.amount_cents,
      ordered_this_year_cents: placed.paid.body.amount_cents,
      balance_cents: 0,
      orders: [{ id: placed.id }],
    })
    expect(
      company.people.map(({ email, role_name }: Record<string, string>) => [email, role_name]).sort(),
    ).toEqual(
      [
        [admin.email, 'Admin'],
        [buyer.email, 'Buyer'],
      ].sort(),
    )
    expect(company.people[0].last_seen_at).not.toBeNull()
    const viewer = await world.staff('viewer')
    expect((await viewer.call('GET', `${PATH}${id}/`)).body.balance_cents).toBeNull()
    const owner = await world.staff()
    const ofOrder = await owner.call('GET', `/api/v1/office/orders/${placed.id}/`)
    expect(ofOrder.body.company).toEqual({ id, name: 'Sandover' })
    const ofCustomer = await owner.call('GET', `/api/v1/office/customers/${buyer.id}/`)
    expect(ofCustomer.body.companies).toContainEqual({ id, name: 'Sandover', role_name: 'Buyer' })
  })

  test('of another site aren’t found, and roles decide who changes them', async () => {
    const { id } = await makeCompany('Elsewhere')
    const theirs = await world.staff('finance', 'acorn')
    const viewer = await world.staff('viewer')
    const calls = [
      ['GET', '', undefined],
      ['POST', 'notes/', { text: 'x' }],
      ['PATCH', 'limits/', { max_order_cents: null, max_orders_per_day: 1 }],
    ] as const
    for (const [method, what, body] of calls) {
      expect((await theirs.call(method, `${PATH}${id}/${what}`, body)).status).toBe(404)
      expect((await viewer.call(method, `${PATH}${id}/${what}`, body)).status).toBe(
        method === 'GET' ? 200 : 403,
      )
    }
    expect((await theirs.call('GET', `${PATH}?search=elsewhere`)).body.results).toEqual([])
  })

  test('have notes, which the company doesn’t see', async () => {
    const { id, admin } = await makeCompany('Noted')
    const { body } = await finance.call('POST', `${PATH}${id}/notes/`, { text: 'Asked for net 30.' })
    expect(body.notes).toMatchObject([{ text: 'Asked for net 30.', by_name: 'Robin Hale' }])
    const activity = await admin.call('GET', '/api/v1/company/activity/')
    expect(JSON.stringify(activity.body)).not.toContain('note')
  })
})

describe('a company’s limits', () => {
  test('refuse an order above its highest total, and say so at checkout', async () => {
    const { id, buyer } = await makeCompany('Bounded')
    expect((await limit(id, { max_order_cents: 100 })).body.limits.max_order_cents).toBe(100)
    const { id: orderId, paid } = await order(buyer)
    expect([paid.status, paid.body.code]).toEqual([409, 'limit_exceeded'])
    const { body } = await buyer.call('GET', '/api/v1/order_summary/')
    expect(JSON.stringify(body)).toContain('Each of your company’s orders can total up to $1.')
    await limit(id, {})
    expect((await customerSteps(buyer).pay(orderId, 'self_hosted_check')).status).toBe(200)
    const activity = await inSite(world.kit.pool, finance.siteId, (db) =>
      db
        .selectFrom('audit_entries')
        .select('facts')
        .where('site_id', '=', finance.siteId)
        .where('event', '=', 'company.limits_changed')
        .where('company_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(activity.map(({ facts }) => facts)).toMatchObject([
      { max_order_cents_old: null, max_order_cents_new: 100 },
      { max_order_cents_old: 100, max_order_cents_new: null },
    ])
  })

  test('let one of two orders at once through when one is left today', async () => {
    const { id, admin, buyer } = await makeCompany('Daily')
    await limit(id, { max_orders_per_day: 1 })
    const carts = await Promise.all(
      [admin, buyer].map(async (one) => {
        const steps = customerSteps(one)
        return { steps, cart: await steps.fillCart('digital') }
      }),
    )
    const paid = await Promise.all(carts.map(({ steps, cart }) => steps.pay(cart, 'self_hosted_check')))
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(paid.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'limit_exceeded',
      detail: 'The limit is 1 order in 24 hours.',
    })
    expect(await read(id)).toMatchObject({ order_count: 1 })
  })

  test('count carts that are being paid', async () => {
    const { id, admin, buyer } = await makeCompany('Paying')
    await limit(id, { max_orders_per_day: 1 })
    expect((await order(admin, 'elavon_cc')).paid.status).toBe(200)
    expect((await order(buyer)).paid.body.code).toBe('limit_exceeded')
  })
})

test('the migration gives each registered customer without a company theirs, once', async () => {
  const one = await makeCustomer(world)
  const newcomer = await world.signIn({ registered: false })
  await newcomer.call('GET', '/api/v1/actual_user/')
  const { pool } = world.kit
  await pool.deleteFrom('company_members').where('customer_id', '=', one.id).execute()
  const file = path.join(
    import.meta.dirname,
    '../../database/migrations/2026-11-28T00-25-01_companies-of-everyone.sql',
  )
  const missing = async () =>
    Number(
      (
        await pool
          .selectFrom('customers as c')
          .leftJoin('company_members as m', (on) =>
            on.onRef('m.site_id', '=', 'c.site_id').onRef('m.customer_id', '=', 'c.id'),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('c.registration_complete', '=', true)
          .where('c.closed_at', 'is', null)
          .where('m.customer_id', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    )
  expect(await missing()).toBeGreaterThan(0)
  for (let run = 0; run < 2; run += 1) {
    for (const statement of readFileSync(file, 'utf8').split(';')) {
      if (statement.trim() !== '') await sql.raw(statement).execute(pool)
    }
  }
  expect(await missing()).toBe(0)
  const { body } = await one.call('GET', '/api/v1/companies/')
  expect(body).toMatchObject([{ name: 'Halden Tools', role: 'admin', people_count: 1 }])
})
