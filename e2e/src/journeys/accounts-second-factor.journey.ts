import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { OddPerson } from '../../../server/src/testing/odd-shop-settings.ts'
import { appCode } from '../stack/authenticator.ts'
import { expectAccessible } from '../stack/axe.ts'
import { codeSentTo, codeTextedTo } from '../stack/inbox.ts'
import { type OddShop, openOddShop } from '../stack/odd-shop.ts'
import { expect, test } from '../stack/shop.ts'
import {
  codeIn,
  enterCode,
  enterPassword,
  expectScreen,
  refuseCode,
  signInDialog,
} from '../stack/sign-in-dialog.ts'

// One shop for all of them, so it starts once.
test.describe.configure({ mode: 'default', timeout: 180_000 })

const PASSWORD = 'Quiet harbor 7'
const open = (site: OddPerson['site'] = 'northwind', rest: Partial<OddPerson> = {}): OddPerson => ({
  site,
  email: `${randomUUID().slice(0, 8)}@customer.example`,
  password: PASSWORD,
  ...rest,
})
const PHONE = `+1937555${String(1000 + Math.floor(Math.random() * 9000))}`
const byApp = open()
const byKeyboard = open()
const byMail = open()
const byText = open('northwind', { attributes: { phone_number: PHONE } })
const onlyMail = open('acorn')

let shop: OddShop
test.beforeAll(async () => {
  shop = await openOddShop({
    sites: {
      northwind: { mfa: 'required', mfa_types: ['TOTP', 'EMAIL', 'SMS'] },
      acorn: { mfa: 'required', mfa_types: ['EMAIL'] },
    },
    people: [byApp, byKeyboard, byMail, byText, onlyMail],
  })
})
test.afterAll(() => shop?.close())

test('a person without a second step sets up an authenticator app and signs in with its codes from then on', {
  tag: '@every-way',
}, async ({ page }) => {
  await goIn(page, byApp)
  await expectScreen(page, 'Add a second step')
  await expectAccessible(page, 'choose a second step')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await enterPassword(page, byApp)
  await page.getByRole('radio', { name: /Authenticator app/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectScreen(page, 'Set up your authenticator app')
  await expectAccessible(page, 'set up the app')
  const picture = page.getByRole('img', { name: /^QR code/ })
  await expect(picture).toHaveCSS('width', '228px')
  await expect(picture).toHaveCSS('height', '228px')

  const key = await keyOf(page)
  expect(await signInDialog(page).locator('code span').first().textContent()).toHaveLength(4)
  await refuseCode(page, appCode(key))
  await enterCode(page, appCode(key))
  await expectScreen(page, 'Save your recovery codes')
  await expectAccessible(page, 'save the recovery codes')
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(codes.join('\n'))
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page).toHaveURL(/complete-registration/)

  await signOut(page)
  await goIn(page, byApp)
  await expectScreen(page, 'Enter the code your app shows')
  await expect(page.getByRole('button', { name: /Send a new code/ })).toBeHidden()
  // The setup used the code of this half minute.
  await refuseCode(page, appCode(key, 1))
  await enterCode(page, appCode(key, 1))
  await expect(page).toHaveURL(/complete-registration/)

  await signOut(page)
  await goIn(page, byApp)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectScreen(page, 'Use a recovery code')
  await expectAccessible(page, 'a recovery code')
  const recovery = signInDialog(page).getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await recovery.fill('00000-00000')
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('That recovery code isn’t right')
  await recovery.fill(codes[0]!.toLowerCase())
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/complete-registration/)
})

