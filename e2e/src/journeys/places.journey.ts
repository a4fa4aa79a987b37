import { expectAccessible } from '../stack/axe.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const DOCK = {
  name: 'Joy Lee',
  label: 'Dock',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}

for (const site of ['northwind', 'acorn'] as const) {
  test(`three keystrokes enter an address: ${site}`, { tag: '@every-way' }, async ({ context, request }) => {
    const person = await makePerson(request, { site })
    await person.api('POST', '/api/v1/registered_addresses/', DOCK)
    const page = await openSignedIn(context, person, '/account')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an address' })
    const street = dialog.getByLabel('Street')
    const list = page.getByRole('listbox', { name: 'Suggestions' })

    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await street.fill('')
      await street.pressSequentially('fou')
      await expect(list.getByRole('option')).toHaveText(['90 Foundry RoadDayton, OH 45402 · Dock'])
      await expectAccessible(page, `suggested addresses at ${width} px`)
      await page.keyboard.press('Escape')
      await expect(list).toBeHidden()
    }
    await expect(dialog).toBeVisible()

    await street.fill('')
    await street.pressSequentially('fou')
    await expect(list).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Suite, floor')).toBeFocused()
    await expect(street).toHaveValue('90 Foundry Road')
    await expect(dialog.getByLabel('City')).toHaveValue('Dayton')
    await expect(dialog.getByLabel('ZIP code')).toHaveValue('45402')

    const city = dialog.getByLabel('City')
    await city.fill('')
    await city.pressSequentially('cinc')
    await list.getByRole('option', { name: 'Cincinnati Ohio' }).click()
    await expect(city).toHaveValue('Cincinnati')
    await street.fill('')
    await dialog.getByLabel('Suite, floor').fill('')
    await street.pressSequentially('7 lant, apt 4')
    await list.getByRole('option', { name: '7 Lantern Ln Dayton, OH' }).click()
    await expect(street).toHaveValue('7 Lantern Ln')
    await expect(dialog.getByLabel('Suite, floor')).toHaveValue('apt 4')
    await expect(dialog.getByLabel('ZIP code')).toHaveValue('45402')
    await expect(city).toHaveValue('Dayton')
    await dialog.getByLabel('Name', { exact: true }).fill('Sol Ortiz')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(page.getByText('7 Lantern Ln, apt 4')).toBeVisible()
  })
}

test('a click fills in the ZIP code nearest to the browser’s position', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 39.758_948, longitude: -84.191_607 })
  const page = await openSignedIn(context, await makePerson(request), '/account')
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(dialog.getByRole('button', { name: 'Use my location' })).toBeVisible()
    await expectAccessible(page, `an address form at ${width} px`)
  }
  await dialog.getByRole('button', { name: 'Use my location' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Dayton')
  await expect(dialog.getByLabel('ZIP code')).toHaveValue(/^454\d\d$/)
  await expect(dialog.getByRole('button', { name: 'Use my location' })).toBeHidden()
})
