import { budgetShareOf, leftCents, periodAt, periodsBetween } from '@laurel/domain/budgets'
import type { OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findOrderer } from '../companies/orderers.repo.ts'
import { lockBudgetsOf } from './budgets.repo.ts'
import { followBudgets, reserveBudgets } from './order-budgets.ts'

let world: World
let site: Awaited<ReturnType<World['kit']['sites']['readByHost']>>
beforeAll(async () => {
  world = await makeWorld()
  site = await world.kit.sites.readByHost('localhost')
}, 60_000)
afterAll(() => world.close())

/** A new company of one person, with a budget of each kind. */
async function company(...budgets: { name: string; cents: number; rollsOver?: boolean; isOwn?: boolean }[]) {
  const one = await world.signIn()
  const { id: personId } = (await one.call('GET', '/api/v1/actual_user/')).body
  const [{ id: companyId }] = (await one.call('GET', '/api/v1/companies/')).body
  const ids: number[] = []
  for (const { name, cents, rollsOver = false, isOwn = false } of budgets) {
    const { body } = await one.call('POST', '/api/v1/company/budgets/', {
      name,
      amount_cents: cents,
      period: 'month',
      rolls_over: rollsOver,
      ...(isOwn && { person_id: personId }),
    })
    ids.push(body.id)
  }
  return { one, personId, companyId, budgetIds: ids }
}

type Company = Awaited<ReturnType<typeof company>>

async function insertOrders({ personId, companyId }: Company, count: number, cents: number) {
  const rows = await world.kit.pool
    .insertInto('orders')
    .values(
      Array.from({ length: count }, () => ({
        site_id: site.id,
        customer_id: personId,
        company_id: companyId,
        status: 'pending_payment',
        total_cents: cents,
        is_budgeted: true,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const sumsOf = async ({ budgetIds }: Company) =>
  world.kit.pool
    .selectFrom('budget_periods')
    .select(['budget_id', 'starts_on', 'amount_cents', 'carried_cents', 'reserved_cents', 'spent_cents'])
    .where('budget_id', 'in', budgetIds)
    .orderBy('budget_id')
    .orderBy('starts_on')
    .execute()

async function reserve(
  { companyId, personId }: Company,
  order: { id: number; total_cents: number },
  paymentId: number,
  at = new Date(),
): Promise<'reserved' | 'over_budget'> {
  try {
    await inSite(world.kit.pool, site.id, async (db) => {
      const orderer = (await findOrderer(db, site, companyId, personId))!
      const budgets = await lockBudgetsOf(db, site.id, orderer, at)
      await reserveBudgets(
        db,
        { ...order, site_id: site.id },
        budgets,
        { source: `payment:${paymentId}` },
        at,
      )
    })
    return 'reserved'
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'over_budget') return 'over_budget'
    throw cause
  }
}

test('of 220 orders at once, the 200 that a budget has room for end it at exactly zero', async () => {
  // The embedded database runs one transaction at a time, and one on a cluster takes longer.
  const room = process.env.TEST_CITUS_URL ? 50 : process.env.TEST_DATABASE_URL ? 200 : 20
  const halden = await company(
    { name: 'Exact', cents: room * 5_025 },
    { name: 'Wide', cents: 2 * room * 5_025, isOwn: true },
  )
  const ids = await insertOrders(halden, room + 20, 5_025)
  const answers = await Promise.all(ids.map((id) => reserve(halden, { id, total_cents: 5_025 }, id)))
  expect(answers.filter((answer) => answer === 'reserved')).toHaveLength(room)
  const taken = room * 5_025
  expect(await sumsOf(halden)).toMatchObject([
    { amount_cents: taken, reserved_cents: taken, spent_cents: 0 },
    { amount_cents: 2 * taken, reserved_cents: taken, spent_cents: 0 },
  ])
}, 120_000)

test('following an order twice, also at once, changes nothing', async () => {
  const halden = await company({ name: 'Once', cents: 10_000 })
  const [id] = await insertOrders(halden, 1, 4_000)
  await reserve(halden, { id: id!, total_cents: 4_000 }, 1)
  await world.kit.pool.updateTable('orders').set({ status: 'in_review' }).where('id', '=', id!).execute()
  const follow = () =>
    inSite(world.kit.pool, site.id, (db) => followBudgets(db, site.id, id!, 'payment:1', new Date()))
  await Promise.all([follow(), follow(), follow()])
  await follow()
  expect(await sumsOf(halden)).toMatchObject([{ reserved_cents: 0, spent_cents: 4_000 }])
})

// The model: what each order takes from the month it was reserved in, added up anew after every step.
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('order' as const), cents: fc.integer({ min: 1, max: 700 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        order: fc.nat(9),
        to: fc.constantFrom<OrderStatus>('in_review', 'declined', 'approved'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait' as const), months: fc.integer({ min: 1, max: 3 }) }),
    },
  ),
  { minLength: 5, maxLength: 25 },
)

test('any history of orders leaves what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (rollsOver, history) => {
      const AMOUNT = 1_000
      const halden = await company({ name: 'Model', cents: AMOUNT, rollsOver })
      const began = periodAt('month', new Date(), site.time_zone).startsOn
      let at = new Date()
      const orders: { id: number; cents: number; status: OrderStatus; month: string }[] = []
      const takenIn = (month: string) =>
        orders
          .filter((one) => one.month === month && one.status !== 'declined')
          .reduce((sum, { cents }) => sum + cents, 0)
      const leftIn = (month: string) => {
        if (!rollsOver) return AMOUNT - takenIn(month)
        const months = periodsBetween('month', began, month) + (month === began ? 1 : 2)
        return (
          months * AMOUNT -
          [...new Set(orders.map((one) => one.month))].reduce((sum, one) => sum + takenIn(one), 0)
        )
      }
      for (const step of history) {
        if (step.do === 'wait') {
          at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + step.months, 15))
          continue
        }
        if (step.do === 'order') {
          const { startsOn: month } = periodAt('month', at, site.time_zone)
          const [id] = await insertOrders(halden, 1, step.cents)
          const answer = await reserve(halden, { id: id!, total_cents: step.cents }, id!, at)
          expect(answer).toBe(leftIn(month) >= step.cents ? 'reserved' : 'over_budget')
          if (answer === 'reserved') {
            orders.push({ id: id!, cents: step.cents, status: 'pending_payment', month })
          }
          continue
        }
        const order = orders[step.order]
        if (order === undefined || order.status === 'declined') continue
        order.status = step.to
        await world.kit.pool
          .updateTable('orders')
          .set({ status: step.to })
          .where('id', '=', order.id)
          .execute()
        await inSite(world.kit.pool, site.id, (db) =>
          followBudgets(db, site.id, order.id, `order:${order.id}`, at),
        )
      }
      for (const row of await sumsOf(halden)) {
        const shares = orders
          .filter(({ month }) => month === row.starts_on)
          .map(({ status, cents }) =>
            budgetShareOf({ status, totalCents: cents, netCents: cents, isReserved: false }),
          )
        expect(row.reserved_cents).toBe(shares.reduce((sum, { reservedCents }) => sum + reservedCents, 0))
        expect(row.spent_cents).toBe(shares.reduce((sum, { spentCents }) => sum + spentCents, 0))
      }
      const last = (await sumsOf(halden)).at(-1)!
      expect(
        leftCents({
          amountCents: last.amount_cents,
          carriedCents: last.carried_cents,
          reservedCents: last.reserved_cents,
          spentCents: last.spent_cents,
        }),
      ).toBe(leftIn(last.starts_on))
    }),
    { numRuns: 12 },
  )
}, 120_000)
