import type { Page } from '@playwright/test'
import { appCode } from '../stack/authenticator.ts'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff } from '../stack/staff.ts'

test('staff sign in the first time with an authenticator, record a check and approve; a declined order gives its money back', async ({
  browser,
  context,
  request,
}) => {
  const person = await makePerson(request)
  const byCheck = await fillCartToPay(person, ['bulk'])
  await startPayment(person, byCheck, 'self_hosted_check')
  const checkOrder = await readOrder(person, byCheck)
  const byCard = await fillCartToPay(person, ['digital'])
  const customers = await browser.newContext()
  const shop = await openSignedIn(customers, person, '/checkout/payment-confirmation')
  await pressPay(shop)
  await payByCard(shop)
  await expect(shop.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  const cardOrder = await readOrder(person, byCard)

  const page = await context.newPage()
  await page.goto(`${originOf('northwind')}/office/funds`)
  await signInFirstTime(page)

  // The wanted screen stands where the door stood.
  const reference = checkOrder.payments[0].remittance.reference
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(checkOrder.total_cents / 100))
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference)
  await expect(page.getByText(`Right: this is order ${checkOrder.number}.`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Payer (optional)' }).fill('Halden Tools')
  await page.getByRole('textbox', { name: 'Check number (optional)' }).fill(`C-${checkOrder.number}`)
  await page.getByRole('button', { name: 'Record check' }).click()
  await expect(page.getByText(`It counts for order ${checkOrder.number}.`)).toBeVisible()
  await expectAccessible(page, 'funds')

  await findOrder(page, checkOrder.number)
  await expect(page.getByText('Sums to $0.00')).toBeVisible()
  await expectAccessible(page, 'one order')
  await page.getByRole('button', { name: 'Approve order' }).click()
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('The check is good.')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()
  await expect(page.getByText('The check is good.')).toBeVisible()
  await expect.poll(async () => (await readOrder(person, byCheck)).status).toBe('approved')

  await findOrder(page, cardOrder.number)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: `Decline order ${cardOrder.number}?` })
  await expect(dialog).toContainText('is taken off the card before the charge settles.')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The logo is not yours.')
  await dialog.getByRole('button', { name: 'Decline order' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await readOrder(person, byCard)).payments[0].state).toBe('refunded')
  await page.reload()
  await expect(page.getByText('Charge taken back')).toBeVisible()
  await expect(page.getByText('Sums to $0.00')).toBeVisible()

  await page.getByRole('button', { name: /Owner$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await customers.close()
})

async function signInFirstTime(page: Page) {
  const { email, password } = demoStaff('northwind')
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await expectAccessible(page, 'the door')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page, 'the authenticator')
  const key = (await page.locator('code').textContent()) ?? ''
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill(appCode(key) === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not the code your app shows now.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(appCode(key))
  await page.keyboard.press('Enter')
}

async function findOrder(page: Page, number: string) {
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Orders' }).click()
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill(number)
  await search.press('Enter')
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
}
