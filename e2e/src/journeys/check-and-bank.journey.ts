import { fillCart, fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { openPaymentStep, payByAccount, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const METHODS = [
  { way: /^Check/, title: 'Mail us your check', details: 'Send your check', line: 'Payable to' },
  {
    way: /^Bank transfer/,
    title: 'Send your transfer',
    details: 'Make your transfer',
    line: 'Routing number',
  },
]

for (const { way, title, details, line } of METHODS) {
  test(`an outstanding payment (“${title}”) shows where to send it and which reference to quote`, async ({
    context,
    request,
  }) => {
    const { person, orderId, page } = await openPaymentStep(context, request, ['bulk'])
    await page.getByRole('radio', { name: way }).check()
    await page.getByLabel('Your PO number (optional)').fill('PO-7741')
    await pressPay(page, way)

    await expect(page).toHaveURL(new RegExp(`/order-confirmation\\?cpi_order_id=${orderId}$`))
    const order = await person.api('GET', `/api/v1/orders/${orderId}/`)
    expect(order).toMatchObject({ status: 'pending_payment', po_number: 'PO-7741' })
    const { reference } = order.payments[0].remittance
    const remittance = page.getByRole('region', { name: title })
    await expect(remittance).toContainText(reference)
    await expect(remittance).toContainText(line)

    await page.getByRole('link', { name: 'Track order' }).click()
    await expect(page.getByText('Pending payment').first()).toBeVisible()
    await expect(page.getByRole('region', { name: details })).toContainText(reference)
  })
}

test('a bank debit for cards scheduled on a date waits until it clears', async ({ context, request }) => {
  const person = await makePerson(request)
  const orderId = await fillCart(person, ['digital'])
  const page = await openSignedIn(context, person, '/checkout/digital-shipping-method')
  await page.getByRole('radio', { name: /^Email/ }).check()
  await page.getByRole('radio', { name: /^At a scheduled time/ }).check()
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Day', { exact: true }).fill(day)
  await page.getByLabel('Time', { exact: true }).fill('09:00')
  await page.getByRole('button', { name: /^Next/ }).first().click()
  await pressPay(page, /^Bank account/)
  await payByAccount(page)

  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  await expect(
    page.getByText('Your bank accepted the payment. It clears in about 4 business days.'),
  ).toBeVisible()
  const order = await readOrder(person, orderId)
  expect(order).toMatchObject({ status: 'pending_payment', payments: [{ method_code: 'elavon_ach' }] })
  expect(order.shipping_orders[0].send_at).toContain(day)
})

test('a past order fills the cart again', async ({ context, request }) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['direct'])
  await startPayment(person, orderId, 'self_hosted_check')
  const page = await openSignedIn(context, person, `/my-rewards?openDetails=${orderId}`)
  await page.getByRole('button', { name: /again/i }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByRole('article')).toHaveCount(1)
  await expect(cart.getByText('Direct, 2 people at $50.')).toBeVisible()
})
