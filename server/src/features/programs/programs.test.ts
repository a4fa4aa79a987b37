import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { keySteps } from '../../testing/key-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findSite } from '../sites/sites.repo.ts'
import { runProgram } from './look-for-people.ts'
import { runningPrograms } from './programs.jobs.ts'

const PROGRAMS = '/api/v1/company/programs/'
/** A Monday morning in Chicago. The five working days before Monday, June 14 begin on June 7. */
const MONDAY = '2027-06-07T14:00:00Z'

let world: World
let people: ReturnType<typeof companySteps>
let money: ReturnType<typeof keySteps>
beforeAll(async () => {
  world = await makeWorld()
  people = companySteps(world)
  money = keySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const clock = (moment: string) => world.setClock(new Date(moment))

/** The sweep of an hour. */
async function anHour() {
  const sweep = runningPrograms(world.kit)
  for (const siteId of await sweep.due()) await sweep.visit(siteId)
}

/** What turning a program on enqueues. */
async function now(programId: number) {
  const { siteId } = await world.staff()
  await runProgram(world.kit, (await findSite(world.kit.pool, siteId))!, programId)
}

type Listed = { first_name: string; email: string; birthday?: string; start_date?: string }
const someone = (name: string, dates: Partial<Listed>): Listed => ({
  first_name: name,
  email: `${name.toLowerCase()}@recipient.example`,
  ...dates,
})

/** An admin with money, a shared list of these people, and a saved design for digital cards. */
async function company(listed: readonly Listed[], cents = 1_000_000) {
  const admin = await people.person()
  const steps = customerSteps(admin)
  const { ok } = steps
  const list = await ok('POST', '/api/v1/recipient_lists/', { name: 'Everyone', is_shared: true })
  const add = (one: Listed) => ok('POST', `/api/v1/recipient_lists/${list.id}/people/`, one)
  const saved = []
  for (const one of listed) saved.push(await add(one))
  const draft = await steps.addCards('digital', { draft: true })
  const design = await ok('POST', '/api/v1/saved_designs/', { card_item_id: draft.id, name: 'Cheers' })
  if (cents > 0) await money.topUp(admin, cents)
  const asked = {
    name: 'Birthdays',
    kind: 'birthday',
    list_id: list.id,
    saved_design_id: design.id,
    amounts: [{ years: 0, cents: 2_500 }],
  }
  const make = (given: object = {}) => ok('POST', PROGRAMS, { ...asked, ...given })
  const on = (id: number) => ok('POST', `${PROGRAMS}${id}/activate/`, {})
  const runs = (id: number) => ok('GET', `${PROGRAMS}${id}/runs/`)
  const run = (id: number, runId: number) => ok('GET', `${PROGRAMS}${id}/runs/${runId}/`)
  const placed = async () => {
    const { results } = await ok('GET', '/api/v1/orders/')
    return results.filter(({ status }: { status: string }) => status !== 'cart').length
  }
  return { admin, ok, list, design, draft, saved, asked, make, on, runs, run, placed }
}

async function notices(one: Person): Promise<string[]> {
  const { body } = await one.call('GET', '/api/v1/notices/')
  return body.results.map(({ kind }: { kind: string }) => kind)
}

describe('a program', () => {
  test('orders days ahead for those on the list, once, and says who is left out and why', async () => {
    clock(MONDAY)
    const { ok, make, on, runs, run, placed } = await company([
      someone('Ana', { birthday: '6/14' }),
      someone('Ben', { birthday: '1990-06-13' }),
      { first_name: 'Cleo', email: '', birthday: '06-14' },
      someone('Dan', { birthday: 'soon' }),
      someone('Eve', {}),
      someone('Finn', { birthday: '12-24' }),
    ])
    const program = await make()
    expect(program).toMatchObject({ state: 'paused', ordered_by: null, problem: null, lead_days: 5 })
    const preview = await ok('GET', `${PROGRAMS}${program.id}/preview/`)
    // June 13 is a Sunday: that card arrives the Friday before.
    expect(preview).toMatchObject({
      card_count: 2,
      total_cents: 5_000,
      problem: null,
      due_now: { order_count: 2 },
      balance_cents: 1_000_000,
      cards: [
        { name: 'Ben', occasion_on: '2027-06-13', send_on: '2027-06-11', amount_cents: 2_500 },
        { name: 'Ana', occasion_on: '2027-06-14', send_on: '2027-06-14', order_on: '2027-06-07' },
      ],
      left_out: [
        { name: 'Cleo', reason: 'no_email' },
        { name: 'Dan', reason: 'invalid_date' },
        { name: 'Eve', reason: 'no_date' },
      ],
    })
    // Paused, it does nothing.
    await anHour()
    expect(await runs(program.id)).toEqual([])

    expect(await on(program.id)).toMatchObject({ state: 'active' })
    await anHour()
    const [later, first] = await runs(program.id)
    expect([later, first]).toMatchObject([
      { send_on: '2027-06-14', state: 'ordered', card_count: 1, left_out_count: 1, total_cents: 2_500 },
      { send_on: '2027-06-11', state: 'ordered', card_count: 1, left_out_count: 0, is_late: false },
    ])
    expect((await run(program.id, later.id)).people).toMatchObject([
      { name: 'Ana', outcome: 'ordered', amount_cents: 2_500, occasion_on: '2027-06-14' },
      { name: 'Cleo', outcome: 'no_email' },
    ])
    const order = await ok('GET', `/api/v1/orders/${later.order.id}/`)
    expect(order).toMatchObject({ external_id: `program-${program.id}-2027-06-14`, is_own: true })
    const next = await ok('GET', `${PROGRAMS}${program.id}/preview/`)
    expect(next.due_now).toEqual({ order_count: 0, total_cents: 0 })
    expect(next.balance_cents).toBe(1_000_000 - preview.due_now.total_cents)
    // 8:00 in Chicago.
    expect(order.shipping_orders[0].send_at).toBe('2027-06-14T13:00:00.000Z')

    // Hour by hour, nothing is ordered again.
    clock('2027-06-07T16:00:00Z')
    await anHour()
    clock('2027-06-09T16:00:00Z')
    await anHour()
    expect(await runs(program.id)).toHaveLength(2)
    expect(await placed()).toBe(2)
  })

  test('leaves the cart of its person as it is', async () => {
    clock(MONDAY)
    const { ok, make, on, runs, draft } = await company([someone('Ana', { birthday: '6/14' })])
    const before = await ok('GET', '/api/v1/card_items/')
    await on((await make()).id)
    await anHour()
    const after = await ok('GET', '/api/v1/card_items/')
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).toContain(`"id":${draft.id}`)
    expect((await runs((await ok('GET', PROGRAMS))[0].id))[0].state).toBe('ordered')
  })

  test('orders by the rules of the person who turned it on, and its order awaits approval', async () => {
    clock(MONDAY)
    const { admin, ok, make, on, runs, run } = await company([someone('Ana', { birthday: '6/14' })])
    const approver = await people.colleague(admin, 'approver')
    const steps = [{ ask: 'people', in: [approver.id], escalation: null }]
    const conditions = [{ kind: 'person', in: [admin.id] }]
    await ok('POST', '/api/v1/company/approval_rules/', { name: 'All', conditions, steps })
    const { id } = await make()
    await on(id)
    await anHour()
    const [asked] = await runs(id)
    expect(asked).toMatchObject({ state: 'ordered', order: { status: 'awaiting_approval' } })
    const { body: requests } = await approver.call('GET', '/api/v1/approvals/')
    const request = requests.results[0]
    const approved = await approver.call('POST', `/api/v1/approvals/${request.id}/approve/`, {})
    expect(approved.status).toBe(200)
    expect((await run(id, asked.id)).order.status).not.toBe('awaiting_approval')
  })

  test('pays an anniversary by years of service', async () => {
    clock(MONDAY)
    const { make, on, runs, run } = await company([
      someone('Ana', { start_date: '2026-06-14' }),
      someone('Ben', { start_date: '2021-06-14' }),
      someone('Cleo', { start_date: '2027-06-14' }),
    ])
    const { id } = await make({
      kind: 'anniversary',
      amounts: [
        { years: 5, cents: 10_000 },
        { years: 1, cents: 2_500 },
      ],
    })
    await on(id)
    await anHour()
    const [first] = await runs(id)
    expect((await run(id, first.id)).people).toMatchObject([
      { name: 'Ana', years: 1, amount_cents: 2_500 },
      { name: 'Ben', years: 6, amount_cents: 10_000 },
    ])
  })
})

test('through a year, day by day, every birthday is ordered once, and none of people who left', async () => {
  clock(MONDAY)
  const birthdays = ['07-04', '08-15', '09-01', '10-31', '11-11', '12-25', '01-01', '02-28', '02-29', '03-05']
  const { ok, list, saved, make, on, runs, run } = await company([
    ...birthdays.map((birthday, at) => someone(`Ana${at}`, { birthday })),
    someone('Leaver', { birthday: '11-20' }),
  ])
  const program = await make()
  await on(program.id)
  for (let day = 0; day <= 366; day += 1) {
    const today = new Date(Date.parse(MONDAY) + day * 86_400_000)
    clock(today.toISOString())
    await anHour()
    if (day === 120) await ok('DELETE', `/api/v1/recipient_lists/${list.id}/people/${saved.at(-1).id}/`)
  }
  clock(MONDAY)
  const found = []
  for (const one of await runs(program.id)) {
    expect(one.state).toBe('ordered')
    // Five working days ahead.
    expect(Date.parse(one.send_on) - Date.parse(one.created_at)).toBeGreaterThan(6 * 86_400_000)
    expect([0, 6]).not.toContain(new Date(one.send_on).getUTCDay())
    for (const { name, outcome, occasion_on } of (await run(program.id, one.id)).people) {
      found.push([name, outcome, occasion_on, one.send_on])
    }
  }
  // On the day itself, or the Friday before a weekend; 2028 has a February 29.
  expect(found.toSorted()).toEqual([
    ['Ana0', 'ordered', '2027-07-04', '2027-07-02'],
    ['Ana1', 'ordered', '2027-08-15', '2027-08-13'],
    ['Ana2', 'ordered', '2027-09-01', '2027-09-01'],
    ['Ana3', 'ordered', '2027-10-31', '2027-10-29'],
    ['Ana4', 'ordered', '2027-11-11', '2027-11-11'],
    ['Ana5', 'ordered', '2027-12-25', '2027-12-24'],
    ['Ana6', 'ordered', '2028-01-01', '2027-12-31'],
    ['Ana7', 'ordered', '2028-02-28', '2028-02-28'],
    ['Ana8', 'ordered', '2028-02-29', '2028-02-29'],
    ['Ana9', 'ordered', '2028-03-05', '2028-03-03'],
  ])
})

describe('a run that fails', () => {
  test('waits with its people, says why, tells once, and orders late but says so', async () => {
    clock(MONDAY)
    const { admin, ok, make, on, runs } = await company([someone('Ana', { birthday: '6/8' })], 0)
    const { id } = await make({ lead_days: 1 })
    await on(id)
    await anHour()
    const says = expect.stringMatching(
      /^The company’s balance is \$\d+\.\d\d short of this order\. Top it up\.$/,
    )
    const stuck = { problem: { code: 'balance_too_low', says }, state: 'waiting', card_count: 1 }
    expect(await runs(id)).toMatchObject([stuck])
    expect(await ok('GET', `${PROGRAMS}${id}/`)).toMatchObject({ problem: { code: 'balance_too_low' } })
    clock('2027-06-07T16:00:00Z')
    await anHour()
    expect(await notices(admin)).toEqual(['program_stuck'])
    clock('2027-06-09T16:00:00Z')
    await anHour()
    expect(await runs(id)).toMatchObject([{ ...stuck, is_late: true }])
    expect((await notices(admin)).sort()).toEqual(['program_late', 'program_stuck'])

    await money.topUp(admin, 100_000)
    clock('2027-06-09T18:00:00Z')
    await anHour()
    expect(await runs(id)).toMatchObject([{ state: 'ordered', is_late: true, problem: null }])
    expect(await ok('GET', `${PROGRAMS}${id}/`)).toMatchObject({ problem: null })
  })

  test('says what to top up for all orders that wait', async () => {
    clock(MONDAY)
    const listed = ['Ana 6/8', 'Ben 6/9', 'Cleo 6/10'].map((one) => one.split(' '))
    const { admin, ok, make, on, runs } = await company(
      listed.map(([name, birthday]) => someone(name!, { birthday: birthday! })),
      1_000,
    )
    const { id } = await make({ lead_days: 3 })
    const { due_now: due, balance_cents: balance } = await ok('GET', `${PROGRAMS}${id}/preview/`)
    expect([due.order_count, balance]).toEqual([3, 1_000])
    await on(id)
    await anHour()
    const { problem } = await ok('GET', `${PROGRAMS}${id}/`)
    const [, amount] = /balance is \$(\d+\.\d\d) short of its 3 waiting orders/.exec(problem.says)!
    expect(Number(amount!.replace('.', ''))).toBe(due.total_cents - balance)
    await money.topUp(admin, Number(amount!.replace('.', '')))
    clock('2027-06-07T18:00:00Z')
    await anHour()
    expect(await runs(id)).toMatchObject([{ state: 'ordered' }, { state: 'ordered' }, { state: 'ordered' }])
    expect((await admin.call('GET', '/api/v1/company/balance/')).body.balance_cents).toBe(0)
  })

  test('orders only for those who are still on the list, on the same day', async () => {
    clock(MONDAY)
    const { admin, ok, list, saved, make, on, runs, run } = await company(
      [
        someone('Ana', { birthday: '6/14' }),
        someone('Ben', { birthday: '6/14' }),
        someone('Cleo', { birthday: '6/14' }),
      ],
      0,
    )
    const { id } = await make()
    await on(id)
    await anHour()
    await admin.call('DELETE', `/api/v1/recipient_lists/${list.id}/people/${saved[0].id}/`)
    await ok('PATCH', `/api/v1/saved_people/${saved[1].id}/`, { birthday: '9/1' })
    await money.topUp(admin, 100_000)
    clock('2027-06-07T16:00:00Z')
    await anHour()
    const [first] = await runs(id)
    expect(first).toMatchObject({ state: 'ordered', card_count: 1, left_out_count: 2 })
    expect((await run(id, first.id)).people).toMatchObject([
      { name: 'Ana', outcome: 'left_list' },
      { name: 'Ben', outcome: 'date_changed' },
      { name: 'Cleo', outcome: 'ordered' },
    ])
  })

  test('still has the people of a list that passed to another person', async () => {
    clock(MONDAY)
    const { admin, ok, make, on, runs, run } = await company([], 0)
    const buyer = await people.colleague(admin, 'buyer')
    const own = customerSteps(buyer).ok
    const list = await own('POST', '/api/v1/recipient_lists/', { name: 'West', is_shared: true })
    await own('POST', `/api/v1/recipient_lists/${list.id}/people/`, someone('Ana', { birthday: '6/14' }))
    const { id } = await make({ list_id: list.id })
    await on(id)
    await anHour()
    await ok('DELETE', `/api/v1/company/people/${buyer.id}/`)
    await money.topUp(admin, 100_000)
    clock('2027-06-07T16:00:00Z')
    await anHour()
    const all = await runs(id)
    expect(all).toMatchObject([{ state: 'ordered', card_count: 1, left_out_count: 0 }])
    expect((await run(id, all[0].id)).people).toMatchObject([{ name: 'Ana', outcome: 'ordered' }])
  })

  test('says that its list, its design, or its person is gone', async () => {
    clock(MONDAY)
    const { admin, ok, list, design, make, on, runs } = await company([someone('Ana', { birthday: '6/14' })])
    const manager = await people.colleague(admin, 'admin')
    const { id } = await make()
    const stuck = async () => (await ok('GET', `${PROGRAMS}${id}/`)).problem?.code
    expect((await manager.call('POST', `${PROGRAMS}${id}/activate/`, {})).status).toBe(200)
    await ok('PATCH', `/api/v1/company/people/${manager.id}/`, { role: 'viewer' })
    await anHour()
    expect(await stuck()).toBe('owner_left')
    expect(await runs(id)).toMatchObject([{ state: 'waiting', problem: { code: 'owner_left' } }])
    // Its person manages no programs anymore, so those who do hear of it.
    expect(await notices(admin)).toContain('program_stuck')

    await on(id)
    await admin.call('DELETE', `/api/v1/saved_designs/${design.id}/`)
    await anHour()
    expect(await stuck()).toBe('program_incomplete')
    await admin.call('DELETE', `/api/v1/recipient_lists/${list.id}/`)
    clock('2027-06-07T16:00:00Z')
    await anHour()
    expect(await ok('GET', `${PROGRAMS}${id}/`)).toMatchObject({ list: null, design: null })
    expect((await admin.call('POST', `${PROGRAMS}${id}/activate/`, {})).body.code).toBe('program_incomplete')
  })

  test('finds those who came due while the list was gone', async () => {
    clock(MONDAY)
    const { ok, list, make, on, runs } = await company([someone('Ana', { birthday: '6/15' })])
    const { id } = await make()
    await on(id)
    await ok('PATCH', `/api/v1/recipient_lists/${list.id}/`, { is_shared: false })
    clock('2027-06-16T14:00:00Z')
    await anHour()
    expect(await runs(id)).toEqual([])
    await ok('PATCH', `/api/v1/recipient_lists/${list.id}/`, { is_shared: true })
    clock('2027-06-16T16:00:00Z')
    await anHour()
    expect(await runs(id)).toMatchObject([{ send_on: '2027-06-15', state: 'ordered', is_late: true }])
  })
})

describe('two servers', () => {
  test('order once', async () => {
    clock(MONDAY)
    const { make, on, runs, placed } = await company([someone('Ana', { birthday: '6/14' })])
    const { id } = await make()
    await on(id)
    await Promise.all([anHour(), now(id), now(id)])
    expect(await runs(id)).toHaveLength(1)
    expect(await placed()).toBe(1)
  })
})

describe('turning on', () => {
  test('is for people who can order, and refused if the program changed since they looked', async () => {
    clock(MONDAY)
    const { admin, ok, make } = await company([])
    const { id, updated_at } = await make()
    const capabilities = ['programs.manage']
    const { key } = await ok('POST', '/api/v1/company/roles/', { name: 'People', capabilities })
    const helper = await people.colleague(admin, key)
    const activate = (one: Person, body: Record<string, unknown>) =>
      one.call('POST', `${PROGRAMS}${id}/activate/`, body)
    expect((await activate(helper, {})).body.code).toBe('not_allowed')
    clock('2027-06-07T15:00:00Z')
    expect((await helper.call('PATCH', `${PROGRAMS}${id}/`, { name: 'All birthdays' })).status).toBe(200)
    expect((await activate(admin, { seen_updated_at: updated_at })).body.code).toBe('program_changed')
  })

  test('a change pauses it, and what it missed while paused is not sent late', async () => {
    clock(MONDAY)
    const { ok, make, on, runs, run } = await company([someone('Ana', { birthday: '6/8' })], 0)
    const { id } = await make({ lead_days: 1 })
    await on(id)
    await anHour()
    expect(await ok('PATCH', `${PROGRAMS}${id}/`, { lead_days: 2 })).toMatchObject({ state: 'paused' })
    clock('2027-08-01T14:00:00Z')
    await on(id)
    await anHour()
    const [missed] = await runs(id)
    expect(missed).toMatchObject({ state: 'canceled', order: null })
    expect((await run(id, missed.id)).people).toMatchObject([{ outcome: 'was_paused' }])
  })

  test('amounts fit its kind, and its parts are the company’s', async () => {
    const { admin, ok, asked, make } = await company([])
    const other = await company([])
    const post = (given: Record<string, unknown>) => admin.call('POST', PROGRAMS, { ...asked, ...given })
    const years = [
      { years: 0, cents: 1 },
      { years: 1, cents: 2 },
    ]
    for (const [given, field] of [
      [{ amounts: years }, 'amounts'],
      [{ kind: 'anniversary', amounts: years }, 'amounts'],
      [{ amounts: [{ years: 0, cents: Number.MAX_SAFE_INTEGER }] }, 'amounts'],
      [{ name: 'Birth\ndays' }, 'name'],
    ] as const) {
      const { status, body } = await post(given)
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([400, field])
    }
    // What no card can be worth is said before it's on.
    const { id } = await make({ amounts: [{ years: 0, cents: 500 }] })
    const says = 'Enter a value from $10 to $1,000.'
    expect(await ok('GET', `${PROGRAMS}${id}/preview/`)).toMatchObject({
      problem: { code: 'amount_not_allowed', says: `$5.00 can’t be ordered. ${says}` },
    })
    const spanish = { 'accept-language': 'es' }
    const { body } = await admin.call('GET', `${PROGRAMS}${id}/preview/`, undefined, spanish)
    expect(body.problem.says).toBe('No se pueden pedir $5.00. Ingrese un valor de $10 a $1,000.')
    expect((await admin.call('POST', `${PROGRAMS}${id}/activate/`, {})).body.code).toBe('program_incomplete')
    for (const given of [{ list_id: other.list.id }, { saved_design_id: other.design.id }]) {
      expect((await post(given)).body.code).toBe('not_found')
    }
  })
})
