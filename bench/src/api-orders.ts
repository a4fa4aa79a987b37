import { randomUUID } from 'node:crypto'
import { payOnPage, runFor } from './checkout.ts'
import { type Call, callAs, DESIGN, makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import { WARM_UP } from './orders.ts'
import type { Stack } from './stack.ts'

const TOP_UPS = 3
const CARD_CENTS = 10_00

/**
 * Orders of emailed cards that programs place in one call each, paid from their company's balance. The recipients are
 * in the call. Each program has its own company: orders of one key wait for each other.
 *
 * @returns for each number of recipients: orders per second, and the time of one in ms
 */
export async function benchApiOrders(stack: Stack, programs: number, seconds: number) {
  const places = await Promise.all(Array.from({ length: programs }, () => makeProgram(stack)))
  await Promise.all(
    places.map(async (place) => {
      for (let n = 0; n < WARM_UP; n += 1) await place(1)
    }),
  )
  const rows = []
  for (const recipients of [1, 100]) {
    const { perSecond, times } = await runFor(programs, seconds, (at) => places[at]!(recipients))
    rows.push({ recipients, perSecond, p50: percentile(times, 0.5), p95: percentile(times, 0.95) })
  }
  return rows
}

/** A company with a balance and a key. @returns places an order for so many people */
async function makeProgram(stack: Stack) {
  const { call } = await makeCustomer(stack)
  for (let n = 0; n < TOP_UPS; n += 1) await topUp(stack, call)
  const asked = { name: 'HR system', scopes: ['orders.place'] }
  const { secret } = await call('POST', '/api/v1/company/api_keys/', undefined, asked)
  const [option] = await call('GET', '/api/v1/shipping_options/?reward_type=digital')
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item = {
    ...{ reward_type: 'digital', reward_card_template_id: template.id, design: DESIGN },
    denomination_cents: CARD_CENTS,
  }
  const deliveries = [{ reward_type: 'digital', shipping_option_id: option.id }]
  const byKey = callAs(stack, `Bearer ${secret}`)
  return (recipients: number) => {
    const people = Array.from({ length: recipients }, (_, nth) => ({
      ...{ first_name: 'Ana', last_name: `Ruiz ${nth}`, email: `ana${nth}@recipient.example` },
    }))
    const items = [{ ...item, recipients: people }]
    const order = { external_id: randomUUID(), items, deliveries }
    return byKey('POST', '/api/v1/orders/place/', undefined, order)
  }
}

async function topUp(stack: Stack, call: Call) {
  const { max_top_up_cents: most } = await call('GET', '/api/v1/company/balance/')
  const form = { amount_cents: String(most), method_code: 'elavon_cc' }
  const { id, payment } = await call('POST', '/api/v1/company/balance/top_ups/', form)
  await payOnPage(stack, payment.hosted_page.fields.ssl_txn_auth_token)
  await call('POST', `/api/v1/company/balance/top_ups/${id}/verify/`)
}
