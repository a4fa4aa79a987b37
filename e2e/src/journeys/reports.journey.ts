import { readFileSync } from 'node:fs'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

test('an admin saves a report, gets it by mail, and downloads it', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const admin = await makePerson(request)
  const orderId = await fillCartToPay(admin, ['digital'], { name: 'Winter thank-you' })
  await startPayment(admin, orderId, 'self_hosted_check')
  const { number } = await readOrder(admin, orderId)
  const page = await openSignedIn(context, admin, '/company/reports')
  await expect(page.getByRole('cell', { name: number })).toBeVisible()
  await expectAccessible(page, 'a report')

  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  await dialog.getByLabel('Name').fill('Orders of the month')
  await dialog.getByRole('button', { name: /Email it/ }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await dialog.getByText(admin.email).click()
  await expectAccessible(page, 'the dialog for a report')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Every Monday at 8:00 AM to Dana Whitlock')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Orders of the month' }).click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()
  const link = await linkMailedTo(admin.email)
  await page.goto(link)
  const mine = page.getByRole('list', { name: 'Your report' })
  const download = page.waitForEvent('download')
  await mine.getByRole('button', { name: /^Download Orders of the month/ }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(`\r\n${number},`)
  await expectAccessible(page, 'a report that was mailed')

  async function linkMailedTo(email: string): Promise<string> {
    let text = ''
    await expect(async () => {
      const mail = (await mailsTo(request, email)).find(({ subject }) => subject.startsWith('Orders of the'))
      text = mail?.text ?? ''
      expect(text).toContain('/company/reports?company=')
    }).toPass({ timeout: 30_000 })
    return /https?:\/\/\S+\/company\/reports\?\S+/.exec(text)![0]
  }
})
