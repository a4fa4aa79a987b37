import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { priceOrder } from '@laurel/domain/pricing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { carryOutAll } from '../../testing/sweeps.ts'
import { makeWorld, PROFILE, type SignedIn, type World } from '../../testing/world.ts'
import { drawInvoice } from './invoice-pdf.ts'
import type { OrderDocument } from './order-document.ts'

/** Reads a PDF as strictly as anything does; where it is not installed, the rest must do. */
const CHECKER = 'qpdf'

let world: World
let customer: SignedIn
let dana: ReturnType<typeof customerSteps>
let costCenter: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
  dana = customerSteps(customer)
  costCenter = await dana.ok('POST', '/api/v1/company/order_fields/', { name: 'Cost center' })
}, 60_000)
afterAll(() => world.close())

async function get(path: string, headers: Record<string, string>) {
  const answer = await world.app.inject({ method: 'GET', url: path, headers })
  const isPdf = String(answer.headers['content-type']).includes('pdf')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    code: isPdf ? '' : answer.json().code,
    ...(isPdf ? readPdf(answer.rawPayload) : { text: '', pages: 0 }),
    bytes: answer.rawPayload,
  }
}
const fetchDocument = (id: number, kind: string, who = customer) =>
  get(`/api/v1/orders/${id}/${kind}/`, { host: who.host, authorization: `Bearer ${who.token}` })

async function placeOrder(method: 'self_hosted_check' | 'self_hosted_bank' = 'self_hosted_check') {
  const id = await dana.fillCart('bulk', 'direct')
  await dana.ok('PATCH', `/api/v1/orders/${id}/fields/`, { fields: [{ id: costCenter.id, value: '4100-B' }] })
  await dana.ok('POST', '/api/v1/payments/', { order_id: id, method_code: method, po_number: 'PO-7781' })
  const order = await dana.order(id)
  return { id, order, reference: order.payments[0].remittance.reference as string }
}

async function record(reference: string, cents: number) {
  const office = await world.staff('owner')
  const answer = await office.call('POST', '/api/v1/office/received_payments/', {
    method_code: 'self_hosted_check',
    amount_cents: cents,
    reference,
    received_on: new Date().toISOString().slice(0, 10),
  })
  expect(answer.status).toBe(200)
}

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** No reader of PDF finds anything wrong, where one is installed. */
function assertSound(bytes: Buffer) {
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  const file = join(world.kit.config.dataDir, 'document.pdf')
  writeFileSync(file, bytes)
  const checked = spawnSync(CHECKER, ['--check', file])
  if (checked.error === undefined) expect(checked.status, checked.stdout.toString()).toBe(0)
}

test('the remittance slip of an outstanding check names payee, amount, reference, order, and PO number', async () => {
  const { id, order, reference } = await placeOrder()
  const slip = await fetchDocument(id, 'remittance_slip')
  expect(slip.status).toBe(200)
  expect(slip.headers['content-type']).toBe('application/pdf')
  expect(slip.headers['content-disposition']).toBe(`inline; filename="Remittance-slip-${order.number}.pdf"`)
  assertSound(slip.bytes)
  for (const { value } of order.payments[0].remittance.lines) {
    for (const line of value.split('\n')) expect(slip.text).toContain(line)
  }
  for (const words of [reference, order.number, 'PO-7781', dollars(order.total_cents), 'Due on receipt']) {
    expect(slip.text).toContain(words)
  }
  expect(slip.bytes.toString('latin1')).toContain('/Subtype /Image')
})

test('the remittance slip asks for the rest after a partial payment, and disappears after full payment', async () => {
  const { id, order, reference } = await placeOrder()
  await record(reference, 5_000)
  const slip = await fetchDocument(id, 'remittance_slip')
  expect(slip.text).toContain(dollars(order.total_cents - 5_000))
  expect(slip.text).toContain('Check received: $50.00')
  await record(reference, order.total_cents - 5_000)
  expect(await fetchDocument(id, 'remittance_slip')).toMatchObject({
    status: 409,
    code: 'paper_not_available',
  })
})

test('an invoice lists every line and the amount due', async () => {
  const { id, order, reference } = await placeOrder()
  const summary = await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)
  await record(reference, 12_345)
  const invoice = await fetchDocument(id, 'invoice')
  expect(invoice.status).toBe(200)
  assertSound(invoice.bytes)
  const words = [
    `Invoice ${order.number}`,
    PROFILE.legal_business_name,
    PROFILE.business_address1,
    'Dayton, OH 45402',
    'PO-7781',
    'Cost center',
    '4100-B',
    'Check received',
    '-$123.45',
    'Amount due',
    dollars(order.total_cents - 12_345),
    reference,
  ]
  for (const each of words) expect(invoice.text).toContain(each)
  const lines = [summary.value, summary.fees, summary.delivery].flatMap((group) => group.lines)
  expect(lines.length).toBeGreaterThanOrEqual(6)
  for (const { label, cents } of lines) {
    expect(invoice.text).toContain(label)
    expect(invoice.text).toContain(dollars(cents))
  }
  expect(invoice.text).toContain(dollars(summary.total_cents))
})

