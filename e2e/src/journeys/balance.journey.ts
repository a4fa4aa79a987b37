import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder } from '../stack/cart.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { cancelPayment, payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// The demo's staff sign in for the first time only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('an admin tops up the balance by card and pays an order from it; a declined order goes back to it', async ({
  context,
  browser,
  request,
}) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['digital'], { name: 'Ten-year club' })
  const page = await openSignedIn(context, person, '/company/budgets')
  await expect(page.getByText('No entries yet')).toBeVisible()
  await expectAccessible(page, 'an empty balance')

  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.getByRole('radio', { name: /^Credit or debit card/ }).check()
  await amount.fill('500')
  await amount.blur()
  await page.getByRole('button', { name: 'Add $500.00' }).click()
  await cancelPayment(page)
  await expect(page.getByText('The payment isn’t finished.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on to payment' }).click()
  await payByCard(page)
  await expect(page.getByText('$500.00 added to the balance')).toBeVisible()
  await expect(page.getByRole('row', { name: /Top-up by card/ })).toContainText('+$500.00')
  await expect(page).toHaveURL(/\/company\/budgets$/)

  await page.getByRole('radio', { name: /^Check/ }).check()
  await amount.fill('250')
  await amount.blur()
  await page.getByRole('button', { name: 'Add $250.00' }).click()
  await expect(page.getByText('$250.00 by check')).toBeVisible()
  await expectAccessible(page, 'a balance with a check on its way')

  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await expect(page.getByText(/It has \$500\.00, and \$\d+\.\d\d after this order\./)).toBeVisible()
  await expectAccessible(page, 'checkout with a company balance')
  await pressPay(page, /^Company balance/)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  await expectAccessible(page, 'an order paid from the balance')
  const order = await readOrder(person, orderId)
  expect(order.payments[0]).toMatchObject({ method_code: 'company_balance', state: 'settled' })

  const office = await (await browser.newContext()).newPage()
  await office.goto(`${originOf('northwind')}/office/orders/${orderId}`)
  await signInStaff(office, demoStaff('northwind'))
  await expect(office.getByText('Company balances').first()).toBeVisible()
  await office.getByRole('button', { name: 'Decline' }).click()
  const dialog = office.getByRole('dialog', { name: `Decline order ${order.number}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The logo is not yours.')
  await dialog.getByRole('button', { name: 'Decline order' }).click()
  await expect(office.getByText(/To the company balance/).first()).toBeVisible()

  await page.goto(`${originOf('northwind')}/company/budgets`)
  const refund = page.getByRole('row', { name: `Refund, order ${order.number}, Ten-year club` })
  await expect(refund).toContainText('$500.00')
  await expectAccessible(page, 'a statement')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/^Statement \d{4}-\d\d\.pdf$/)
})
