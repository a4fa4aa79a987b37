import type { Page } from '@playwright/test'
import { appCode } from '../stack/authenticator.ts'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, inviteStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('staff sign in for the first time with an authenticator, record a check, and approve; a declined order is refunded', async ({
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
  await page.goto(`${originOf('northwind')}/office/received-payments`)
  await signInFirstTime(page)

  // After sign-in, the requested screen is shown.
  const reference = checkOrder.payments[0].remittance.reference
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(checkOrder.total_cents / 100))
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference)
  await expect(page.getByText(`This is order ${checkOrder.number}.`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Payer (optional)' }).fill('Halden Tools')
  await page.getByRole('textbox', { name: 'Check number (optional)' }).fill(`C-${checkOrder.number}`)
  await page.getByRole('button', { name: 'Record check' }).click()
  await expect(page.getByText(`It’s matched to order ${checkOrder.number}.`)).toBeVisible()
  await expectAccessible(page, 'received payments')

  await findOrder(page, checkOrder.number)
  await expect(page.getByText('Balanced')).toBeVisible()
  await expectAccessible(page, 'one order')
  await page.getByRole('button', { name: 'Approve order' }).click()
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('The check is good.')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()
  await expect(page.getByText('The check is good.')).toBeVisible()
  await expect.poll(async () => (await readOrder(person, byCheck)).status).toBe('approved')

  await findOrder(page, cardOrder.number)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: `Decline order ${cardOrder.number}?` })
  await expect(dialog).toContainText('before it settles.')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The logo is not yours.')
  await dialog.getByRole('button', { name: 'Decline order' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await readOrder(person, byCard)).payments[0].state).toBe('refunded')
  await page.reload()
  await expect(page.getByText('$102.50. Charge canceled')).toBeVisible()
  await expect(page.getByText('Balanced')).toBeVisible()

  await page.getByRole('button', { name: /Owner$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await customers.close()
})

test('a partial check waits for the rest and then its receipt is mailed; a colleague invited today isn’t a second person', {
  tag: '@every-way',
}, async ({ browser, context, request }) => {
  const person = await makePerson(request, { site: 'acorn' })
  const orderId = await fillCartToPay(person, ['bulk'])
  await startPayment(person, orderId, 'self_hosted_check')
  const { number, total_cents, payments } = await readOrder(person, orderId)
  const office = `${originOf('acorn')}/office`
  const page = await context.newPage()
  await page.goto(`${office}/received-payments`)
  await signInStaff(page, demoStaff('acorn'))

  // Two different amounts, because the same one again within a minute counts as a double click.
  const part = Math.floor(total_cents / 3)
  for (const [cents, status] of [
    [part, 'pending_payment'],
    [total_cents - part, 'in_review'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Amount' }).fill(String(cents / 100))
    await page.getByRole('textbox', { name: 'Reference' }).fill(payments[0].remittance.reference)
    await page.getByRole('button', { name: 'Record check' }).click()
    await expect.poll(async () => (await readOrder(person, orderId)).status).toBe(status)
    await expect(page.getByRole('textbox', { name: 'Reference' })).toHaveValue('')
  }
  const receipt = `Payment received for order ${number}`
  await expect
    .poll(async () => (await mailsTo(request, person.email)).map(({ subject }) => subject), {
      timeout: 30_000,
    })
    .toContain(receipt)

  await findOrder(page, number)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payment' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('510')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They want fewer cards.')
  await dialog.getByRole('button', { name: 'Refund $510.00' }).click()
  await expect(page.getByText('A refund this large needs a colleague’s approval.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)

  const others = await browser.newContext()
  const second = await others.newPage()
  await second.goto(`${office}/refunds`)
  await signInStaff(second, await inviteStaff(page, `second-${number}@acorn.example`, 'finance'))
  await second.getByRole('button', { name: 'Approve', exact: true }).click()
  const approving = second.getByRole('dialog')
  await approving.getByRole('button', { name: 'Approve refund' }).click()
  await expect(approving).toContainText('Ask another colleague.')
  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Reject', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Reject refund' }).click()
  await expect(second.getByText('No open refunds')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('490')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They want fewer cards.')
  await dialog.getByRole('button', { name: 'Refund $490.00' }).click()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('textbox', { name: 'Check or transfer number' }).fill('C-4711')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()

  await page.reload()
  await expect(page.getByText('Sent as C-4711')).toBeVisible()
  await expect(page.getByText('Balanced')).toBeVisible()
  await others.close()

  await page.getByRole('button', { name: /^Email / }).click()
  const words = 'We mailed your check today.'
  const writing = page.getByRole('dialog', { name: `about order ${number}` })
  await writing.getByRole('textbox', { name: 'Message' }).fill(words)
  await writing.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText(words)).toBeVisible()
  const written = async () =>
    (await mailsTo(request, person.email)).find(
      ({ subject }) => subject === `A message about order ${number}`,
    )
  await expect.poll(async () => (await written())?.text, { timeout: 30_000 }).toContain(words)
  const own = await openSignedIn(await browser.newContext(), person, `/my-rewards?openDetails=${orderId}`)
  await expect(own.getByText('Message from Acorn')).toBeVisible()
  await expect(own.getByText(words)).toBeVisible()
  await own.context().close()
})

async function signInFirstTime(page: Page) {
  const { email, password } = demoStaff('northwind')
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await expectAccessible(page, 'staff sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page, 'the authenticator')
  const key = (await page.locator('code').textContent()) ?? ''
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill(appCode(key) === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right. Enter the newest code from your app.')).toBeVisible()
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
