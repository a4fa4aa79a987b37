import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { actingFor, atHome, type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { KEYS, keySteps, PLACE, person } from '../../testing/key-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'
import { wrongTerms } from '../ledger/company-terms.ts'
import { unbalancedPostings, wrongBalances } from '../ledger/ledger.repo.ts'
import { COMPANY_TABLES } from './merge-tables.ts'

const PATH = '/api/v1/office/companies/'
const DAY_MS = 86_400_000

let world: World
let finance: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
  finance = await world.staff('finance')
})
afterEach(async () => {
  // Whatever moved, what is kept is the sum of its entries, and every posting balances.
  const wrong = await inSite(world.kit.pool, finance.siteId, (db) =>
    Promise.all(
      [wrongTerms(db, finance.siteId), wrongBalances(db, finance.siteId)].map((query) => query.execute()),
    ),
  )
  const unbalanced = await inSite(world.kit.pool, finance.siteId, (db) =>
    unbalancedPostings(db, finance.siteId).execute(),
  )
  expect([...wrong, unbalanced]).toEqual([[], [], []])
})
afterAll(() => world.close())

async function makeCompany(name: string) {
  const admin = await atHome(await makeCustomer(world))
  const [{ id }] = (await admin.call('GET', '/api/v1/companies/')).body
  await admin.call('PATCH', '/api/v1/company/', { name })
  return { id: id as number, name, admin }
}
type Company = Awaited<ReturnType<typeof makeCompany>>

const ok = async (call: Promise<Answer>): Promise<Answer['body']> => {
  const answer = await call
  expect([answer.status, answer.body]).toEqual([answer.status < 300 ? answer.status : 200, answer.body])
  return answer.body
}
const preview = (from: Company, into: Company, by = finance) =>
  ok(by.call('GET', `${PATH}${from.id}/merge/?into=${into.id}`))
const send = (from: Company, into: Company, version: string, key?: string, by = finance) =>
  by.call(
    'POST',
    `${PATH}${from.id}/merge/`,
    { into: into.id, version },
    key === undefined ? undefined : { 'idempotency-key': key },
  )
const merge = async (from: Company, into: Company, by = finance) =>
  send(from, into, (await preview(from, into, by)).version, undefined, by)
const undoPreview = (of: Company) => ok(finance.call('GET', `${PATH}${of.id}/undo_merge/`))
const undo = async (of: Company, by = finance) =>
  by.call('POST', `${PATH}${of.id}/undo_merge/`, { version: (await undoPreview(of)).version })
const read = (of: Company) => ok(finance.call('GET', `${PATH}${of.id}/`))
const emails = async (of: Company) =>
  (await read(of)).people.map((one: { email: string }) => one.email).sort()

const as = (one: Colleague, of: Company) => actingFor({ ...one, call: one.call }, of.id)

async function topUp(one: Colleague, amount_cents: number) {
  const { body } = await one.call('POST', '/api/v1/company/balance/top_ups/', {
    amount_cents,
    method_code: 'elavon_cc',
  })
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'OPN' })])
  await one.call('POST', `/api/v1/company/balance/top_ups/${body.id}/verify/`)
  return minted
}
const balance = async (one: Colleague) =>
  (await ok(one.call('GET', '/api/v1/company/balance/'))).balance_cents

async function order(one: Colleague, method: string) {
  const steps = customerSteps(one)
  const id = await steps.fillCart('digital')
  return { id: id as number, paid: await steps.pay(id, method) }
}

const backdate = (of: Company, times: { asked_at: Date } | { merged_at: Date }) =>
  world.kit.pool
    .updateTable('company_merges')
    .set(times)
    .where('site_id', '=', finance.siteId)
    .where('company_id', '=', of.id)
    .where('state', '<>', 'undone')
    .execute()

test('every table that has a company is moved, or says why not', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'`.execute(world.kit.pool)
  expect(Object.keys(COMPANY_TABLES).sort()).toEqual(rows.map((row) => row.table_name).sort())
})

