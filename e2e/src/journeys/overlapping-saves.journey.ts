import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { addRecipientsBy, makeDraft } from '../stack/cart.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('nothing that was saved is missing, whichever answer comes late', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/my-rewards')
  for (const [index, late] of (['reads', 'saves', 'imports'] as const).entries()) {
    const id = await makeDraft(person, 'digital', { recipients: [] })
    await person.api('PATCH', `/api/v1/card_items/${id}/`, { denomination_cents: '' })
    await page.goto(`${originOf('northwind')}/create-reward/recipients?item=${id}`)
    await page.getByRole('button', { name: 'Paste a list' }).waitFor()
    await delay(page, late)
    await page.getByRole('button', { name: '$25', exact: true }).click()
    await addRecipientsBy(page, 'Paste a list')
    const dialog = page.getByRole('dialog', { name: 'Paste a list' })
    await dialog.getByLabel('Rows from a spreadsheet').fill('Name,Email\nAda Brandt,ada@example.com')
    await dialog.getByRole('button', { name: 'Add these people' }).click()
    await expect(page.getByText('1 row read, 1 added')).toBeVisible()
    await page.getByRole('button', { name: 'Next: message' }).click()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByRole('dialog', { name: 'Your cart' }).getByRole('article')).toHaveCount(index + 1)
    await page.unrouteAll({ behavior: 'wait' })
    expect(await person.api('GET', `/api/v1/card_items/${id}/`)).toMatchObject({ denomination_cents: 2_500 })
  }
})

/** Lets one kind of answer come late: the server has given it before it took, or answered, the others. */
async function delay(page: Page, late: 'reads' | 'saves' | 'imports'): Promise<void> {
  const [read, saved, imported] = [signal(), signal(), signal()]
  // Reads may wait for a save that is under way, so a save doesn't wait for them for long.
  const overtaken = () => Promise.race([read.promise, imported.promise.then(() => pause(1_500))])
  await page.route(/\/api\/v1\/(card_items\/\d+|csv_card_item_imports)\/$/, async (route) => {
    const method = route.request().method()
    if (method === 'PATCH' && late === 'reads') await overtaken()
    const response = await route.fetch()
    if (method === 'PATCH' && late === 'saves') await overtaken()
    if (method === 'POST' && late === 'imports') await saved.promise
    if (method === 'GET') {
      read.resolve()
      if (late === 'reads') await saved.promise.then(() => pause(300))
    }
    await route.fulfill({ response })
    if (method === 'PATCH') saved.resolve()
    if (method === 'POST') imported.resolve()
  })
}

const signal = () => Promise.withResolvers<void>()
