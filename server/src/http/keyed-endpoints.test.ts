import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainAccountEvents } from '../features/accounts/account-trail.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { printSteps } from '../testing/batch-world.ts'
import { approval, customerSteps } from '../testing/ordering-world.ts'
import { type Answer, makeWorld, type SignedIn, type World } from '../testing/world.ts'

type Staff = Awaited<ReturnType<World['staff']>>
type Body = Record<string, unknown>
/** A request that succeeds, and its subject. */
type Call = {
  as: Pick<SignedIn, 'call'>
  path: string
  body?: Body
  /** For a request that commits in steps: how often its effect exists. */
  effects?: () => Promise<number>
}

let world: World
let room: ReturnType<typeof printSteps>
let owner: Staff
let finance: Staff
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  room = printSteps(world)
  owner = await world.staff('owner')
  finance = await world.staff('finance')
  await prepareFailures()
}, 120_000)
afterAll(() => world.close())

const keyed = Object.values(endpoints as Record<string, Endpoint>).filter(({ idempotent }) => idempotent)
const office = (path: string) => `/api/v1/office/${path}/`
const ok = async (
  as: Pick<SignedIn, 'call'>,
  method: string,
  path: string,
  body?: Body,
): Promise<Answer['body']> => {
  const answer = await as.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const count = (query: ReturnType<typeof sql<{ n: number }>>) => async () => {
  const { rows } = await query.execute(world.kit.pool)
  return rows[0]!.n
}

// ─── subjects of requests ───────────────────────────────────────────────────────

async function shopper() {
  const customer = await world.signIn()
  return { customer, ...customerSteps(customer) }
}
async function draft(type: 'bulk' | 'direct' | 'digital' = 'direct') {
  const dana = await shopper()
  return { ...dana, item: await dana.addCards(type, { draft: true }) }
}
async function peopleOf({ customer, item }: Awaited<ReturnType<typeof draft>>) {
  return (await ok(customer, 'GET', `/api/v1/card_recipient_details/?card_item_id=${item.id}`)).results as {
    id: number
  }[]
}
async function savedList() {
  const dana = await draft()
  const { list } = await ok(dana.customer, 'POST', `/api/v1/card_items/${dana.item.id}/save_recipients/`, {
    name: 'Kept',
  })
  return { ...dana, list }
}
async function filledCart(...types: ('bulk' | 'digital')[]) {
  const dana = await shopper()
  return { ...dana, id: await dana.fillCart(...types) }
}
async function byCheck() {
  const dana = await filledCart('digital')
  const { body: payment } = await dana.pay(dana.id, 'self_hosted_check')
  return { ...dana, payment, order: await dana.order(dana.id) }
}
async function onPage() {
  const dana = await filledCart('digital')
  await dana.pay(dana.id)
  const minted = world.gateway.minted.at(-1)!
  const answers = (told: Parameters<typeof approval>[1] = {}) =>
    world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
  return { ...dana, minted, answers }
}
async function discrepancy(told: Parameters<typeof approval>[1]) {
  const dana = await onPage()
  dana.answers(told)
  await dana.verify(dana.id)
  return openDiscrepancyOf(dana.id)
}
async function openDiscrepancyOf(orderId: number): Promise<{ id: number }> {
  const { results } = await ok(finance, 'GET', office('payment_discrepancies'))
  return results.find((one: { order_id: number }) => one.order_id === orderId)
}
async function lateMoney() {
  const dana = await onPage()
  const [card] = (await dana.order(dana.id)).card_items
  world.setClock(new Date(Date.now() + 17 * 60_000))
  await dana.verify(dana.id)
  await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, { denomination_cents: 6_000 })
  dana.answers()
  await dana.verify(dana.id)
  await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, { denomination_cents: 5_000 })
  world.setClock(undefined)
  return openDiscrepancyOf(dana.id)
}
const receive = (amount_cents: number, reference = '') =>
  ok(finance, 'POST', office('received_payments'), {
    method_code: 'self_hosted_check',
    amount_cents,
    reference,
    document_number: String(Math.random()),
    received_on: '2026-11-20',
  })
