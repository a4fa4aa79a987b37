import { PROVIDER_METHODS } from '@laurel/domain/payment-method'
import fc from 'fast-check'
import { expect } from 'vitest'
import { carryOutAll } from '../sweeps.ts'
import {
  attempt,
  edit,
  leave,
  onlyAggregate,
  paidAfterLeaving,
  paidLate,
  pay,
  paymentsOf,
  readPayment,
  reconcile,
  recordReceivedPayment,
  reported,
  slowly,
  someRefund,
  verify,
} from './model-actions.ts'
import { assertSound } from './model-invariants.ts'
import type { ModelShop } from './model-shop.ts'
import { WIRE_FAULTS } from './model-wire.ts'

/** The model itself is small: what must hold is read from the bank's books and from the database. */
type Model = Record<string, never>
type Play = fc.AsyncCommand<Model, ModelShop>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function play(name: string, run: (shop: ModelShop) => Promise<unknown>): Play {
  return {
    check: () => true,
    async run(_model, shop) {
      await run(shop)
      await assertSound(shop)
    },
    toString: () => name,
  }
}

const pick = fc.nat({ max: 20 })

/** Two cards of this value come to the cents that the bank declines. */
const DECLINED_BY_CENTS = 5_005
/** Which of these a terminal forwards is set field by field. */
const APPROVED: Record<string, string> = {
  ssl_token_response: 'SUCCESS',
  ssl_result_message: 'APPROVAL',
  ssl_card_number: '41**********9990',
  ssl_bank_account_number: '',
  ssl_result: '0',
  ssl_txn_id: '00000000-0000-0000-0000-000000000000',
}
const FORWARDED = Object.keys(APPROVED)

