import { mailsTo } from '../stack/inbox.ts'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Staff set up an authenticator once per shop.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test(
  'staff write an email’s texts, see them as they type, test them, save them, and reset them',
  {
    tag: '@every-way',
  },
  async ({ page, request }, testInfo) => {
    const staff = demoStaff('northwind')
    await page.goto(`${originOf('northwind')}/office/site?part=emails`)
    await signInStaff(page, staff)
    const preview = page.getByRole('region', { name: 'Preview of Card' })
    await expect(preview.getByText('Maya, Halden Tools sent you $50.00.')).toBeVisible()

    const heading = page.getByLabel('Heading')
    await heading.fill('A thank-you from {company}')
    await expect(page.getByText(/^\{company\} isn’t a merge field in this email/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send me a test' })).toBeDisabled()
    await heading.fill('A <b>thank-you</b> from {sender}, {first name}')
    await expect(preview.getByText('A <b>thank-you</b> from Halden Tools, Maya')).toBeVisible()

    for (const scheme of ['Light', 'Dark']) {
      await page.getByRole('button', { name: scheme, exact: true }).click()
      await expectGood(page, NORTHWIND, `email texts, preview in ${scheme}`)
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({
          path: testInfo.outputPath(`email-texts-${scheme}-${width}.png`),
          fullPage: true,
        })
      }
    }

    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText(`Test sent to ${staff.email}`)).toBeVisible()
    await expect
      .poll(async () => (await mailsTo(request, staff.email))[0]?.html ?? '', { timeout: 30_000 })
      .toContain('A &lt;b&gt;thank-you&lt;/b&gt; from Halden Tools, Maya')

    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(heading).toHaveValue('A <b>thank-you</b> from {sender}, {first name}')
    await page.getByRole('button', { name: 'Reset to original' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.goto(`${originOf('northwind')}/office/audit`)
    await expect(page.getByText('Site settings changed').first()).toBeVisible()
  },
)
