import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../stack/axe.ts'
import { decideDeliveries, fillCart, readOrder } from '../stack/cart.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Staff set up an authenticator once per shop.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('finance sees who received how much in a year, undoes a join, and is warned at checkout', {
  tag: '@every-way',
}, async ({ browser, context, request }) => {
  test.setTimeout(300_000)
  const person = await makePerson(request)
  const email = `ana.${randomUUID().slice(0, 8)}@example.com`
  const ana = { first_name: 'Ana', last_name: 'Ruiz', email }
  const luis = { first_name: 'Luis', last_name: 'Ruiz', email }
  await fillCart(person, ['digital'], { name: 'For Ana', recipients: [ana] })
  const orderId = await fillCart(person, ['digital'], { name: 'For Luis', recipients: [luis] })
  await decideDeliveries(person, orderId, ['digital'])
  const page = await openSignedIn(await browser.newContext(), person, '/checkout/payment-confirmation')
  await pressPay(page)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  const { number } = await readOrder(person, orderId)

  const office = await context.newPage()
  await office.goto(`${originOf('northwind')}/office/orders`)
  await signInStaff(office, demoStaff('northwind'))
  await office.getByRole('link', { name: number, exact: true }).click()
  await office.getByRole('button', { name: 'Approve order' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()
  await expect(office.getByRole('dialog')).toBeHidden()

  const people = page.getByRole('table')
  await expect(async () => {
    await page.goto(`${originOf('northwind')}/company/year-end`)
    await expect(people.getByRole('row')).toHaveCount(2, { timeout: 3_000 })
  }).toPass({ timeout: 150_000 })
  await expect(people).toContainText('2 joined')
  await expect(people).toContainText('$100.00')
  await expect(page.getByText('A count, not tax advice.').first()).toBeVisible()
  await expectAccessible(page, 'the year end')

  await page.getByRole('link', { name: 'Ana Ruiz' }).click()
  await expect(page.getByText('Same email as Ana Ruiz')).toBeVisible()
  await expect(people.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, 'a person at year end')
  await page.getByRole('button', { name: /^Separate Luis Ruiz/ }).click()
  await expect(page.getByText('Separated', { exact: true })).toBeVisible()
  await expect(people.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'All people' }).click()
  await expect(people.getByRole('row')).toHaveCount(3)
  await expect(people.getByRole('link', { name: 'Luis Ruiz' })).toBeVisible()

  await page.getByRole('link', { name: 'Ana Ruiz' }).click()
  await page.getByRole('button', { name: 'Edit status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status of Ana Ruiz' })
  await dialog.getByRole('button', { name: /W-9/ }).click()
  await page.getByRole('option', { name: 'Requested' }).last().click()
  await expectAccessible(page, 'the status of a person')
  await dialog.getByRole('button', { name: 'Save status' }).click()
  await expect(page.getByText('W-9 requested')).toBeVisible()

  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await fillCart(person, ['digital'], { name, cents: 50_000, recipients: [ana] })
  }
  const { results } = await person.api('GET', '/api/v1/orders/?status=cart')
  await decideDeliveries(person, results[0].id, ['digital'])
  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await expect(page.getByText('Ana Ruiz would pass $2,000 this year.')).toBeVisible()
  await expectAccessible(page, 'a warning at checkout')
})