export const commands: fc.Arbitrary<Play>[] = [
  fc
    .tuple(fc.constantFrom(...PROVIDER_METHODS, 'elavon_cc' as const), pick)
    .map(([method, which]) =>
      play(`pay order ${which} by ${method}`, (shop) => pay(shop, shop.order(which), method)),
    ),
  pick.map((which) =>
    play(`two tabs pay order ${which}`, (shop) =>
      Promise.all([
        pay(shop, shop.order(which), 'elavon_cc'),
        pay(shop, shop.order(which), 'elavon_cc'),
        pay(shop, shop.order(which), 'self_hosted_check'),
      ]),
    ),
  ),
  fc
    .tuple(fc.constantFrom('approve', 'approve', 'decline', 'hold'), fc.nat({ max: 2 }), pick)
    .map(([outcome, returns, which]) =>
      play(`the buyer lets the bank ${outcome} page ${which} and is back ${returns} times`, async (shop) => {
        const payment = await attempt(shop, which)
        if (payment === undefined) return
        shop.bank.press(payment.transaction_id, shop.nowMs(), outcome as 'approve')
        for (let time = 0; time < returns; time += 1) await verify(shop, payment.order_id)
      }),
    ),
  pick.map((which) => play(`verify order ${which}`, (shop) => verify(shop, shop.order(which)))),
  pick.map((which) =>
    play(`two tabs and a report ask about order ${which}`, async (shop) => {
      const payment = await attempt(shop, which)
      if (payment === undefined) return
      const id = payment.order_id
      await Promise.all([verify(shop, id), reported(shop, payment), verify(shop, id)])
    }),
  ),
  pick.map((which) =>
    play(`a report about page ${which}`, async (shop) => {
      const payment = await attempt(shop, which)
      if (payment !== undefined) await reported(shop, payment)
    }),
  ),
  fc.constant(play('the reconcile job', reconcile)),
  fc.constant(play('the refund job', (shop) => carryOutAll(shop.world.kit).catch(onlyAggregate))),
  fc
    .constantFrom(2, 16, 17, 45)
    .map((minutes) => play(`${minutes} minutes pass`, async (shop) => shop.pass(minutes * MINUTE_MS))),
  fc.constantFrom(1, 4).map((days) => play(`${days} days pass`, async (shop) => shop.pass(days * DAY_MS))),
  fc.constant(play('the bank settles', async (shop) => shop.bank.settle())),
  pick.map((which) => play(`the bank charges ${which} back`, async (shop) => shop.bank.chargeBack(which))),
  fc
    .boolean()
    .map((is) => play(`the provider is ${is ? 'away' : 'there'}`, async (s) => s.setUnreachable(is))),
  fc
    .tuple(fc.constantFrom('amount', 'other_attempt', 'used_elsewhere', 'contradiction', 'currency'), pick)
    .map(([lie, which]) =>
      play(`the provider lies about page ${which}: ${lie}`, async (shop) => {
        const payment = await attempt(shop, which)
        if (payment === undefined || payment.state !== 'started') return
        const used = (await paymentsOf(shop)).find((one) => one.provider_transaction_id !== null)
        const usedId = used?.provider_transaction_id ?? null
        await shop.bank.lieAbout(payment.transaction_id, lie as 'amount', usedId, () =>
          verify(shop, payment.order_id),
        )
        expect((await readPayment(shop, payment)).state).toBe('started')
      }),
    ),
  fc
    .constantFrom(...WIRE_FAULTS, 'none' as const)
    .map((fault) => play(`answers on the wire: ${fault}`, async (shop) => shop.bank.setWire(fault))),
  fc
    .tuple(
      pick,
      fc.constantFrom('approve', 'a second card', 'settle', 'charge back', 'pay anew', 'reconcile', 'leave'),
      fc.boolean(),
    )
    .map(([which, meanwhile, leaves]) =>
      play(
        `a slow answer to who ${leaves ? 'leaves' : 'asks about'} page ${which}, and meanwhile ${meanwhile}`,
        (shop) => slowly(shop, which, meanwhile, leaves),
      ),
    ),
  pick.map((which) =>
    play(`order ${which} is paid by card, and the bank charges it twice`, async (shop) => {
      await pay(shop, shop.order(which), 'elavon_cc')
      const payment = await attempt(shop, 0)
      // A second charge on a page that closed long ago is known only from the provider's report.
      if (payment === undefined || payment.state === 'expired' || payment.state === 'abandoned') return
      shop.bank.press(payment.transaction_id, shop.nowMs(), 'approve')
      if (which % 2 === 0) await verify(shop, payment.order_id)
      shop.bank.chargeTwice(payment.transaction_id)
      await verify(shop, payment.order_id)
    }),
  ),
  fc
    .tuple(pick, fc.constantFrom('nothing', 'an edit', 'a check', 'another page'))
    .map(([which, meanwhile]) =>
      play(`the bank tells of page ${which} after it ran out, and after ${meanwhile}`, (shop) =>
        paidLate(shop, which, meanwhile),
      ),
    ),
  fc.tuple(pick, fc.subarray(FORWARDED), fc.boolean()).map(([which, names, isPosted]) =>
    play(`order ${which} is returned to with ${names.join(', ') || 'nothing'}`, async (shop) => {
      const fields = Object.fromEntries(names.map((name) => [name, APPROVED[name]]))
      const form = { ...fields, cpi_order_id: shop.order(which) }
      const before = await shop.steps.order(shop.order(which))
      const query = new URLSearchParams(form as unknown as Record<string, string>)
      if (isPosted) await shop.customer.call('POST', '/order-confirmation', form)
      else await shop.customer.call('GET', `/order-confirmation?${query}`)
      expect(await shop.steps.order(shop.order(which)), 'what a browser brings back').toEqual(before)
    }),
  ),
  fc
    .tuple(pick, fc.constantFrom('accept', 'refund', 'refund', 'dismiss'), fc.constantFrom(0, 1))
    .map(([which, what, who]) =>
      play(`${what} discrepancy ${which}`, async (shop) => {
        const { body } = await shop.office('GET', 'payment_discrepancies/?only=open')
        const own = body.results.filter((one: { order_id: number }) => shop.orders.includes(one.order_id))
        const discrepancy = own[which % Math.max(1, own.length)]
        if (discrepancy === undefined) return
        const path = `payment_discrepancies/${discrepancy.id}/${what}/`
        await shop.office('POST', path, { note: 'Spoke with the customer' }, who as 0 | 1)
      }),
    ),
  pick.map((which) => play(`leave the page of order ${which}`, (shop) => leave(shop, shop.order(which)))),
  pick.map((which) =>
    play(`two tabs leave the page of order ${which}, and a third is back from it`, async (shop) => {
      const payment = await attempt(shop, which)
      if (payment === undefined) return
      const id = payment.order_id
      if (which % 2 === 0) shop.bank.press(payment.transaction_id, shop.nowMs(), 'approve')
      await Promise.all([leave(shop, id), verify(shop, id), leave(shop, id)])
    }),
  ),
  fc
    .tuple(
      pick,
      fc.constantFrom('elavon_cc', 'elavon_cc', 'elavon_ach'),
      fc.constantFrom('nothing', 'an edit', 'a check', 'another page', 'another page is paid'),
      fc.constantFrom('approve', 'approve', 'decline', 'hold'),
      fc.boolean(),
    )
    .map(([which, method, meanwhile, outcome, isToldLater]) =>
      play(
        `order ${which} is left, then ${meanwhile}, then the bank lets its old page by ${method} ${outcome}${isToldLater ? ' and tells later' : ''}`,
        (shop) => paidAfterLeaving(shop, which, { method, meanwhile, outcome, isToldLater }),
      ),
    ),
  pick.map((which) =>
    play(`the customer cancels order ${which}`, async (shop) => {
      shop.heard(await shop.customer.call('POST', `/api/v1/orders/${shop.order(which)}/cancel/`))
    }),
  ),
  fc
    .tuple(pick, fc.constantFrom(5_000, 6_000, DECLINED_BY_CENTS))
    .map(([which, cents]) =>
      play(`edit order ${which} to ${cents}`, (shop) => edit(shop, shop.order(which), cents)),
    ),
  fc.constant(play('begin another order', (shop) => shop.beginOrder())),
  fc
    .tuple(fc.constantFrom(0, -1_000, 2_500), fc.boolean(), pick)
    .map(([more, quotes, which]) =>
      play(
        `payment for order ${which}, ${more} beside its total, ${quotes ? 'with' : 'without'} reference`,
        (shop) => recordReceivedPayment(shop, shop.order(which), more, quotes),
      ),
    ),
  pick.map((which) =>
    play(`match payment to order ${which}`, async (shop) => {
      const { body } = await shop.office('GET', 'received_payments/?only=unmatched')
      const [receivedPayment] = body.results
      if (receivedPayment)
        await shop.office('POST', `received_payments/${receivedPayment.id}/match/`, {
          order_id: shop.order(which),
        })
    }),
  ),
  pick.map((which) =>
    play(`reverse payment ${which}`, async (shop) => {
      const { body } = await shop.office('GET', 'received_payments/?only=matched')
      const own = body.results.filter((one: { order_id: number }) => shop.orders.includes(one.order_id))
      const receivedPayment = own[which % Math.max(1, own.length)]
      if (receivedPayment)
        await shop.office('POST', `received_payments/${receivedPayment.id}/reverse/`, {
          reason: 'Returned unpaid',
        })
    }),
  ),
  fc.tuple(fc.constantFrom(1, 0.5, 0.25, 1.01), pick).map(([share, which]) =>
    play(`ask ${share} of payment ${which} back`, async (shop) => {
      const payments = await paymentsOf(shop)
      const payment = payments[which % Math.max(1, payments.length)]
      if (payment === undefined) return
      const amount_cents = Math.round(payment.amount_cents * share)
      const asked = { payment_id: payment.id, amount_cents, reason: 'Ordered twice' }
      await Promise.all([shop.office('POST', 'refunds/', asked), shop.office('POST', 'refunds/', asked, 1)])
    }),
  ),
  fc.tuple(fc.boolean(), pick).map(([agree, which]) =>
    play(`${agree ? 'agree to' : 'refuse'} refund ${which}`, async (shop) => {
      const refund = await someRefund(shop, which)
      if (refund) await shop.office('POST', `refunds/${refund.id}/decide/`, { agree }, which % 2 ? 1 : 0)
    }),
  ),
  pick.map((which) =>
    play(`finish refund ${which} by hand`, async (shop) => {
      const refund = await someRefund(shop, which)
      if (refund) await shop.office('POST', `refunds/${refund.id}/finish/`, { document_number: '4711' })
    }),
  ),
  fc
    .constantFrom('none', 'before', 'after')
    .map((loss) =>
      play(`answers to refunds: ${loss} lost`, async (shop) => shop.bank.loseRefunds(loss as 'none')),
    ),
  fc.tuple(fc.constantFrom('approve', 'decline', 'release'), pick).map(([what, which]) =>
    play(`${what} order ${which}`, async (shop) => {
      const id = shop.order(which)
      const { body } = await shop.office('GET', `orders/${id}/`)
      const words = what === 'approve' ? { note: '' } : { reason: 'Out of stock' }
      const seen = what !== 'release' && { seen_status: body.order?.status ?? 'in_review' }
      await shop.office('POST', `orders/${id}/${what}/`, { ...words, ...seen })
    }),
  ),
]

/** Everything calms down: the provider answers, nights pass, the jobs run. What is open then is stuck. */
export async function calmDown(shop: ModelShop) {
  shop.setUnreachable(false)
  shop.bank.setWire('none')
  shop.bank.loseRefunds('none')
  for (const ms of [45 * MINUTE_MS, DAY_MS, 5 * DAY_MS, DAY_MS, DAY_MS]) {
    shop.pass(ms)
    await reconcile(shop)
    await carryOutAll(shop.world.kit).catch(onlyAggregate)
    shop.bank.settle()
  }
}
