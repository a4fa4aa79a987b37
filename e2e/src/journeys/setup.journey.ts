import type { Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { type EmptyShop, openEmptyShop } from '../stack/empty-shop.ts'
import { expectGood } from '../stack/looks.ts'
import { expect, test } from '../stack/shop.ts'
import { addAuthenticator } from '../stack/staff.ts'

let shop: EmptyShop
test.beforeEach(async () => {
  shop = await openEmptyShop()
})
test.afterEach(() => shop.close())

const SETUP_WIDTHS = {
  name: 'Laurel',
  site: 'northwind',
  widths: [1440, 768, 390],
  narrow: [640, 320],
} as const

test('an operator goes from an empty database to the office of the first site', {
  tag: '@every-way',
}, async ({ page, browser }) => {
  await page.goto(`${shop.origin}/`)
  await expect(page).toHaveURL(`${shop.origin}/setup/`)
  await expect(page.getByText('Open the setup link that the server printed')).toBeVisible()
  await page.goto(`${shop.origin}/setup/#forged`)
  await expect(page.getByRole('heading', { name: 'This setup link doesn’t work' })).toBeVisible()

  await page.goto(shop.setupLink)
  await expect(page.getByText(/works once and expires at \d+:\d\d [AP]M/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Email waits' })).toContainText('Off')
  await expectGood(page, SETUP_WIDTHS, 'setup')
  await fillIn(page, { password: 'short' })
  await page.getByRole('button', { name: 'Create site' }).click()
  await expect(page.getByText('Password must have at least 12 characters')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expectAccessible(page, 'setup with an error')

  // By keyboard from here.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('seven green lanterns')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${shop.origin}/office`)
  await addAuthenticator(page)
  await expect(page.getByRole('heading', { level: 1, name: /, Ines$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ines Varga Owner' })).toBeVisible()

  await page.goto(shop.setupLink)
  await expect(page.getByRole('heading', { name: 'Laurel is already set up' })).toBeVisible()

  // Until the site is live, visitors wait, and its owner previews it.
  await page.goto(`${shop.origin}/office/`)
  await page.getByRole('link', { name: 'Open checklist' }).click()
  await page.getByRole('button', { name: 'Check everything' }).click()
  await expect(page.getByText('localhost points here.')).toBeVisible()
  await expect(page.getByText('Turn on at least one payment method.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled()
  await expectGood(page, SETUP_WIDTHS, 'go-live checklist')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${shop.origin}/my-rewards`)
  await expect(visitor).toHaveTitle('Coming soon · Northwind Rewards')
  await expectGood(visitor, SETUP_WIDTHS, 'coming soon')
  await page.goto(`${shop.origin}/`)
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await uploadLogo(page)
  await visitor.reload()
  const shown = visitor.getByRole('main').locator('img')
  await expect(shown).toHaveJSProperty('complete', true)
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(visitor.locator('meta[name=theme-color][data-theme=light]')).toHaveAttribute(
    'content',
    '#1C5C9C',
  )
  await expectGood(visitor, SETUP_WIDTHS, 'coming soon with a logo')
})

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><script>document.title = 'taken over'</script>
  <circle cx="32" cy="32" r="30" fill="#1c5c9c" onclick="alert(1)"/><path d="M16 32h32v8h-32z" fill="#ffd400"/></svg>`

/** The site takes its logo and its colors from one file. */
async function uploadLogo(page: Page) {
  await page.goto(`${shop.origin}/office/site?part=brand`)
  const logo = page.getByRole('group', { name: 'Logo', exact: true })
  const choose = (name: string, buffer: Buffer) =>
    logo.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/svg+xml', buffer })
  await choose('logo.svg', Buffer.from('I am not a logo.'))
  await expect(logo.getByText('We can’t use this file.')).toBeVisible()
  await choose('logo.svg', Buffer.from(LOGO))
  await expect(logo.getByText('We removed what a logo doesn’t need: scripts.')).toBeVisible()
  await expectGood(page, SETUP_WIDTHS, 'logo before saving')

  // By keyboard from here.
  await page.getByRole('button', { name: 'Use these colors' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Primary', exact: true })).toHaveValue('#1C5C9C')
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
  // The button is disabled while it saves, too.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

async function fillIn(page: Page, { password }: { password: string }) {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind Holdings')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Northwind Rewards')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ines Varga')
  await page.getByRole('textbox', { name: 'Email' }).fill('ines@northwind.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('localhost')
}
