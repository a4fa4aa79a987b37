import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeSentTo } from '../stack/inbox.ts'
import { type OddShop, openOddShop } from '../stack/odd-shop.ts'
import { makePerson, signUp } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import {
  codeIn,
  enterCode,
  enterPassword,
  expectScreen,
  refuseCode,
  signInDialog,
} from '../stack/sign-in-dialog.ts'

const HOME = () => originOf('northwind')
const newEmail = () => `new${randomUUID().slice(0, 8)}@customer.example`

test.describe('a new account', () => {
  test('is opened with the mailed code and continues with registration', async ({ page, request }) => {
    const email = newEmail()
    await page.goto(`${HOME()}/?login=signUp`)
    // The trailing space is part of the password, in both fields.
    await fillSignUp(page, ` ${email} `, 'Quiet harbor ')
    await page.getByRole('button', { name: 'Create account' }).last().click()
    await expectScreen(page, 'Check your inbox')
    await expect(codeIn(page)).toBeFocused()

    const code = await codeSentTo(request, email)
    await refuseCode(page, code)
    await enterCode(page, `${code.slice(0, 3)}-${code.slice(3)} `)
    await expect(page.getByText('Your account is confirmed')).toBeVisible()
    await expect(page).toHaveURL(/\/complete-registration/)
  })

  test('isn’t requested with blank fields, a wrong email, or passwords that differ', {
    tag: '@every-way',
  }, async ({ page }) => {
    await page.goto(`${HOME()}/?login=signUp`)
    const dialog = signInDialog(page)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('This field is required')).toHaveCount(2)
    await expect(dialog.getByLabel('Work email')).toBeFocused()

    await fillSignUp(page, 'nobody', 'Quiet', 'Quite')
    // Five letters, and the second field still has focus: the person may still be typing.
    await expect(dialog.getByText('Your passwords must match')).toBeHidden()
    await dialog.getByLabel('Confirm password').blur()
    await expect(dialog.getByText('Your passwords must match')).toBeVisible()
    await fillSignUp(page, 'nobody', 'Quiet harbor', 'Quiet anchor')
    await expect(dialog.getByText('Your passwords must match')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
    await expectScreen(page, 'Welcome to Northwind Rewards')
  })

  test('is rejected under an email that has one, with three ways to continue', { tag: '@every-way' }, async ({
    page,
    request,
  }) => {
    const person = await makePerson(request)
    await page.goto(`${HOME()}/?login=signUp`)
    await fillSignUp(page, person.email, 'Quiet harbor')
    await signInDialog(page).getByRole('button', { name: 'Create account' }).click()
    await expect(signInDialog(page).getByText('There’s already an account for this email.')).toBeVisible()
    await expect(signInDialog(page).getByLabel('Work email')).toHaveValue(person.email)
    await signInDialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(signInDialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await enterPassword(page, person)
    await expect(page).toHaveURL(/\/my-rewards/)
  })

  test('is abandoned by the browser’s Back from every screen of the dialog', { tag: '@every-way' }, async ({
    page,
    request,
  }) => {
    const person = await makePerson(request)
    await page.goto(HOME())
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInDialog(page).getByRole('button', { name: 'Forgot password?' }).click()
    await expectScreen(page, 'Reset your password')
    await page.goBack()
    await expect(signInDialog(page)).toBeHidden()
    await expect(page).toHaveURL(`${HOME()}/`)

    await page.goForward()
    await enterPassword(page, person)
    await expect(page).toHaveURL(/\/my-rewards/)
  })

  test('is confirmed later on its own page or at the next sign-in', {
    tag: '@every-way',
  }, async ({ page, request }) => {
    const account = { email: newEmail(), password: 'Quiet harbor' }
    await page.goto(`${HOME()}/?login=signUp`)
    await fillSignUp(page, account.email, account.password)
    await signInDialog(page).getByRole('button', { name: 'Create account' }).click()
    await expectScreen(page, 'Check your inbox')
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`/confirm-signup\\?email=${encodeURIComponent(account.email)}`))
    await page.getByRole('link', { name: 'Back to sign in' }).click()

    await enterPassword(page, account)
    await expectScreen(page, 'Check your inbox')
    const second = await codeSentTo(request, account.email, 1)
    await enterCode(page, second)
    // The password was just typed, so it isn't asked for again.
    await expect(page).toHaveURL(/\/complete-registration/)
  })

  test('waits before it sends another code, and finishes if it was confirmed elsewhere', {
    tag: '@every-way',
  }, async ({ page, request }) => {
    await page.clock.install()
    const account = await signUp(request)
    const first = await codeSentTo(request, account.email)
    await page.goto(`${HOME()}/?login=signIn`)
    await enterPassword(page, account)
    await expectScreen(page, 'Check your inbox')
    await expect(page.getByRole('button', { name: /^Send a new code in/ })).toBeVisible()
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await expect(page.getByText('A new code is on its way')).toBeVisible()
    const second = await codeSentTo(request, account.email, 2)

    // A wrong one in between doesn't change that.
    await refuseCode(page, second)
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await expect(page.getByText('A new code is on its way')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send a new code in/ })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    const newest = await codeSentTo(request, account.email, 3)
    if (first !== newest) {
      await enterCode(page, first)
      await expect(page.getByRole('alert')).toBeVisible()
    }

    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${HOME()}/confirm-signup?email=${encodeURIComponent(account.email)}`)
    await enterCode(elsewhere, newest)
    await expect(elsewhere.getByText('Your account is confirmed')).toBeVisible()

    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await expectScreen(page, 'Welcome to Northwind Rewards')
    await expect(page.getByText('Your account is confirmed')).toBeVisible()
  })

  test('offers a way back if its first sign-in never settles', { tag: '@every-way' }, async ({
    page,
    request,
  }) => {
    const email = newEmail()
    await page.goto(`${HOME()}/?login=signUp`)
    await fillSignUp(page, email, 'Quiet harbor')
    await signInDialog(page).getByRole('button', { name: 'Create account' }).click()
    const code = await codeSentTo(request, email)
    // The accounts library drops a sign-in right after another, and its promise never settles.
    await page.route('**/identity/', async (route) => {
      if (!route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')) await route.continue()
    })
    await enterCode(page, code)
    await expect(page.getByText('Your account is confirmed')).toBeVisible()
    await expectScreen(page, 'Check your inbox')
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await page.unroute('**/identity/')
    await enterPassword(page, { email, password: 'Quiet harbor' })
    await expect(page).toHaveURL(/\/complete-registration/)
  })

  test('is closed by the cross, and Back from its code leads to sign-in', {
    tag: '@every-way',
  }, async ({ page }) => {
    await page.goto(`${HOME()}/?login=signUp`)
    await fillSignUp(page, newEmail(), 'Quiet harbor')
    await signInDialog(page).getByRole('button', { name: 'Create account' }).click()
    await expectScreen(page, 'Check your inbox')
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('tab', { name: 'Sign in' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Sign in' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(signInDialog(page).getByLabel('Confirm password')).toBeVisible()
    await signInDialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(signInDialog(page)).toBeHidden()
    await expect(page).toHaveURL(`${HOME()}/`)
  })
})

test.describe('a site that asks for more', () => {
  test.describe.configure({ mode: 'default', timeout: 180_000 })
  let shop: OddShop
  test.beforeAll(async () => {
    shop = await openOddShop({
      sites: {
        acorn: {
          mfa: 'off',
          auth_flow: 'USER_SRP_AUTH',
          initial_screen: 'signUp',
          sign_up_fields: Object.keys(ABOUT),
          password_policy: {
            min_length: 10,
            require_lowercase: true,
            require_uppercase: true,
            require_numbers: true,
            require_symbols: true,
          },
        },
        northwind: { initial_screen: 'forgotPassword', user_pool_id: 'us-east-1_Northwind1' },
      },
      people: [],
    })
  })
  test.afterAll(() => shop?.close())

  test('opens on the screen that its settings name', { tag: '@every-way' }, async ({ page }) => {
    await page.goto(`${shop.origins.northwind}/?login=true`)
    await expectScreen(page, 'Reset your password')
    await page.goto(`${shop.origins.acorn}/?login=true`)
    await expect(signInDialog(page).getByLabel('Confirm password')).toBeVisible()
  })

  test('asks for every field by its rules, and accepts the account with all of them', {
    tag: '@every-way',
  }, async ({ page, request }) => {
    const email = newEmail()
    await page.goto(`${shop.origins.acorn}/?login=signUp`)
    const dialog = signInDialog(page)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('This field is required')).toHaveCount(12)
    await expect(dialog.getByLabel('Country code')).toHaveValue('US')

    for (const [label, text] of Object.values(ABOUT))
      await dialog.getByLabel(label, { exact: true }).fill(text)
    await dialog.getByLabel('Phone number').fill('0151 / 234-567 89')
    await dialog.getByLabel('Country code').selectOption({ label: 'Germany +49' })
    await dialog.getByLabel('Website').fill('halden')
    await fillSignUp(page, email, 'harbor')
    for (const rule of ['at least 10 characters', 'upper case letters', 'numbers', 'special characters']) {
      await expect(dialog.getByText(`Password must have ${rule}`)).toBeVisible()
    }
    await expect(ruleOf(page, 'lower case letters')).toContainText('Password must have lower case letters')
    await expect(ruleOf(page, 'lower case letters').getByLabel('Done:')).toBeVisible()
    await expect(ruleOf(page, 'numbers').getByLabel('Missing:')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('Enter a web address that starts with https://')).toBeVisible()
    await expect(dialog.getByLabel('Website')).toBeFocused()

    await dialog.getByLabel('Website').fill(' https://halden.example ')
    await fillSignUp(page, email, 'Quiet harbor 1')
    const sent = page.waitForRequest((asked) => asked.headers()['x-amz-target']?.endsWith('.SignUp') ?? false)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    const { UserAttributes } = (await sent).postDataJSON()
    const given = Object.fromEntries(UserAttributes.map((one: Named) => [one.Name, one.Value]))
    expect(given).toEqual({
      email,
      'custom:rewards_site_id': 'acorn',
      ...Object.fromEntries(Object.entries(ABOUT).map(([name, [, text]]) => [name, text.trim()])),
      phone_number: '+49015123456789',
      website: 'https://halden.example',
    })
    await enterCode(page, await codeSentTo(request, email))
    await expect(page).toHaveURL(/\/complete-registration/)
  })
})

type Named = { Name: string; Value: string }

/** Label and text of every sign-up field a site can turn on. */
const ABOUT: Record<string, [label: string, text: string]> = {
  given_name: ['First name', ' Dana '],
  middle_name: ['Middle name', 'Ruth'],
  family_name: ['Last name', 'Whitlock'],
  name: ['Full name', 'Dana Ruth Whitlock'],
  nickname: ['Nickname', 'Dee'],
  preferred_username: ['Preferred username', 'dana.w'],
  birthdate: ['Birth date', '1980-02-03'],
  phone_number: ['Phone number', ''],
  website: ['Website', ''],
  profile: ['Profile', 'https://halden.example/dana'],
}

async function fillSignUp(page: Page, email: string, password: string, confirm = password) {
  await signInDialog(page).getByLabel('Work email').fill(email)
  await signInDialog(page).getByLabel('Password', { exact: true }).fill(password)
  await signInDialog(page).getByLabel('Confirm password').fill(confirm)
}

function ruleOf(page: Page, words: string) {
  return signInDialog(page).getByRole('listitem').filter({ hasText: words })
}
