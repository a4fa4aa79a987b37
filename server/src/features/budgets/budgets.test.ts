import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

const BUDGETS = '/api/v1/company/budgets/'
const PEOPLE = '/api/v1/company/people/'
const TEAMS = '/api/v1/company/teams/'

let world: World
let steps: ReturnType<typeof companySteps>
let admin: Person
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
}, 60_000)
beforeEach(async () => {
  admin = await steps.person()
})
afterEach(() => {
  world.setClock(undefined)
})
afterAll(() => world.close())

const makeBudget = async (given: Record<string, unknown> = {}) => {
  const { status, body } = await admin.call('POST', BUDGETS, {
    name: 'West region',
    period: 'quarter',
    amount_cents: 100_000,
    ...given,
  })
  expect(status).toBe(200)
  return body
}
const budgetsOf = async (one: SignedIn) => (await one.call('GET', BUDGETS)).body
const sumsOf = async (one: SignedIn = admin) =>
  (await budgetsOf(one)).map((budget: Record<string, number>) => [
    budget.reserved_cents,
    budget.spent_cents,
    budget.left_cents,
  ])
const totalOf = async (one: SignedIn, id: number): Promise<number> =>
  (await one.call('GET', `/api/v1/orders/${id}/`)).body.total_cents

const entriesOf = async (orderId: number) => {
  const rows = await world.kit.pool
    .selectFrom('budget_entries')
    .select('event')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

/** An order that waits for its check. */
async function placed(one: SignedIn) {
  const ordering = customerSteps(one)
  const id = await ordering.fillCart('digital')
  const { status, body } = await ordering.pay(id, 'self_hosted_check')
  expect([status, body.code]).toEqual([200, undefined])
  return { id, total: await totalOf(one, id), reference: body.remittance.reference as string }
}

/** An order on the payment page, and how the provider answers. */
async function beingPaid(one: SignedIn) {
  const ordering = customerSteps(one)
  const id = await ordering.fillCart('digital')
  const { status, body } = await ordering.pay(id)
  expect(status).toBe(200)
  const minted = world.gateway.minted.at(-1)!
  const answer = async (...told: Parameters<typeof approval>[1][]) => {
    world.gateway.transactions.set(
      minted.transactionId,
      told.map((each) => approval(minted, each)),
    )
    await ordering.verify(id)
  }
  const paymentId: number = body.id
  return {
    id,
    paymentId,
    total: minted.amountCents,
    answer,
    leave: () => one.call('POST', `/api/v1/orders/${id}/leave_payment/`),
  }
}

describe('who sees and changes budgets', () => {
  test('admins and finance manage them; others see those that apply to them', async () => {
    const buyer = await steps.colleague(admin)
    const finance = await steps.colleague(admin, 'finance')
    await makeBudget({ name: 'Everyone' })
    await makeBudget({ name: 'Of the buyer', person_id: buyer.id })
    await makeBudget({ name: 'Of the admin', person_id: admin.id })
    const namesFor = async (one: Person) => (await budgetsOf(one)).map(({ name }: { name: string }) => name)
    expect(await namesFor(finance)).toEqual(['Everyone', 'Of the buyer', 'Of the admin'])
    expect(await namesFor(buyer)).toEqual(['Everyone', 'Of the buyer'])
    const asked = { name: 'Mine', period: 'month', amount_cents: 100 }
    expect((await buyer.call('POST', BUDGETS, asked)).body.code).toBe('not_allowed')
    expect((await finance.call('POST', BUDGETS, asked)).status).toBe(200)
  })

  test('another company’s budgets, teams, and people aren’t found', async () => {
    const { id } = await makeBudget()
    const { body: team } = await admin.call('POST', TEAMS, { name: 'West' })
    const stranger = await steps.person()
    const asked = { name: 'Mine', period: 'month', amount_cents: 100 }
    const answers = [
      await stranger.call('PATCH', `${BUDGETS}${id}/`, { amount_cents: 1 }),
      await stranger.call('DELETE', `${BUDGETS}${id}/`),
      await stranger.call('POST', BUDGETS, { ...asked, team_id: team.id }),
      await stranger.call('POST', BUDGETS, { ...asked, person_id: admin.id }),
      await stranger.call('PATCH', `${TEAMS}${team.id}/`, { name: 'Theirs' }),
      await stranger.call('DELETE', `${TEAMS}${team.id}/`),
      await stranger.call('PATCH', `${PEOPLE}${stranger.id}/`, { team_id: team.id }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'not_found'))
    expect(await budgetsOf(stranger)).toEqual([])
  })
})

describe('teams', () => {
  test('are made, renamed, and removed, and people are in one at most', async () => {
    const { body: west } = await admin.call('POST', TEAMS, { name: 'West' })
    const { body: east } = await admin.call('POST', TEAMS, { name: 'East' })
    expect((await admin.call('POST', TEAMS, { name: 'WEST' })).body.code).toBe('team_exists')
    expect((await admin.call('PATCH', `${TEAMS}${east.id}/`, { name: 'west' })).body.code).toBe('team_exists')
    expect((await admin.call('PATCH', `${TEAMS}${west.id}/`, { name: 'West region' })).status).toBe(200)
    const change = { team_id: west.id }
    expect((await admin.call('PATCH', `${PEOPLE}${admin.id}/`, change)).body.team_id).toBe(west.id)
    const seen = (await admin.call('GET', PEOPLE)).body
    expect(seen.teams.map(({ name }: { name: string }) => name)).toEqual(['East', 'West region'])
    expect(seen.people[0]).toMatchObject({ team_id: west.id, role: 'admin' })

    const budget = await makeBudget({ team_id: west.id, name: 'Autumn' })
    expect(budget).toMatchObject({ applies_to: 'West region', is_yours: true })
    expect((await admin.call('DELETE', `${TEAMS}${west.id}/`)).body.detail).toBe(
      'End the budget “Autumn” first.',
    )
    await admin.call('DELETE', `${BUDGETS}${budget.id}/`)
    expect((await admin.call('DELETE', `${TEAMS}${west.id}/`)).status).toBe(204)
    expect((await admin.call('GET', PEOPLE)).body.people[0].team_id).toBeNull()
  })
})

describe('an order', () => {
  test('reserves while it waits for its check, and returns it when it’s canceled', async () => {
    const buyer = await steps.colleague(admin)
    await makeBudget()
    await makeBudget({ name: 'Of the buyer', person_id: buyer.id })
    await makeBudget({ name: 'Of the admin', person_id: admin.id })
    const { id, total } = await placed(buyer)
    const taken = [total, 0, 100_000 - total]
    expect(await sumsOf()).toEqual([taken, taken, [0, 0, 100_000]])
    expect((await buyer.call('POST', `/api/v1/orders/${id}/cancel/`)).status).toBe(200)
    expect(await sumsOf()).toEqual([1, 2, 3].map(() => [0, 0, 100_000]))
  })

  test('over budget is refused in plain words, and nothing is reserved', async () => {
    const buyer = await steps.colleague(admin)
    await makeBudget({ person_id: buyer.id, amount_cents: 2_500 })
    const ordering = customerSteps(buyer)
    const id = await ordering.fillCart('digital')
    const { status, body } = await ordering.pay(id, 'self_hosted_check')
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'over_budget' })
    expect(body.detail).toMatch(
      /^“West region”, Q[1-4], has \$25\.00 left, and this order costs \$\d+\.\d\d\. Ask an admin or finance person/,
    )
    expect(await sumsOf()).toEqual([[0, 0, 2_500]])
    const [budget] = await budgetsOf(admin)
    await admin.call('PATCH', `${BUDGETS}${budget.id}/`, { amount_cents: 100_000 })
    expect((await ordering.pay(id, 'self_hosted_check')).status).toBe(200)
  })

  test('on the payment page reserves until it is paid', async () => {
    await makeBudget()
    const { id, total, answer } = await beingPaid(admin)
    expect(await sumsOf()).toEqual([[total, 0, 100_000 - total]])
    await answer({})
    expect(await sumsOf()).toEqual([[0, total, 100_000 - total]])
    expect((await admin.call('GET', `/api/v1/orders/${id}/`)).body.status).toBe('in_review')
  })

  test('returns what it reserved when its payment is declined or left, and can be paid again', async () => {
    await makeBudget()
    const declined = await beingPaid(admin)
    await declined.answer({ result: '1', resultMessage: 'DECLINED', approvalCode: '' })
    expect(await sumsOf()).toEqual([[0, 0, 100_000]])
    const ordering = customerSteps(admin)
    expect((await ordering.pay(declined.id)).status).toBe(200)
    expect(await sumsOf()).toEqual([[declined.total, 0, 100_000 - declined.total]])
    await declined.leave()
    expect(await sumsOf()).toEqual([[0, 0, 100_000]])
  })

  test('returns what it reserved when the payment page can’t be opened', async () => {
    await makeBudget()
    const ordering = customerSteps(admin)
    const id = await ordering.fillCart('digital')
    world.gateway.setUnreachable(true)
    const { code } = (await ordering.pay(id)).body
    world.gateway.setUnreachable(false)
    expect(code).toBe('payment_provider_unreachable')
    expect(await entriesOf(id)).toEqual(['reserved', 'returned'])
    expect(await sumsOf()).toEqual([[0, 0, 100_000]])
  })

  test('returns each refund once, and the rest when it is declined', async () => {
    const books = await moneySteps(world)
    await makeBudget()
    const { id, total, answer, paymentId } = await beingPaid(admin)
    await answer({ status: 'STL' })
    await books.refund(paymentId, 1_000)
    expect(await sumsOf()).toEqual([[0, total, 100_000 - total]])
    await books.carryOut()
    await books.carryOut()
    const spent = total - 1_000
    expect(await sumsOf()).toEqual([[0, spent, 100_000 - spent]])
    const declined = await books.finance.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'in_review',
    })
    expect(declined.status).toBe(200)
    expect(await sumsOf()).toEqual([[0, 0, 100_000]])
    await books.carryOut()
    expect(await sumsOf()).toEqual([[0, 0, 100_000]])
    expect(await entriesOf(id)).toEqual(['reserved', 'spent', 'returned', 'returned'])
  })

  test('paid by check spends once, however much more arrives', async () => {
    const books = await moneySteps(world)
    await makeBudget()
    const { id, total, reference } = await placed(admin)
    await books.receive(total - 100, reference)
    expect(await sumsOf()).toEqual([[total, 0, 100_000 - total]])
    await books.receive(100, reference)
    await books.receive(500, reference)
    expect(await sumsOf()).toEqual([[0, total, 100_000 - total]])
    expect(await entriesOf(id)).toEqual(['reserved', 'spent'])
  })

  test('keeps the period it was placed in', async () => {
    const books = await moneySteps(world)
    await makeBudget({ period: 'month', rolls_over: true })
    await makeBudget({ period: 'month' })
    const first = await placed(admin)
    const at = new Date()
    const nextMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 15))
    world.setClock(nextMonth)
    const second = await placed(admin)
    const carried = 100_000 - first.total
    expect(await sumsOf()).toEqual([
      [second.total, 0, 100_000 + carried - second.total],
      [second.total, 0, 100_000 - second.total],
    ])
    await books.receive(first.total, first.reference)
    expect((await admin.call('POST', `/api/v1/orders/${second.id}/cancel/`)).status).toBe(200)
    expect(await sumsOf()).toEqual([
      [0, 0, 100_000 + carried],
      [0, 0, 100_000],
    ])
  })

  test('counts against the budgets that apply now, although budgets are cached', async () => {
    const buyer = await steps.colleague(admin)
    const [first, second] = [await makeBudget({ name: 'First' }), await makeBudget({ name: 'Second' })]
    const countedIn = async () => {
      const { id } = await placed(buyer)
      const rows = await world.kit.pool
        .selectFrom('budget_entries as e')
        .innerJoin('company_budgets as b', (join) =>
          join.onRef('b.site_id', '=', 'e.site_id').onRef('b.id', '=', 'e.budget_id'),
        )
        .select('b.name')
        .where('e.order_id', '=', id)
        .orderBy('b.name')
        .execute()
      return rows.map(({ name }) => name)
    }
    expect([await countedIn(), await countedIn()]).toEqual([
      ['First', 'Second'],
      ['First', 'Second'],
    ])
    await makeBudget({ name: 'Third', person_id: buyer.id })
    expect(await countedIn()).toEqual(['First', 'Second', 'Third'])
    await admin.call('DELETE', `${BUDGETS}${first.id}/`)
    expect(await countedIn()).toEqual(['Second', 'Third'])
    const { body: team } = await admin.call('POST', TEAMS, { name: 'Sales' })
    await makeBudget({ name: 'Of the team', team_id: team.id })
    await admin.call('PATCH', `${PEOPLE}${buyer.id}/`, { team_id: team.id })
    expect(await countedIn()).toEqual(['Of the team', 'Second', 'Third'])
    await admin.call('PATCH', `${BUDGETS}${second.id}/`, { amount_cents: 1, name: 'Used up' })
    const ordering = customerSteps(buyer)
    const { body } = await ordering.pay(await ordering.fillCart('digital'), 'self_hosted_check')
    expect(body.detail).toMatch(/^“Used up”/)
  })

  test('of someone whose company has no budget isn’t marked', async () => {
    const { id } = await placed(admin)
    const { is_budgeted } = await world.kit.pool
      .selectFrom('orders')
      .select('is_budgeted')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(is_budgeted).toBe(false)
  })
})
