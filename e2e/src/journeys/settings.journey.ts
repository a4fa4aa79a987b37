import { randomInt } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { appCode } from '../stack/authenticator.ts'
import { codeSentTo, codeTextedTo } from '../stack/inbox.ts'
import { makePerson, type NewAccount, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('an authenticator app is set up, is required at sign-in, and is removed again', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, page } = await openSettings(context, request)
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' })
  const picture = dialog.getByRole('img', { name: /^QR code/ })
  await expect(picture).toHaveCSS('width', '228px')
  await expect(picture).toHaveCSS('height', '228px')
  const key = await dialog.locator('code').textContent()

  const right = appCode(key!)
  await codeIn(dialog).fill(right === '000000' ? '111111' : '000000')
  await expect(dialog.getByText('That code isn’t right. Enter the newest code from your app.')).toBeVisible()
  await expect(codeIn(dialog)).toBeFocused()
  await codeIn(dialog).fill(appCode(key!))
  await page
    .getByRole('dialog', { name: 'Save your recovery codes' })
    .getByRole('button', { name: 'I saved my codes' })
    .click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('After your password we ask for a code from your authenticator app.'),
  ).toBeVisible()

  await signOut(page)
  await enterPassword(page, person)
  // The setup used the code of this half minute.
  await codeIn(page.getByRole('dialog')).fill(appCode(key!, 1))
  await expect(page).toHaveURL(/my-rewards/)

  await page.goto(`${originOf('northwind')}/settings`)
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your password is all you need to sign in.', { exact: true })).toBeVisible()
})

test('a new email is verified by its code and becomes the sign-in name', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const { person, page } = await openSettings(context, request)
  const email = `new.${person.email}`
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByLabel('New email')).toBeFocused()
  await page.getByLabel('New email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('This is already your email.')).toBeVisible()

  await page.getByLabel('New email').fill(` ${email} `)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const first = await codeSentTo(request, email)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  const second = await codeSentTo(request, email, 1)
  if (first !== second) {
    await codeIn(page).fill(first)
    await expect(page.getByText('That code isn’t right. Check it and try again.')).toBeVisible()
  }
  await codeIn(page).fill(second)
  await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()

  await page.goto(`${originOf('northwind')}/account`)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await signOut(page)
  await enterPassword(page, { ...person, email })
  await expect(page).toHaveURL(/my-rewards/)
})

test('an email that has an account is rejected only after its code', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const other = await makePerson(request)
  const { person, page } = await openSettings(context, request)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(other.email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await codeIn(page).fill(await codeSentTo(request, other.email, 1))
  await expect(page.getByText(/^That address already has an account here/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'Email' }).getByText(person.email)).toBeVisible()
})

test('a phone number is verified, receives codes, and stops them when it is removed', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, page } = await openSettings(context, request)
  const digits = `9375${randomInt(1_000_000).toString().padStart(6, '0')}`
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await expect(page.getByText('Enter 10 digits after +1, such as (937) 555-0110.')).toBeVisible()
  await page.getByLabel('Phone number').fill(`(${digits.slice(0, 3)}) ${digits.slice(3)}`)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await codeIn(page).fill(await codeTextedTo(request, `+1${digits}`))
  await expect(page.getByRole('region', { name: 'Phone for codes' }).getByText('Confirmed')).toBeVisible()

  await page.getByRole('button', { name: 'Turn on codes by text message' }).click()
  await expect(page.getByText('After your password we ask for a code we text you.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on codes by email' }).click()
  await expect(page.getByRole('radio', { name: /^Let me choose each time/ })).toBeChecked()
  await page.getByRole('radio', { name: 'Always: codes by text message' }).check()
  await expect(page.getByText('After your password we ask for a code we text you.')).toBeVisible()

  await signOut(page)
  await enterPassword(page, person)
  const dialog = page.getByRole('dialog')
  await codeIn(dialog).fill(await codeTextedTo(request, `+1${digits}`, 1))
  await expect(page).toHaveURL(/my-rewards/)

  await page.goto(`${originOf('northwind')}/settings`)
  await page.getByRole('button', { name: 'Remove phone number' }).click()
  await expect(page.getByText('This also turns off codes by text message.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove number' }).click()
  await expect(page.getByRole('button', { name: 'Add a phone number' })).toBeFocused()
  await expect(page.getByText('After your password we ask for a code we email you.')).toBeVisible()
})

test('a password changes to exactly what was typed, blanks included', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const { person, page } = await openSettings(context, request)
  const password = ' Quiet pier 42 '
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change(`${person.password}x`)
  await expect(page.getByText('That isn’t your current password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await change(person.password)
  await expect(page.getByText('Password changed')).toBeVisible()

  await signOut(page)
  await enterPassword(page, { ...person, password })
  await expect(page).toHaveURL(/my-rewards/)
})

test('signing out everywhere ends the other browser’s session too, and says so', {
  tag: '@every-way',
}, async ({ browser, context, request }) => {
  const { person, page } = await openSettings(context, request)
  const elsewhere = await browser.newContext()
  const other = await openSignedIn(elsewhere, person, '/account')
  await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()

  await page.route('**/identity/', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('We couldn’t sign you out everywhere')).toBeVisible()
  await page.unroute('**/identity/')

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You’re signed out everywhere')).toBeVisible()
  await expect(page).toHaveURL(`${originOf('northwind')}/`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect
    .poll(
      () =>
        person.api('GET', '/api/v1/actual_user/').then(
          () => 'let in',
          () => 'refused',
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe('refused')
  await elsewhere.close()
})

test('a closed account signs no one in, and closing it says what happens to the orders', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const { person, page } = await openSettings(context, request)
  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/deliver the orders you’ve placed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await dialog.getByLabel('Account email').fill(person.email)
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await expect(page).toHaveURL(`${originOf('northwind')}/`)

  await enterPassword(page, person)
  await expect(page.getByRole('dialog').getByText(/incorrect|does not|do not/i)).toBeVisible()
})

test('an authenticator app is set up by keyboard only, and its key is copied', {
  tag: '@every-way',
}, async ({ context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await openSettings(context, request)
  await page.getByRole('button', { name: 'Set up the authenticator app' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await tabTo(page, 'Copy the key')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Copied.')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^[A-Z2-7]{16,}$/)
  await page.keyboard.press('Tab')
  await expect(codeIn(dialog)).toBeFocused()
  await page.keyboard.type(appCode(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible()
})

test('the key is selected for copying by hand where there is no clipboard', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const { page } = await openSettings(context, request)
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy the key' }).press('Enter')
  await expect(dialog.getByText(/^The key is selected/)).toBeVisible()
  const selected = await page.evaluate(() => getSelection()?.toString())
  expect(selected).toBe(await dialog.locator('code').textContent())
})

async function openSettings(
  context: BrowserContext,
  request: APIRequestContext,
): Promise<{ person: Person; page: Page }> {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/settings')
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible()
  return { person, page }
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
}

async function enterPassword(page: Page, { email, password }: Pick<NewAccount, 'email' | 'password'>) {
  await page.getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Work email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The field for a code; other parts of the page mention codes too. */
function codeIn(place: Page | Locator) {
  return place.getByRole('textbox', { name: 'Code' })
}

async function tabTo(page: Page, name: string) {
  const control = page.getByRole('button', { name })
  for (let tabs = 0; tabs < 20; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}
