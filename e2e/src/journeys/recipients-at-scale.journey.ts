import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { decideDeliveries, makeDraft } from '../stack/cart.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { plantedList, readCsv, repaired } from '../stack/planted-list.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const PEOPLE = 5_000
const MISTAKES = 37

test('a list of 5,000 with 37 mistakes of every kind is imported, fixed in the grid and by file, ordered, and paid', {
  tag: '@every-way',
}, async ({ context, request }) => {
  test.setTimeout(240_000)
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct', { recipients: [] })
  const list = plantedList(PEOPLE, MISTAKES)
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  await expect(page.getByRole('heading', { name: 'No one here yet' })).toBeVisible()

  await upload(page, 'Upload a file', 'everybody.csv', list.csv)
  await expect(page.getByText('5,000 rows read, 5,000 added, 37 need attention')).toBeVisible({
    timeout: 90_000,
  })
  await expect(page.getByText('4,960 ready')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Recipients' })
  await expect(grid).toHaveAttribute('aria-rowcount', '5001')

  // Each kind is counted, and a click shows only its rows.
  await page.getByRole('button', { name: /more kinds$/ }).click()
  await page.getByRole('button', { name: /^Duplicate/ }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
  await grid.getByRole('button', { name: 'Keep both' }).click()
  await expect(grid.getByRole('gridcell', { name: 'Ready' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Duplicate/ })).toBeHidden()
  await page.getByRole('button', { name: /^Need attention/ }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '38')

  // In the grid, by hand: an incomplete name, a ZIP code, a value.
  await fix(page, grid, 'Add first name', 'Maya')
  await fix(page, grid, 'Add last name', 'Okafor')
  await page.getByRole('button', { name: /^Value unreadable/ }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '3')
  await grid.getByRole('button', { name: 'Use $50.00' }).first().click()
  await expect(page.getByText('34 need attention', { exact: true })).toBeVisible()

  // Remove a row and undo it by keyboard.
  await page.getByRole('button', { name: /^Need attention/ }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '35')
  await grid.locator('[data-cell="0:1"]').focus()
  await page.keyboard.press('Delete')
  await expect(grid.getByText('Removed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Saving')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('34 need attention', { exact: true })).toBeVisible()

  // The rest by file: only the rows that need attention.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows to fix' }).click()
  const errorsFile = await readFile(await (await download).path(), 'utf8')
  expect(errorsFile.startsWith('\ufeff')).toBe(true)
  expect(readCsv(errorsFile)).toHaveLength(35)
  await upload(page, 'Upload fixed rows', 'everybody repaired.csv', repaired(errorsFile, list.good))
  await expect(page.getByText('34 of 34 rows repaired')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('4,998 ready')).toBeVisible()
  await expect(page.getByText('before checkout')).toBeHidden()

  // After a reload the list is unchanged, answers included.
  await page.reload()
  await expect(page.getByText('4,998 ready')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Leading zero/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Duplicate/ })).toBeHidden()

  await page.getByRole('button', { name: 'Next: message' }).click()
  await page.getByLabel('Your message').fill('Dear {first name}, thank you.')
  await expect(page.getByText('Dear Maya, thank you.')).toBeVisible()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByText('5,000 cards')).toBeVisible()

  const { results } = await person.api('GET', '/api/v1/orders/?status=cart')
  await decideDeliveries(person, results[0].id, ['direct'])
  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await pressPay(page)
  await payByCard(page)
  await page.waitForURL(`${originOf('northwind')}/order-confirmation**`)
  await expect(page.getByRole('heading', { name: 'Your 5,000 cards are ordered.' })).toBeVisible()
})

async function upload(page: Page, button: string, name: string, text: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Clicks a problem's button, enters a value, and waits until the problem is gone. */
async function fix(page: Page, grid: Locator, button: string, words: string) {
  const count = await grid.getAttribute('aria-rowcount')
  await grid.getByRole('button', { name: button }).first().click()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saving')).toBeHidden()
  expect(count).not.toBeNull()
}
