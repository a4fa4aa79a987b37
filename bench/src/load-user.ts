import { payOnPage } from './checkout.ts'
import { type Call, DESIGN, type Json } from './customers.ts'
import { type Dice, makeDice } from './dice.ts'
import type { Timed } from './orders.ts'
import { peopleFile } from './people-file.ts'
import type { Stack } from './stack.ts'

/** How long a person looks before the next click: mean 5 s. */
const LOOKS_MS = { least: 2_000, most: 8_000 }
const PEOPLE = { least: 5, most: 25 }
const IMPORT_LOOKS_MS = 1_000
const IMPORT_PATIENCE_MS = 30_000

/** The end of the run isn't an error: users stop where they are. */
export class Over extends Error {}

export type Visit = {
  stack: Stack
  call: Call
  timed: Timed
  until: number
  dice: Dice
}

/** One person's visits, one after the other, each to the end of an order. */
export async function liveAsCustomer(
  visit: Omit<Visit, 'dice'> & { seed: number; placed: () => void; failed: (cause: unknown) => void },
) {
  const { until, placed, failed } = visit
  const dice = makeDice(visit.seed)
  // No two users begin in the same second.
  await sleep(dice.below(Math.min(30_000, Math.max(1, until - Date.now()))))
  while (Date.now() < until) {
    try {
      await orderOnce({ ...visit, dice })
      placed()
    } catch (cause) {
      if (cause instanceof Over) return
      failed(cause)
      await sleep(LOOKS_MS.most)
    }
  }
}

/** Browse, design, a list of people for letters and emails, the cart, payment, and a look at the order. */
async function orderOnce(visit: Visit) {
  const { dice } = visit
  const look = () => think(visit)
  const { get, send } = stepsOf(visit)
  const [templates, providers] = await browse(visit)
  const type = dice.weigh({ bulk: 4, direct: 3, digital: 3 })
  const template = dice.pick<Json>(templates)
  const item = await send('design', 'POST', '/api/v1/card_items/', {
    reward_type: type,
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
  })
  const path = `/api/v1/card_items/${item.id}/`
  await look()
  await send('change design', 'PATCH', path, { denomination_cents: '2500' })
  await look()
  await send('change design', 'PATCH', path, { message: 'Thank you for a good year.' })
  await look()
  if (type === 'bulk') await send('change design', 'PATCH', path, { quantity: '4' })
  else await importPeople(visit, item.id)
  await look()
  await send('add to cart', 'POST', '/api/v1/add_to_cart/', { card_item_id: String(item.id) })
  const cart = await get('cart', '/api/v1/orders/?status=cart')
  const order: Json = cart.results[0]
  await look()
  await chooseDeliveries(visit, order)
  await get('summary', '/api/v1/order_summary/')
  await look()
  const method = dice.chance(0.5) ? 'self_hosted_check' : 'elavon_cc'
  if (!providers.some((one: Json) => one.method_code === method)) throw new Error(`${method} isn't offered`)
  await pay(visit, order.id, method)
  await look()
  await track(visit, order.id)
}

async function browse(visit: Visit): Promise<[Json[], Json[]]> {
  const { get } = stepsOf(visit)
  await get('site', '/api/v1/actual_rewards_site/')
  await get('me', '/api/v1/actual_user/')
  await think(visit)
  await get('orders overview', '/api/v1/orders/overview/')
  await get('notices', '/api/v1/notices/unseen_count/')
  await think(visit)
  const [templates] = await Promise.all([
    get('catalog', '/api/v1/reward_card_templates/'),
    get('catalog', '/api/v1/rewards/'),
    get('catalog', '/api/v1/predefined_amounts/'),
    get('catalog', '/api/v1/predefined_messages/'),
    get('catalog', '/api/v1/reward_infos/'),
  ])
  const providers = await get('catalog', '/api/v1/organization_payment_providers/')
  await think(visit)
  return [templates, providers]
}

