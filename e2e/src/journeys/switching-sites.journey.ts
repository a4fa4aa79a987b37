import type { APIRequestContext, Page } from '@playwright/test'
import { appCode } from '../stack/authenticator.ts'
import { expectAccessible } from '../stack/axe.ts'
import { type EmptyShop, openEmptyShop } from '../stack/empty-shop.ts'
import { expect, test } from '../stack/shop.ts'

let shop: EmptyShop
test.beforeEach(async () => {
  shop = await openEmptyShop()
})
test.afterEach(() => shop.close())

const ANN = { email: 'ann@northwind.example', password: 'seven green lanterns' }

test('staff of two sites switch between them without signing in again', { tag: '@every-way' }, async ({
  page,
  request,
}) => {
  const firstPassword = await makeTwoSites(request)
  const gifts = `http://gifts.localhost:${shop.port}`

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.origin}/office/orders`)
  await signIn(page, ANN.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expectAccessible(page, 'an office with a switcher on a phone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Switch site, at Northwind Rewards' }).click()
  await page.getByRole('menuitem', { name: 'Acorn Gifts' }).click()
  await expect(page.getByText('Sign in once. After that, you can switch')).toBeVisible()
  expect(page.url()).toBe(`${gifts}/office/orders`)
  await signIn(page, firstPassword)
  await page.getByLabel('Current password').fill(firstPassword)
  await page.getByLabel('New password', { exact: true }).fill('eight blue lanterns')
  await page.getByLabel('Confirm password').fill('eight blue lanterns')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

  // From now on by keyboard alone, and at once.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Switch site, at Acorn Gifts' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Northwind Rewards' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${shop.origin}/office/orders`)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await page.getByRole('button', { name: 'Switch site, at Northwind Rewards' }).click()
  await page.getByRole('menuitem', { name: 'Acorn Gifts' }).click()
  await expect(page).toHaveURL(`${gifts}/office/orders`)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

  await page.getByRole('button', { name: /^Ann Lee/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  await page.goto(`${shop.origin}/office`)
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
})

/** @returns the first password on the second site, whose owner is the same person */
async function makeTwoSites(request: APIRequestContext): Promise<string> {
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await request.post(`${shop.origin}/api/v1/${path}`, { form })
    expect(answer.status(), path).toBe(200)
    return answer.json()
  }
  await post('setup/', {
    token: shop.setupLink.split('#')[1]!,
    organization_name: 'Northwind Holdings',
    time_zone: 'America/Chicago',
    site_name: 'Northwind Rewards',
    host: 'localhost',
    owner_name: 'Ann Lee',
    owner_email: ANN.email,
    password: ANN.password,
  })
  const { ticket, secret } = await post('platform/sign_in/', ANN)
  await post('platform/sign_in/code/', { ticket, code: appCode(secret) })
  const { owner_password } = await post('platform/sites/', {
    organization_id: '1',
    site_name: 'Acorn Gifts',
    host: 'gifts.localhost',
    time_zone: 'America/Chicago',
    owner_name: 'Ann Lee',
    owner_email: ANN.email,
  })
  return owner_password
}

async function signIn(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(ANN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key))
  await page.keyboard.press('Enter')
}
