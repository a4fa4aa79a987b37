import type { APIRequestContext, BrowserContext, Page, Route } from '@playwright/test'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { enterPassword, signInDialog } from '../stack/sign-in-dialog.ts'

const RENEWAL = 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken'

test('two tabs that renew the session at once both stay signed in', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const { person, page: first } = await openAccount(context, request)
  const second = await anotherTab(context, person)

  // Both read the same token before either gets an answer.
  let renewals = 0
  const both = new Promise<void>((resolve) => {
    context.route('**/identity/', async (route) => {
      if (route.request().headers()['x-amz-target'] === RENEWAL && ++renewals === 2) resolve()
      if (route.request().headers()['x-amz-target'] === RENEWAL) await both
      await route.continue()
    })
  })
  await expireTokens(first)
  await Promise.all([first.reload(), second.reload()])
  await Promise.all([expectAccount(first), expectAccount(second)])
  // One more if a tab asked for news between its token's end and its reload.
  expect(renewals).toBeGreaterThanOrEqual(2)

  await expireTokens(first)
  await first.reload()
  await expectAccount(first)
})

test('a renewal without an answer, or with a foreign one, keeps people signed in', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { page } = await openAccount(context, request)
  // Never without a route in between: the page itself tries again, and one answer that gets through renews the session.
  let answer = (route: Route) => route.abort('connectionreset')
  await page.route('**/identity/', (route) => answer(route))
  await expireTokens(page)
  await page.reload()
  await expect(page.getByText(/We could(n’t| not) reach the server/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)

  const body = '<html><body><h1>502 Bad Gateway</h1></body></html>'
  answer = (route) => route.fulfill({ status: 502, contentType: 'text/html', body })
  await page.reload()
  await expect(page.getByText(/We could(n’t| not) reach the server/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)

  await page.unroute('**/identity/')
  await page.reload()
  await expectAccount(page)
})

test('a rejected renewal signs out with a message, and signing in returns to the page', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, page } = await openAccount(context, request)
  const refused = { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' }
  await page.route('**/identity/', (route) =>
    route.request().headers()['x-amz-target'] === RENEWAL
      ? route.fulfill({ status: 400, json: refused })
      : route.continue(),
  )
  await expireTokens(page)
  // Pointing at the link preloads its page, and that alone can end the session: a real click would race it.
  await page
    .getByRole('link', { name: /My rewards/ })
    .first()
    .dispatchEvent('click')
  await expect(page.getByText('You were signed out')).toBeVisible()
  await expect(page).toHaveURL(/\/\?redirect=%2F/)
  await page.unroute('**/identity/')
  await enterPassword(page, person)
  await expect(page).toHaveURL(/\/(my-rewards|account)$/)
})

test('one tab notices when the other signs out and in again', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, page: first } = await openAccount(context, request)
  const second = await anotherTab(context, person)

  await second.getByRole('button', { name: 'Account' }).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(first.getByText('You were signed out')).toBeVisible()
  await expect(first).toHaveURL(/\/\?redirect=%2Faccount/)
  await expect(signInDialog(first).getByLabel('Work email')).toBeVisible()

  // This tab hasn't loaded the accounts library yet when the other signs in.
  const third = await context.newPage()
  await third.goto(originOf('northwind'))
  await expect(third.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await second.goto(`${originOf('northwind')}/?login=signIn`)
  await enterPassword(second, person)
  await expect(second).toHaveURL(/my-rewards/)
  await expectAccount(first)
  await expect(third.getByRole('button', { name: 'Account' })).toBeVisible()
  await third
    .getByRole('link', { name: /Design a card/ })
    .first()
    .click()
  await expect(third).toHaveURL(/my-rewards/)
})

test('a tab that missed a sign-in finds the session when its sign-in dialog opens', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  const { page: signedIn } = await openAccount(context, request)
  const kept = await signedIn.evaluate(() => ({ ...localStorage }))

  const elsewhere = await browser.newContext()
  const frozen = await elsewhere.newPage()
  await frozen.goto(originOf('northwind'))
  // A page gets no storage events for its own writes, like a frozen page gets none from others.
  await frozen.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, kept)
  await frozen.getByRole('link', { name: 'Sign in' }).click()
  await expect(frozen).toHaveURL(/my-rewards/)
  await elsewhere.close()
})

test('signing out everywhere ends another device’s session by its next click, in the shop and in the settings', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  const { person, page: first } = await openAccount(context, request)
  const elsewhere = await browser.newContext()
  const other = await openSignedIn(elsewhere, person, '/settings')
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(other.getByText('You’re signed out everywhere')).toBeVisible()
  await elsewhere.close()

  await first.getByRole('link', { name: 'My rewards' }).first().click()
  await expect(first.getByText('You were signed out')).toHaveCount(1)
  await expect(first).toHaveURL(/\/\?redirect=%2Fmy-rewards/)
  await enterPassword(first, person)
  await expect(first).toHaveURL(/\/my-rewards$/)

  const third = await browser.newContext()
  const settings = await openSignedIn(third, person, '/settings')
  await expect(settings.getByText('You were signed out')).toHaveCount(1)
  await expect(settings).toHaveURL(/\/\?redirect=%2Fsettings/)
  await expect(signInDialog(settings).getByLabel('Work email')).toBeVisible()
  await third.close()
})

async function anotherTab(context: BrowserContext, person: Person): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${originOf(person.site)}/account`)
  await expectAccount(page)
  return page
}

async function openAccount(context: BrowserContext, request: APIRequestContext) {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/account')
  await expectAccount(page)
  return { person, page }
}

async function expectAccount(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

/** Expires the browser's tokens. The browser reads their dates and doesn't verify signatures. */
async function expireTokens(page: Page) {
  await page.evaluate(() => {
    const past = (token: string) => {
      const [head, body = '', signature] = token.split('.')
      const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
      const old = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }))
      return [head, old.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), signature].join('.')
    }
    for (const key of Object.keys(localStorage)) {
      if (/\.(idToken|accessToken)$/.test(key)) localStorage.setItem(key, past(localStorage.getItem(key)!))
    }
  })
}
