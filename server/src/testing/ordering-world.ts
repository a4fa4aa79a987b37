import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RewardType } from '@laurel/domain/reward-type'
import type { ProviderTransaction } from '../features/payments/payment-gateway.ts'
import type { Answer, SignedIn, World } from './world.ts'

/** What a customer does on the way to an order, as a test says it. Every step must be taken by the server. */
export function customerSteps(customer: SignedIn) {
  const ok = async (
    method: string,
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Answer['body']> => {
    const answer = await customer.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const steps = {
    ok,
    cart: async (): Promise<Answer['body']> => (await ok('GET', '/api/v1/orders/?status=cart')).results[0],
    order: (id: number) => ok('GET', `/api/v1/orders/${id}/`),

    /** A finished design: 4 bulk cards, or two people. Every card holds $50 unless said otherwise. */
    async addCards(type: RewardType, given: { denominationCents?: number; draft?: boolean } = {}) {
      const [template] = await ok('GET', '/api/v1/reward_card_templates/')
      const item = await ok('POST', '/api/v1/card_items/', {
        name: `Cards for ${type}`,
        reward_type: type,
        reward_card_template_id: template.id,
        design: {
          tone: 'deep',
          gradient: 'soft',
          line1: 'Thank you',
          line2: '',
          logo_file_key: null,
          logo_one_color: true,
        },
        denomination_cents: given.denominationCents ?? 5_000,
        ...(type === 'bulk' && { quantity: 4 }),
      })
      for (const first_name of type === 'bulk' ? [] : ['Ada', 'Grace']) {
        const email = `${first_name}@recipient.example`
        const mailing = { address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }
        await ok('POST', '/api/v1/card_recipient_details/', {
          card_item_id: item.id,
          first_name,
          last_name: `Recipient ${item.id}`,
          ...(type === 'digital' ? { email } : mailing),
        })
      }
      return given.draft ? item : ok('POST', '/api/v1/add_to_cart/', { card_item_id: item.id })
    },

    async chooseDeliveries(orderId: number, types: readonly RewardType[]) {
      for (const type of types) {
        const [option] = await ok('GET', `/api/v1/shipping_options/?reward_type=${type}`)
        const chosen = { shipping_option_id: option.id }
        if (type === 'bulk') {
          await steps.attachAddress(orderId)
          await ok('POST', `/api/v1/orders/${orderId}/bulk_shipping_orders/`, chosen)
        } else {
          await ok('POST', '/api/v1/shipping_orders/', { order_id: orderId, reward_type: type, ...chosen })
        }
      }
    },

    async attachAddress(orderId: number) {
      const address = await ok('POST', '/api/v1/registered_addresses/', {
        name: 'Dana Whitlock',
        address1: '90 Foundry Road',
        city: 'Dayton',
        state: 'OH',
        zip: '45402',
      })
      const path = `/api/v1/orders/${orderId}/attach_address_to_bulk_items/`
      await ok('POST', path, { registered_address_id: address.id })
      return address
    },

    /** A cart with these kinds of cards, ready to be paid. */
    async fillCart(...types: RewardType[]): Promise<number> {
      for (const type of types) await steps.addCards(type)
      const { id } = await steps.cart()
      await steps.chooseDeliveries(id, types)
      return id
    },

    pay: (orderId: number, method = 'elavon_cc') =>
      customer.call('POST', '/api/v1/payments/', { order_id: orderId, method_code: method }),
    verify: (orderId: number) => customer.call('POST', `/api/v1/orders/${orderId}/verify_payment/`),
  }
  return steps
}

/** What the provider tells of a payment it took. */
export function approval(
  minted: { transactionId: string; amountCents: number },
  told: Partial<ProviderTransaction> = {},
): ProviderTransaction {
  return {
    providerTransactionId: `AD3-${minted.transactionId}`,
    transactionId: minted.transactionId,
    amountCents: minted.amountCents,
    result: '0',
    resultMessage: 'APPROVAL',
    approvalCode: '123457',
    status: 'OPN',
    transactionType: 'SALE',
    cardType: 'CREDITCARD',
    maskedAccount: 'VISA •••• 9990',
    avsResponse: 'M',
    ...told,
  }
}

/** An accepted bank debit that hasn't settled. */
export const debit: Partial<ProviderTransaction> = {
  transactionType: 'ECSPURCHASE',
  cardType: 'ELECTRONICCHECK',
  status: 'PEN',
  maskedAccount: '•••• 7890',
}

/** An order whose payment by a new customer has settled. */
export async function paidOrder(
  world: World,
  { type = 'digital', method = 'elavon_cc', status = 'STL' }: Partial<Paid> = {},
) {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart(type)
  await dana.pay(id, method)
  const minted = world.gateway.minted.at(-1)!
  const told = { ...(method === 'elavon_ach' && debit), status }
  world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
  await dana.verify(id)
  const { number, card_items }: { number: string; card_items: [{ id: number }] } = await dana.order(id)
  return { dana, id, number, itemId: card_items[0].id, total: minted.amountCents }
}

type Paid = { type: RewardType; method: 'elavon_cc' | 'elavon_ach'; status: string }

/** A customer who calls again after a 503, under the same key, and counts. */
export function patient(customer: SignedIn, counts: { calls: number; refusals: number }): SignedIn {
  return {
    ...customer,
    async call(method, path, body) {
      const headers = { 'idempotency-key': randomUUID() }
      for (;;) {
        const answer = await customer.call(method, path, body, method === 'POST' ? headers : {})
        counts.calls += 1
        if (answer.status !== 503) return answer
        if (!(Number(answer.headers['retry-after']) > 0)) throw new Error('a 503 without Retry-After')
        counts.refusals += 1
        await delay(50)
      }
    },
  }
}
