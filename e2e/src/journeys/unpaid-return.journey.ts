import { addAddress, fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import {
  cancelPayment,
  expectPaymentPage,
  openPaymentStep,
  payByCard,
  pressPay,
} from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const FORGED = 'ssl_result_message=APPROVAL&ssl_token_response=SUCCESS&ssl_card_number=41**********9990'

test('a customer who cancels on the payment page can change the cart and pay another way at once; a late payment is refunded', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, orderId, page } = await openPaymentStep(context, request, ['bulk'])
  await pressPay(page)
  // Another window keeps the page open: its token is valid for fifteen minutes.
  await expectPaymentPage(page)
  const token = await page.locator('#payment input[name=ssl_txn_auth_token]').inputValue()
  await cancelPayment(page)

  await expect(page.getByRole('heading', { name: 'You haven’t paid yet' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({
    status: 'cart',
    frozen_until: null,
    payments: [{ state: 'abandoned', hosted_page: null }],
  })

  await page.getByRole('button', { name: 'Change your cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByRole('article')).toHaveCount(1)
  await expect(cart.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await cart.getByRole('button', { name: 'Check out' }).click()
  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await pressPay(page)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Your 10 cards are ordered.' })).toBeVisible()

  const late = await context.newPage()
  await late.goto(
    `${process.env.SANDBOX_ORIGIN}/converge/hosted-payments?ssl_txn_auth_token=${encodeURIComponent(token)}`,
  )
  await payByCard(late)
  await expect(late.getByRole('heading', { name: 'Your 10 cards are ordered.' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({
    status: 'in_review',
    payments: [{ state: 'abandoned' }, { state: 'paid' }],
  })
  await expect
    .poll(async () => (await mailsTo(request, person.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^We’re refunding your payment of \$/))
})

test('a customer who goes back or closes the tab chooses again: the same page, another way, or the cart', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, orderId, page } = await openPaymentStep(context, request, ['digital'])
  await pressPay(page)
  await expectPaymentPage(page)

  // Another tab doesn't know about this one: it asks, and leaves only on request.
  const other = await context.newPage()
  await other.goto(`${originOf('northwind')}/checkout/digital-shipping-method`)
  await expect(other).toHaveURL(/payment-confirmation$/)
  await expect(other.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Back to the payment page' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({ payments: [{ state: 'started' }] })
  await page.close()
  await other.getByRole('button', { name: 'Pay another way' }).click()
  await pressPay(other)
  await expectPaymentPage(other)

  await other.goBack()
  await expect(other.getByRole('radio', { name: /^Credit or debit card/ })).toBeVisible()
  await pressPay(other, /^Check/)
  await expect(other.getByRole('region', { name: 'Mail us your check' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({
    payments: [{ state: 'abandoned' }, { state: 'abandoned' }, { state: 'submitted' }],
  })
})

test('a declined card is reported plainly, and the cart can be changed and paid another way', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, orderId, page } = await openPaymentStep(context, request, ['digital'])
  await pressPay(page)
  await payByCard(page, '4000 0000 0000 0002')

  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible()
  await expect(page.getByText('Nothing was charged. Try another payment method.')).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'cart', frozen_until: null })
  await page.getByRole('button', { name: 'Change your cart' }).click()
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()

  await page.goto(`${originOf('northwind')}/order-confirmation?cpi_order_id=${orderId}`)
  await page.getByRole('link', { name: 'Try another payment method' }).click()
  await pressPay(page)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
})

test('a forged return pays nothing, with a payment open or without one', async ({ context, request }) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['digital'])
  const forged = `/order-confirmation?cpi_order_id=${orderId}&${FORGED}`

  const page = await openSignedIn(context, person, forged)
  await expect(page.getByRole('heading', { name: 'This order isn’t paid yet' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order-confirmation\\?cpi_order_id=${orderId}$`))
  expect((await readOrder(person, orderId)).status).toBe('cart')

  await startPayment(person, orderId, 'elavon_cc')
  await page.goto(`${originOf('northwind')}${forged}`)
  await expect(page.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
  await expect(page.getByText(/ordered/)).toHaveCount(0)
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
})

test('a confirmation of no order, an unknown order, or another customer’s order isn’t found', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const [person, other] = await Promise.all([makePerson(request), makePerson(request)])
  await addAddress(other)
  const foreignId = await fillCartToPay(other, ['digital'])
  const page = await openSignedIn(context, person, '/order-confirmation')
  const nothing = page.getByRole('heading', { name: 'We can’t find that page' })
  await expect(nothing).toBeVisible()
  for (const query of ['cpi_order_id=999999', `cpi_order_id=${foreignId}&${FORGED}`, 'cpi_order_id=abc']) {
    await page.goto(`${originOf('northwind')}/order-confirmation?${query}`)
    await expect(nothing).toBeVisible()
  }
})
