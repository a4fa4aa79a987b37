import { KEY_FIRST_NAME } from '@laurel/domain/company-api-keys'
import { MESSAGES_AN_HOUR } from '@laurel/domain/message-limits'
import { formatCents } from '@laurel/domain/money'
import { startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { type Message, makeMailWorld } from '../../testing/mail-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { remindOfUnpaid } from '../../testing/sweeps.ts'
import type { World } from '../../testing/world.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import type { OrderToTell } from './order-mails.repo.ts'
import { greeting } from './order-words.ts'

const DAY_MS = 86_400_000

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
}, 60_000)
afterAll(() => mails.close())
afterEach(() => world.setClock(undefined))

const inbox = (to: string) => mails.inbox(to)
const workMails = () => mails.work('mail.%')

function documents({ attachments }: Message) {
  const pdfs = attachments.filter(({ content_type }) => content_type === 'application/pdf')
  return pdfs.map(({ file_name, base64 }) => ({
    name: file_name,
    text: readPdf(Buffer.from(base64, 'base64')).text,
  }))
}

async function shopper() {
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const { email } = await dana.ok('GET', '/api/v1/actual_user/')
  return { customer, dana, email: email as string }
}

async function placeByCheck(dana: Awaited<ReturnType<typeof shopper>>['dana'], more = {}) {
  const id = await dana.fillCart('bulk')
  await dana.ok('POST', '/api/v1/payments/', { order_id: id, method_code: 'self_hosted_check', ...more })
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

test('invoice and receipt are mailed to the customer and to accounts payable, each on its own', async () => {
  const { dana, email } = await shopper()
  const ap = `ap-${email}`
  const { order, reference } = await placeByCheck(dana, {
    po_number: 'PO-9',
    invoice_emails: [ap, ap.toUpperCase()],
  })
  await workMails()

  const [toCustomer, ...others] = await inbox(email)
  expect(others).toEqual([])
  const [invoice] = documents(toCustomer!)
  expect(invoice!.name).toBe(`Invoice-${order.number}.pdf`)
  expect(invoice!.text).toContain(`Invoice ${order.number}`)
  const [toPayable, ...twice] = await inbox(ap)
  expect(twice).toEqual([])
  expect(documents(toPayable!)).toEqual([invoice])
  expect(toPayable!.text).toContain(reference)
  expect(toPayable!.text).toContain('PO-9')
  expect(toPayable!.text).not.toContain('/my-rewards')

  await record(reference, order.total_cents)
  await workMails()
  for (const who of [email, ap]) {
    const [latest] = await inbox(who)
    const [receipt] = documents(latest!)
    expect(receipt!.name).toBe(`Receipt-${order.number}.pdf`)
    expect(receipt!.text).toContain('Nothing due')
  }
})

test('a message from staff is mailed once and can’t be edited, and notes stay with the team', async () => {
  const { dana, email } = await shopper()
  const { id, order } = await placeByCheck(dana)
  await workMails()
  const [office, viewer] = [await world.staff('owner'), await world.staff('viewer')]
  const notes = `/api/v1/office/orders/${id}/notes/`
  const text = 'Your logo is blurred.\n<b>Can you send another?</b>'
  const { body: note } = await office.call('POST', notes, { text: 'Called Dana.' })
  const { status, body: message } = await office.call('POST', notes, { text, mails_customer: true })
  expect([status, note.is_mailed, message.is_mailed]).toEqual([200, false, true])
  expect((await viewer.call('POST', notes, { text, mails_customer: true })).status).toBe(403)
  await workMails()
  await workMails()

  const written = (await inbox(email)).filter(
    ({ subject }) => subject === `A message about order ${order.number}`,
  )
  expect(written).toHaveLength(1)
  expect(written[0]!.text).toContain('<b>Can you send another?</b>')
  expect(written[0]!.html).toContain('&lt;b&gt;Can you send another?&lt;/b&gt;')
  expect(written[0]!.text).toContain(`/my-rewards?openDetails=${id}`)

  // A sent message can't be edited.
  expect((await office.call('PATCH', `${notes}${message.id}/`, { text: 'Never mind.' })).status).toBe(404)
  expect((await office.call('DELETE', `${notes}${message.id}/`)).status).toBe(404)
  const { happened } = await dana.ok('GET', `/api/v1/orders/${id}/activity/`)
  expect(happened).toContainEqual(expect.objectContaining({ event: 'message', by: 'organization', text }))
  expect(JSON.stringify(happened)).not.toContain('Called Dana.')
})

test('messages to customers are limited by the hour, about an order and from one colleague', async () => {
  const { dana } = await shopper()
  const [one, other] = [await placeByCheck(dana), await placeByCheck(dana)]
  const [office, colleague] = [await world.staff('owner'), await world.staff('owner')]
  const send = async (as: typeof office, order: { id: number }, mails_customer = true) =>
    (await as.call('POST', `/api/v1/office/orders/${order.id}/notes/`, { text: 'Hello', mails_customer }))
      .status
  for (let sent = 0; sent < MESSAGES_AN_HOUR.order; sent += 1) expect(await send(office, one)).toBe(200)
  expect([await send(office, one), await send(colleague, one)]).toEqual([429, 429])
  expect([await send(office, one, false), await send(office, other)]).toEqual([200, 200])

  const { site_id, written_by } = await world.kit.pool
    .selectFrom('order_notes')
    .select(['site_id', 'written_by'])
    .where('order_id', '=', other.id)
    .executeTakeFirstOrThrow()
  const earlier = { site_id, order_id: one.id, text: 'Hello', written_by, at: new Date(), is_mailed: true }
  const missing = MESSAGES_AN_HOUR.writer - MESSAGES_AN_HOUR.order - 1
  await world.kit.pool.insertInto('order_notes').values(Array(missing).fill(earlier)).execute()
  expect([await send(office, other), await send(colleague, other)]).toEqual([429, 200])
  const hourAgo = new Date(Date.now() - 3_600_001)
  await world.kit.pool.updateTable('order_notes').set({ at: hourAgo }).where('is_mailed', '=', true).execute()
  expect([await send(office, one), await send(office, other)]).toEqual([200, 200])
})

test('an order’s mail shows its cards, where they go, when they arrive, and what they cost', async () => {
  const { dana, email } = await shopper()
  const id = await dana.fillCart('bulk', 'digital')
  await dana.ok('POST', '/api/v1/payments/', {
    order_id: id,
    method_code: 'self_hosted_check',
    po_number: 'PO-9',
  })
  const order = await dana.order(id)
  world.setClock(new Date('2026-11-23T16:00:00Z'))
  await workMails()
  const [message] = await inbox(email)
  const [bulk, digital] = order.card_items
  // A check takes 7 business days, Thanksgiving not counted.
  expect(message!.text).toContain(
    `${bulk.name}, ${bulk.card_count} cards: ${formatCents(bulk.value_cents)}\nUPS Ground to Dayton, OH\nArrives about Wed, Dec 9 to Fri, Dec 11`,
  )
  expect(message!.text).toContain(`${digital.name}, ${digital.card_count} cards`)
  expect(message!.text).toContain(`Total: ${formatCents(order.total_cents)}`)
  expect(message!.text).toContain('Your PO number: PO-9')
  const pictures = message!.attachments.filter(({ content_type }) => content_type === 'image/jpeg')
  expect(pictures).toHaveLength(2)
  expect(message!.html.match(/<img class="(pic|thumb)"/g)).toHaveLength(3)
  expect(message!.html).toContain(`src="cid:card-${bulk.id}@laurel" alt="Card: ${bulk.name}"`)
})

test('a customer who reads Spanish gets mails and documents in Spanish', async () => {
  const { dana, email } = await shopper()
  await dana.ok('PATCH', '/api/v1/actual_user/', { language: 'es', first_name: 'Kim' })
  const { order, reference } = await placeByCheck(dana, { po_number: 'PO-9' })
  world.setClock(new Date('2026-11-23T16:00:00Z'))
  await workMails()
  const [placed] = await inbox(email)
  const { number, total_cents } = order
  const total = formatCents(total_cents)
  expect(placed!.subject).toBe(`Recibimos su pedido ${number}`)
  for (const words of [
    `Kim, recibimos su pedido ${number}.`,
    `El total es de ${total}. Empezaremos con sus tarjetas cuando llegue su pago. Adjuntamos la factura.`,
    'UPS Ground a Dayton, OH\nLlegada estimada: mié, 9 de dic – vie, 11 de dic',
    'Entrega: $',
    'Su orden de compra: PO-9',
    `Recibió este correo porque hizo el pedido ${number}.`,
  ]) {
    expect(placed!.text).toContain(words)
  }
  expect(placed!.html).toContain('<html lang="es"')
  const [invoice] = documents(placed!)
  expect(invoice!.name).toBe(`Factura-${number}.pdf`)
  for (const words of [
    `Factura ${number}`,
    'Pago al recibir la factura',
    'Pagar con cheque',
    'A nombre de',
  ]) {
    expect(invoice!.text).toContain(words)
  }
  world.setClock(undefined)
  await record(reference, total_cents)
  await workMails()
  const [paid] = await inbox(email)
  expect(paid!.subject).toBe(`Recibimos el pago del pedido ${number}`)
  const [receipt] = documents(paid!)
  expect(receipt!.name).toBe(`Recibo-${number}.pdf`)
  expect(receipt!.text).toMatch(/Pago recibido: Cheque, \d+ de \p{L}+ de \d{4}/u)
  expect(receipt!.text).not.toMatch(/received|Paid|Amount|Total due/)
})

test('orders of a company are billed to it, and its billing email gets copies and reminders', async () => {
  const steps = companySteps(world)
  const admin = await steps.person()
  const buyer = await steps.colleague(admin)
  const dana = customerSteps(buyer)
  const bill = (change: object, as = admin) =>
    as.call('PUT', '/api/v1/company/billing/', { ...HALDEN, email: ap, ...change })
  const [company] = (await admin.call('GET', '/api/v1/companies/')).body
  const invoiceOf = async (id: number) => {
    const headers = { host: buyer.host, authorization: `Bearer ${buyer.token}`, 'laurel-company': company.id }
    const answer = await world.app.inject({ method: 'GET', url: `/api/v1/orders/${id}/invoice/`, headers })
    return readPdf(answer.rawPayload).text
  }
  const ap = `ap@c${company.id}.example`
  await dana.ok('PATCH', '/api/v1/actual_user/', {
    legal_business_name: 'Stone Consulting',
    first_name: 'Kim',
  })

  const first = await placeByCheck(dana)
  const founders = await invoiceOf(first.id)
  expect(founders).toContain('Halden Tools')
  expect(founders).toContain('Kim')
  expect(founders).not.toContain('Stone Consulting')

  expect((await bill({}, buyer)).body.code).toBe('not_allowed')
  expect((await bill({ business_zip: '9', email: 'ap' })).body.errors).toMatchObject([
    { field: 'business_zip' },
    { field: 'email' },
  ])
  expect((await bill({ attention: 'Attn: Payables' })).body).toMatchObject({ attention: 'Payables' })
  const { id } = await placeByCheck(dana)
  await workMails()
  const [copy, ...twice] = await inbox(ap)
  expect(twice).toEqual([])
  const [invoice] = documents(copy!)
  for (const words of ['Halden Tools Inc.', 'Attn: Payables', '1 Ledger Way', 'Ordered by', 'Kim', ap]) {
    expect(invoice!.text).toContain(words)
  }
  expect(invoice!.text).not.toContain(buyer.email)

  // What was placed keeps what was in effect.
  await bill({ legal_business_name: 'Halden Group' })
  expect(await invoiceOf(id)).toContain('Halden Tools Inc.')
  expect(await invoiceOf(first.id)).toBe(founders)

  const office = await world.staff('owner')
  const path = `/api/v1/office/companies/${company.id}/`
  expect((await office.call('GET', path)).body.billing).toMatchObject({
    ...{ legal_business_name: 'Halden Group', email: ap, from_profile_of: null },
  })
  await office.call('PUT', `${path}terms/`, { limit_cents: 900_000, days: 30 })
  const invoiced = await dana.fillCart('digital')
  expect((await dana.pay(invoiced, 'company_terms')).status).toBe(200)
  const remind = (seen_reminded_on: string | null) =>
    office.call('POST', `${path}terms/remind/`, { seen_reminded_on })
  const { terms } = (await remind(null)).body
  await workMails()
  const [reminder] = await inbox(ap)
  expect(reminder!.subject).toContain('is due soon')
  expect(reminder!.text).not.toContain('/company/budgets')
  const told = await inbox(admin.email)
  expect(told[0]!.text).toContain('/company/budgets')
  // A person of the company who gets the reminder anyway gets it once.
  await bill({ email: admin.email })
  await remind(terms.reminded_on)
  await workMails()
  expect(await inbox(admin.email)).toHaveLength(told.length + 1)
  const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=settings')).body
  expect(JSON.stringify(results)).toContain(
    'changed the legal name to “Halden Group” and removed the attention line in the billing details',
  )
})

const HALDEN = {
  legal_business_name: 'Halden Tools Inc.',
  business_address1: '1 Ledger Way',
  ...{ business_city: 'Dayton', business_state: 'OH', business_zip: '45402' },
}

test('the mail about an overpayment names the received amount and the excess', async () => {
  const { dana, email } = await shopper()
  const { order, reference } = await placeByCheck(dana)
  await record(reference, order.total_cents + 700)
  await workMails()
  const [latest] = await inbox(email)
  expect(latest!.subject).toBe(`Payment received for order ${order.number}`)
  expect(latest!.text).toContain(`We received ${formatCents(order.total_cents + 700)}`)
  expect(latest!.text).toContain('$7.00 more than the order costs, so we’ll refund the difference')
})

test('money for an order that was paid already is announced, unless it is undone first', async () => {
  const { dana, email } = await shopper()
  const { order, reference } = await placeByCheck(dana)
  await record(reference, order.total_cents)
  await workMails()
  await record(reference, 700)
  await workMails()
  const [latest] = await inbox(email)
  expect(latest!.subject).toBe(`We received another $7.00 for order ${order.number}`)
  expect(latest!.text).toContain('$7.00 is more than it costs, so we’ll refund the difference.')
  expect(documents(latest!).map(({ name }) => name)).toEqual([`Receipt-${order.number}.pdf`])

  const sent = (await inbox(email)).length
  await record(reference, 800)
  const office = await world.staff('owner')
  const { body } = await office.call('GET', '/api/v1/office/received_payments/?page_size=200')
  const own = body.results.filter((one: { order_id: number }) => one.order_id === order.id)
  for (const { id, amount_cents } of own) {
    if (amount_cents === order.total_cents) continue
    const undo = `/api/v1/office/received_payments/${id}/reverse/`
    expect((await office.call('POST', undo, { reason: 'Recorded twice' })).status).toBe(200)
  }
  await workMails()
  expect(await inbox(email)).toHaveLength(sent)
})

test('the next order offers the addresses again, and can have none', async () => {
  const { dana, email } = await shopper()
  const ap = `ap-${email}`
  await placeByCheck(dana, { invoice_emails: [ap] })
  expect((await dana.ok('GET', '/api/v1/actual_user/')).invoice_emails).toEqual([ap])
  await placeByCheck(dana, { invoice_emails: [] })
  expect((await dana.ok('GET', '/api/v1/actual_user/')).invoice_emails).toEqual([])
  const enqueued = await workMails()
  expect(enqueued.filter(({ name }) => name === 'mail.paper-copy')).toHaveLength(1)
})

test('the enqueued mail contains no address of accounts payable', async () => {
  const { dana, email } = await shopper()
  await placeByCheck(dana, { invoice_emails: [`ap-${email}`] })
  expect(JSON.stringify(await workMails())).not.toContain(email)
})

test.each([
  ['six addresses', ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@halden.example`)],
  ['an invalid address', ['not an address']],
  ['a line break', ['ap@halden.example\r\nBcc: eve@evil.example']],
])('%s is rejected before the order is placed', async (_, invoice_emails) => {
  const { dana, customer } = await shopper()
  const id = await dana.fillCart('bulk')
  const body = { order_id: id, method_code: 'self_hosted_check', invoice_emails }
  const answer = await customer.call('POST', '/api/v1/payments/', body)
  expect(answer.body).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(answer.body.errors[0].field).toMatch(/^invoice_emails/)
  expect((await dana.order(id)).status).toBe('cart')
})

test('a bank debit is shown as clearing, with nothing to do', async () => {
  const { dana, email } = await shopper()
  const id = await dana.fillCart('bulk')
  await dana.pay(id, 'elavon_ach')
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, debit)])
  await dana.verify(id)
  await workMails()
  const [message] = await inbox(email)
  expect(message!.text).toContain('Your bank debit is clearing')
  expect(documents(message!)[0]!.text).toContain('Bank debit clearing')
  expect(documents(message!)[0]!.text).not.toContain('Amount due')
})

test('a promised check gets one reminder on each of the site’s days, with the amount due', async () => {
  const { dana, email } = await shopper()
  const { id, order, reference } = await placeByCheck(dana)
  await record(reference, 1_000)
  await workMails()
  const left = ((order.total_cents - 1_000) / 100).toFixed(2)
  const day = async (days: number) => {
    world.setClock(new Date(Date.parse(order.placed_at) + days * DAY_MS + 60_000))
    await remindOfUnpaid(world.kit)
    await remindOfUnpaid(world.kit)
    const mine = (await workMails()).filter(({ data }) => (data as { orderId: number }).orderId === id)
    return mine.length
  }

  expect(await day(6)).toBe(0)
  expect(await day(7)).toBe(1)
  expect(await day(8)).toBe(0)
  expect(await day(14)).toBe(1)
  expect(await day(21)).toBe(1)
  expect(await day(90)).toBe(0)
  const reminders = (await inbox(email)).filter(({ subject }) => subject.startsWith('$'))
  expect(reminders).toHaveLength(3)
  expect(reminders[0]!.subject).toBe(`$${left} is due for order ${order.number}`)
  expect(reminders[0]!.text).toContain('We received $10.00.')
  expect(reminders[0]!.text).toContain(reference)
  expect(documents(reminders[0]!).map(({ name }) => name)).toEqual([
    `Invoice-${order.number}.pdf`,
    `Remittance-slip-${order.number}.pdf`,
  ])
})

test('a paid or declined order gets no reminder, even if one was already enqueued', async () => {
  const paid = await shopper()
  const { order, reference } = await placeByCheck(paid.dana)
  const declined = await shopper()
  const { id, order: other } = await placeByCheck(declined.dana)
  await workMails()
  world.setClock(new Date(Date.parse(other.placed_at) + 8 * DAY_MS))
  await remindOfUnpaid(world.kit)
  world.setClock(undefined)
  await record(reference, order.total_cents)
  const office = await world.staff('owner')
  const answer = await office.call('POST', `/api/v1/office/orders/${id}/decline/`, {
    seen_status: 'pending_payment',
    reason: 'We cannot print this',
  })
  expect(answer.status).toBe(200)
  await workMails()
  for (const { email } of [paid, declined]) {
    const subjects = (await inbox(email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('$'))).toEqual([])
  }
  world.setClock(new Date(Date.parse(other.placed_at) + 15 * DAY_MS))
  await remindOfUnpaid(world.kit)
  const about = (await workMails()).map(({ data }) => (data as { orderId: number }).orderId)
  expect(about).not.toContain(id)
  expect(about).not.toContain(order.id)
})

test('mails about a deleted cart are not sent, and do not fail', async () => {
  const gone = { siteId: 1, orderId: 999_999 }
  await inSite(world.kit.pool, gone.siteId, async (db) => {
    await world.kit.jobs.enqueue(db, orderMail.placed, gone)
    await world.kit.jobs.enqueue(db, orderMail.strayRefunded, { ...gone, discrepancyId: 1 })
    await world.kit.jobs.enqueue(db, orderMail.news, { ...gone, noticeId: 1, told: [] })
  })
  expect(await workMails()).toHaveLength(3)
})

test.each([
  ['Kim', 'Kim, we have your order.'],
  ['', 'We have your order.'],
  [KEY_FIRST_NAME, 'We have your order.'],
])('a mail to the first name “%s” starts with “%s”', (name, title) => {
  expect(greeting({ first_name: name } as OrderToTell, 'we have your order.')).toBe(title)
})
