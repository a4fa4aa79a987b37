// Orders one digital card, follows it, sends it again, and cancels another (docs/ordering-by-api.md):
//
//   npm install openapi-fetch
//   LAUREL_URL=https://rewards.example.com LAUREL_KEY=lk_7_… node examples/order-by-api.ts place my-order-1
//   … node examples/order-by-api.ts track my-order-1
//   … node examples/order-by-api.ts cancel my-order-2
//
// Only cards that aren't claimed yet can be sent again. With a test key, they're claimed within seconds, except for this one:
//
//   … node examples/order-by-api.ts place my-order-3 unclaimed@example.com
//   … node examples/order-by-api.ts resend my-order-3
//
// `pay` pays for an approved order after a top-up. The types in laurel.gen.ts are made from the API.

import createClient from 'openapi-fetch'
import type { components, paths } from './laurel.gen.ts'

const { LAUREL_URL = 'http://localhost:3000', LAUREL_KEY = '' } = process.env

const laurel = createClient<paths>({
  baseUrl: LAUREL_URL,
  headers: { authorization: `Bearer ${LAUREL_KEY}` },
  // Lists in a query are separated by commas.
  querySerializer: { array: { style: 'form', explode: false } },
})

type Schemas = components['schemas']

/** What was answered; a problem is thrown. */
async function ok<Data>(sent: Promise<{ data?: Data; error?: Schemas['Problem'] }>): Promise<Data> {
  const { data, error } = await sent
  if (error === undefined) return data as Data
  const fields = error.errors.map(({ field, message }) => `\n  ${field}: ${message}`).join('')
  throw new Error(`${error.status} ${error.code}: ${error.detail}${fields}`)
}

async function place(externalId: string, email = 'ana@recipient.example'): Promise<void> {
  const designs = await ok(laurel.GET('/api/v1/saved_designs/'))
  const design = designs.find((one) => one.reward_type_data.name === 'digital')
  if (design === undefined) throw new Error('Save a design of a digital card in the shop first.')
  const query = { reward_type: 'digital' } as const
  const [option] = await ok(laurel.GET('/api/v1/shipping_options/', { params: { query } }))
  if (option === undefined) throw new Error('This site doesn’t offer digital cards.')
  const order: Schemas['QuoteOrderBody'] = {
    items: [
      {
        saved_design_id: design.id,
        denomination_cents: 5_000,
        recipients: [{ first_name: 'Ana', last_name: 'Ruiz', email }],
      },
    ],
    deliveries: [{ reward_type: 'digital', shipping_option_id: option.id }],
  }
  const { quote, total_cents } = await ok(laurel.POST('/api/v1/orders/quote/', { body: order }))
  console.info(`It costs $${(total_cents / 100).toFixed(2)}.`)
  // After a timeout, send the same request again: there is one order.
  const body = { ...order, external_id: externalId, quote }
  const { number, status } = await ok(laurel.POST('/api/v1/orders/place/', { body }))
  console.info(`Order ${number || externalId} is ${status}.`)
}

async function read(external_id: string): Promise<Schemas['PlacedOrder']> {
  const params = { path: { external_id } }
  return ok(laurel.GET('/api/v1/orders/by_external_id/{external_id}/', { params }))
}

async function cardsOf(external_id: string): Promise<Schemas['Delivery'][]> {
  const params = { path: { external_id } }
  const { results } = await ok(
    laurel.GET('/api/v1/orders/by_external_id/{external_id}/deliveries/', { params }),
  )
  return results
}

async function track(externalId: string): Promise<void> {
  for (const { id, status, problem } of await cardsOf(externalId)) {
    console.info(`Card ${id} is ${status}. ${problem}`.trim())
  }
}

async function resend(externalId: string): Promise<void> {
  for (const { id, status: before, may_resend } of await cardsOf(externalId)) {
    if (!may_resend) {
      console.info(`Card ${id} is ${before}, so it can’t be sent again.`)
      continue
    }
    const params = { path: { id } }
    const { status } = await ok(laurel.POST('/api/v1/deliveries/{id}/resend/', { params, body: {} }))
    console.info(`Card ${id} is ${status}.`)
  }
}

async function pay(externalId: string): Promise<void> {
  const { id } = await read(externalId)
  await ok(laurel.POST('/api/v1/payments/', { body: { order_id: id, method_code: 'company_balance' } }))
  console.info(`Order ${externalId} is ${(await read(externalId)).status}.`)
}

async function cancel(externalId: string): Promise<void> {
  const { id } = await read(externalId)
  await ok(laurel.POST('/api/v1/orders/{id}/cancel/', { params: { path: { id } } }))
  console.info(`Order ${externalId} is canceled.`)
}

const [step = '', externalId = '', email] = process.argv.slice(2)
const run = { place: (id: string) => place(id, email), pay, track, resend, cancel }[step]
if (run === undefined || externalId === '') {
  console.error('Say place, pay, track, resend, or cancel, and your ID of the order.')
  process.exit(2)
}
await run(externalId).catch((cause: Error) => {
  console.error(cause.message)
  process.exit(1)
})
