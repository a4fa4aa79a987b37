import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { OddPerson } from '../../../server/src/testing/odd-shop-settings.ts'
import { expectAccessible } from '../stack/axe.ts'
import { codeSentTo, codeTextedTo } from '../stack/inbox.ts'
import { type OddShop, openOddShop } from '../stack/odd-shop.ts'
import { makePerson } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import {
  choosePassword,
  codeIn,
  enterCode,
  enterPassword,
  expectScreen,
  refuseCode,
  signInDialog,
} from '../stack/sign-in-dialog.ts'

test.describe('a forgotten password', () => {
  test('is replaced in the sign-in modal, and trailing spaces count', { tag: '@every-way' }, async ({
    page,
    request,
  }) => {
    await page.clock.install()
    const person = await makePerson(request)
    await page.goto(`${originOf('northwind')}/?login=signIn`)
    await signInDialog(page).getByLabel('Work email').fill(person.email)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expectScreen(page, 'Reset your password')
    await expect(signInDialog(page).getByLabel('Work email')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await signInDialog(page).getByLabel('Work email').fill('')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByText('This field is required')).toBeVisible()
    await signInDialog(page).getByLabel('Work email').fill(person.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()

    await expectScreen(page, 'Choose a new password')
    await expect(codeIn(page)).toBeFocused()
    const first = await codeSentTo(request, person.email, 1)
    await codeIn(page).fill(first)
    await choosePassword(page, 'Another calm bay 9 ', 'Another calm bay 9')
    await save(page)
    await expect(page.getByText('Your passwords must match')).toBeVisible()
    await choosePassword(page, 'Another calm bay 9 ')
    await codeIn(page).fill(first === '111111' ? '222222' : '111111')
    await save(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Confirm password')).toHaveValue('Another calm bay 9 ')
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await expect(page.getByText('A new code is on its way')).toBeVisible()
    await codeIn(page).fill(await codeSentTo(request, person.email, 2))
    await save(page)
    await expect(page.getByText('Password changed')).toBeVisible()

    await expectScreen(page, 'Welcome to Northwind Rewards')
    await enterPassword(page, { ...person, password: 'Another calm bay 9' })
    await expect(signInDialog(page).getByRole('alert')).toBeVisible()
    await expect(signInDialog(page).getByLabel('Work email')).toHaveValue(person.email)
    await expect(signInDialog(page).getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(signInDialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await enterPassword(page, { ...person, password: 'Another calm bay 9 ' })
    await expect(page).toHaveURL(/my-rewards/)
  })

  test('gets the same answer for an email without an account', async ({ page }) => {
    await page.goto(`${originOf('northwind')}/?login=forgotPassword`)
    await signInDialog(page).getByLabel('Work email').fill('nobody.at.all@customer.example')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expectScreen(page, 'Choose a new password')
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await expectScreen(page, 'Welcome to Northwind Rewards')
  })
})

test('names the setting and the contact if no user pool or identity pool is set up', {
  tag: '@every-way',
}, async ({ page }) => {
  for (const missing of ['user_pool_id', 'identity_pool_id']) {
    await page.route(`${originOf('northwind')}/?login=signIn`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(new RegExp(`"${missing}":"[^"]*"`), `"${missing}":""`)
      await route.fulfill({ response, body })
    })
    await page.goto(`${originOf('northwind')}/?login=signIn`)
    await expect(page.getByRole('alert')).toHaveText(
      'Configuration error (see console) – please contact the administrator',
    )
    await page.unrouteAll()
  }
})

test.describe('an account that staff opened', () => {
  test.describe.configure({ mode: 'default', timeout: 180_000 })
  const GIVEN = 'Given by staff 1'
  const open = (rest: Partial<OddPerson>): OddPerson => ({
    site: 'northwind',
    email: `${randomUUID().slice(0, 8)}@customer.example`,
    password: GIVEN,
    ...rest,
  })
  const phone = `+1937555${String(1000 + Math.floor(Math.random() * 9000))}`
  const fresh = open({ standing: 'temporary' })
  const byCode = open({})
  const lacking = open({ site: 'acorn', standing: 'temporary' })
  const toReset = open({ standing: 'reset' })
  const unproved = open({ standing: 'unverified', attributes: { phone_number: phone } })
  const skipping = open({ standing: 'unverified', attributes: { phone_number: '+19375550199' } })
  let shop: OddShop
  test.beforeAll(async () => {
    shop = await openOddShop({
      sites: {
        northwind: { mfa: 'off', email_code_sign_in: true },
        acorn: { mfa: 'off', sign_up_fields: ['given_name', 'phone_number'] },
      },
      people: [fresh, byCode, lacking, toReset, unproved, skipping],
    })
  })
  test.afterAll(() => shop?.close())
  const goIn = async (page: Page, person: OddPerson) => {
    await page.goto(`${shop.origins[person.site]}/?login=signIn`)
    await enterPassword(page, person)
  }

  test('requires a new password', { tag: '@every-way' }, async ({ page }) => {
    await goIn(page, fresh)
    await expectScreen(page, 'Choose a new password')
    await expectAccessible(page, 'a password of its own')
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await expectScreen(page, 'Welcome to Northwind Rewards')
    await enterPassword(page, fresh)
    await choosePassword(page, 'northwind')
    await save(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await choosePassword(page, 'Another calm bay 9 ')
    await save(page)
    await expect(page).toHaveURL(/complete-registration/)
  })

  test('lets its owner sign in with a code where the site offers one', { tag: '@every-way' }, async ({
    page,
    request,
  }) => {
    await page.goto(`${shop.origins.northwind}/?login=signIn`)
    await signInDialog(page).getByLabel('Work email').fill('')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expect(page.getByText('This field is required')).toBeVisible()
    await signInDialog(page).getByLabel('Work email').fill(byCode.email)
    await expectAccessible(page, 'sign in by password or code')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expectScreen(page, 'Enter the code we emailed you')
    const code = await codeSentTo(request, byCode.email)
    await refuseCode(page, code)
    await enterCode(page, code)
    await expect(page).toHaveURL(/complete-registration/)
  })

  test('asks for what the site requires of everyone', { tag: '@every-way' }, async ({ page }) => {
    await goIn(page, lacking)
    await expectScreen(page, 'Choose a new password')
    await choosePassword(page, 'Another calm bay 9')
    await save(page)
    await expect(page.getByText('This field is required')).toHaveCount(2)
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByLabel('First name').fill('Dana')
    await page.getByLabel('Phone number').fill('555')
    await save(page)
    await expect(page.getByText(/^Enter 10 digits after \+1/)).toBeVisible()
    await page.getByLabel('Phone number').fill('(937) 555-0110')
    await save(page)
    await expect(page).toHaveURL(/complete-registration/)
  })

  test('asks for a new password after staff reset it', { tag: '@every-way' }, async ({ page, request }) => {
    await goIn(page, toReset)
    await expect(page).toHaveURL(new RegExp(`/reset-password\\?email=${encodeURIComponent(toReset.email)}`))
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await codeIn(page).fill(await codeSentTo(request, toReset.email))
    await choosePassword(page, 'Another calm bay 9')
    await save(page)
    await expect(page.getByText('Password changed')).toBeVisible()
    await enterPassword(page, { ...toReset, password: 'Another calm bay 9' })
    await expect(page).toHaveURL(/complete-registration/)
  })

  test('verifies its email or phone', { tag: '@every-way' }, async ({ page, request }) => {
    await page.clock.install()
    await goIn(page, unproved)
    await expectScreen(page, 'Confirm your contact details')
    await expectAccessible(page, 'confirm your contact details')
    await page.getByRole('radio', { name: /Text message/ }).check()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expectScreen(page, 'Enter the code we sent you')
    await expectAccessible(page, 'the code we sent you')
    const first = await codeTextedTo(request, phone)
    await refuseCode(page, first)
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await enterCode(page, await codeTextedTo(request, phone, 1))
    await expect(page.getByText('Your phone number is confirmed')).toBeVisible()
    await expect(page).toHaveURL(/complete-registration/)
  })

  test('can skip that verification, at the choice and at the code', { tag: '@every-way' }, async ({
    page,
  }) => {
    await goIn(page, skipping)
    await expectScreen(page, 'Confirm your contact details')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expectScreen(page, 'Enter the code we sent you')
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page).toHaveURL(/complete-registration/)

    await page.evaluate(() => localStorage.clear())
    await goIn(page, skipping)
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page).toHaveURL(/complete-registration/)
  })
})

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save this password' }).click()
}
