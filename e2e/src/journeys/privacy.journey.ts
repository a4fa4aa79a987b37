import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay } from '../stack/cart.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { makePerson } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, inviteStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('staff find a person, export the data, and request an erasure; a colleague invited today can’t approve it', {
  tag: '@every-way',
}, async ({ browser, context, request }) => {
  await fillCartToPay(await makePerson(request), ['digital'])
  const office = `${originOf('northwind')}/office`
  const page = await context.newPage()
  await page.goto(`${office}/privacy`)
  await signInStaff(page, demoStaff('northwind'))

  const search = page.getByRole('searchbox', { name: 'Search people' })
  await search.fill('Okafor')
  await search.press('Enter')
  const found = page.getByRole('button', { name: /^Erase person / })
  await expect(found.first()).toBeVisible()
  expect(page.url()).not.toContain('Okafor')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `people found at ${width} px`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
  }

  const downloading = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Export CSV of / })
    .first()
    .click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('Where,Record,Order,Name')
  expect(csv).toContain('Recipient of a card')

  // By keyboard alone.
  await found.first().focus()
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog')
  await expectAccessible(page, 'asking to erase')
  await asking.getByRole('button', { name: 'Request erasure' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('A colleague has to approve it.')).toBeVisible()

  const others = await browser.newContext()
  const second = await others.newPage()
  await second.goto(`${office}/privacy`)
  await signInStaff(second, await inviteStaff(page, 'second@northwind.example', 'support'))
  await second.getByRole('button', { name: 'Approve erasure' }).click()
  const approving = second.getByRole('dialog')
  await approving.getByRole('button', { name: 'Approve erasure' }).click()
  await expect(approving).toContainText('Ask another colleague.')
  await others.close()

  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('Not erased')).toBeVisible()

  await page.goto(`${office}/site?part=retention`)
  const addresses = page.getByRole('textbox', { name: 'Remove addresses after, in days' })
  await expect(addresses).toHaveValue('730')
  await addresses.fill('10')
  await addresses.blur()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter at least 30 days, or 0 to keep it.')).toBeVisible()
  await addresses.fill('90')
  await addresses.blur()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
  await expectAccessible(page, 'retention')
})