describe('a merge', () => {
  test('waits for orders that await approval, not for those that went back to a cart', async () => {
    const [halden, whitlock] = [await makeCompany('Halden Tools'), await makeCompany('Whitlock')]
    const buyer = await join(world, halden.admin)
    const steps = [{ ask: 'people', in: [halden.admin.id], escalation: null }]
    const rule = { name: 'Every order', conditions: [], steps }
    await ok(halden.admin.call('POST', '/api/v1/company/approval_rules/', rule))
    const cart = await customerSteps(buyer).fillCart('digital')
    const path = `/api/v1/orders/${cart}/submit_for_approval/`
    const { id } = await ok(buyer.call('POST', path, { method_code: 'self_hosted_check' }))
    expect((await merge(halden, whitlock)).body.code).toBe('merge_blocked')
    await ok(buyer.call('POST', `/api/v1/approvals/${id}/edit_order/`))
    expect((await merge(halden, whitlock)).status).toBe(200)
  })

  test('is not undone while a key that goes back waits for an approval, which those who know it never give', async () => {
    const [halden, whitlock] = [await makeCompany('Halden Keys'), await makeCompany('Whitlock Keys')]
    const programs = keySteps(world)
    const key = await programs.key(halden.admin)
    await ok(merge(halden, whitlock))
    const admin = as(whitlock.admin, whitlock)
    const other = await join(world, admin, 'admin')
    // From now on, an admin who stays knows the key.
    await ok(admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 24 }))
    const steps = [{ ask: 'role', role: 'admin', escalation: null }]
    await ok(admin.call('POST', '/api/v1/company/approval_rules/', { name: 'All', conditions: [], steps }))
    const asked = { ...(await programs.order(admin, [person(1)])), external_id: 'since' }
    expect((await key.call('POST', PLACE, asked)).body.status).toBe('awaiting_approval')
    const waits = 'In Whitlock Keys, 1 order waits for approval'
    expect((await undoPreview(halden)).blocks).toEqual([expect.stringContaining(waits)])
    expect((await undo(halden)).body.code).toBe('merge_blocked')
    const [{ id }] = (await ok(other.call('GET', '/api/v1/approvals/?show=waiting'))).results
    const approving = `/api/v1/approvals/${id}/`
    expect((await admin.call('POST', `${approving}approve/`, { comment: '' })).status).toBe(403)
    // The person who revokes the key gets its order, but the key requested the approval.
    await ok(other.call('DELETE', `${KEYS}${key.id}/`))
    expect((await undo(halden)).body.code).toBe('merge_blocked')
    await ok(other.call('POST', `${approving}edit_order/`))
    await ok(undo(halden))
  })

  test('tells companies of the same name apart', async () => {
    const [one, other] = [await makeCompany('Halden Tools'), await makeCompany('Halden Tools')]
    const { merged, into, ends } = await preview(one, other)
    expect([merged.name, into.name]).toEqual([
      `Halden Tools (company ${one.id})`,
      `Halden Tools (company ${other.id})`,
    ])
    expect(ends.join()).toContain(`The settings of ${merged.name}. The settings of ${into.name} apply`)
  })

  test('moves people and what is theirs, shows it first, and is undone', async () => {
    const halden = await makeCompany('Halden Tools')
    const whitlock = await makeCompany('Whitlock')
    const buyer = await join(world, halden.admin)
    const both = await join(world, halden.admin, 'admin')
    const invited = await ok(
      whitlock.admin.call('POST', '/api/v1/company/invitations/', { emails: [both.email], role: 'viewer' }),
    )
    await both.call('POST', `/api/v1/company_invitations/${invited[0].link.split('/').at(-1)}/accept/`)
    for (const { admin, name } of [halden, whitlock]) {
      const place = { business_city: 'Dayton', business_state: 'OH', business_zip: '45402' }
      const billed = { legal_business_name: `${name} Inc.`, business_address1: '90 Foundry Road', ...place }
      await ok(admin.call('PUT', '/api/v1/company/billing/', billed))
      await ok(admin.call('POST', '/api/v1/company/teams/', { name: 'Sales' }))
      await ok(
        admin.call('POST', '/api/v1/company/roles/', { name: 'Clerk', capabilities: ['orders.place'] }),
      )
    }
    await ok(
      halden.admin.call('POST', '/api/v1/company/order_fields/', { name: 'Cost center', required: true }),
    )
    const all = { name: 'All', period: 'month', amount_cents: 900_000 }
    await ok(halden.admin.call('POST', '/api/v1/company/budgets/', all))
    await ok(
      halden.admin.call('POST', '/api/v1/company/budgets/', { ...all, name: 'Buyer', person_id: buyer.id }),
    )
    const kim = await makeCustomer(world)
    const [open] = await ok(
      halden.admin.call('POST', '/api/v1/company/invitations/', { emails: [kim.email], role: 'buyer' }),
    )

    const shown = await preview(halden, whitlock)
    expect(shown).toMatchObject({
      merged: { id: halden.id, name: 'Halden Tools' },
      into: { id: whitlock.id },
      moves: [
        '2 people with their roles, 1 as admin',
        '1 person in both companies, with the role they have in Whitlock',
        '1 team',
        '1 budget of teams and people',
        '1 invitation',
        '1 custom role',
        'Custom field Cost center, no longer required',
      ],
      renamed: ['“Sales” becomes “Sales (Halden Tools)”', '“Clerk” becomes “Clerk (Halden Tools)”'],
      ends: [
        'The budget “All” for everyone in Halden Tools',
        'Billing details of Halden Tools. New orders are billed to Whitlock Inc.',
        'The settings of Halden Tools. The settings of Whitlock apply to everyone',
      ],
      blocks: [],
      needs_second_person: false,
    })
    const done = await ok(send(halden, whitlock, shown.version))
    expect(done).toMatchObject({
      people: [],
      merge: { state: 'merged', into: { id: whitlock.id, name: 'Whitlock' }, by_name: 'Robin Hale' },
    })
    const kept = await read(whitlock)
    expect(kept.billing.legal_business_name).toBe('Whitlock Inc.')
    expect(kept).toMatchObject({ people_count: 4, merged: [{ id: halden.id, name: 'Halden Tools' }] })
    const roleOf = (one: Colleague) =>
      kept.people.find(({ email }: { email: string }) => email === one.email).role_name
    expect([roleOf(halden.admin), roleOf(buyer), roleOf(both)]).toEqual(['Admin', 'Buyer', 'Viewer'])
    // Their next request is refused, and the list says where they are now.
    const left = await halden.admin.call('GET', '/api/v1/company/people/')
    expect(left.body.people ?? left.body.code).toEqual(expect.anything())
    const own = await ok(
      buyer.call('GET', '/api/v1/companies/', undefined, { 'laurel-company': `${whitlock.id}` }),
    )
    expect(own).toContainEqual(expect.objectContaining({ id: whitlock.id, merged_ids: [halden.id] }))
    expect((await buyer.call('PATCH', '/api/v1/company/', { name: 'x' })).status).toBe(403)
    // An open invitation leads to the other company.
    const token = open.link.split('/').at(-1)
    const joined = await ok(kim.call('POST', `/api/v1/company_invitations/${token}/accept/`))
    expect(joined.id).toBe(whitlock.id)
    // What happened is in both activities, and the list shows the merged company to a search only.
    const activity = await ok(as(whitlock.admin, whitlock).call('GET', '/api/v1/company/activity/'))
    expect(JSON.stringify(activity)).toContain('merged Halden Tools into this company')
    const listed = async (query: string) =>
      (await ok(finance.call('GET', `${PATH}?${query}`))).results.find(
        ({ id }: { id: number }) => id === halden.id,
      )
    expect(await listed('page_size=200')).toBeUndefined()
    expect(await listed('search=halden')).toMatchObject({ merged_into: { name: 'Whitlock' } })

    // Since then: the buyer left, and someone has the custom role that came with the merge.
    const removed = await whitlock.admin.call('DELETE', `/api/v1/company/people/${buyer.id}/`)
    expect(removed.status).toBeLessThan(300)
    const roles = (await ok(whitlock.admin.call('GET', '/api/v1/company/people/'))).roles
    const clerk = roles.find(({ name }: { name: string }) => name === 'Clerk (Halden Tools)').key
    await ok(whitlock.admin.call('PATCH', `/api/v1/company/people/${kim.id}/`, { role: clerk }))

    expect((await undoPreview(halden)).moves).toEqual([
      '1 person',
      '1 person in both companies',
      '1 team',
      '1 budget of teams and people',
    ])
    const undone = await ok(undo(halden))
    expect(undone.merge).toBeNull()
    expect(await emails(halden)).toEqual([both.email, halden.admin.email].sort())
    expect(await emails(whitlock)).toEqual([whitlock.admin.email, both.email, kim.email].sort())
    const again = await ok(as(halden.admin, halden).call('GET', '/api/v1/company/people/'))
    expect(again.teams).toMatchObject([{ name: 'Sales' }])
    expect((await read(halden)).budgets.map(({ name }: { name: string }) => name)).toEqual(['All', 'Buyer'])
    expect((await read(whitlock)).order_fields).toEqual([])
    expect((await read(halden)).billing.legal_business_name).toBe('Halden Tools Inc.')
    const after = (await ok(whitlock.admin.call('GET', '/api/v1/company/people/'))).roles
    expect(after.map(({ name }: { name: string }) => name)).toContain('Clerk (Halden Tools)')
    expect((await finance.call('POST', `${PATH}${halden.id}/undo_merge/`, { version: 'x' })).body.code).toBe(
      'changed',
    )
  })

  test('moves the balance and open invoices, which both statements show, and gives them back', async () => {
    const halden = await makeCompany('Halden Money')
    const whitlock = await makeCompany('Whitlock Money')
    await topUp(halden.admin, 30_000)
    await topUp(whitlock.admin, 10_000)
    await ok(finance.call('PUT', `${PATH}${halden.id}/terms/`, { limit_cents: 500_000, days: 30 }))
    const invoice = await order(halden.admin, 'company_terms')
    expect(invoice.paid.status).toBe(200)
    const open = invoice.paid.body.amount_cents as number
    const shown = await preview(halden, whitlock)
    expect(shown.moves).toEqual([
      '1 person with their role, as admin',
      '1 order',
      'The balance of $300.00',
      expect.stringMatching(/^1 open invoice of \$/),
    ])
    await ok(merge(halden, whitlock))
    const terms = (of: Company) => ok(finance.call('GET', `${PATH}${of.id}/terms/`))
    expect((await terms(whitlock)).terms).toMatchObject({ open_cents: open, is_active: false })
    expect((await terms(halden)).terms).toMatchObject({ open_cents: 0 })
    const member = as(whitlock.admin, whitlock)
    expect(await balance(member)).toBe(40_000)
    const month = new Date().toISOString().slice(0, 7)
    const statement = await ok(member.call('GET', `/api/v1/company/balance/statement/?month=${month}`))
    expect(statement.entries[0]).toMatchObject({
      ...{ words: 'From Halden Money, merged', cents: 30_000, order_id: null, balance_cents: 40_000 },
    })
    const old = await ok(finance.call('GET', `${PATH}${halden.id}/balance/`))
    expect(old.statement.entries[0]).toMatchObject({ words: 'To Whitlock Money, merged', cents: -30_000 })

    // $310 of $400 is spent: $300 can't go back.
    await inSite(world.kit.pool, finance.siteId, (db) =>
      db
        .updateTable('company_balances')
        .set({ balance_cents: 9_000 })
        .where('site_id', '=', finance.siteId)
        .where('company_id', '=', whitlock.id)
        .execute(),
    )
    const short = await undoPreview(halden)
    expect(short.blocks).toEqual([
      'Whitlock Money’s balance only has $90.00 of the $300.00 that moves back. The rest is spent.',
    ])
    const refused = await undo(halden)
    expect([refused.status, refused.body.code]).toEqual([409, 'merge_blocked'])
    await inSite(world.kit.pool, finance.siteId, (db) =>
      db
        .updateTable('company_balances')
        .set({ balance_cents: 40_000 })
        .where('site_id', '=', finance.siteId)
        .where('company_id', '=', whitlock.id)
        .execute(),
    )
    await ok(undo(halden))
    expect(await balance(as(whitlock.admin, whitlock))).toBe(10_000)
    expect(await balance(as(halden.admin, halden))).toBe(30_000)
    expect((await terms(halden)).terms).toMatchObject({ open_cents: open })
    expect((await read(halden)).orders).toMatchObject([{ id: invoice.id }])
    // Once more, with the same money.
    await ok(merge(halden, whitlock))
    expect(await balance(as(whitlock.admin, whitlock))).toBe(40_000)
  })

  test('its teams take budgets back that were made since, and they count', async () => {
    const halden = await makeCompany('Halden Tools')
    const whitlock = await makeCompany('Whitlock')
    const team = await ok(halden.admin.call('POST', '/api/v1/company/teams/', { name: 'Sales' }))
    const own = `/api/v1/company/people/${halden.admin.id}/`
    await ok(halden.admin.call('PATCH', own, { team_id: team.id }))
    await ok(merge(halden, whitlock))
    const budget = { name: 'Sales', period: 'month', amount_cents: 100, team_id: team.id }
    await ok(whitlock.admin.call('POST', '/api/v1/company/budgets/', budget))
    await ok(undo(halden))
    const ordering = customerSteps(as(halden.admin, halden))
    const paid = await ordering.pay(await ordering.fillCart('digital'), 'self_hosted_check')
    expect(paid.body.code).toBe('over_budget')
  })

  test('of more money than one person may move takes two, and so does its undo', async () => {
    const halden = await makeCompany('Halden Two')
    const whitlock = await makeCompany('Whitlock Two')
    await topUp(halden.admin, 60_000)
    expect((await preview(halden, whitlock)).needs_second_person).toBe(true)
    expect((await ok(merge(halden, whitlock))).merge).toMatchObject({ state: 'asked', by_name: 'Robin Hale' })
    expect((await merge(halden, whitlock)).body.code).toBe('other_person_needed')
    expect((await read(halden)).people_count).toBe(1)
    const other = await world.staff('finance')
    expect((await ok(merge(halden, whitlock, other))).merge.state).toBe('merged')
    expect((await ok(undo(halden))).merge).toMatchObject({ state: 'merged', undo_asked_by: 'Robin Hale' })
    expect((await undo(halden)).body.code).toBe('other_person_needed')
    expect((await ok(undo(halden, other))).merge).toBeNull()
    // A request lapses.
    await ok(merge(halden, whitlock))
    await backdate(halden, { asked_at: new Date(Date.now() - 8 * DAY_MS) })
    expect((await read(halden)).merge).toBeNull()
  })

  test('is refused while an order is being paid, for a domain in both, and once it isn’t what was shown', async () => {
    const halden = await makeCompany('Halden Blocked')
    const whitlock = await makeCompany('Whitlock Blocked')
    await order(halden.admin, 'elavon_cc')
    const moved = await merge(halden, whitlock)
    expect([moved.status, moved.body.code]).toEqual([409, 'merge_blocked'])
    expect(moved.body.detail).toBe(
      'Halden Blocked is paying an order or a top-up right now. Try again in a few minutes.',
    )
    await join(world, whitlock.admin)
    const third = await makeCompany('Third')
    const seen = await preview(third, whitlock)
    await join(world, third.admin)
    expect((await send(third, whitlock, seen.version)).body.code).toBe('changed')
    const domain = { site_id: finance.siteId, domain: 'third.example', token: 't', asked_at: new Date() }
    await world.kit.pool
      .insertInto('company_domains')
      .values([
        { ...domain, company_id: third.id, verified_at: new Date() },
        { ...domain, company_id: whitlock.id },
      ])
      .execute()
    expect((await preview(third, whitlock)).blocks).toEqual([
      'Whitlock Blocked also added the email domain third.example. Remove it there first.',
    ])
    expect((await finance.call('GET', `${PATH}${third.id}/merge/?into=${third.id}`)).status).toBe(400)
  })

  test('belongs to its site and to those who edit companies', async () => {
    const halden = await makeCompany('Halden Rights')
    const whitlock = await makeCompany('Whitlock Rights')
    const theirs = await world.staff('finance', 'acorn')
    const viewer = await world.staff('viewer')
    for (const [method, path, body] of [
      ['GET', `merge/?into=${whitlock.id}`, undefined],
      ['POST', 'merge/', { into: whitlock.id, version: 'x' }],
      ['GET', 'undo_merge/', undefined],
      ['POST', 'undo_merge/', { version: 'x' }],
    ] as const) {
      expect((await theirs.call(method, `${PATH}${halden.id}/${path}`, body)).status).toBe(404)
      expect((await viewer.call(method, `${PATH}${halden.id}/${path}`, body)).status).toBe(403)
    }
  })
})

