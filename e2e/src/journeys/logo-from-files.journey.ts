import { makeDraft } from '../stack/cart.ts'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

/** A picture of 600 × 240 pixels, transparent at its edges. */
const DRAW = `(color) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 240 })
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(60, 60, 480, 120)
  return canvas.toDataURL('image/png').split(',')[1]
}`

test('a logo that was uploaded for one card is chosen for the next', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const first = await makeDraft(person, 'direct')
  const page = await openSignedIn(context, person, `/create-reward/card-design?item=${first}`)
  const logo = page.getByRole('img', { name: 'Your logo' })
  for (const [name, color] of [
    ['harbor.png', '#00aa55'],
    ['foundry.png', '#aa0055'],
  ] as const) {
    const picture = await page.evaluate(`(${DRAW})('${color}')`)
    const file = { name, mimeType: 'image/png', buffer: Buffer.from(String(picture), 'base64') }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText(name)).toBeVisible()
  }

  const second = await makeDraft(person, 'direct')
  await page.goto(new URL(`/create-reward/card-design?item=${second}`, page.url()).href)
  await expect(logo).toBeHidden()
  await page.getByRole('button', { name: 'Choose from your files' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose from your files' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectGood(page, NORTHWIND, 'the pictures to choose a logo from')
  await dialog.getByRole('searchbox', { name: 'Find a picture' }).fill('harb')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'harbor.png' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(logo).toBeVisible()
  await expect(page.getByText('harbor.png')).toBeVisible()
  await expect(page.getByText(/600 × 240 pixels/)).toBeVisible()
})