test('an unpaid order has no receipt, and a paid order’s receipt says that it is paid', async () => {
  const { id, order, reference } = await placeOrder()
  await record(reference, 100)
  expect(await fetchDocument(id, 'receipt')).toMatchObject({ status: 409, code: 'paper_not_available' })
  await record(reference, order.total_cents - 100)
  const receipt = await fetchDocument(id, 'receipt')
  expect(receipt.status).toBe(200)
  assertSound(receipt.bytes)
  expect(receipt.text).toContain('Nothing due')
  expect(receipt.text).not.toContain('Amount due')
})

test('documents keep their billing details, whatever the profile says later', async () => {
  const moving = await world.signIn()
  const lee = customerSteps(moving)
  const id = await lee.fillCart('bulk')
  // Until it is placed the profile may change, and counts as it is then.
  await lee.ok('PUT', '/api/v1/actual_user/', { ...PROFILE, legal_business_name: 'Halden & Sons' })
  await lee.ok('POST', '/api/v1/payments/', { order_id: id, method_code: 'self_hosted_check' })
  const order = await lee.order(id)
  const { email } = await lee.ok('GET', '/api/v1/actual_user/')
  const before = (await fetchDocument(id, 'invoice', moving)).text
  for (const words of ['Halden & Sons', 'Dana Whitlock', '90 Foundry Road']) expect(before).toContain(words)
  // A long address breaks over lines.
  expect(before.replaceAll('\n', '')).toContain(email)

  await lee.ok('PUT', '/api/v1/actual_user/', {
    ...PROFILE,
    legal_business_name: 'Moved Elsewhere LLC',
    first_name: 'Lee',
    business_address1: '1 New Street',
    business_city: 'Akron',
    business_zip: '44301',
  })
  expect((await fetchDocument(id, 'invoice', moving)).text).toBe(before)
  const slip = await fetchDocument(id, 'remittance_slip', moving)
  expect(slip.text).toContain('Halden & Sons')
  await record(order.payments[0].remittance.reference, order.total_cents)
  const receipt = await fetchDocument(id, 'receipt', moving)
  expect(receipt.text).toContain('Halden & Sons')
  expect(receipt.text).toContain('90 Foundry Road')
  expect(`${slip.text}${receipt.text}`).not.toContain('Moved Elsewhere')
})

test('a receipt shows a card payment and refunds, and what an overpaid order is owed', async () => {
  const id = await dana.fillCart('bulk')
  await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  await dana.verify(id)
  expect((await fetchDocument(id, 'receipt')).text).toContain('Card payment received')

  const office = await world.staff('owner')
  const refund = async (cents: number) => {
    const { body } = await office.call('GET', `/api/v1/office/orders/${id}/money/`)
    const form = { payment_id: body.payments[0].id, amount_cents: cents, reason: 'Ordered twice' }
    await office.call('POST', '/api/v1/office/refunds/', form)
    await carryOutAll(world.kit)
  }
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  await dana.verify(id)
  await refund(1_000)
  expect((await fetchDocument(id, 'receipt')).text).toContain('Paid, $10.00 refunded')
  await refund(minted.amountCents - 1_000)
  const refunded = (await fetchDocument(id, 'receipt')).text
  expect(refunded).toContain('Refunded')
  expect(refunded).not.toContain('Paid')

  const { id: overpaid, order, reference } = await placeOrder()
  await record(reference, order.total_cents + 1_000)
  const receipt = await fetchDocument(overpaid, 'receipt')
  expect(receipt.text).toContain('To be refunded')
  expect(receipt.text).toContain('$10.00')
})

test('a cart has no documents, and another customer’s order isn’t found', async () => {
  await dana.addCards('bulk')
  const { id: cart } = await dana.cart()
  const { id } = await placeOrderOf(cart)
  const stranger = await world.signIn()
  const otherSite = await world.signIn({ site: 'acorn' })
  for (const kind of ['invoice', 'receipt', 'remittance_slip']) {
    expect((await fetchDocument(id, kind, stranger)).status).toBe(404)
    expect((await fetchDocument(id, kind, otherSite)).status).toBe(404)
    expect((await fetchDocument(999_999, kind)).status).toBe(404)
  }
})

async function placeOrderOf(cart: number) {
  for (const kind of ['invoice', 'receipt', 'remittance_slip']) {
    expect(await fetchDocument(cart, kind)).toMatchObject({ status: 409, code: 'paper_not_available' })
  }
  return placeOrder()
}

