import { expectGood, LOOKS, NORTHWIND } from '../stack/looks.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('an order from one sentence to a paid cart, with the guide', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const dana = await makePerson(request)
  const list = await dana.api('POST', '/api/v1/recipient_lists/', { name: 'Sales' })
  for (const name of ['Okafor', 'Lima', 'Cole']) {
    await dana.api('POST', `/api/v1/recipient_lists/${list.id}/people/`, {
      ...{ first_name: 'Maya', last_name: name, email: `${name}.${list.id}@recipient.example` },
    })
  }
  const page = await openSignedIn(context, dana, '/my-rewards')
  const guide = page.getByRole('complementary', { name: 'Guide' })
  const field = guide.getByRole('textbox', { name: 'Message' })

  await test.step('the guide says what it is', async () => {
    await page.getByRole('button', { name: 'Guide' }).click()
    await expect(guide.getByText(/not a person or a language model/)).toBeVisible()
    await expect(field).toBeFocused()
    await expectGood(page, NORTHWIND, 'the guide, before the first message')
  })

  await test.step('one sentence becomes a plan with its full price', async () => {
    await field.fill('the sales list, $25 each, by email tomorrow, to thank them')
    await page.keyboard.press('Enter')
    const plan = guide.getByRole('article', { name: '3 digital cards × $25.00' })
    await expect(plan.getByText('Nothing charged yet')).toBeVisible()
    await expect(plan.getByText(/^By email on .* · Sales$/)).toBeVisible()
    await expectGood(page, NORTHWIND, 'a plan of the guide')
    await plan.getByRole('button', { name: 'Create draft' }).click()
    await expect(guide.getByText('Your draft “3 cards of $25” is ready.', { exact: false })).toBeVisible()
  })

  await test.step('a reload keeps the conversation', async () => {
    await page.reload()
    await expect(guide.getByRole('article', { name: '3 digital cards × $25.00' })).toBeVisible()
    await guide.getByRole('button', { name: 'Add to cart' }).click()
    await expect(guide.getByText('It’s in your cart.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
    await expectGood(page, NORTHWIND, 'a plan in the cart')
  })

  await test.step('checkout has the plan’s price and day, and the order is paid', async () => {
    await guide.getByRole('link', { name: 'Check out' }).click()
    await page.waitForURL(/checkout/)
    await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
    await pressPay(page)
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Your 3 cards are ordered.' })).toBeVisible()
    const { results } = await dana.api('GET', '/api/v1/orders/')
    // Her next cart comes first.
    const order = results.find(({ status }: { status: string }) => status !== 'cart')
    expect(order.card_count).toBe(3)
    expect(order.shipping_orders[0].send_at).not.toBeNull()
  })

  await test.step('the guide knows the order’s status', async () => {
    await page.goto(`${originOf('northwind')}/my-rewards`)
    await field.fill('where’s my order?')
    await page.keyboard.press('Enter')
    await expect(guide.getByText(/“3 cards of \$25” \(3 cards, .*In review/).last()).toBeVisible()
  })

  await test.step('conversations are renamed and deleted', async () => {
    await guide.getByRole('button', { name: 'Conversations' }).click()
    await guide.getByRole('button', { name: /^Rename the sales list/ }).click()
    await guide.getByRole('textbox', { name: 'Conversation name' }).fill('Sales thanks')
    await page.keyboard.press('Enter')
    await expectGood(page, NORTHWIND, 'the guide’s conversations')
    await guide.getByRole('button', { name: 'Delete Sales thanks' }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await expect(guide.getByText('No conversations yet.')).toBeVisible()
    await guide.getByRole('button', { name: 'Close guide' }).click()
    await expect(guide).toBeHidden()
  })
})

test('the guide on a phone, in another brand, by keyboard', {
  tag: '@every-brand',
}, async ({ context, request }) => {
  const dana = await makePerson(request, { site: 'acorn' })
  const page = await openSignedIn(context, dana, '/my-rewards')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /account$/ }).click()
  await page.getByRole('menuitem', { name: 'Guide' }).click()
  const guide = page.getByRole('dialog', { name: 'Guide' })
  await guide.getByRole('textbox', { name: 'Message' }).fill('200 people, $25, by email on Friday')
  await page.keyboard.press('Enter')
  await expect(guide.getByText('200 digital cards × $25.00')).toBeVisible()
  await expectGood(page, LOOKS[1]!, 'the guide on a phone')
  await page.keyboard.press('Escape')
  await expect(guide).toBeHidden()
})
