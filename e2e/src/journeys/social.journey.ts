import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeSentTo } from '../stack/inbox.ts'
import { expect, test } from '../stack/shop.ts'
import { openTlsShop, type TlsShop } from '../stack/tls-shop.ts'

// A separate shop, because Amplify redirects to services over TLS only. One for all of these.
test.describe.configure({ mode: 'default' })
test.use({ ignoreHTTPSErrors: true })

let shop: TlsShop
test.beforeAll(async () => {
  shop = await openTlsShop()
})
test.afterAll(() => shop.close())

/** Switches the person who signs in at every service. */
function sitDown(changes: Partial<TlsShop['providers']['person']> = {}): string {
  const subject = randomUUID()
  const email = `${subject.slice(0, 8)}@customer.example`
  Object.assign(shop.providers.person, { subject, email, emailVerified: true, ...changes })
  return email
}

async function leaveFor(page: Page, service: string, verb = 'Sign in') {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${verb} with ${service}` })
    .click()
  await expect(page.getByRole('heading', { name: 'Local service' })).toBeVisible()
}

const nameIn = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('.LastAuthUser'))
    return key && localStorage.getItem(key)
  })

for (const service of ['Google', 'Apple', 'Amazon', 'Facebook']) {
  const details = { tag: service === 'Google' ? [] : ['@every-way'] }
  test(`a visitor signs in with ${service} and reaches the requested page`, details, async ({ page }) => {
    const email = sitDown()
    await page.goto(`${shop.origin}/account`)
    await leaveFor(page, service)
    await page.getByRole('link', { name: `Continue as ${email}` }).click()

    await expect(page).toHaveURL(`${shop.origin}/account`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await nameIn(page)).toBe(`${email}#northwind`)
  })
}

test('a newcomer registers, stays signed in, and signs out', { tag: '@every-way' }, async ({ page }) => {
  const email = sitDown()
  await page.goto(`${shop.origin}/?login=signUp`)
  await leaveFor(page, 'Google', 'Sign up')
  await page.getByRole('link', { name: `Continue as ${email}` }).click()
  await expect(page).toHaveURL(/\/complete-registration\b/)

  await page.reload()
  await expect(page).toHaveURL(/\/complete-registration\b/)
  await page.goto(`${shop.origin}/account`)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account$/i })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(new RegExp(`^${shop.origin}/(\\?.*)?$`))
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible()
  // The service's sign-out leads back here, and no page answers while it does.
  await expect.poll(() => nameIn(page).catch(() => 'leaving')).toBeFalsy()
})

test('the settings name the sign-in service and lead to a password', {
  tag: '@every-way',
}, async ({ page, request }) => {
  const email = sitDown()
  await page.goto(`${shop.origin}/?redirect=%2Fsettings`)
  await leaveFor(page, 'Google')
  await page.getByRole('link', { name: `Continue as ${email}` }).click()

  await expect(page.getByRole('heading', { name: 'Linked services' })).toBeVisible()
  const service = page.getByRole('region', { name: 'Linked services' }).getByRole('listitem')
  await expect(service).toContainText('This is your only way to sign in.')
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(request, email))
  await page.getByLabel('New password').fill('kettle-of-plum-jam-4711')
  await page.getByLabel('Confirm password').fill('kettle-of-plum-jam-4711')
  await page.getByRole('button', { name: 'Save this password' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('kettle-of-plum-jam-4711')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${shop.origin}/settings`)
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expect(page.getByText(/^No services linked yet\./)).toBeVisible()
})

test('a person who declines at the service sees that in the modal and can try again', {
  tag: '@every-way',
}, async ({ page }) => {
  const email = sitDown()
  await page.goto(`${shop.origin}/?redirect=%2Faccount`)
  await leaveFor(page, 'Google')
  await page.getByRole('link', { name: 'Cancel' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText('You canceled signing in with Google.')
  await leaveFor(page, 'Google')
  await page.getByRole('link', { name: `Continue as ${email}` }).click()
  await expect(page).toHaveURL(`${shop.origin}/account`)
})

test('an email the service hasn’t confirmed can’t sign in', { tag: '@every-way' }, async ({ page }) => {
  const email = sitDown({ emailVerified: false })
  await page.goto(`${shop.origin}/?login=signIn`)
  await leaveFor(page, 'Apple')
  await page.getByRole('link', { name: `Continue as ${email}` }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText("Apple hasn't confirmed your email")
  expect(await nameIn(page)).toBeFalsy()
})

test('a service that is down is named in the error', { tag: '@every-way' }, async ({ page }) => {
  const email = sitDown()
  await page.goto(`${shop.origin}/?login=signIn`)
  await leaveFor(page, 'Facebook')
  shop.providers.outage.on = true
  await page.getByRole('link', { name: `Continue as ${email}` }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('get your details from Facebook')
  shop.providers.outage.on = false
})

test('an address that someone else wrote signs no one in and shows none of its words', {
  tag: '@every-way',
}, async ({ page }) => {
  await page.goto(`${shop.origin}/?error=x&error_description=Call+555-0100&state=made-up`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t finish signing you in')
  await expect(page.getByText('555-0100')).toHaveCount(0)
  await page.goto(`${shop.origin}/?code=made-up&state=made-up`)
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t finish signing you in')
})