test('a second step is set up by keyboard only, on a page without a clipboard', {
  tag: '@every-way',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto(`${shop.origins.northwind}/?login=signIn`)
  await expect(signInDialog(page).getByLabel('Work email')).toBeFocused()
  await page.keyboard.type(byKeyboard.email)
  await tabTo(page, signInDialog(page).getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Add a second step')
  await expect(signInDialog(page).getByRole('radio', { checked: true })).toBeFocused()
  const app = page.getByRole('radio', { name: /Authenticator app/ })
  for (let i = 0; i < 3 && !(await app.isChecked()); i++) await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')

  await expect(codeIn(page)).toBeFocused()
  const key = await keyOf(page)
  await tabTo(page, page.getByRole('button', { name: 'Copy the key' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The key is selected/)).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString().replace(/\s/g, ''))).toBe(key)
  await tabTo(page, codeIn(page))
  await page.keyboard.type(appCode(key))
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Save your recovery codes')
  await tabTo(page, page.getByRole('button', { name: 'I saved my codes' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/complete-registration/)
})

test('email codes are set up, rejected, sent again, and accepted', { tag: '@every-way' }, async ({
  page,
  request,
}) => {
  await page.clock.install()
  await goIn(page, byMail)
  await page.getByRole('radio', { name: /Email/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectScreen(page, 'Codes by email')
  await expect(signInDialog(page).getByLabel('Work email')).toHaveValue(byMail.email)
  await signInDialog(page).getByLabel('Work email').fill('nobody')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await signInDialog(page).getByLabel('Work email').fill('somebody.else@customer.example')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('alert')).toContainText('Use the email you sign in with.')
  await signInDialog(page).getByLabel('Work email').fill(byMail.email)
  await page.getByRole('button', { name: 'Send me a code' }).click()

  await expectScreen(page, 'Enter the code we emailed you')
  await expectAccessible(page, 'a code by email')
  const first = await codeSentTo(request, byMail.email)
  await refuseCode(page, first)
  await askAgain(page)
  const second = await codeSentTo(request, byMail.email, 1)
  await enterCode(page, second)
  await expect(page).toHaveURL(/complete-registration/)

  await signOut(page)
  await goIn(page, byMail)
  await expectScreen(page, 'Enter the code we emailed you')
  await enterCode(page, spaced(await codeSentTo(request, byMail.email, 2)))
  await expect(page).toHaveURL(/complete-registration/)
})

test('a site that offers only email shows no choice', { tag: '@every-way' }, async ({ page, request }) => {
  await page.goto(`${shop.origins.acorn}/?login=signIn`)
  await enterPassword(page, onlyMail)
  const setUp = page.getByRole('dialog', { name: 'Codes by email' })
  await expect(setUp.or(page.getByRole('dialog', { name: 'Enter the code we emailed you' }))).toBeVisible()
  if (await setUp.isVisible()) await page.getByRole('button', { name: 'Send me a code' }).click()
  await enterCode(page, await codeSentTo(request, onlyMail.email))
  await expect(page).toHaveURL(/complete-registration/)
})

test('a person with several second steps chooses: a text, rejected and sent again, then an email', {
  tag: '@every-way',
}, async ({ page, request }) => {
  await page.clock.install()
  await prefer(request, await enterByMail(page, request))
  await signOut(page)

  await goIn(page, byText)
  await expectScreen(page, 'How do you want to verify it’s you?')
  await expectAccessible(page, 'choose how to confirm')
  await page.getByRole('radio', { name: /Text message/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectScreen(page, 'Enter the code we texted you')
  await expectAccessible(page, 'a code by text')
  // The first text verified the number.
  const first = await codeTextedTo(request, PHONE, 1)
  await refuseCode(page, first)
  await askAgain(page)
  await expectScreen(page, 'Enter the code we texted you')
  await enterCode(page, await codeTextedTo(request, PHONE, 2))
  await expect(page).toHaveURL(/complete-registration/)

  await signOut(page)
  await goIn(page, byText)
  await page.getByRole('radio', { name: /Email/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectScreen(page, 'Enter the code we emailed you')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(signInDialog(page).getByLabel('Work email')).toHaveValue(byText.email)
  await signInDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(signInDialog(page)).toBeHidden()
})

/** Signs in by email for the first time. @returns that session's access token */
async function enterByMail(page: Page, request: APIRequestContext): Promise<string> {
  await goIn(page, byText)
  await page.getByRole('radio', { name: /Email/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await enterCode(page, await codeSentTo(request, byText.email))
  await expect(page).toHaveURL(/complete-registration/)
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('.accessToken'))
    return localStorage.getItem(key ?? '') ?? ''
  })
}

/** Turns text and email on and prefers neither, as the settings do. */
async function prefer(request: APIRequestContext, AccessToken: string) {
  const ask = async (operation: string, body: object) => {
    const answer = await request.post(`${shop.origins.northwind}/identity/`, {
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      data: JSON.stringify({ AccessToken, ...body }),
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await ask('GetUserAttributeVerificationCode', { AttributeName: 'phone_number' })
  const Code = await codeTextedTo(request, PHONE)
  await ask('VerifyUserAttribute', { AttributeName: 'phone_number', Code })
  await ask('SetUserMFAPreference', {
    SMSMfaSettings: { Enabled: true, PreferredMfa: false },
    EmailMfaSettings: { Enabled: true, PreferredMfa: false },
  })
}

async function goIn(page: Page, person: OddPerson) {
  await page.goto(`${shop.origins[person.site]}/?login=signIn`)
  await enterPassword(page, person)
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
}

async function askAgain(page: Page) {
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(page.getByText('A new code is on its way')).toBeVisible()
}

async function keyOf(page: Page): Promise<string> {
  return (await signInDialog(page).locator('code').textContent()) ?? ''
}

const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let tabs = 0; tabs < 20; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${control} is not reached by ${key}`)
}