describe('at the same time', () => {
  test('an order is paid in the merged company, or refused, and never left behind', async () => {
    const halden = await makeCompany('Halden Race')
    const whitlock = await makeCompany('Whitlock Race')
    await topUp(halden.admin, 50_000)
    const steps = customerSteps(halden.admin)
    const id = await steps.fillCart('digital')
    const { version } = await preview(halden, whitlock)
    const [paid, merged] = await Promise.all([
      steps.pay(id, 'company_balance'),
      send(halden, whitlock, version),
    ])
    if (merged.status === 200) expect([paid.status, paid.body.code]).toEqual([403, 'company_left'])
    else expect([merged.body.code, paid.status]).toEqual(['changed', 200])
    // Someone whose server still thinks they're in the merged company.
    if (merged.status !== 200) await ok(merge(halden, whitlock))
    const late = await order(halden.admin, 'self_hosted_check')
    expect([late.paid.status, late.paid.body.code]).toEqual([403, 'company_left'])
    const { order_count: left } = await read(halden)
    expect(left).toBe(0)
  })

  test('a person whose company was just merged is refused once, and then acts for the one that stays', async () => {
    const person = await makeCustomer(world)
    const [own] = (await person.call('GET', '/api/v1/companies/')).body
    const whitlock = await makeCompany('Whitlock Moments')
    const steps = customerSteps(person)
    const id = await steps.fillCart('digital')
    await ok(merge({ ...own, admin: person }, whitlock))
    const pay = () => steps.pay(id, 'self_hosted_check')
    expect((await pay()).body.code).toBe('company_left')
    expect((await pay()).status).toBe(200)
  })

  test('merges that cross, a retry, and two undos do one thing', async () => {
    const halden = await makeCompany('Halden Cross')
    const whitlock = await makeCompany('Whitlock Cross')
    const there = (await preview(halden, whitlock)).version
    const back = (await preview(whitlock, halden)).version
    const crossed = await Promise.all([send(halden, whitlock, there), send(whitlock, halden, back)])
    expect(crossed.map(({ status }) => status).sort()).toEqual([200, 409])
    const first = crossed[0]!.status === 200 ? halden : whitlock
    const other = first === halden ? whitlock : halden
    await ok(undo(first))
    const { version } = await preview(first, other)
    const key = `merge-${first.id}`
    const twice = await Promise.all([send(first, other, version, key), send(first, other, version, key)])
    const again = await send(first, other, version, key)
    expect(again.status).toBe(200)
    expect(twice.every(({ status, body }) => status === 200 || body.code === 'idempotency_key_in_use')).toBe(
      true,
    )
    const undoing = (await undoPreview(first)).version
    const path = `${PATH}${first.id}/undo_merge/`
    const undos = await Promise.all([1, 2].map(() => finance.call('POST', path, { version: undoing })))
    expect(undos.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(first)).people_count).toBe(1)
    expect((await read(other)).people_count).toBe(1)
  })

  test('a merge into a company that was merged on is undone last, and after 30 days not at all', async () => {
    const [one, two, three] = [
      await makeCompany('Chain One'),
      await makeCompany('Chain Two'),
      await makeCompany('Chain Three'),
    ]
    await ok(merge(one, two))
    expect((await preview(three, one)).blocks).toEqual(['Chain One is itself merged into another company.'])
    await ok(merge(two, three))
    expect((await undoPreview(one)).blocks).toEqual([
      'Chain Two is merged into another company. Undo that first.',
    ])
    await ok(undo(two))
    await backdate(one, { merged_at: new Date(Date.now() - 31 * DAY_MS) })
    expect((await undo(one)).body.detail).toBe('The 30 days to undo this merge have passed.')
    await backdate(one, { merged_at: new Date(Date.now() - 29 * DAY_MS) })
    await ok(undo(one))
    expect((await read(one)).people_count).toBe(1)
  })
})
