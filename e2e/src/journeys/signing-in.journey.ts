import type { Page } from '@playwright/test'
import { codeSentTo } from '../stack/inbox.ts'
import { makePerson, type NewAccount, openSignedIn, signUp } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const HOME = () => originOf('northwind')

test('a signed-out visitor is asked to sign in and then reaches the requested page', async ({
  page,
  request,
}) => {
  const person = await makePerson(request)
  await page.goto(`${HOME()}/account`)
  await expect(page).toHaveURL(`${HOME()}/?redirect=%2Faccount`)
  await signIn(page, person)
  await expect(page).toHaveURL(`${HOME()}/account`)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

for (const evil of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/%5Cevil.example']) {
  // The rule's own tests have every spelling; here one without a scheme and one encoded.
  const details = { tag: evil === '//evil.example' || evil.startsWith('/%5C') ? [] : ['@every-way'] }
  test(`signing in never leads to ${evil}`, details, async ({ page, request }) => {
    const person = await makePerson(request)
    await page.goto(`${HOME()}/?redirect=${encodeURIComponent(evil)}`)
    await signIn(page, person)
    await expect(page).toHaveURL(`${HOME()}/my-rewards`)
  })
}

test('a wrong password shows an error in the form and signs no one in', async ({ page, request }) => {
  const person = await makePerson(request)
  await page.goto(`${HOME()}/my-rewards`)
  await signIn(page, { ...person, password: 'Quiet-harbor-wrong' })
  await expect(page.getByRole('dialog').getByText(/incorrect|does not|do not/i)).toBeVisible()
  await expect(page).toHaveURL(/redirect=/)
})

test('a person with an incomplete registration is asked to complete it first', async ({
  context,
  request,
}) => {
  const person = await makePerson(request, { registered: false })
  const page = await openSignedIn(context, person, '/my-rewards')
  await expect(page).toHaveURL(/\/complete-registration/)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
})

test('an address without a page says 404 Not Found', async ({ page }) => {
  await page.goto(`${HOME()}/no/such/place`)
  await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible()
})

test('a step of card making requires the steps before it', async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/create-reward/custom-message')
  await expect(page.getByRole('dialog', { name: 'Design a card' })).toBeVisible()
  await page.goto(`${HOME()}/create-reward`)
  await expect(page).toHaveURL(/\/my-rewards/)
})

test('a page without site data says so, and Retry recovers', async ({ page }) => {
  await page.route(`${HOME()}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script[^>]*id="site-data">.*?<\/script>/s, '')
    await route.fulfill({ response, body })
  })
  const site = '**/api/v1/actual_rewards_site/'
  await page.route(site, (route) => route.fulfill({ status: 500, json: { code: 'fault' } }))
  await page.goto(`${HOME()}/`)
  await expect(page.getByRole('heading', { name: 'Failed to load site data' })).toBeVisible()

  await page.unroute(site)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Northwind Rewards, home' }).first()).toBeVisible()
})

test('a forgotten password is replaced with a mailed code', async ({ page, request }) => {
  const person = await makePerson(request)
  await page.goto(`${HOME()}/reset-password?email=${encodeURIComponent(person.email)}`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill(await codeSentTo(request, person.email, 1))
  await page.getByLabel('New password').fill('Another calm bay 9')
  await page.getByLabel('Confirm password').fill('Another calm bay')
  await page.getByRole('button', { name: 'Save this password' }).click()
  await expect(page.getByText('Your passwords must match')).toBeVisible()
  await page.getByLabel('Confirm password').fill('Another calm bay 9')
  await page.getByRole('button', { name: 'Save this password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await signIn(page, { ...person, password: 'Another calm bay 9' })
  await expect(page).toHaveURL(`${HOME()}/my-rewards`)
})

test('a code from a browser other than the sign-up’s confirms the account, which asks for a new password', {
  tag: '@every-way',
}, async ({ page, request }) => {
  const account = await signUp(request)
  await page.goto(`${HOME()}/confirm-signup?email=${encodeURIComponent(account.email)}`)
  await page.getByLabel('Code').fill('000000')
  await expect(
    page.getByRole('main').getByRole('alert').or(page.getByText(/code/i).nth(1)).first(),
  ).toBeVisible()
  await page.getByLabel('Code').fill(await codeSentTo(request, account.email))
  await expect(page.getByText('Your email is confirmed. Choose a password to finish.')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill(await codeSentTo(request, account.email, 1))
  await page.getByLabel('New password').fill('Another calm bay 9')
  await page.getByLabel('Confirm password').fill('Another calm bay 9')
  await page.getByRole('button', { name: 'Save this password' }).click()
  await signIn(page, { ...account, password: 'Another calm bay 9' })
  await expect(page).toHaveURL(/\/complete-registration/)
})

async function signIn(page: Page, { email, password }: Pick<NewAccount, 'email' | 'password'>) {
  const dialog = page.getByRole('dialog', { name: 'Welcome to Northwind Rewards' })
  await dialog.getByLabel('Work email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}
