import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { wrongTerms } from '../ledger/company-terms.ts'
import { unbalancedPostings } from '../ledger/ledger.repo.ts'

let world: World
let office: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
  office = await moneySteps(world)
})
afterAll(() => world.close())

type Step =
  | { do: 'order'; cents: number }
  | { do: 'pay' | 'refund'; nth: number; cents: number }
  | { do: 'decline' | 'bounce'; nth: number }
  | { do: 'limit'; cents: number }

const nth = fc.nat({ max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order'),
      cents: fc.integer({ min: 1, max: 15 }).map((tens) => tens * 1_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay'), nth, cents: fc.integer({ min: 100, max: 40_000 }) }),
  },
  fc.record({ do: fc.constant('refund'), nth, cents: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({ do: fc.constantFrom('decline', 'bounce'), nth }),
  fc.record({ do: fc.constant('limit'), cents: fc.integer({ min: 20_000, max: 90_000 }) }),
)

type Order = {
  id: number
  paymentId: number
  reference: string
  isOver: boolean
  /** What it costs without what was credited or refunded. */
  netCents: number
  receivedCents: number
  /** What refunds by hand will take of it. */
  refundedCents: number
}
type Model = { limitCents: number; orders: Order[]; checks: { id: number; order: Order; cents: number }[] }

const openOf = ({ isOver, netCents, receivedCents, refundedCents }: Order) =>
  isOver ? 0 : Math.max(0, netCents - receivedCents + refundedCents)
const TERMS = '/api/v1/company/terms/'

test('what is open is what a model says, whatever is ordered, paid, refunded, and declined', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const dana = await person()
      const model: Model = { limitCents: 60_000, orders: [], checks: [] }
      await dana.limit(model.limitCents)
      for (const one of steps) {
        const outcome = await dana.take(one, model)
        reached.add(`${one.do} ${outcome}`)
        const openCents = model.orders.reduce((sum, order) => sum + openOf(order), 0)
        const { terms, invoices } = await dana.ok('GET', TERMS)
        expect([one, terms.open_cents, invoices.length]).toEqual([
          one,
          openCents,
          model.orders.filter((order) => openOf(order) > 0).length,
        ])
      }
      const { siteId } = await world.staff('viewer')
      const damage = await inSite(world.kit.pool, siteId, (db) =>
        Promise.all([wrongTerms(db, siteId).execute(), unbalancedPostings(db, siteId).execute()]),
      )
      expect(damage).toEqual([[], []])
    }),
    { numRuns: 8, seed: 20_261_128 },
  )
  for (const outcome of [
    'order done',
    'order refused',
    'pay done',
    'refund credit',
    'decline done',
    'limit done',
  ]) {
    expect([...reached]).toContain(outcome)
  }
})

async function person() {
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const [{ id: companyId }] = await dana.ok('GET', '/api/v1/companies/')
  const owner = await world.staff('owner')
  const limit = (limit_cents: number) =>
    owner.call('PUT', `/api/v1/office/companies/${companyId}/terms/`, { limit_cents, days: 30 })

  async function take(one: Step, model: Model): Promise<string> {
    if (one.do === 'limit') {
      await limit(one.cents)
      model.limitCents = one.cents
      return 'done'
    }
    if (one.do === 'order') return place(one.cents, model)
    if (one.do === 'bounce') {
      const [bounced] = model.checks.splice(one.nth % model.checks.length || 0, 1)
      // What was refunded of it is lost, which is another story.
      if (bounced === undefined || bounced.order.isOver || bounced.order.refundedCents > 0)
        return 'impossible'
      const path = `/api/v1/office/received_payments/${bounced.id}/reverse/`
      expect((await office.finance.call('POST', path, { reason: 'Insufficient funds' })).status).toBe(200)
      bounced.order.receivedCents -= bounced.cents
      return 'done'
    }
    const order = model.orders[one.nth % model.orders.length]
    if (order === undefined || order.isOver) return 'impossible'
    switch (one.do) {
      case 'pay': {
        const { body } = await office.receive(one.cents, order.reference)
        expect(body.order_id).toBe(order.id)
        order.receivedCents += one.cents
        model.checks.push({ id: body.id, order, cents: one.cents })
        return 'done'
      }
      case 'refund': {
        const open = openOf(order)
        const answer = await office.refund(order.paymentId, one.cents)
        const left = open > 0 ? open : order.receivedCents - order.refundedCents
        if (one.cents > left) {
          expect(answer.body.code).toBe('refund_too_large')
          return 'refused'
        }
        expect(answer.body).toMatchObject({ kind: open > 0 ? 'credit' : 'by_hand' })
        if (open === 0) {
          // Sent at once, so that the model needs no refunds on their way.
          const path = `/api/v1/office/refunds/${answer.body.id}/finish/`
          expect((await office.finance.call('POST', path, { document_number: '7' })).status).toBe(200)
          order.refundedCents += one.cents
          const surplus = Math.max(0, order.receivedCents - order.refundedCents + one.cents - order.netCents)
          if (surplus < one.cents) order.netCents -= one.cents
          return 'by hand'
        }
        order.netCents -= one.cents
        return 'credit'
      }
      case 'decline': {
        const { status } = await dana.ok('GET', `/api/v1/orders/${order.id}/`)
        const path = `/api/v1/office/orders/${order.id}/decline/`
        const answer = await owner.call('POST', path, { seen_status: status, reason: 'Out of stock' })
        expect(answer.status).toBe(200)
        order.isOver = true
        return 'done'
      }
    }
  }

  async function place(denominationCents: number, model: Model): Promise<string> {
    const cart = await dana.cart()
    for (const item of cart?.card_items ?? []) await dana.ok('DELETE', `/api/v1/card_items/${item.id}/`)
    await dana.addCards('digital', { denominationCents })
    const { id } = await dana.cart()
    await dana.chooseDeliveries(id, ['digital'])
    const { total_cents: total } = await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)
    const open = model.orders.reduce((sum, order) => sum + openOf(order), 0)
    const answer = await dana.pay(id, 'company_terms')
    if (open + total > model.limitCents) {
      expect(answer.body.code).toBe('over_credit_limit')
      return 'refused'
    }
    expect(answer.status).toBe(200)
    model.orders.push({
      id,
      paymentId: answer.body.id,
      reference: answer.body.remittance.reference,
      isOver: false,
      netCents: total,
      receivedCents: 0,
      refundedCents: 0,
    })
    return 'done'
  }
  return { ...dana, limit, take }
}