async function refundable() {
  const { order, payment, id } = await byCheck()
  await receive(order.total_cents + 2_500, payment.remittance.reference)
  return { id, payment }
}
async function approved(type: 'bulk' | 'direct' | 'digital') {
  return room.approved(type)
}
async function sent() {
  const order = await approved('digital')
  await room.send()
  await wait(1)
  const [first] = await room.deliveries(order.id)
  await sql`update deliveries set sent_at = sent_at - interval '1 day' where order_id = ${order.id}`.execute(
    world.kit.pool,
  )
  return { ...order, delivery: first! }
}
async function returned() {
  const order = await approved('direct')
  await sql`update deliveries set status = 'returned', returned_at = now() where order_id = ${order.id}`.execute(
    world.kit.pool,
  )
  const [first] = await room.deliveries(order.id)
  return { ...order, delivery: first! }
}
const instead = (deliveryId: number) =>
  count(sql<{ n: number }>`select count(*)::int as n from deliveries where replaces_id = ${deliveryId}`)
async function webhook() {
  const { endpoint } = await ok(owner, 'POST', office('webhooks'), {
    url: 'http://127.0.0.1:9/laurel',
    event_types: JSON.stringify(['order.approved']),
  })
  return endpoint as { id: number; version: number }
}

/** One request for each endpoint with a key. */
const CALLS: Record<string, () => Promise<Call>> = {
  createAddress: async () => ({
    as: (await shopper()).customer,
    path: '/api/v1/registered_addresses/',
    body: { name: 'Dana', address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' },
  }),
  createCardItem: async () => {
    const { customer, ok: take } = await shopper()
    const [template] = await take('GET', '/api/v1/reward_card_templates/')
    const design = {
      tone: 'deep',
      gradient: 'soft',
      line1: 'Hi',
      line2: '',
      logo_file_key: null,
      logo_one_color: true,
    }
    const body = { reward_type: 'bulk', reward_card_template_id: template.id, design, quantity: 4 }
    return { as: customer, path: '/api/v1/card_items/', body }
  },
  addToCart: async () => {
    const { customer, item } = await draft()
    return { as: customer, path: '/api/v1/add_to_cart/', body: { card_item_id: item.id } }
  },
  createRecipient: async () => {
    const { customer, item } = await draft()
    const body = { card_item_id: item.id, first_name: 'Maya', last_name: 'Okafor' }
    return { as: customer, path: '/api/v1/card_recipient_details/', body }
  },
  editRecipients: async () => {
    const { customer, item } = await draft()
    const body = { card_item_id: item.id, added: [{ first_name: 'Maya' }, { first_name: 'Ana' }] }
    return { as: customer, path: '/api/v1/card_recipient_details/edits/', body }
  },
  bulkChangeRecipients: async () => {
    const { customer, item } = await draft()
    const body = { card_item_id: item.id, action: 'set', all: true, message: 'Thank you' }
    return { as: customer, path: '/api/v1/card_recipient_details/bulk_change/', body }
  },
  undoRecipientChange: async () => {
    const dana = await draft()
    const ids = (await peopleOf(dana)).map(({ id }) => id)
    const body = { card_item_id: dana.item.id, action: 'delete', ids }
    const { undo_token } = await dana.ok('POST', '/api/v1/card_recipient_details/bulk_change/', body)
    return { as: dana.customer, path: '/api/v1/card_recipient_details/undo/', body: { undo_token } }
  },
  importRecipients: async () => {
    const { customer, item } = await draft()
    return {
      as: customer,
      path: '/api/v1/csv_card_item_imports/',
      body: {
        card_item_id: item.id,
        text: 'Name\tStreet\tCity\tState\tZIP\nMaya Okafor\t12 Elm Street\tBoston\tMA\t02108',
      },
      effects: count(
        sql<{ n: number }>`select count(*)::int as n from card_recipient_details
          where card_item_id = ${item.id} and last_name = 'Okafor'`,
      ),
    }
  },
  createRecipientList: async () => ({
    as: (await shopper()).customer,
    path: '/api/v1/recipient_lists/',
    body: { name: 'Fair 2026' },
  }),
  addListPerson: async () => {
    const { customer, list } = await savedList()
    const body = { first_name: 'Maya', last_name: 'Okafor', email: 'maya@recipient.example' }
    return { as: customer, path: `/api/v1/recipient_lists/${list.id}/people/`, body }
  },
  addListToCardItem: async () => {
    const { customer, list, addCards } = await savedList()
    const other = await addCards('bulk', { draft: true })
    await ok(customer, 'PATCH', `/api/v1/card_items/${other.id}/`, { reward_type: 'direct' })
    const path = `/api/v1/recipient_lists/${list.id}/add_to_card_item/`
    return { as: customer, path, body: { card_item_id: other.id } }
  },
  saveRecipients: async () => {
    const { customer, item } = await draft()
    return { as: customer, path: `/api/v1/card_items/${item.id}/save_recipients/`, body: { name: 'Kept' } }
  },
  createBulkShippingOrder: async () => {
    const dana = await filledCart('bulk')
    const [option] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
    const path = `/api/v1/orders/${dana.id}/bulk_shipping_orders/`
    return { as: dana.customer, path, body: { shipping_option_id: option.id } }
  },
  createShippingOrder: async () => {
    const dana = await filledCart('digital')
    const [option] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=digital')
    const body = { order_id: dana.id, reward_type: 'digital', shipping_option_id: option.id }
    return { as: dana.customer, path: '/api/v1/shipping_orders/', body }
  },
  createPayment: async () => {
    const { customer, id } = await filledCart('digital')
    return {
      as: customer,
      path: '/api/v1/payments/',
      body: { order_id: id, method_code: 'elavon_cc' },
      effects: count(sql<{ n: number }>`select count(*)::int as n from payments where order_id = ${id}`),
    }
  },
  cancelOrder: async () => {
    const { customer, id } = await byCheck()
    return { as: customer, path: `/api/v1/orders/${id}/cancel/` }
  },
  reorder: async () => {
    const { customer, id } = await byCheck()
    return { as: customer, path: `/api/v1/orders/${id}/add_items_to_cart/` }
  },
  remindOrder: async () => ({
    as: finance,
    path: office(`orders/${(await byCheck()).id}/remind`),
    body: { seen_reminders: 0 },
  }),
  acceptPaymentDiscrepancy: async () => ({
    as: finance,
    path: office(`payment_discrepancies/${(await lateMoney()).id}/accept`),
    body: { note: 'It is theirs' },
  }),
  refundPaymentDiscrepancy: async () => {
    const { id } = await discrepancy({ amountCents: 4_242 })
    return {
      as: finance,
      path: office(`payment_discrepancies/${id}/refund`),
      body: { note: 'Wrong amount' },
    }
  },
  dismissPaymentDiscrepancy: async () => {
    const { id } = await discrepancy({ transactionId: 'f'.repeat(32) })
    return { as: finance, path: office(`payment_discrepancies/${id}/dismiss`), body: { note: 'Not ours' } }
  },
  addCatalogEntry: async () => ({
    as: owner,
    path: office('catalog/messages'),
    body: { values: { occasion: 'Moving in', text: 'Welcome to the new floor.' } },
  }),
  addCustomerNote: async () => {
    const { id } = await byCheck()
    const { customer } = await ok(owner, 'GET', office(`orders/${id}`))
    return { as: owner, path: office(`customers/${customer.id}/notes`), body: { text: 'Called us' } }
  },
  askRefund: async () => {
    const { payment } = await refundable()
    const body = { payment_id: payment.id, amount_cents: 2_500, reason: 'Too much' }
    return { as: finance, path: office('refunds'), body }
  },
  decideRefund: async () => {
    const { id } = await askedRefund('asked')
    return { as: finance, path: office(`refunds/${id}/decide`), body: { agree: false } }
  },
  finishRefund: async () => {
    const { id } = await askedRefund('approved')
    return { as: finance, path: office(`refunds/${id}/finish`), body: { document_number: '4711' } }
  },
  recordReceivedPayment: async () => ({
    as: finance,
    path: office('received_payments'),
    body: { method_code: 'self_hosted_check', amount_cents: 9_900, received_on: '2026-11-20' },
  }),
  matchReceivedPayment: async () => {
    const [{ id }, { id: order_id }] = [await receive(1_000), await byCheck()]
    return { as: finance, path: office(`received_payments/${id}/match`), body: { order_id } }
  },
  reverseReceivedPayment: async () => {
    const { id } = await receive(1_001)
    return { as: finance, path: office(`received_payments/${id}/reverse`), body: { reason: 'It bounced' } }
  },
  refundReceivedPayment: async () => {
    const { id } = await receive(1_002)
    return {
      as: finance,
      path: office(`received_payments/${id}/refund`),
      body: { document_number: '1', reason: 'Not ours' },
    }
  },
  approveOrder: async () => {
    const { id } = await room.paid('digital')
    return { as: owner, path: office(`orders/${id}/approve`), body: { seen_status: 'in_review' } }
  },
  declineOrder: async () => {
    const { id } = await room.paid('digital')
    const body = { seen_status: 'in_review', reason: 'We cannot verify you' }
    return { as: owner, path: office(`orders/${id}/decline`), body }
  },
  holdOrder: async () => {
    const { id } = await room.paid('digital')
    return { as: owner, path: office(`orders/${id}/hold`), body: { reason: 'We look into it' } }
  },
  releaseOrder: async () => {
    const { id } = await room.paid('digital')
    await ok(owner, 'POST', office(`orders/${id}/hold`), { reason: 'We look into it' })
    return { as: owner, path: office(`orders/${id}/release`), body: { reason: 'All is well' } }
  },
  decideAboutOrders: async () => {
    const ids = [(await byCheck()).id, (await byCheck()).id]
    const orders = ids.map((id) => ({ id, seen_status: 'pending_payment' }))
    return {
      as: owner,
      path: office('orders/many'),
      body: { action: 'note', orders, words: 'Ask for the form' },
      effects: async () =>
        (await count(
          sql<{
            n: number
          }>`select count(*)::int as n from order_notes where order_id = any (${ids}::bigint[])`,
        )()) / ids.length,
    }
  },
  addOrderNote: async () => ({
    as: owner,
    path: office(`orders/${(await byCheck()).id}/notes`),
    body: { text: 'Called us' },
  }),
  createOrderView: async () => ({
    as: owner,
    path: office('order_views'),
    body: { name: 'Held ones', filters: { only: 'held' } },
  }),
  createApiCredential: async () => ({
    as: owner,
    path: office('api_credentials'),
    body: { name: 'Warehouse', scopes: ['orders.read'] },
  }),
  inviteStaff: async () => ({
    as: owner,
    path: office('staff'),
    body: { name: 'Robin', email: 'robin@staff.example', role: 'viewer', delivery: 'shown' },
  }),
  renewStaffPassword: async () => ({
    as: owner,
    path: office(`staff/${(await world.staff('viewer')).id}/new_password`),
    body: { delivery: 'mail' },
  }),
  resendDelivery: async () => {
    const { customer, delivery } = await sent()
    return { as: customer, path: `/api/v1/deliveries/${delivery.id}/resend/`, body: {} }
  },
  resendOfficeDelivery: async () => ({
    as: owner,
    path: office(`deliveries/${(await sent()).delivery.id}/resend`),
    body: {},
  }),
  resendDeliveries: async () => {
    const { customer, id } = await sent()
    return { as: customer, path: `/api/v1/orders/${id}/deliveries/resend/`, body: {} }
  },
  resendOfficeDeliveries: async () => ({
    as: owner,
    path: office('deliveries/resend'),
    body: { order_id: (await sent()).id },
  }),
  convertDelivery: async () => {
    const { customer, delivery } = await returned()
    const path = `/api/v1/deliveries/${delivery.id}/convert_to_digital/`
    return { as: customer, path, body: { email: 'ada@new.example' }, effects: instead(delivery.id) }
  },
  convertOfficeDelivery: async () => {
    const { delivery } = await returned()
    const path = office(`deliveries/${delivery.id}/convert_to_digital`)
    return { as: owner, path, body: { email: 'ada@new.example' }, effects: instead(delivery.id) }
  },
  createBatch: async () => ({
    as: owner,
    path: office('batches'),
    body: { kind: 'direct', order_id: (await approved('direct')).id },
  }),
  markBatchPrinted: async () => {
    const { id } = await room.ready(owner, 'direct', (await approved('direct')).id)
    return {
      as: owner,
      path: office(`batches/${id}/printed`),
      body: { seen_status: 'ready', seen_prints: 0 },
    }
  },
  markBatchMailed: async () => {
    const { id } = await room.printed(owner, 'direct', (await approved('direct')).id)
    return { as: owner, path: office(`batches/${id}/mailed`), body: { seen_status: 'printed' } }
  },
  buyLabels: async () => {
    const { id } = await room.ready(owner, 'bulk', (await approved('bulk')).id)
    return { as: owner, path: office(`batches/${id}/labels`), body: { seen_status: 'ready' } }
  },
  recordArrival: async () => {
    const { id } = await approved('direct')
    await room.mailed(owner, 'direct', id)
    const [letter] = await room.deliveries(id)
    const body = { seen_status: 'mailed', outcome: 'delivered', reason: 'They called' }
    return { as: owner, path: office(`deliveries/${letter!.id}/arrival`), body }
  },
  createWebhook: async () => ({
    as: owner,
    path: office('webhooks'),
    body: { url: 'http://127.0.0.1:9/laurel', event_types: ['order.approved'] },
  }),
  replayWebhook: async () => ({
    as: owner,
    path: office(`webhooks/${(await webhook()).id}/replay`),
    body: { since: new Date(Date.now() - 60_000).toISOString() },
  }),
  rotateWebhookSecret: async () => {
    const { id, version } = await webhook()
    return { as: owner, path: office(`webhooks/${id}/rotate_secret`), body: { seen_version: version } }
  },
  testWebhook: async () => ({ as: owner, path: office(`webhooks/${(await webhook()).id}/test`) }),
  resendWebhookMessage: async () => {
    const { id } = await webhook()
    const message = await ok(owner, 'POST', office(`webhooks/${id}/test`))
    await sql`update webhook_messages set status = 'failed' where id = ${message.id}`.execute(world.kit.pool)
    return { as: owner, path: office(`webhooks/${id}/messages/${message.id}/send_again`) }
  },
}

async function askedRefund(state: 'asked' | 'approved'): Promise<{ id: number }> {
  const { payment } = await refundable()
  const asked = { payment_id: payment.id, amount_cents: 2_500, reason: 'Too much' }
  const refund = await ok(await world.staff('finance'), 'POST', office('refunds'), asked)
  await sql`update refunds set state = ${state} where id = ${refund.id}`.execute(world.kit.pool)
  return refund
}

// ─── the proof ──────────────────────────────────────────────────────────────────

/** From now on, a transaction that stores an answer under a failing key can't commit. */
async function prepareFailures() {
  await sql`create table failing_keys (key text primary key)`.execute(world.kit.pool)
  await sql`grant select on failing_keys to laurel_app`.execute(world.kit.pool)
  await sql`create function fail_commit() returns trigger language plpgsql as $$
    begin
      if exists (select from failing_keys where key = new.key) then raise exception 'the server dies here'; end if;
      return null;
    end $$`.execute(world.kit.pool)
  await sql`create constraint trigger fail_commit after update on idempotency_keys
    deferrable initially deferred for each row when (new.status is not null) execute function fail_commit()`.execute(
    world.kit.pool,
  )
}

/** Account events reach the audit log by a job, and no worker runs here. */
async function writeTrail() {
  for (const { id } of await listSites(world.kit.pool)) await chainAccountEvents(world.kit.pool, id)
}

/** Every row of every table that a request can write. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' and tablename not in ('idempotency_keys', 'failing_keys', 'staff_sessions'))
      or (schemaname = 'pgboss' and tablename = 'job') order by 1`.execute(world.kit.pool)
  const sums = tables.map(
    ({ name }) => sql`select ${name} as name,
      concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as rows from ${sql.raw(name)} t`,
  )
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(sums, sql` union all `)}`.execute(
    world.kit.pool,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

test('every keyed endpoint of the contract is here', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted())
})

describe.each(keyed.map(({ name }) => name))('%s', (name) => {
  test('commits its key with its effect, or neither', { timeout: 60_000 }, async () => {
    const { as, path, body, effects } = await CALLS[name]!()
    const key = `commit-${name}`
    const send = () => as.call('POST', path, body, { 'idempotency-key': key })
    const keyRow = () =>
      world.kit.pool.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()
    await writeTrail()
    const before = await everything()

    await sql`insert into failing_keys values (${key})`.execute(world.kit.pool)
    expect((await send()).status).toBe(500)
    const kept = await keyRow()
    if (effects === undefined) {
      expect(await everything()).toEqual(before)
      // A first step that only read may have committed.
      expect(kept?.progress ?? null).toBeNull()
    } else expect(kept).toMatchObject({ status: null, progress: expect.anything() })

    await sql`delete from failing_keys`.execute(world.kit.pool)
    const first = await send()
    expect([first.status, first.body?.code]).toEqual([200, undefined])
    const after = await everything()
    expect(after).not.toEqual(before)
    const again = await send()
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await everything()).toEqual(after)
    if (effects !== undefined) expect(await effects()).toBe(1)
  })
})
