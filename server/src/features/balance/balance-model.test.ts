import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { wrongBalances } from '../ledger/ledger.repo.ts'

let world: World
let office: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
  office = await moneySteps(world)
})
afterAll(() => world.close())

type Step =
  | { do: 'card' | 'check' | 'debit'; cents: number }
  | { do: 'order'; cents: number }
  | { do: 'refund'; nth: number; cents: number }
  | { do: 'return' | 'bounce'; nth: number }

const cents = fc.integer({ min: 100, max: 40_000 })
const nth = fc.nat({ max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('card', 'check', 'debit'), cents }),
  // The value of each of two cards: whole dollars.
  fc.record({
    do: fc.constant('order'),
    cents: fc.integer({ min: 10, max: 150 }).map((dollars) => dollars * 100),
  }),
  fc.record({ do: fc.constant('refund'), nth, cents: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({ do: fc.constantFrom('return', 'bounce'), nth }),
)

/** What a company's balance has to be, and what can still be done with it. */
type Model = {
  balanceCents: number
  orders: { paymentId: number; leftCents: number }[]
  debits: { minted: World['gateway']['minted'][number]; id: number; cents: number }[]
  checks: { id: number; cents: number }[]
}

const BALANCE = '/api/v1/company/balance/'

test('the balance is what a model says, whatever is topped up, paid, refunded, and returned', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const dana = await person()
      const model: Model = { balanceCents: 0, orders: [], debits: [], checks: [] }
      for (const one of steps) {
        const outcome = await dana.take(one, model)
        reached.add(`${one.do} ${outcome}`)
        const { balance_cents } = await dana.ok('GET', BALANCE)
        expect([one, balance_cents]).toEqual([one, model.balanceCents])
      }
      const { siteId } = await world.staff('viewer')
      expect(await inSite(world.kit.pool, siteId, (db) => wrongBalances(db, siteId).execute())).toEqual([])
    }),
    { numRuns: 12, seed: 20_261_124 },
  )
  // Each thing that can happen did.
  expect([...reached].sort()).toEqual([
    'bounce done',
    'bounce impossible',
    'card done',
    'check done',
    'debit done',
    'order done',
    'order refused',
    'refund done',
    'refund impossible',
    'return done',
    'return impossible',
  ])
})

async function person() {
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const topUp = (method_code: string, amount_cents: number) =>
    dana.ok('POST', `${BALANCE}top_ups/`, { method_code, amount_cents })

  async function take(one: Step, model: Model): Promise<'done' | 'refused' | 'impossible'> {
    switch (one.do) {
      case 'card':
      case 'debit': {
        const { id } = await topUp(one.do === 'card' ? 'elavon_cc' : 'elavon_ach', one.cents)
        const minted = world.gateway.minted.at(-1)!
        const told = { status: 'STL', ...(one.do === 'debit' && { ...debit, status: 'STL' }) }
        world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
        await dana.ok('POST', `${BALANCE}top_ups/${id}/verify/`)
        if (one.do === 'debit') {
          office.later(6 * 86_400_000)
          await dana.ok('POST', `${BALANCE}top_ups/${id}/verify/`)
          world.setClock(undefined)
          model.debits.push({ minted, id, cents: one.cents })
        }
        model.balanceCents += one.cents
        return 'done'
      }
      case 'check': {
        const { payment } = await topUp('self_hosted_check', one.cents)
        const { body } = await office.receive(one.cents, payment.remittance.reference)
        model.checks.push({ id: body.id, cents: one.cents })
        model.balanceCents += one.cents
        return 'done'
      }
      case 'order': {
        const cart = await dana.cart()
        for (const item of cart?.card_items ?? []) await dana.ok('DELETE', `/api/v1/card_items/${item.id}/`)
        await dana.addCards('digital', { denominationCents: one.cents })
        const { id } = await dana.cart()
        await dana.chooseDeliveries(id, ['digital'])
        const { total_cents: total } = await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)
        const answer = await dana.pay(id, 'company_balance')
        if (total > model.balanceCents) {
          expect(answer.body.code).toBe('balance_too_low')
          return 'refused'
        }
        expect(answer.status).toBe(200)
        model.balanceCents -= total
        model.orders.push({ paymentId: answer.body.id, leftCents: total })
        return 'done'
      }
      case 'refund': {
        const order = model.orders[one.nth % model.orders.length]
        if (order === undefined) return 'impossible'
        const answer = await office.refund(order.paymentId, one.cents)
        if (one.cents > order.leftCents) {
          expect(answer.body.code).toBe('refund_too_large')
          return 'impossible'
        }
        expect(answer.body).toMatchObject({ state: 'done', kind: 'balance' })
        order.leftCents -= one.cents
        model.balanceCents += one.cents
        return 'done'
      }
      case 'return': {
        const [returned] = model.debits.splice(one.nth % model.debits.length || 0, 1)
        if (returned === undefined) return 'impossible'
        const { minted, id, cents } = returned
        const told = { ...debit, status: 'STL', result: '1', resultMessage: 'RETURNED R01' }
        world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
        await dana.ok('POST', `${BALANCE}top_ups/${id}/verify/`)
        model.balanceCents -= cents
        return 'done'
      }
      case 'bounce': {
        const [bounced] = model.checks.splice(one.nth % model.checks.length || 0, 1)
        if (bounced === undefined) return 'impossible'
        const path = `/api/v1/office/received_payments/${bounced.id}/reverse/`
        await office.finance.call('POST', path, { reason: 'Insufficient funds' })
        model.balanceCents -= bounced.cents
        return 'done'
      }
    }
  }
  return { ...dana, take }
}
