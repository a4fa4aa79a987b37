import { randomUUID } from 'node:crypto'
import { DESIGN, type Json } from '../customers.ts'
import type { PagePoint } from './points.ts'

/** What a buyer knows about one order, kept across the server's crashes. */
export type Purchase = {
  method: 'elavon_cc' | 'elavon_ach' | 'self_hosted_check' | 'company_balance' | 'company_terms'
  card: string
  /** Pages to leave before the order is paid, and when each is paid anyway. */
  leaves: OldPageIsPaid[]
  oldPages: { token: string; method: Purchase['method']; isPaid: OldPageIsPaid }[]
  quantity: number
  orderId: number | undefined
  key: string
  /** The payments that the server confirmed, by idempotency key. */
  acknowledged: Map<string, number>
  /** Different answers to the same key. */
  contradictions: string[]
  isDone: boolean
}
/** `first`: the charge is authorized when the customer leaves; `before` and `after` the order is paid another way. */
type OldPageIsPaid = 'never' | 'first' | 'before' | 'after'

/** `reached` is called with a buyer's position, and may kill the server there. */
export type Shop = {
  origin: string
  sandboxOrigin: string
  /** The company that the buyer acts for, if not their own. */
  companyId?: number | undefined
  reached(point: PagePoint): Promise<void> | undefined
}

/** A card that is accepted. */
export const GOOD_CARD = '4124939999999990'
const BAD_CARD = '4000000000000002'
const PATIENCE_MS = 30_000

/** Money that a company's admin pays into its balance. */
export type TopUp = { cents: number; card: string; key: string; id: number | undefined; isDone: boolean }

export const newTopUp = (random: () => number): TopUp => ({
  cents: 40_000 + Math.floor(random() * 40_000),
  card: random() < 0.85 ? GOOD_CARD : BAD_CARD,
  key: randomUUID(),
  id: undefined,
  isDone: false,
})

export function newPurchase(
  random: () => number,
  { mustLeave = false, isCompany = false }: { mustLeave?: boolean; isCompany?: boolean } = {},
): Purchase {
  const byCompany = !mustLeave && isCompany && random() < 0.75
  const dice = random()
  const oldPage = (['never', 'first', 'before', 'after'] as const)[Math.floor(random() * 4)]!
  const isLeaving = random() < 0.35
  const leaves: OldPageIsPaid[] = mustLeave ? ['before', oldPage] : isLeaving ? [oldPage] : []
  return {
    leaves: byCompany ? [] : leaves,
    oldPages: [],
    method: byCompany
      ? dice < 0.65
        ? 'company_balance'
        : 'company_terms'
      : dice < 0.65 || mustLeave
        ? 'elavon_cc'
        : dice < 0.85
          ? 'elavon_ach'
          : 'self_hosted_check',
    card: random() < 0.85 ? GOOD_CARD : BAD_CARD,
    quantity: random() < 0.5 ? 2 : 5,
    orderId: undefined,
    key: randomUUID(),
    acknowledged: new Map(),
    contradictions: [],
    isDone: false,
  }
}

type Answer = { status: number; body: Json }

