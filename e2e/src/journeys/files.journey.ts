import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillCartToPay, startPayment } from '../stack/cart.ts'
import { dress, expectGood, LOOKS, NORTHWIND, tagOf } from '../stack/looks.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const MB = 1024 * 1024
/** The size of the largest file: ten parts. */
const BYTES = 50 * MB
const PARTS = 10

function bigFile(name: string, fill: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'laurel-files-')), name)
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%'
  const end = '\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(BYTES - head.length - end.length, fill),
      Buffer.from(end),
    ]),
  )
  return path
}

/** A picture of one color, made in the browser. */
async function png(page: Page, name: string, color: string, width = 600) {
  const url = await page.evaluate(
    ([color, width]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height: 240 })
      const context = canvas.getContext('2d')!
      context.fillStyle = color
      context.fillRect(60, 60, width - 120, 120)
      return canvas.toDataURL('image/png')
    },
    [color, width] as const,
  )
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}

const picker = (page: Page) => page.locator('input[type=file][multiple]:not([webkitdirectory])')
const uploadsOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('50 MB arrive over a connection that breaks twice, after a reload in between', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/files?folder=own')
  const path = bigFile('brand-guide.pdf', 32)
  let sent = 0
  let fails = (_nth: number) => false
  await context.route('**/api/v1/files/uploads/*/parts/**', async (route) => {
    sent += 1
    if (fails(sent)) await route.abort('connectionreset')
    else await route.continue()
  })
  const row = uploadsOf(page).getByRole('listitem').filter({ hasText: 'brand-guide.pdf' })

  await test.step('it continues after a lost connection', async () => {
    fails = (nth) => nth === 3 || nth >= 6
    await picker(page).setInputFiles(path)
    await expect(row.getByText(/^Connection lost at 10 of 50 MB/)).toBeVisible({ timeout: 60_000 })
    await expect(row.getByText(/^Connection lost at 20 of 50 MB/)).toBeVisible({ timeout: 60_000 })
    await expectGood(page, NORTHWIND, 'an upload without a connection')
  })

  await test.step('after a reload, only the same file continues it', async () => {
    await page.reload()
    await expect(row.getByText('Stopped at 20 of 50 MB. Choose the same file to continue.')).toBeVisible()
    await row.locator('input[type=file]').setInputFiles(bigFile('brand-guide.pdf', 42))
    await expect(row.getByText('That’s a different file. Choose brand-guide.pdf again.')).toBeVisible()
    await expectGood(page, NORTHWIND, 'an unfinished upload')
    sent = 0
    fails = () => false
    await row.locator('input[type=file]').setInputFiles(path)
    await expect(row.getByText('Uploaded')).toBeVisible({ timeout: 120_000 })
    expect(sent).toBe(PARTS - 4)
    await expect(
      rowOf(page, 'brand-guide.pdf').getByRole('cell', { name: '50 MB', exact: true }),
    ).toBeVisible()
  })

  await test.step('what comes back is what was sent', async () => {
    await rowOf(page, 'brand-guide.pdf').getByRole('button', { name: 'More for brand-guide.pdf' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ])
    const saved = await download.createReadStream()
    let bytes = 0
    for await (const chunk of saved) bytes += chunk.length
    expect(bytes).toBe(BYTES)
  })
})

