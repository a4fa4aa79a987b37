import { readFileSync } from 'node:fs'
import { expectAccessible } from '../stack/axe.ts'
import { mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('a staff member saves a scheduled liability report, gets it by mail, and downloads it', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const page = await context.newPage()
  const { email, password } = demoStaff('northwind')
  await page.goto(`${originOf('northwind')}/office`)
  await signInStaff(page, { email, password })
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('button', { name: /Report$/ }).click()
  await page.getByRole('option', { name: 'Liability' }).click()
  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(rows.getByRole('columnheader', { name: 'Unclaimed at end (USD)' })).toBeVisible()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `the liability report at ${width} px`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
  }

  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  await dialog.getByLabel('Name').fill('Month end')
  await dialog.getByRole('button', { name: /Email it/ }).click()
  await page.getByRole('option', { name: 'Every month' }).click()
  await dialog.getByText(email).click()
  await expectAccessible(page, 'the dialog for a report of staff')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText(/^On the 1st of every month at 8:00 AM to /)).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Month end' }).click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()
  await page.goto(await linkMailed())
  const mine = page.getByRole('list', { name: 'Your report' })
  const download = page.waitForEvent('download')
  await mine.getByRole('button', { name: /^Download Month end/ }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Month,Unclaimed at start (USD),Issued (USD)')
  expect(csv).toMatch(/\r\n\d{4}-\d\d,/)
  await expectAccessible(page, 'a report that was mailed to staff')

  async function linkMailed(): Promise<string> {
    let text = ''
    await expect(async () => {
      const mail = (await mailsTo(request, email)).find(({ subject }) => subject.startsWith('Month end'))
      text = mail?.text ?? ''
      expect(text).toContain('/office/reports?file=')
    }).toPass({ timeout: 30_000 })
    return /https?:\/\/\S+\/office\/reports\?\S+/.exec(text)![0]
  }
})
