import type { Locator, Page } from '@playwright/test'
import { addAddress, makeDraft } from '../stack/cart.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const MOST_TABS = 60

test('a bulk order is designed, checked out, and placed by keyboard only', async ({ context, request }) => {
  const person = await makePerson(request)
  await addAddress(person)
  const page = await openSignedIn(context, person, '/my-rewards')
  await expect(page.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Design a card' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'UPS' }))
  await expect(page).toHaveURL(/card-design$/)
  await press(page, page.getByRole('button', { name: 'Arches' }))
  await tabTo(page, page.getByLabel('First line'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By hand')
  await press(page, page.getByRole('button', { name: 'Next: quantity' }))

  await expect(page).toHaveURL(/quantity$/)
  await tabTo(page, page.getByRole('textbox', { name: 'Number of cards' }))
  await page.keyboard.type('12')
  await press(page, page.getByRole('button', { name: 'Next: value' }))
  await expect(page).toHaveURL(/value$/)
  await press(page, page.getByRole('button', { name: '$25', exact: true }))
  await press(page, page.getByRole('button', { name: 'Next: message' }))
  await expect(page).toHaveURL(/custom-message$/)
  await press(page, page.getByRole('button', { name: 'Welcome' }).first())
  await press(page, page.getByRole('button', { name: 'Add to cart' }))

  await press(
    page,
    page.getByRole('dialog', { name: 'Your cart' }).getByRole('button', { name: 'Check out' }),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk shipping' })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: /Office/ }))
  await expect(page.getByRole('radio', { name: /Office/ })).toBeChecked()
  await tabToGroup(page, page.getByRole('group', { name: 'How should we ship it?' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /UPS 2nd Day Air/ })).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Next: payment & confirmation' }).first())

  await expect(page.getByRole('heading', { level: 1, name: 'Payment & confirmation' })).toBeVisible()
  const check = page.getByRole('radio', { name: /^Check/ })
  await tabToGroup(page, page.getByRole('group', { name: 'How would you like to pay?' }))
  for (let i = 0; i < 4 && !(await check.isChecked()); i++) await page.keyboard.press('ArrowDown')
  await expect(check).toBeChecked()
  await tabTo(page, page.getByRole('checkbox', { name: /order terms/ }))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: /^Place order/ }).first())
  await expect(page.getByRole('heading', { name: 'Your 12 cards are ordered.' })).toBeVisible()
})

test('the recipients grid is navigated, edited, and undone by keyboard', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct')
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const grid = page.getByRole('grid')
  await tabTo(page, grid.getByRole('gridcell', { name: 'Maya Okafor', exact: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('gridcell', { name: '77 Harbor Lane' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.type(', Suite 4')
  await page.keyboard.press('Escape')
  await expect(grid.getByRole('gridcell', { name: '77 Harbor Lane', exact: true })).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type(', Suite 4')
  await page.keyboard.press('Tab')
  await expect(grid.getByRole('gridcell', { name: '77 Harbor Lane, Suite 4' })).toBeVisible()
  await expect(grid.getByRole('textbox', { name: 'City, row 2' })).toBeFocused()
})

/** Tabs to a control and activates it with Enter. */
async function press(page: Page, control: Locator) {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, control: Locator) {
  await control.waitFor()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${control} is not reached by Tab`)
}

/** Tabs into a radio group, wherever its Tab stop is. */
async function tabToGroup(page: Page, group: Locator) {
  await group.waitFor()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const isIn = await group.evaluate(
      (element) =>
        element.contains(document.activeElement) && document.activeElement?.getAttribute('type') === 'radio',
    )
    if (isIn) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${group} is not reached by Tab`)
}
