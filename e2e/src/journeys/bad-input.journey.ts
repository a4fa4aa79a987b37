import { addRecipientsBy, fillCartToPay, makeDraft, readOrder, startPayment } from '../stack/cart.ts'
import { openPaymentStep, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('a text file that claims to be a picture is rejected at the logo, and nothing is lost', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'bulk')
  const page = await openSignedIn(context, person, `/create-reward/card-design?item=${item}`)
  const tools = page.getByRole('complementary', { name: 'Design' })
  await tools.getByLabel('First line').fill('Still here')
  await tools
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('I am not a picture.') })
  await expect(tools.getByText('Choose a PNG, JPEG, or WebP image.')).toBeVisible()
  await expect(tools.getByLabel('First line')).toHaveValue('Still here')
  await expect(page.getByText('Saved a moment ago')).toBeVisible()
  const kept = await person.api('GET', `/api/v1/card_items/${item}/`)
  expect(kept.design).toMatchObject({ line1: 'Still here', logo_file_key: null })
})

test('a quantity or a value outside the limits shows an error at its field and isn’t kept', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'bulk', { quantity: 10, cents: 5_000 })
  const page = await openSignedIn(context, person, `/create-reward/quantity?item=${item}`)
  const quantity = page.getByRole('textbox', { name: 'Number of cards' })
  await quantity.fill('5001')
  await quantity.press('Tab')
  await expect(quantity).toHaveAccessibleDescription(/Order 1 to 5,000 cards at a time\.$/)
  await page.getByRole('button', { name: 'Next: value' }).click()
  await expect(page).toHaveURL(/\/quantity$/)

  await page.getByRole('button', { name: '25', exact: true }).click()
  await page.getByRole('button', { name: 'Next: value' }).click()
  const value = page.getByRole('textbox', { name: 'Another amount' })
  for (const wrong of ['9.99', '1000.01']) {
    await value.fill(wrong)
    await value.press('Tab')
    await expect(value).toHaveAccessibleDescription(/Enter a value from \$10 to \$1,000\.$/)
    await page.getByRole('button', { name: 'Next: message' }).click()
    await expect(page).toHaveURL(/\/value$/)
  }
  expect(await person.api('GET', `/api/v1/card_items/${item}/`)).toMatchObject({
    quantity: 25,
    denomination_cents: 5_000,
  })
})

test('recipients who can’t be reached show an error in their row and block the payment', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(
    context,
    person,
    `/create-reward/recipients?item=${await makeDraft(person, 'digital')}`,
  )
  await addRecipientsBy(page, 'Paste a list')
  await page.getByLabel('Rows from a spreadsheet').fill('Name,Email\nIvo Marsh,ivo at example.com')
  await page.getByRole('button', { name: 'Add these people' }).click()
  await expect(page.getByText('1 row read, 1 added, 1 needs attention')).toBeVisible()
  await expect(page.getByText('1 person needs attention before checkout.')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: 'Ivo Marsh' })
  await row.getByRole('gridcell', { name: 'ivo at example.com' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ivo@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 ready')).toBeVisible()
})

test('a card changed in another tab after payment began is rejected with an explanation', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['bulk'])
  const [item] = (await readOrder(person, orderId)).card_items
  const page = await openSignedIn(context, person, `/create-reward/card-design?item=${item.id}`)
  await expect(page.getByLabel('First line')).toHaveValue('Thank you')

  await startPayment(person, orderId, 'elavon_cc')
  await page.getByLabel('First line').fill('Changed my mind')
  await page.getByRole('button', { name: 'Next: quantity' }).click()
  await expect(
    page.getByRole('alert').filter({
      hasText: 'You started to pay for this order. To change it, cancel that payment in your cart first.',
    }),
  ).toBeVisible()
  const kept = await person.api('GET', `/api/v1/card_items/${item.id}/`)
  expect(kept.design.line1).toBe('Thank you')
})

test('an order paid in one tab can’t be paid again in another', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const { person, orderId, page } = await openPaymentStep(context, request, ['digital'])
  const other = await context.newPage()
  await other.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await expect(other.getByRole('heading', { level: 1, name: 'Payment & confirmation' })).toBeVisible()
  await pressPay(page, /^Check/)
  await expect(page.getByRole('heading', { name: /ordered/ })).toBeVisible()
  await pressPay(other, /^Check/)
  await expect(other.getByRole('heading', { name: /ordered/ })).toBeVisible()
  expect((await readOrder(person, orderId)).payments).toHaveLength(1)
})

test('addresses with meaningless values still open their screens', { tag: '@every-way' }, async ({
  context,
  page,
  request,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${originOf('northwind')}/?login=false`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${originOf('northwind')}/confirm-signup/?email=5`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const person = await makePerson(request)
  const mine = await openSignedIn(context, person, '/my-rewards/?createNew=banana')
  mine.on('pageerror', ({ message }) => errors.push(message))
  for (const value of ['abc', '-1', '0', '1.5', '', 'x'.repeat(5_000)]) {
    await mine.goto(`${originOf('northwind')}/my-rewards/?openDetails=${value}`)
    await expect(mine.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()
    await expect(mine.getByRole('dialog')).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test('a part of the page that a new release removed offers a reload in plain words', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/my-rewards/')
  await expect(page.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()
  let isGone = true
  await context.route(/\/assets\/settings-.*\.js/, (route) => (isGone ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const told = page.getByRole('alert')
  await expect(told.getByText('Reload it to continue.')).toBeVisible()
  await expect(told).not.toContainText('module')
  isGone = false
  await told.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