test('staff see any invoice and receipt of their own site only', async () => {
  const { id, order, reference } = await placeOrder()
  const officeDocument = async (site: 'northwind' | 'acorn', kind = 'invoice') => {
    const office = await world.staff('viewer', site)
    return get(`/api/v1/office/orders/${id}/${kind}/`, {
      host: office.host,
      cookie: `sessionid=${office.token}`,
    })
  }
  expect((await officeDocument('northwind')).text).toContain(`Invoice ${order.number}`)
  expect(await officeDocument('northwind', 'receipt')).toMatchObject({
    status: 409,
    code: 'paper_not_available',
  })
  await record(reference, order.total_cents)
  expect((await officeDocument('northwind', 'receipt')).text).toContain(`Receipt for order ${order.number}`)
  for (const kind of ['invoice', 'receipt']) {
    expect((await officeDocument('acorn', kind)).status).toBe(404)
    expect((await get(`/api/v1/office/orders/${id}/${kind}/`, { host: 'localhost' })).status).toBe(401)
  }
})

const NO_BILL_TO = { business: '', attention: '', person: '', email: '', address: [] }

async function documentWith(change: Partial<OrderDocument>): Promise<OrderDocument> {
  const site = await world.kit.sites.readByHost('localhost')
  const price = priceOrder({ items: [], cardFeeCents: { bulk: 0, direct: 0, digital: 0 }, shipping: {} })
  return {
    site,
    language: 'en',
    isDemo: false,
    number: '10482',
    placedAt: new Date('2026-11-21T16:00:00Z'),
    poNumber: '',
    terms: null,
    fields: [],
    billTo: { ...NO_BILL_TO, business: 'Halden Tools', person: 'Dana Whitlock' },
    ...price,
    moves: [],
    balanceCents: 0,
    hasReceived: false,
    isDeclined: false,
    refundState: 'none',
    refundedCents: 0,
    clearing: null,
    promised: null,
    ...change,
  }
}

test.each(['Łódź Ğ ñ', 'Ştefan Čapek', 'Жанна Ελένη', 'Nguyễn Thị Hiền', 'O’Neil – “Sons” €'])(
  'prints the name %s as it is',
  async (business) => {
    const bytes = await drawInvoice(await documentWith({ billTo: { ...NO_BILL_TO, business } }))
    assertSound(bytes)
    expect(readPdf(bytes).text).toContain(business)
  },
)

test('marks a character that no font can draw, and says so on the document', async () => {
  const billTo = { ...NO_BILL_TO, business: 'Ada 漢字 🦆 \u202eevil\u0007' }
  const { text } = readPdf(await drawInvoice(await documentWith({ billTo })))
  expect(text).toContain('Ada □□ □ evil')
  expect(text).toContain('□ replaces a character')
})

test('the footer of a demo’s document says so, and no other document does', async () => {
  const footOf = async (isDemo: boolean) => readPdf(await drawInvoice(await documentWith({ isDemo }))).text
  expect(await footOf(true)).toContain('Demo · Northwind Rewards')
  expect(await footOf(false)).not.toContain('Demo')
})

test('wraps a name of 200 characters and keeps all of it', async () => {
  for (const name of ['W'.repeat(200), 'Halden '.repeat(28).trim()]) {
    const bytes = await drawInvoice(
      await documentWith({
        billTo: { business: name, attention: '', person: name, email: name, address: [name] },
        poNumber: name,
        fields: [{ id: 1, name: 'W'.repeat(40), value: name }],
      }),
    )
    assertSound(bytes)
    const { text, pages } = readPdf(bytes)
    expect(text.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''))
    expect(pages).toBe(1)
  }
})

test('two hundred lines fill several pages, each with its header and number, and none is lost', async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    id: index + 1,
    name: `Card design ${index + 1}`,
    rewardType: 'direct' as const,
    amounts: [
      { denominationCents: 5_000, count: 3 },
      { denominationCents: 10_000, count: 1 + index },
    ],
  }))
  const price = priceOrder({ items, cardFeeCents: { bulk: 0, direct: 250, digital: 0 }, shipping: {} })
  const bytes = await drawInvoice(await documentWith({ ...price, balanceCents: price.totalCents }))
  assertSound(bytes)
  const { text, pages } = readPdf(bytes)
  expect(pages).toBeGreaterThan(5)
  for (const { name } of items) expect(text).toContain(`${name} (direct)`)
  expect(text).toContain(`Invoice 10482, page ${pages} of ${pages}`)
  expect(text.match(/^Amount$/gm)).toHaveLength(pages)
  expect(text).toContain(dollars(price.totalCents))
})
