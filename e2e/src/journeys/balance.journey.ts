import { readFile } from 'node:fs/promises'
import { readPdf } from '../../../server/src/testing/read-pdf.ts'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { cancelPayment, payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('an admin pays an order from the balance and gets a refund there, and pays an invoice by check', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  test.setTimeout(300_000)
  const person = await makePerson(request)
  const payables = `ap-${Date.now()}@halden.example`
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
  await page.getByRole('button', { name: 'Continue to payment' }).click()
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
  await expect(page.getByText(/\$500\.00 available, \$\d+\.\d\d after this order\./)).toBeVisible()
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

  await office.getByRole('link', { name: 'Halden Tools' }).click()
  await office.getByRole('button', { name: 'Allow invoices' }).click()
  const terms = office.getByRole('dialog', { name: 'Let Halden Tools order on invoice?' })
  await terms.getByRole('textbox', { name: 'Credit limit' }).fill('1000')
  await expectAccessible(office, 'the dialog for terms')
  await terms.getByRole('button', { name: 'Save terms' }).click()
  await expect(terms).toBeHidden()
  await expect(office.getByText('After 30 days')).toBeVisible()
  await expectAccessible(office, 'a company with terms')

  await page.goto(`${originOf('northwind')}/company/settings`)
  await page.getByRole('button', { name: 'Change billing details' }).click()
  const billing = page.getByRole('dialog', { name: 'Change billing details' })
  await billing.getByRole('textbox', { name: 'Legal business name' }).fill('Halden Holdings LLC')
  await billing.getByRole('textbox', { name: 'Attention' }).fill('Accounts payable')
  await billing.getByRole('textbox', { name: 'Email for invoices' }).fill(payables)
  await expectAccessible(page, 'the dialog for billing details')
  await billing.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByText('Halden Holdings LLC')).toBeVisible()
  await expectAccessible(page, 'billing details')

  const invoicedId = await fillCartToPay(person, ['digital'], { name: 'Welcome kit' })
  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await expect(
    page.getByText(`It’s billed to Halden Holdings LLC. A copy goes to ${payables}.`),
  ).toBeVisible()
  await pressPay(page, /^Pay on invoice/)
  await expect(page.getByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeVisible()
  await expectAccessible(page, 'an order on invoice')
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Invoice' }).click(),
  ])
  const { text } = readPdf(await readFile(await invoice.path()))
  expect(text).toContain('Halden Holdings LLC')
  expect(text).toContain('Attn: Accounts payable')
  await expect.poll(async () => (await mailsTo(request, payables)).length).toBe(1)
  const { number, total_cents, payments } = await readOrder(person, invoicedId)
  await page.goto(`${originOf('northwind')}/company/budgets`)
  const invoices = page.getByRole('table', { name: 'Open invoices' })
  await expect(invoices.getByRole('row', { name: number })).toContainText('$102.50')
  await expect(page.getByRole('row', { name: /Welcome kit/ })).toHaveCount(1)
  await expectAccessible(page, 'open invoices')

  await office
    .getByRole('navigation', { name: 'Office' })
    .getByRole('link', { name: 'Payments received' })
    .click()
  await office.getByText('On invoice', { exact: true }).click()
  await expect(office.getByRole('link', { name: number })).toBeVisible()
  await expectAccessible(office, 'open invoices by age')
  await office.getByText('To match', { exact: true }).click()
  await office.getByRole('textbox', { name: 'Amount' }).fill(String(total_cents / 100))
  await office.getByRole('textbox', { name: 'Reference' }).fill(payments[0].remittance.reference)
  await office.getByRole('button', { name: 'Record check' }).click()
  await expect(office.getByText(`It’s matched to order ${number}.`)).toBeVisible()
  await office.getByText('On invoice', { exact: true }).click()
  await expect(office.getByText('No open invoices')).toBeVisible()
  expect(await readOrder(person, invoicedId)).toMatchObject({ payments: [{ state: 'paid' }] })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Open invoices' }).getByText('$0.00')).toBeVisible()
  await expect(invoices).toHaveCount(0)
})
