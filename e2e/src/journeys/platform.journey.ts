import type { Page } from '@playwright/test'
import { appCode } from '../stack/authenticator.ts'
import { expectAccessible } from '../stack/axe.ts'
import { type EmptyShop, openEmptyShop } from '../stack/empty-shop.ts'
import { expectGood } from '../stack/looks.ts'
import { expect, test } from '../stack/shop.ts'

let shop: EmptyShop
test.beforeEach(async () => {
  shop = await openEmptyShop()
})
test.afterEach(() => shop.close())

const LOOK = { name: 'Laurel', site: 'northwind', widths: [1440, 768, 390], narrow: [640, 320] } as const
const OPERATOR = { email: 'ines@northwind.example', password: 'seven green lanterns' }

test('an operator creates a site, suspends it, and opens it again', { tag: '@every-way' }, async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const token = shop.setupLink.split('#')[1]!
  const made = await request.post(`${shop.origin}/api/v1/setup/`, {
    form: {
      token,
      organization_name: 'Northwind Holdings',
      time_zone: 'America/Chicago',
      site_name: 'Northwind Rewards',
      host: 'localhost',
      owner_name: 'Ines Varga',
      owner_email: OPERATOR.email,
      password: OPERATOR.password,
    },
  })
  expect(made.status()).toBe(200)

  await page.goto(`${shop.origin}/platform/`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Northwind Rewards/ })).toBeVisible()
  await expectGood(page, LOOK, 'organizations')

  await page.getByRole('button', { name: 'New site' }).click()
  await page.getByRole('textbox', { name: 'Site name' }).fill('Acorn Gifts')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('localhost')
  await page.getByRole('textbox', { name: 'Owner’s name' }).fill('Ann Lee')
  await page.getByRole('textbox', { name: 'Owner’s email' }).fill('ann@acorn.example')
  await expectAccessible(page, 'new site')
  await page.keyboard.press('Enter')
  await expect(page.getByText('localhost is already an address of Northwind Rewards.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('gifts.localhost')
  await page.keyboard.press('Enter')
  await expect(page.getByText('First password')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  const address = `http://gifts.localhost:${shop.port}`
  const visitor = await page.context().newPage()
  await visitor.goto(`${address}/`)
  await expect(visitor).toHaveTitle(/Acorn Gifts/)

  await page.getByRole('button', { name: 'Actions for Acorn Gifts' }).click()
  await page.getByRole('menuitem', { name: 'Suspend site' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Unpaid')
  await page.getByRole('button', { name: 'Suspend site' }).click()
  await expect(page.getByRole('row', { name: /Acorn Gifts.*Suspended/ })).toBeVisible()
  expect((await visitor.goto(`${address}/`))?.status()).toBe(503)
  await expect(visitor.getByRole('heading', { name: 'This site isn’t available' })).toBeVisible()
  await expectAccessible(visitor, 'a suspended site')

  await page.getByRole('button', { name: 'Actions for Acorn Gifts' }).click()
  await page.getByRole('menuitem', { name: 'Resume site' }).click()
  await page.getByRole('button', { name: 'Resume site' }).click()
  await expect(page.getByRole('row', { name: /Acorn Gifts.*Setting up/ })).toBeVisible()
  expect((await visitor.goto(`${address}/`))?.status()).toBe(200)

  await page.getByRole('link', { name: 'Jobs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expectAccessible(page, 'jobs')
  for (const [name, shown] of [
    ['Backups', 'There’s no backup yet.'],
    ['Upgrades', 'npm run upgrade'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText(shown)).toBeVisible()
    await expectGood(page, LOOK, name)
  }
  await page.getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('link', { name: 'Acorn Gifts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acorn Gifts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible()
  await expectGood(page, LOOK, 'a site')

  await page.getByRole('link', { name: 'Operators' }).click()
  await page.getByRole('button', { name: 'Add operator' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann Lee')
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@laurel.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('First password')).toBeVisible()
  await expectAccessible(page, 'a first password')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Ann Lee.*Invited/ })).toBeVisible()
  await expectGood(page, LOOK, 'operators')
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).click()
  await page.getByRole('menuitem', { name: 'Remove operator' }).click()
  await page.getByRole('button', { name: 'Remove operator' }).click()
  await expect(page.getByRole('row', { name: /Ann Lee/ })).toBeHidden()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('cell', { name: 'reason: Unpaid' })).toBeVisible()
  await expectGood(page, LOOK, 'audit log')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the platform area' })).toBeVisible()
})

async function signIn(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill(OPERATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.keyboard.press('Enter')
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key))
  await page.keyboard.press('Enter')
}
