import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import {
  addAddress,
  addRecipientsBy,
  fillCart,
  fillCartToPay,
  MAYA,
  makeDraft,
  startPayment,
  TOMAS,
} from '../stack/cart.ts'
import { dress, expectGood, LOOKS, type Look, NORTHWIND, tagOf } from '../stack/looks.ts'
import { pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

// Nothing is checked during an animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const look of LOOKS) {
  test.describe(look.name, { tag: tagOf(look) }, () => {
    test.beforeEach(async ({ context }) => {
      test.setTimeout(180_000)
      await dress(context, look)
    })

    test('everything before sign-in is accessible', async ({ page }) => {
      const go = goer(page, look)
      await go('/', page.getByRole('contentinfo'), 'home')
      await page.getByRole('contentinfo').getByRole('button', { name: 'Terms' }).click()
      await judge(page, look, page.getByRole('dialog'), 'terms')

      const dialog = page.getByRole('dialog', { name: /^Welcome to/ })
      await go('/?login=signIn', dialog.getByLabel('Work email'), 'sign in')
      await dialog.getByRole('button', { name: 'Forgot password?' }).click()
      await judge(page, look, page.getByRole('dialog', { name: 'Reset your password' }), 'forgot password')
      await go('/?login=signUp', dialog.getByLabel('Confirm password'), 'create account')
      await dialog.getByLabel('Work email').fill(`axe.${look.site}.${Date.now()}@customer.example`)
      await dialog.getByLabel('Password', { exact: true }).fill('Quiet harbor')
      await dialog.getByLabel('Confirm password').fill('Quiet anchor')
      await dialog.getByLabel('Confirm password').blur()
      await judge(page, look, dialog.getByText('Your passwords must match'), 'passwords that differ')
      await dialog.getByLabel('Confirm password').fill('Quiet harbor')
      await dialog.getByRole('button', { name: 'Create account' }).click()
      await judge(page, look, page.getByRole('dialog', { name: 'Check your inbox' }), 'confirm sign-up')

      await go('/confirm-signup?email=a@b.example', page.getByLabel('Code'), 'confirm sign-up page')
      const send = page.getByRole('button', { name: 'Send me a code' })
      await go('/reset-password', send, 'reset password')
      await page.getByLabel('Work email').fill('nobody')
      await send.click()
      await judge(page, look, page.getByText('Please enter a valid email'), 'reset password, wrong')
      await go('/no/such/place', page.getByRole('heading', { name: '404 Not Found' }), 'not found')

      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${originOf(look.site)}/`)
      await judgeDark(page, page.getByRole('contentinfo'), 'home')
      await page.getByRole('radio', { name: 'Light', exact: true }).check()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Light', exact: true })).toBeChecked()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    })
  })
}

test.describe(NORTHWIND.name, () => {
  const look = NORTHWIND
  test.beforeEach(() => test.setTimeout(180_000))

  test('registration, an empty shop, account, and settings are accessible', {
    tag: '@every-way',
  }, async ({ context, request }) => {
    const newcomer = await makePerson(request, { site: look.site, registered: false })
    const first = await openSignedIn(context, newcomer, '/complete-registration')
    await judge(first, look, first.getByLabel('First name'), 'registration')
    await first.getByRole('button', { name: 'Save and continue' }).click()
    await judge(first, look, first.getByText('Enter your first name.'), 'registration, wrong')
    await first.evaluate(() => localStorage.clear())
    await first.close()

    const person = await makePerson(request, { site: look.site })
    await addAddress(person)
    const page = await openSignedIn(context, person, '/my-rewards')
    const go = goer(page, look)
    await judge(page, look, page.getByText('No orders yet'), 'my rewards, empty')
    await go('/my-rewards?createNew=true', page.getByRole('button', { name: 'UPS' }), 'type chooser')
    await go('/account', page.getByRole('button', { name: 'Add an address' }), 'account')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await judge(page, look, page.getByRole('dialog').getByLabel('ZIP code'), 'add an address')
    await go('/settings', page.getByRole('button', { name: 'Close my account' }), 'settings')
    await page.getByRole('button', { name: 'Add a phone number' }).click()
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await judge(page, look, page.getByText('This field is required'), 'settings, wrong')
    await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
    await judge(page, look, page.getByRole('dialog').getByRole('img'), 'authenticator app')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Close my account' }).click()
    await judge(page, look, page.getByRole('alertdialog'), 'confirm dialog')
    await go('/order-confirmation', page.getByText('We can’t find that page'), 'no such order')
  })

  test('designing a card is accessible', { tag: '@every-way' }, async ({ context, request }) => {
    const person = await makePerson(request, { site: look.site })
    const bulk = await makeDraft(person, 'bulk')
    const page = await openSignedIn(context, person, `/create-reward/card-design?item=${bulk}`)
    const go = goer(page, look)
    const step = (name: string) => page.getByRole('heading', { level: 1, name })
    await judge(page, look, page.getByLabel('First line'), 'card design')
    await expectKeptInForcedColors(page)
    await go('/create-reward/quantity', step('Quantity'), 'quantity')
    await go('/create-reward/value', step('Value'), 'value')
    await go('/create-reward/custom-message', step('Message'), 'bulk message')

    const recipients = [MAYA, MAYA, { ...TOMAS, zip: '5580', state: 'Minesota' }]
    const direct = await makeDraft(person, 'direct', { recipients })
    await go(
      `/create-reward/recipients?item=${direct}`,
      page.getByText(/needs? attention/).first(),
      'people by mail',
    )
    await addRecipientsBy(page, 'Paste a list')
    await judge(page, look, page.getByLabel('Rows from a spreadsheet'), 'paste a list')
    await page.getByLabel('Rows from a spreadsheet').fill('Name,Street,Color\nAda Brandt,1 Elm Road,blue')
    await page.getByRole('button', { name: 'Add these people' }).click()
    await expect(page.getByText(/1 row read/)).toBeVisible()
    await page.getByRole('button', { name: /^Need attention/ }).click()
    // A control that is partly under the bottom bar while scrolling isn't a target-size failure.
    const repair = page.getByRole('button', { name: 'Upload fixed rows' })
    await repair.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await judge(page, look, repair, 'a list that was read')
    await addRecipientsBy(page, 'Add one person')
    await judge(page, look, page.getByRole('dialog').getByLabel('First name'), 'add one person')
    await go('/create-reward/custom-message', step('Message'), 'message on a letter')

    const digital = await makeDraft(person, 'digital', { recipients: [] })
    await go(
      `/create-reward/recipients?item=${digital}`,
      page.getByText('No one here yet'),
      'no recipients yet',
    )
    const mailed = await makeDraft(person, 'digital')
    await go(`/create-reward/recipients?item=${mailed}`, page.getByText('2 ready'), 'people by email')
    await go('/create-reward/custom-message', step('Message'), 'message in an email')
    await go('/my-rewards', page.getByRole('tab', { name: /Drafts/ }), 'drafts')
  })

  test('cart, checkout, confirmation, and orders are accessible', { tag: '@every-way' }, async ({
    context,
    request,
  }) => {
    const person = await makePerson(request, { site: look.site })
    await addAddress(person)
    const orderId = await fillCart(person, ['bulk', 'direct', 'digital'])
    const page = await openSignedIn(context, person, '/my-rewards')
    const go = goer(page, look)
    const title = (name: string) => page.getByRole('heading', { level: 1, name })
    await page.getByRole('button', { name: 'Cart, 3 items' }).click()
    await judge(page, look, page.getByRole('button', { name: 'Check out' }), 'cart panel')
    await go('/checkout/bulk-shipping-method', title('Bulk shipping'), 'bulk shipping')
    await page.getByRole('radio', { name: /UPS Ground/ }).check()
    await next(page)
    await judge(page, look, title('Direct mail shipping'), 'direct mail shipping')
    await page.getByRole('radio', { name: /USPS First-Class/ }).check()
    await next(page)
    await expect(title('Digital distribution')).toBeVisible()
    await page.getByRole('radio', { name: /At a scheduled time/ }).check()
    await judge(page, look, page.getByLabel('Day', { exact: true }), 'digital distribution, at a time')
    await page.getByRole('radio', { name: /As soon as/ }).check()
    await page.getByRole('radio', { name: /^Email/ }).check()
    await next(page)
    await judge(page, look, title('Payment & confirmation'), 'payment')
    await page.emulateMedia({ colorScheme: 'dark' })
    await judgeDark(page, title('Payment & confirmation'), 'payment')
    await page.emulateMedia({ colorScheme: 'light' })
    await page
      .getByRole('button', { name: /^Pay \$/ })
      .first()
      .click()
    await judge(page, look, page.getByText(/^Read the order terms/), 'payment, terms not read')
    await pressPay(page, /^Check/)
    await judge(page, look, page.getByRole('region', { name: 'Mail us your check' }), 'confirmation')
    const details = page.getByRole('region', { name: 'Items' })
    await go(`/my-rewards?openDetails=${orderId}`, details, 'an order')

    const openId = await fillCartToPay(person, ['digital'])
    const payment = await startPayment(person, openId, 'elavon_cc')
    await go('/my-rewards', page.getByRole('table', { name: 'Pending orders' }), 'my rewards')
    await go('/checkout', title('Payment not finished'), 'an open payment')
    const confirmation = `/order-confirmation?cpi_order_id=${openId}`
    await go(confirmation, title('Payment not finished'), 'payment not finished')
    await declineAtBank(request, payment.hosted_page.fields.ssl_txn_auth_token)
    await go(confirmation, title('The payment was declined'), 'payment declined')
  })
})

/** Forced colors remove backgrounds and shadows, so borders have to show what is a button and what is selected. */
async function expectKeptInForcedColors(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  const front = page.getByRole('radio', { name: 'Front' })
  await expect(front).toHaveCSS('outline-style', 'solid')
  await expect(front).toHaveCSS('border-top-width', '1px')
  await expect(page.getByRole('button', { name: /^Next/ })).toHaveCSS('border-top-width', '1px')
  const step = page.locator('[aria-current=step]:visible')
  await expect(step.first()).toHaveCSS('outline-style', 'solid')
  await page.emulateMedia({ forcedColors: null })
}

/** Opens a path and checks the page. */
function goer(page: Page, look: Look) {
  return async (path: string, sign: Locator, what: string) => {
    await page.goto(`${originOf(look.site)}${path}`)
    await judge(page, look, sign, what)
  }
}

async function judge(page: Page, look: Look, sign: Locator, what: string) {
  await expect(sign, what).toBeVisible()
  await expectGood(page, look, what)
}

/** Contrast is all that dark mode changes, so one width is enough. */
async function judgeDark(page: Page, sign: Locator, what: string) {
  await expect(sign, what).toBeVisible()
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectAccessible(page, `${what}, dark`)
}

async function next(page: Page) {
  await page
    .getByRole('complementary', { name: 'Order summary' })
    .getByRole('button', { name: /^Next/ })
    .click()
}

/** Pays on the provider's page with a card that is declined, without a browser. */
async function declineAtBank(request: APIRequestContext, token: string) {
  const form = {
    ssl_txn_auth_token: token,
    ssl_card_number: '4000000000000002',
    ssl_exp_date: `12/${String((new Date().getFullYear() + 2) % 100)}`,
    ssl_cvv2cvc2: '123',
  }
  await request.post(`${process.env.SANDBOX_ORIGIN}/converge/hosted-payments/pay`, { form, maxRedirects: 0 })
}
