import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { fillCartToPay, type RewardType } from './cart.ts'
import { makePerson, openSignedIn } from './people.ts'

/** Waits for the provider's page, which has its own origin. */
export async function expectPaymentPage(page: Page): Promise<void> {
  await page.waitForURL((url) => url.origin === process.env.SANDBOX_ORIGIN)
  await expect(page.getByRole('heading', { name: /^Pay / })).toBeVisible()
}

/** Enters a card in the provider's form and pays. */
export async function payByCard(page: Page, number = '4124 9399 9999 9990'): Promise<void> {
  await expectPaymentPage(page)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill(`12/${String((new Date().getFullYear() + 2) % 100)}`)
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Enters a bank account in the provider's form, allows the debit, and pays. */
export async function payByAccount(page: Page): Promise<void> {
  await expectPaymentPage(page)
  await page.getByLabel('Routing number').fill('490000018')
  await page.getByLabel('Account number').fill('1234567890')
  await page.getByRole('checkbox', { name: /^I allow/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

export async function cancelPayment(page: Page): Promise<void> {
  await expectPaymentPage(page)
  await page.getByRole('button', { name: 'Cancel and return' }).click()
}

/** Selects a payment method, accepts the order terms, and clicks Pay, on the last checkout step. */
export async function pressPay(page: Page, way = /^Credit or debit card/): Promise<void> {
  await page.getByRole('radio', { name: way }).check()
  await page.getByRole('checkbox', { name: /order terms/ }).check({ force: true })
  await page
    .getByRole('complementary', { name: 'Order summary' })
    .getByRole('button', { name: /^(Pay|Place order)/ })
    .click()
}

/** A new customer on the last checkout step, with only payment left. */
export async function openPaymentStep(
  context: BrowserContext,
  request: APIRequestContext,
  types: readonly RewardType[],
) {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, types)
  return { person, orderId, page: await openSignedIn(context, person, '/checkout/payment-confirmation') }
}
