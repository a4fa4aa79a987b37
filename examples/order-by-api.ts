// Orders one digital card, follows it, sends it again, or cancels it (docs/ordering-by-api.md):
//
//   LAUREL_URL=https://rewards.example.com LAUREL_KEY=lk_7_… node examples/order-by-api.ts place my-order-1
//   … node examples/order-by-api.ts track my-order-1
//   … node examples/order-by-api.ts resend my-order-1
//   … node examples/order-by-api.ts cancel my-order-1

const { LAUREL_URL = 'http://localhost:3000', LAUREL_KEY = '' } = process.env

type Problem = { code: string; detail: string; errors: { field: string; message: string }[] }
type Order = { id: number; number: string; status: string; total_cents: number }
type Delivery = { id: number; status: string; problem: string }

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${LAUREL_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${LAUREL_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.ok) return (await answer.json()) as Answer
  const { code, detail, errors } = (await answer.json()) as Problem
  const fields = errors.map(({ field, message }) => `\n  ${field}: ${message}`).join('')
  throw new Error(`${answer.status} ${code}: ${detail}${fields}`)
}

async function place(externalId: string): Promise<void> {
  const [design] = await call<{ id: number }[]>('GET', '/api/v1/saved_designs/')
  if (design === undefined) throw new Error('Save a design of a digital card in the shop first.')
  const [option] = await call<{ id: number }[]>('GET', '/api/v1/shipping_options/?reward_type=digital')
  const order = {
    items: [
      {
        saved_design_id: design.id,
        denomination_cents: 5_000,
        recipients: [{ first_name: 'Ana', last_name: 'Ruiz', email: 'ana@recipient.example' }],
      },
    ],
    deliveries: [{ reward_type: 'digital', shipping_option_id: option?.id }],
  }
  const { quote, total_cents } = await call<{ quote: string; total_cents: number }>(
    'POST',
    '/api/v1/orders/quote/',
    order,
  )
  console.info(`It costs $${(total_cents / 100).toFixed(2)}.`)
  // After a timeout, send the same request again: there is one order.
  const named = { ...order, external_id: externalId, quote }
  const { number, status } = await call<Order>('POST', '/api/v1/orders/place/', named)
  console.info(`Order ${number || externalId} is ${status}.`)
}

async function cardsOf(externalId: string): Promise<Delivery[]> {
  const { id } = await call<Order>('GET', `/api/v1/orders/by_external_id/${externalId}/`)
  return (await call<{ results: Delivery[] }>('GET', `/api/v1/orders/${id}/deliveries/`)).results
}

async function track(externalId: string): Promise<void> {
  for (const { id, status, problem } of await cardsOf(externalId)) {
    console.info(`Card ${id} is ${status}. ${problem}`.trim())
  }
}

async function resend(externalId: string): Promise<void> {
  for (const { id } of await cardsOf(externalId)) {
    const { status } = await call<Delivery>('POST', `/api/v1/deliveries/${id}/resend/`, {})
    console.info(`Card ${id} is ${status}.`)
  }
}

async function cancel(externalId: string): Promise<void> {
  const { id } = await call<Order>('GET', `/api/v1/orders/by_external_id/${externalId}/`)
  await call<Order>('POST', `/api/v1/orders/${id}/cancel/`, {})
  console.info(`Order ${externalId} is canceled.`)
}

const [step = '', externalId = ''] = process.argv.slice(2)
const run = { place, track, resend, cancel }[step]
if (run === undefined || externalId === '') {
  console.error('Say place, track, resend, or cancel, and your ID of the order.')
  process.exit(2)
}
await run(externalId).catch((cause: Error) => {
  console.error(cause.message)
  process.exit(1)
})