async function importPeople(visit: Visit, itemId: number) {
  const { dice } = visit
  const { get, send } = stepsOf(visit)
  const rows = PEOPLE.least + dice.below(PEOPLE.most - PEOPLE.least)
  // Their emails; the last column of the list is a value, which the design has.
  const text = peopleFile(rows)
    .split('\n')
    .map((line, at) => (at === 0 ? `${line},Email` : `${line},person${at}@recipient.example`))
    .join('\n')
    .replaceAll(',', '\t')
  let one = await send('import list', 'POST', '/api/v1/csv_card_item_imports/', {
    card_item_id: String(itemId),
    text,
  })
  await think(visit)
  if (one.state === 'mapping') {
    one = await send('start import', 'POST', `/api/v1/csv_card_item_imports/${one.id}/start/`, {
      again: 'false',
    })
  }
  const patience = Date.now() + IMPORT_PATIENCE_MS
  while (one.state === 'queued' || one.state === 'reading') {
    if (Date.now() > patience) throw new Error('import list: not read within 30 s')
    await sleep(IMPORT_LOOKS_MS)
    one = await get('look at import', `/api/v1/csv_card_item_imports/${one.id}/`)
  }
  if (one.state !== 'finished') throw new Error(`import list: ${one.state}`)
  await get('people', `/api/v1/card_recipient_details/?card_item_id=${itemId}&page_size=50`)
}

/** Every type in the cart needs one: a visit that failed may have left its cards there. */
async function chooseDeliveries(visit: Visit, order: Json) {
  const { get, send } = stepsOf(visit)
  const types = new Set<string>(
    order.card_items
      .filter((item: Json) => item.state === 'in_cart')
      .map((item: Json) => item.reward_type_data.name),
  )
  for (const type of types) {
    const [option] = await get('shipping options', `/api/v1/shipping_options/?reward_type=${type}`)
    const chosen = { shipping_option_id: String(option.id) }
    await think(visit)
    if (type === 'bulk') {
      const [address] = await get('addresses', '/api/v1/registered_addresses/')
      const path = `/api/v1/orders/${order.id}`
      const attached = { registered_address_id: String(address.id) }
      await send('attach address', 'POST', `${path}/attach_address_to_bulk_items/`, attached)
      await send('choose delivery', 'POST', `${path}/bulk_shipping_orders/`, chosen)
    } else {
      const form = { order_id: String(order.id), reward_type: type, ...chosen }
      await send('choose delivery', 'POST', '/api/v1/shipping_orders/', form)
    }
  }
}

async function pay(visit: Visit, orderId: number, method: string) {
  const { stack, timed } = visit
  const { send } = stepsOf(visit)
  const payment = await send(`pay: ${method}`, 'POST', '/api/v1/payments/', {
    order_id: String(orderId),
    method_code: method,
  })
  if (method !== 'elavon_cc') return
  await think(visit)
  const token: string = payment.hosted_page.fields.ssl_txn_auth_token
  await timed('(the sandbox’s page)', () => payOnPage(stack, token))
  const { status } = await send('verify payment', 'POST', `/api/v1/orders/${orderId}/verify_payment/`)
  if (status === 'cart') throw new Error('verify payment: the order was not paid')
}

async function track(visit: Visit, orderId: number) {
  const { get } = stepsOf(visit)
  await get('order', `/api/v1/orders/${orderId}/`)
  await think(visit)
  await get('orders', '/api/v1/orders/?status=in_review,pending_payment,approved&page_size=20')
  await think(visit)
  await get('order', `/api/v1/orders/${orderId}/`)
  await get('activity', `/api/v1/orders/${orderId}/activity/`)
  await get('deliveries', `/api/v1/orders/${orderId}/deliveries/`)
  await get('notices', '/api/v1/notices/')
}

function stepsOf({ call, timed }: Visit) {
  return {
    get: (step: string, path: string): Promise<Json> => timed(step, () => call('GET', path)),
    send: (step: string, method: string, path: string, form?: Record<string, string>): Promise<Json> =>
      timed(step, () => call(method, path, form)),
  }
}

async function think({ dice, until }: Visit) {
  const ms = LOOKS_MS.least + dice.below(LOOKS_MS.most - LOOKS_MS.least)
  if (Date.now() + ms > until) throw new Over()
  await sleep(ms)
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
