import { expectAccessible } from '../stack/axe.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { placeToReview } from '../stack/paid-orders.ts'
import { makePerson } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

for (const site of ['northwind', 'acorn'] as const) {
  test(`staff of ${site} sort orders, choose columns, and review every name and a new logo, by keyboard`, {
    tag: '@every-way',
  }, async ({ context, request }) => {
    test.setTimeout(300_000)
    const page = await context.newPage()
    await page.goto(`${originOf(site)}/office/orders`)
    await signInStaff(page, demoStaff(site))
    const person = await makePerson(request, { site })
    await placeToReview(request, person, page)

    await page.goto(`${originOf(site)}/office/orders`)
    const table = page.getByRole('table', { name: 'Orders' })
    const numbers = () => table.getByRole('link').allTextContents()
    await expect(table.getByRole('row')).toHaveCount(3)
    const newest = await numbers()
    await table.getByRole('button', { name: 'Total' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=-total/)
    await expect(table.getByRole('columnheader', { name: 'Total' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    // The order with four cards is the newest, and the most expensive.
    await expect.poll(numbers).toEqual(newest)
    await page.keyboard.press('Enter')
    await expect.poll(numbers).toEqual(newest.toReversed())

    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    await expectAccessible(page, 'the choice of columns')
    await page.getByRole('checkbox', { name: 'Paid by' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(table.getByRole('columnheader', { name: 'Paid by' })).toBeVisible()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `sorted orders at ${width} px`)
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${originOf(site)}/office/orders?status=in_review`)
    await table.getByRole('link', { name: newest[0]! }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Proof 1 of 4')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('Proof 2 of 4')).toBeVisible()
    await expect(page.getByRole('img', { name: /Ten years, Noor.*Noor Rahmani/ }).first()).toBeVisible()
    await expect(page.getByText(/The name prints at [\d.]+ pt instead of 6.9/)).toHaveCount(1)
    await page.getByRole('button', { name: 'Bartholomew Featherstonehaugh-Wolverton', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Proof 4 of 4')).toBeVisible()

    const logos = page.getByRole('region', { name: 'Logos' })
    await expect(logos.getByRole('img', { name: 'Open the file' })).toHaveCount(2)
    await expect(logos.getByText(/^As printed/)).toBeInViewport()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `an order in review at ${width} px, ${colorScheme}`)
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }
  })
}
