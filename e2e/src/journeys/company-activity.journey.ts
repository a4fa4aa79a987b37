import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, startPayment } from '../stack/cart.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

test('an admin follows what happened in the company, filters it, and exports it', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const admin = await makePerson(request)
  const orderId = await fillCartToPay(admin, ['digital'], { name: 'Winter thank-you' })
  await startPayment(admin, orderId, 'self_hosted_check')
  const page = await openSignedIn(context, admin, '/company/budgets')
  await page.getByRole('button', { name: 'New budget' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New budget' })
  await dialog.getByLabel('Name').fill('Marketing')
  await dialog.getByLabel('Amount').fill('4000')
  await dialog.getByRole('button', { name: 'Add budget' }).click()
  await page.getByRole('button', { name: /^Actions for Marketing/ }).click()
  await page.getByRole('menuitem', { name: 'Edit budget' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('5000')
  await page.getByRole('dialog').getByRole('button', { name: 'Save budget' }).click()

  await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Activity' }).click()
  await expect(
    page.getByText('Dana Whitlock raised the budget “Marketing” from $4,000.00 to $5,000.00'),
  ).toBeVisible()
  await expect(page.getByText(/^Dana Whitlock placed order \d+$/)).toBeVisible()
  await expectAccessible(page, 'the activity')

  await page.getByRole('button', { name: /About/ }).click()
  await page.getByRole('option', { name: 'Orders' }).click()
  await expect(page.getByText(/raised the budget/)).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('activity.csv')

  await page.getByRole('link', { name: /^Order \d+$/ }).click()
  await expect(page).toHaveURL(/openDetails=/)
  await page.goBack()
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-01-31')
  await expect(page.getByText('No activity found')).toBeVisible()
  await expectAccessible(page, 'no activity found')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText(/exported the activity/)).toBeVisible()
})
