import { addAddress, fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { cancelPayment, payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const FORGED = 'ssl_result_message=APPROVAL&ssl_token_response=SUCCESS&ssl_card_number=41**********9990'

test('who comes back without paying keeps a frozen cart, and can go on and pay', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['bulk'])
  const page = await openSignedIn(context, person, '/checkout/payment-confirmation')
  await pressPay(page)
  await cancelPayment(page)

  await expect(page.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({
    status: 'cart',
    frozen_until: expect.any(String),
    payments: [{ state: 'started' }],
  })

  await page.goto(`${originOf('northwind')}/my-rewards`)
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByText('A payment for this cart is open.')).toBeVisible()
  await expect(cart.getByRole('article')).toHaveCount(1)
  await expect(cart.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await cart.getByRole('link', { name: 'See the payment' }).click()

  await expect(page.getByRole('heading', { name: 'A payment is open' })).toBeVisible()
  await page.goto(`${originOf('northwind')}/checkout/bulk-shipping-method`)
  await expect(page).toHaveURL(/payment-confirmation$/)
  await page.getByRole('button', { name: 'Go on to the payment page' }).click()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Your 10 cards are ordered.' })).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'in_review', frozen_until: null })
})

test('a declined card is told plainly, and the cart can be changed and paid another way', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['digital'])
  const page = await openSignedIn(context, person, '/checkout/payment-confirmation')
  await pressPay(page)
  await payByCard(page, '4000 0000 0000 0002')

  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible()
  await expect(page.getByText('Nothing was charged. Try another way to pay.')).toBeVisible()
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'cart', frozen_until: null })
  await page.getByRole('link', { name: 'Leave it in the cart' }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()

  await page.goto(`${originOf('northwind')}/order-confirmation?cpi_order_id=${orderId}`)
  await page.getByRole('link', { name: 'Try another way to pay' }).click()
  await pressPay(page)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
})

test('a forged return pays nothing: neither while a payment is open nor without one', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['digital'])
  const forged = `/order-confirmation?cpi_order_id=${orderId}&${FORGED}`

  const page = await openSignedIn(context, person, forged)
  await expect(page.getByRole('heading', { name: 'This order is not paid yet' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order-confirmation\\?cpi_order_id=${orderId}$`))
  expect((await readOrder(person, orderId)).status).toBe('cart')

  await startPayment(person, orderId, 'elavon_cc')
  await page.goto(`${originOf('northwind')}${forged}`)
  await expect(page.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
  await expect(page.getByText(/ordered/)).toHaveCount(0)
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
})

test('a confirmation of no order, of no known order or of somebody else’s is not found', async ({
  context,
  request,
}) => {
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