async function call(
  { origin, companyId }: Shop,
  token: string,
  method: string,
  path: string,
  form?: Record<string, string>,
  key?: string,
): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(companyId && { 'laurel-company': `${companyId}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(form && { body: new URLSearchParams(form) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

async function taken(answer: Promise<Answer>): Promise<Json> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Puts one design into the cart and completes every step before payment. */
export async function fillCart(shop: Shop, token: string, quantity: number): Promise<number> {
  const ok = (method: string, path: string, form?: Record<string, string>) =>
    taken(call(shop, token, method, path, form))
  const cart = async () => (await ok('GET', '/api/v1/orders/?status=cart')).results[0]
  const known = await cart()
  if (!known.card_items.some((item: Json) => item.state === 'in_cart')) {
    const [template] = await ok('GET', '/api/v1/reward_card_templates/')
    // A server that crashed between the two steps left a draft.
    const [draft] = known.card_items
    const item =
      draft ??
      (await ok('POST', '/api/v1/card_items/', {
        name: 'Cards',
        reward_type: 'bulk',
        reward_card_template_id: String(template.id),
        design: JSON.stringify(DESIGN),
        denomination_cents: '5000',
        quantity: String(quantity),
      }))
    await ok('POST', '/api/v1/add_to_cart/', { card_item_id: String(item.id) })
  }
  const [[option], [address]] = await Promise.all([
    ok('GET', '/api/v1/shipping_options/?reward_type=bulk'),
    ok('GET', '/api/v1/registered_addresses/'),
  ])
  const path = `/api/v1/orders/${known.id}`
  await ok('POST', `${path}/attach_address_to_bulk_items/`, { registered_address_id: String(address.id) })
  await ok('POST', `${path}/bulk_shipping_orders/`, { shipping_option_id: String(option.id) })
  return known.id
}

/**
 * Takes a purchase as far as the server lives. Called again after a crash, it continues from what it knows with
 * the same key, like a reloaded browser.
 */
export async function buy(shop: Shop, bearer: string, purchase: Purchase): Promise<void> {
  const ask: Ask = (method, path, form, key) => call(shop, bearer, method, path, form, key)
  purchase.orderId ??= await fillCart(shop, bearer, purchase.quantity)
  const order = `/api/v1/orders/${purchase.orderId}/`
  const form = { order_id: String(purchase.orderId), method_code: purchase.method }

  const paid = await ask('POST', '/api/v1/payments/', form, purchase.key)
  let payment: Json
  if (paid.status === 200) {
    const { acknowledged, key } = purchase
    const earlier = acknowledged.get(key)
    if (earlier !== undefined && earlier !== paid.body.id) {
      purchase.contradictions.push(`one key made payment ${earlier} and payment ${paid.body.id}`)
    }
    acknowledged.set(key, paid.body.id)
    payment = paid.body
  } else {
    // A refusal ends the key's request; the next click is a new one.
    if (paid.body.code !== 'idempotency_key_in_use') purchase.key = randomUUID()
    const { payments = [] } = await taken(ask('GET', order))
    payment = payments.findLast((one: Json) => one.state === 'started')
  }
  if (payment?.hosted_page) {
    const token: string = payment.hosted_page.fields.ssl_txn_auth_token
    const { method } = payment.method_code === purchase.method ? purchase : { method: payment.method_code }
    if (purchase.leaves.length > 0) {
      await leave(shop, ask, order, purchase, { token, method })
      return buy(shop, bearer, purchase)
    }
    await payOnPage(shop, token, method, purchase.card)
  }
  if (purchase.method === 'elavon_cc' || purchase.method === 'elavon_ach')
    await ask('POST', `${order}verify_payment/`)
  await payOldPages(shop, ask, order, purchase, 'after')
  const { status } = await taken(ask('GET', order))
  purchase.isDone = !isUnplaced(status)
}

export function isUnplaced(status: string): boolean {
  return status === 'cart' || status === 'awaiting_approval'
}

/** Takes a top-up as far as the server lives; called again, it continues with the same key. */
export async function topUp(shop: Shop, bearer: string, wish: TopUp): Promise<void> {
  const path = '/api/v1/company/balance/top_ups/'
  const form = { amount_cents: String(wish.cents), method_code: 'elavon_cc' }
  const started = await call(shop, bearer, 'POST', path, form, wish.key)
  if (started.status !== 200) {
    if (started.body.code !== 'idempotency_key_in_use') wish.key = randomUUID()
    return
  }
  const { id, payment } = started.body
  if (wish.id !== undefined && wish.id !== id) throw new Error(`one key made top-ups ${wish.id} and ${id}`)
  wish.id = id
  const token = payment.hosted_page?.fields.ssl_txn_auth_token
  if (token !== undefined) await payOnPage(shop, token, 'elavon_cc', wish.card)
  await taken(call(shop, bearer, 'POST', `${path}${id}/verify/`))
  wish.isDone = true
}

type Ask = (method: string, path: string, form?: Record<string, string>, key?: string) => Promise<Answer>

/** Leaves the payment page, changes the cart, and perhaps pays on the old page anyway. */
async function leave(
  shop: Shop,
  ask: Ask,
  order: string,
  purchase: Purchase,
  page: { token: string; method: Purchase['method'] },
) {
  const [isPaid] = purchase.leaves
  if (!purchase.oldPages.some(({ token }) => token === page.token)) {
    purchase.oldPages.push({ ...page, isPaid: isPaid! })
  }
  await payOldPages(shop, ask, order, purchase, 'first')
  const left = await taken(ask('POST', `${order}leave_payment/`))
  purchase.leaves.shift()
  purchase.key = randomUUID()
  if (left.status === 'cart' && left.frozen_until === null) {
    const item = left.card_items.find((one: Json) => one.state === 'in_cart')
    const changed = await ask('PATCH', `/api/v1/card_items/${item.id}/`, {
      quantity: String(item.quantity + 1),
    })
    if (changed.status >= 400 && changed.status < 500) {
      purchase.contradictions.push(`a cart that was left is locked: ${JSON.stringify(changed.body)}`)
    }
  }
  await payOldPages(shop, ask, order, purchase, 'before')
}

async function payOldPages(shop: Shop, ask: Ask, order: string, purchase: Purchase, when: OldPageIsPaid) {
  for (const page of purchase.oldPages.filter(({ isPaid }) => isPaid === when)) {
    await payOnPage({ ...shop, reached: () => undefined }, page.token, page.method, GOOD_CARD)
    page.isPaid = 'never'
    // Like a browser that returns from there; the answer is ignored.
    if (when !== 'first') await ask('POST', `${order}verify_payment/`)
  }
}

/** Enters a card or account on the provider's page. The server finds out the result on its own. */
async function payOnPage(shop: Shop, token: string, method: Purchase['method'], card: string) {
  const account = {
    ssl_aba_number: '490000018',
    ssl_bank_account_number: card === GOOD_CARD ? '1234567890' : '1000000002',
    ssl_bank_account_type: '1',
    ssl_agree: '1',
  }
  const typed =
    method === 'elavon_ach' ? account : { ssl_card_number: card, ssl_exp_date: '12/28', ssl_cvv2cvc2: '123' }
  await shop.reached('page.opened')
  const posted = fetch(`${shop.sandboxOrigin}/converge/hosted-payments/pay`, {
    method: 'POST',
    body: new URLSearchParams({ ssl_txn_auth_token: token, ...typed }),
    redirect: 'manual',
  })
  const [answer] = await Promise.all([posted, shop.reached('page.posted')])
  await shop.reached('page.captured')
  const back = answer.headers.get('location')
  if (back !== null) await fetch(back, { redirect: 'manual' })
  await shop.reached('page.returned')
}
