import type { BrowserContext, Page } from '@playwright/test'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import {
  APP_KEY,
  CODE_SENT,
  type Played,
  playAccounts,
  question,
  refusal,
  SIGNED_UP,
  unprovedPerson,
} from '../stack/played-accounts.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { codeIn, enterPassword, expectScreen, refuseCode, signInDialog } from '../stack/sign-in-dialog.ts'

// Nothing is checked during an animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PERSON = { email: 'dana@halden.example', password: 'Quiet harbor 7' }
const WRONG_CODE = refusal('CodeMismatchException', 'That code isn’t right. Check it and try again.')
const TO_MAIL = {
  CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
  CODE_DELIVERY_DESTINATION: 'd***@h***',
}
const TO_PHONE = { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+*******0110' }
const FACTORS = JSON.stringify(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])
const TO_SET_UP = JSON.stringify(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'])

type Judge = (page: Page, what: string) => Promise<void>

test.beforeEach(() => test.setTimeout(240_000))
const judge: Judge = (page, what) => expectGood(page, NORTHWIND, what)

test('signing in and signing up are accessible', { tag: '@every-way' }, async ({ context }) => {
  const page = await openSignIn(context, { SignUp: SIGNED_UP, ConfirmSignUp: WRONG_CODE }, 'signUp')
  const dialog = signInDialog(page)
  await judge(page, 'create account')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await judge(page, 'create account, left empty')
  await dialog.getByLabel('Work email').fill(PERSON.email)
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await dialog.getByLabel('Confirm password').fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expectScreen(page, 'Check your inbox')
  await judge(page, 'confirm sign-up')
  await refuseCode(page, '123456')
  await judge(page, 'confirm sign-up, refused')

  const refused = await openSignIn(context, {
    InitiateAuth: refusal('NotAuthorizedException', 'Incorrect username or password.'),
    SignUp: refusal('UsernameExistsException', 'There’s already an account for this email.'),
  })
  await judge(refused, 'sign in')
  await enterPassword(refused, PERSON)
  await expect(refused.getByRole('alert')).toBeVisible()
  await judge(refused, 'sign in, refused')
})

test('every second step is accessible', { tag: '@every-way' }, async ({ context }) => {
  for (const [name, parameters, title] of [
    ['SMS_MFA', TO_PHONE, 'Enter the code we texted you'],
    ['EMAIL_OTP', TO_MAIL, 'Enter the code we emailed you'],
    ['SOFTWARE_TOKEN_MFA', {}, 'Enter the code your app shows'],
    ['SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: FACTORS }, 'How do you want to verify it’s you?'],
  ] as const) {
    const page = await openSignIn(context, {
      InitiateAuth: question(name, parameters),
      RespondToAuthChallenge: WRONG_CODE,
    })
    await enterPassword(page, PERSON)
    await expectScreen(page, title)
    await judge(page, title)
    if (await codeIn(page).isVisible()) {
      await refuseCode(page, '123456')
      await judge(page, `${title}, refused`)
    }
    await page.close()
  }

  const page = await openSignIn(context, {
    InitiateAuth: question('MFA_SETUP', { MFAS_CAN_SETUP: TO_SET_UP }),
    AssociateSoftwareToken: APP_KEY,
  })
  await enterPassword(page, PERSON)
  await expectScreen(page, 'Add a second step')
  await judge(page, 'add a second step')
  await page.getByRole('radio', { name: /Email/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectScreen(page, 'Codes by email')
  await judge(page, 'codes by email')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await enterPassword(page, PERSON)
  await page.getByRole('radio', { name: /Authenticator app/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await judge(page, 'set up the authenticator app')
})

test('fixing passwords and contacts is accessible', { tag: '@every-way' }, async ({ context }) => {
  const required = ['userAttributes.given_name', 'userAttributes.phone_number']
  const page = await openSignIn(context, {
    InitiateAuth: question('NEW_PASSWORD_REQUIRED', {
      requiredAttributes: JSON.stringify(required),
      userAttributes: '{}',
    }),
    ForgotPassword: CODE_SENT,
  })
  await enterPassword(page, PERSON)
  await expectScreen(page, 'Choose a new password')
  await expect(page.getByLabel('Country code')).toHaveValue('US')
  await judge(page, 'a password of its own')
  await page.getByRole('button', { name: 'Save this password' }).click()
  await judge(page, 'a password of its own, left empty')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expectScreen(page, 'Reset your password')
  await judge(page, 'forgot password')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expectScreen(page, 'Choose a new password')
  await judge(page, 'choose a new password')
  await page.close()

  const unproved = await openSignIn(context, {
    ...unprovedPerson(originOf(NORTHWIND.site)),
    VerifyUserAttribute: WRONG_CODE,
  })
  await enterPassword(unproved, PERSON)
  await expectScreen(unproved, 'Confirm your contact details')
  await judge(unproved, 'confirm your contact details')
  await unproved.getByRole('button', { name: 'Send me a code' }).click()
  await expectScreen(unproved, 'Enter the code we sent you')
  await judge(unproved, 'the code we sent you')
  await refuseCode(unproved, '123456')
  await judge(unproved, 'the code we sent you, refused')
})

async function openSignIn(context: BrowserContext, answers: Played, screen = 'signIn'): Promise<Page> {
  const page = await context.newPage()
  await playAccounts(page, answers)
  await page.goto(`${originOf(NORTHWIND.site)}/?login=${screen}`)
  await expect(signInDialog(page).getByLabel('Work email')).toBeVisible()
  return page
}
