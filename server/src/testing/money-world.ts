import type { ByHandMethod } from '@laurel/domain/payment-method'
import { approval, customerSteps } from './ordering-world.ts'
import { carryOutAll } from './sweeps.ts'
import type { Answer, World } from './world.ts'

let documents = 1000

/** A test's steps for payments and refunds, by two people of finance who just signed in. */
export async function moneySteps(world: World) {
  world.setClock(undefined)
  world.gateway.setRefund((request) => ({
    outcome: 'done',
    providerTransactionId: `RET-${request.transactionId}`,
  }))
  const finance = await world.staff('finance')
  const second = await world.staff('finance')
  return {
    finance,
    second,
    later: (ms: number) => world.setClock(new Date(Date.now() + ms)),
    carryOut: () => carryOutAll(world.kit),

    /** An order to be paid by check or transfer. */
    async ordered(method: ByHandMethod = 'self_hosted_check', big = false) {
      const customer = await world.signIn()
      const dana = { customer, ...customerSteps(customer) }
      if (big) await dana.addCards('digital', { denominationCents: 100_000 })
      const id = await dana.fillCart('digital')
      const { body: payment } = await dana.pay(id, method)
      const order = await dana.order(id)
      return {
        dana,
        id,
        payment,
        order,
        total: order.total_cents as number,
        reference: payment.remittance.reference,
      }
    },

    /** A card payment with the provider's answer. */
    async paidByCard(status: 'OPN' | 'STL' = 'OPN') {
      const dana = customerSteps(await world.signIn())
      const id = await dana.fillCart('digital')
      const { body: payment } = await dana.pay(id, 'elavon_cc')
      const minted = world.gateway.minted.at(-1)!
      const tell = (told: Parameters<typeof approval>[1]) =>
        world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
      tell({ status })
      await dana.verify(id)
      return { dana, id, payment, minted, tell, total: minted.amountCents }
    },

    /** Records a check or transfer. */
    async receive(amount_cents: number, reference: string, more: Record<string, unknown> = {}) {
      documents += 1
      return finance.call('POST', '/api/v1/office/received_payments/', {
        method_code: 'self_hosted_check',
        amount_cents,
        reference,
        document_number: String(documents),
        received_on: '2026-11-20',
        ...more,
      })
    },
    refund: (payment_id: number, amount_cents: number, as = finance) =>
      as.call('POST', '/api/v1/office/refunds/', { payment_id, amount_cents, reason: 'Ordered twice' }),
    decide: (id: number, agree: boolean, as = second) =>
      as.call('POST', `/api/v1/office/refunds/${id}/decide/`, { agree }),

    /** Read by a newly signed-in person, whatever the clock says. */
    money: async (id: number): Promise<Answer['body']> =>
      (await (await world.staff('finance')).call('GET', `/api/v1/office/orders/${id}/money/`)).body,
    holdOf: (id: number) =>
      world.kit.pool
        .selectFrom('orders')
        .select(['held_at', 'held_reason'])
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}