test('files get new versions, move, go to the trash and back', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/files?folder=logos')
  await expect(page.getByText('No files here yet')).toBeVisible()
  await expectGood(page, NORTHWIND, 'a folder without files')
  const panel = uploadsOf(page)

  await test.step('a new version replaces a picture, and the first comes back', async () => {
    await picker(page).setInputFiles([
      await png(page, 'logo.png', '#0a5', 600),
      await png(page, 'other.png', '#a05'),
    ])
    await expect(panel.getByText('2 of 2 uploaded')).toBeVisible()
    await picker(page).setInputFiles(await png(page, 'logo.png', '#05a', 800))
    await panel.getByRole('button', { name: 'Replace' }).click()
    await expect(panel.getByText('3 of 3 uploaded')).toBeVisible()
    await panel.getByRole('button', { name: 'Clear uploaded' }).click()
    await expect(panel).toBeHidden()
    await page.getByRole('link', { name: 'logo.png' }).click()
    const details = page.getByRole('complementary', { name: 'File details' })
    await expect(details.getByText('PNG, 800 × 240 px')).toBeVisible()
    await expectGood(page, NORTHWIND, 'a file’s details')
    await details.getByRole('button', { name: 'Restore version 1' }).click()
    await expect(details.getByText('PNG, 600 × 240 px')).toBeVisible()
    await details.getByRole('button', { name: 'Close details' }).click()
  })

  await test.step('they move it into a new folder', async () => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Holiday')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Holiday' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Path' })
      .getByRole('link', { name: 'Logos and pictures' })
      .click()
    await rowOf(page, 'logo.png').getByRole('button', { name: 'More for logo.png' }).click()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Folder$/ }).click()
    await page.getByRole('option', { name: 'Logos and pictures / Holiday' }).click()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(rowOf(page, 'logo.png')).toBeHidden()
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Holiday 1' }).click()
    await expect(rowOf(page, 'logo.png')).toBeVisible()
  })

  await test.step('the folder comes as a ZIP', async () => {
    await page.getByRole('button', { name: 'More for Holiday' }).click()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as ZIP' }).click(),
    ])
    expect(zip.suggestedFilename()).toBe('Holiday.zip')
    expect(readFileSync(await zip.path()).toString('latin1')).toContain('logo.png')
  })

  await test.step('with the keyboard, it goes to the trash and comes back', async () => {
    await page.getByRole('checkbox', { name: 'Select logo.png' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 file selected')).toBeVisible()
    await expectGood(page, NORTHWIND, 'selected files')
    await page.keyboard.press('Delete')
    await expect(rowOf(page, 'logo.png')).toBeHidden()
    await page
      .getByRole('navigation', { name: 'Folders' })
      .getByRole('link', { name: /^Trash/ })
      .click()
    await expectGood(page, NORTHWIND, 'the trash')
    await page.getByRole('button', { name: 'Restore logo.png' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
  })
})

test('an order’s documents are among the files', { tag: '@every-way' }, async ({ context, request }) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['direct'])
  await startPayment(person, orderId, 'self_hosted_check')
  const page = await openSignedIn(context, person, '/files?folder=documents')
  await expect(page.getByRole('row').filter({ hasText: /invoice/i })).toBeVisible()
  await expectGood(page, NORTHWIND, 'the documents of orders')
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*invoice/i }).click(),
  ])
  await page.getByRole('button', { name: 'Download a period' }).click()
  await expectGood(page, NORTHWIND, 'the period of a ZIP')
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download ZIP' }).click(),
  ])
  expect(readFileSync(await zip.path()).toString('latin1')).toMatch(/invoice/i)
})

for (const look of LOOKS) {
  test(`files on a phone, in ${look.name}`, { tag: ['@every-way', ...tagOf(look)] }, async ({
    context,
    request,
  }) => {
    await dress(context, look)
    const person = await makePerson(request, { site: look.site })
    const page = await openSignedIn(context, person, '/files')
    await page.setViewportSize({ width: 390, height: 844 })
    await picker(page).setInputFiles([
      await png(page, 'logo.png', '#0a5'),
      await png(page, 'other.png', '#a05'),
    ])
    await expect(uploadsOf(page).getByText('2 of 2 uploaded')).toBeVisible()
    await page.getByRole('button', { name: 'Folders', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Logos and pictures (2)' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Logos and pictures' })).toBeVisible()
    await page.getByRole('button', { name: 'More for logo.png' }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select other.png' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('link', { name: 'logo.png' }).click()
    await expect(page.getByRole('dialog', { name: 'logo.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectGood(page, look, 'files')
  })
}
