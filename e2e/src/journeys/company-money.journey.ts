import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder } from '../stack/cart.ts'
import { pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('an admin asks for a cost center and sets a budget, and an order over it is refused until it is raised', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const admin = await makePerson(request)
  const page = await openSignedIn(context, admin, '/company/settings')
  await page.getByRole('button', { name: 'Add field' }).click()
  const field = page.getByRole('dialog', { name: 'Add field' })
  await field.getByLabel('Name').fill('Cost center')
  await field.getByText('Required to place an order').click()
  await field.getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByText('Cost center', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the company’s settings')

  await page
    .getByRole('navigation', { name: 'Company' })
    .getByRole('link', { name: 'Balance and budgets' })
    .click()
  await page.getByRole('button', { name: 'New budget' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New budget' })
  await dialog.getByLabel('Name').fill('Year-end')
  await dialog.getByLabel('Amount').fill('10')
  await expectAccessible(page, 'the dialog for a budget')
  await dialog.getByRole('button', { name: 'Add budget' }).click()
  await expect(page.getByText(/^Year-end,/)).toBeVisible()
  await expectAccessible(page, 'the budgets')

  const orderId = await fillCartToPay(admin, ['digital'])
  const checkout = `${originOf('northwind')}/checkout/payment-confirmation`
  await page.goto(checkout)
  await expect(page.getByText(/Year-end, .*: \$10\.00 left/).first()).toBeVisible()
  await pressPay(page, /^Check/)
  await expect(page.getByText('Enter a value for “Cost center”.')).toBeVisible()
  await page.getByLabel('Cost center').fill('4410')
  await pressPay(page, /^Check/)
  await expect(page.getByText(/has \$10\.00 left, and this order costs \$102\.50/).first()).toBeVisible()
  await expectAccessible(page, 'checkout over budget')

  await page.goto(`${originOf('northwind')}/company/budgets`)
  await page.getByRole('button', { name: /^Actions for Year-end/ }).click()
  await page.getByRole('menuitem', { name: 'Edit budget' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('500')
  await page.getByRole('dialog').getByRole('button', { name: 'Save budget' }).click()
  await expect(page.getByText('$500.00, no rollover')).toBeVisible()

  await page.goto(checkout)
  await expect(page.getByLabel('Cost center')).toHaveValue('4410')
  await pressPay(page, /^Check/)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  const order = await readOrder(admin, orderId)
  expect(order.fields).toEqual([expect.objectContaining({ name: 'Cost center', value: '4410' })])
  await page.goto(`${originOf('northwind')}/company/budgets`)
  await expect(page.getByText('$102.50 reserved').first()).toBeVisible()
  await expect(page.getByText('$397.50').first()).toBeVisible()
})
