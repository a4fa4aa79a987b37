import type { Locator, Page } from '@playwright/test'
import { workbookOf } from '../../../server/src/testing/workbook.ts'
import { expectAccessible } from '../stack/axe.ts'
import { addRecipientsBy, fillCartToPay, MAYA, makeDraft, readOrder, TOMAS } from '../stack/cart.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('a recipient in the grid opens in a sheet, with first and last name apart', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct')
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const grid = page.getByRole('grid', { name: 'Recipients' })
  const name = grid.locator('[data-cell="0:2"]')
  await expect(page.getByText('2 ready')).toBeVisible()

  await name.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  const sheet = page.getByRole('dialog', { name: 'Edit person' })
  await sheet.getByLabel('First name').fill('Mary')
  await sheet.getByLabel('Last name').fill('Ann Smith')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveText('Mary Ann Smith')

  // Changes made offline are saved as soon as the connection is back.
  await context.setOffline(true)
  await grid.locator('[data-cell="0:4"]').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Salem')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/isn’t saved yet/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('contentinfo').getByText('Saved')).toBeVisible()
  await expectAsStored(person, item, grid)

  await name.hover()
  await grid.getByRole('button', { name: 'Open Mary Ann Smith' }).click()
  await expect(sheet.getByLabel('Last name')).toHaveValue('Ann Smith')
})

test('a block is pasted into the grid, values are set for many, and each change is undone', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct')
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const grid = page.getByRole('grid', { name: 'Recipients' })
  await expect(page.getByText('2 ready')).toBeVisible()

  await paste(page, grid.locator('[data-cell="1:2"]'), [
    ['Tomas Lindqvist', '9 Harbor Lane', 'Duluth', 'MN', '55802'],
    ['Wen Hsu', '36 Plum Orchard Way', 'Fremont', 'CA', '94536'],
  ])
  await expect(page.getByText('1 row changed, 1 person added')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  await expect(grid.getByRole('gridcell', { name: '9 Harbor Lane' })).toBeVisible()

  await grid.locator('[data-cell="0:3"]').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set value' }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('75')
  await page.getByRole('dialog').getByRole('button', { name: 'Set the value of 3' }).click()
  await expect(page.getByText('$225.00 on their cards')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('$150.00 on their cards')).toBeVisible()
  await grid.locator('[data-cell="0:3"]').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(grid).toHaveAttribute('aria-rowcount', '3')
  await expect(grid.getByRole('gridcell', { name: '77 Harbor Lane' })).toBeVisible()
  await expectAsStored(person, item, grid)

  // Many rows are removed and restored to their positions.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 2 people' }).click()
  await expect(page.getByText('2 people removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('2 ready')).toBeVisible()
})

test('the suggestions fix a list full of typos at once, and Undo restores it', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'digital', { recipients: [] })
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const grid = page.getByRole('grid', { name: 'Recipients' })
  const rows = ['Ada,ada@gmial.com,"$ 1.000,00"', 'Ivo,ivo@gmail.con,"50,5"', 'Lea,lea@yaho.com,25']
  await upload(page, 'typos.csv', ['First name,Email,Value', ...rows].join('\n'))
  await expect(page.getByText('3 people can be fixed.')).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '$50.50' })).toBeVisible()

  await page.getByRole('button', { name: 'Use all 3 suggestions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Use 3 suggestions?' })
  await expect(sheet.getByText('ada@gmail.com')).toBeVisible()
  await sheet.getByRole('button', { name: 'Use 3 suggestions' }).click()
  await expect(page.getByText('3 people fixed')).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'ivo@gmail.com' })).toBeVisible()
  await expect(page.getByText('3 ready').first()).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(grid.getByRole('gridcell', { name: 'ivo@gmail.con' })).toBeVisible()
  await grid.getByRole('button', { name: 'Use ada@gmail.com' }).click()
  await expect(grid.getByRole('gridcell', { name: 'ada@gmail.com' })).toBeVisible()
})

test('ZIP codes fill in the cities that a list lacks, and Undo empties them', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct', { recipients: [] })
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const grid = page.getByRole('grid', { name: 'Recipients' })
  const rows = ['Ada,Brandt,1 Elm Street,,OH,45402', 'Ivo,Costa,2 Elm Street,,,97214']
  await upload(page, 'cities.csv', ['First name,Last name,Address,City,State,ZIP', ...rows].join('\n'))
  await expect(page.getByText('2 people have a ZIP code but no city.')).toBeVisible()
  await expectAccessible(page, 'missing cities')

  await page.getByRole('button', { name: 'Fill them in' }).click()
  const sheet = page.getByRole('dialog', { name: 'Use 2 suggestions?' })
  await expect(sheet.getByText('Portland')).toBeVisible()
  await sheet.getByRole('button', { name: 'Use 2 suggestions' }).click()
  await expect(grid.getByRole('gridcell', { name: 'Dayton' })).toBeVisible()
  await expect(page.getByText('2 ready').first()).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('2 people have a ZIP code but no city.')).toBeVisible()
})

test('unclear columns are mapped by hand and remembered; the same file asks for confirmation', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'digital', { recipients: [] })
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  const csv = (names: string[]) =>
    [
      'First name;Where to write;Shoe size',
      ...names.map((name) => `${name};${name.toLowerCase()}@example.com;42`),
    ].join('\n')
  await upload(page, 'staff.csv', csv(['Ada', 'Ivo']))
  await expect(page.getByRole('heading', { name: 'Check the columns of staff.csv' })).toBeVisible()
  await page.getByLabel('Contents of Where to write').selectOption('Email')
  await page.getByLabel('Contents of Shoe size').selectOption('Ignore')
  const preview = page.getByRole('region', { name: /of the first rows/ })
  await expect(preview.getByText('ada@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Add these people' }).click()
  await expect(page.getByText('2 rows read, 2 added')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Recipients' })).toBeVisible()

  await upload(page, 'staff again.csv', csv(['Ada', 'Ivo']))
  await expect(page.getByText('on this list since')).toBeVisible()
  await page.getByRole('button', { name: 'Skip file' }).click()
  await expect(page.getByText('on this list since')).toBeHidden()
  await expect(page.getByText('2 ready').first()).toBeVisible()

  // A second file with the same headings needs no mapping.
  await upload(page, 'more staff.csv', csv(['Lea', 'Max', 'Noor']))
  await expect(page.getByText('3 rows read, 3 added')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '6')
})

test('a list is saved, appears in the address book, and joins a later card', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct')
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  await page.getByRole('button', { name: 'List tools' }).click()
  await page.getByRole('menuitem', { name: 'Save this list' }).click()
  await page.getByRole('dialog').getByLabel('List name').fill('West region')
  await page.getByRole('dialog').getByRole('button', { name: 'Save this list' }).click()
  await expect(page.getByText('2 people saved in West region')).toBeVisible()

  await page.goto(`${originOf('northwind')}/my-rewards`)
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Saved recipients' }).click()
  await page.getByRole('link', { name: 'West region 2' }).click()
  await expect(page.getByRole('table', { name: 'People' }).getByText('Maya Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Change Maya Okafor' }).click()
  await page.getByRole('dialog').getByLabel('Street').fill('9 Lantern Hill')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('9 Lantern Hill, Portland, OR 97214')).toBeVisible()

  const later = await makeDraft(person, 'direct', { recipients: [] })
  await page.goto(`${originOf('northwind')}/create-reward/recipients?item=${later}`)
  await addRecipientsBy(page, 'Add from saved')
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByText('2 people added')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '9 Lantern Hill' })).toBeVisible()
})

test('fixing what blocks an order returns to its payment', { tag: '@every-way' }, async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  const orderId = await fillCartToPay(person, ['digital'], { recipients: [MAYA, TOMAS, TOMAS] })
  const { card_items } = await readOrder(person, orderId)
  const people = await person.api('GET', `/api/v1/card_recipient_details/?card_item_id=${card_items[0].id}`)
  await person.api('PATCH', `/api/v1/card_recipient_details/${people.results[0].id}/`, {
    email: 'maya at home',
  })

  const page = await openSignedIn(context, person, '/checkout/payment-confirmation')
  await page.getByRole('link', { name: 'Fix it' }).click()
  await expect(page).toHaveURL(/\/create-reward\/recipients\?from=payment&only=attention$/)
  await page.getByRole('gridcell', { name: 'maya at home' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('maya@example.com')
  await page.keyboard.press('Enter')
  // Of the two named Tomas, the second is to be checked.
  await expect(page.getByText('2 ready')).toBeVisible()
  await expect(page.getByText('1 to check')).toBeVisible()
  await page.getByRole('button', { name: 'Back to payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment & confirmation' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fix it' })).toBeHidden()

  // People who are on the list twice are shown with the amount before payment. The answer is kept with the
  // list.
  const question = page.getByText('1 person may be on the list twice')
  await expect(page.getByText('The second card is worth $50.00')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the duplicate' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment & confirmation' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay / }).first()).toBeVisible()
  await expect(question).toBeHidden()
})

/** Checks that every row on screen is the row that will be mailed. */
async function expectAsStored(person: Person, item: number, grid: Locator) {
  const { results } = await person.api('GET', `/api/v1/card_recipient_details/?card_item_id=${item}`)
  for (const [index, row] of results.entries()) {
    const words = [`${row.first_name} ${row.last_name}`, row.address1, row.city, row.state, row.zip]
    for (const [at, word] of words.entries()) {
      await expect(grid.locator(`[data-cell="${index}:${at + 2}"]`)).toHaveText(word)
    }
  }
}

async function upload(page: Page, name: string, text: string) {
  const chooser = page.waitForEvent('filechooser')
  await addRecipientsBy(page, 'Upload a file')
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Pastes cells in a spreadsheet's clipboard format. */
async function paste(page: Page, cell: Locator, rows: string[][]) {
  await cell.focus()
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    },
    rows.map((row) => row.join('\t')).join('\n'),
  )
}

test('an Excel workbook is uploaded, one of its columns is mapped by hand, and its ZIP codes keep their zeros', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const person = await makePerson(request)
  const item = await makeDraft(person, 'direct', { recipients: [] })
  const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
  // A spreadsheet reads a ZIP code as a number by default, and drops its zero.
  const workbook = workbookOf([
    ['Name', 'Street', 'City', 'State', 'Code', 'Gift'],
    ['Maya Okafor', '12 Mill Street', 'Lowell', 'MA', 1852, 75],
    ['Lucia Ferrante', '803 Bellweather Street', 'Providence', 'RI', '02903', 100],
    ['Jonas Lindqvist', '9 Harbor View Road', 'Portland', 'ME', '04101', ''],
  ])
  const chooser = page.waitForEvent('filechooser')
  await addRecipientsBy(page, 'Upload a file')
  await (await chooser).setFiles({ name: 'new england.xlsx', mimeType: XLSX, buffer: workbook })

  await expect(page.getByRole('heading', { name: 'Check the columns of new england.xlsx' })).toBeVisible()
  await expect(page.getByText(/^XLSX, .* sheet “People”/)).toBeVisible()
  const preview = page.getByRole('region', { name: /of the first rows/ })
  await expect(preview.getByRole('cell', { name: '01852', exact: true })).toBeVisible()
  await expect(preview.getByText('We read it as 01852')).toBeVisible()
  await expect(page.getByLabel('Contents of Code')).toHaveValue('zip')
  await page.getByLabel('Contents of Gift').selectOption('Value')
  await expect(preview.getByRole('cell', { name: '$75.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Add these people' }).click()
  await expect(page.getByText('3 rows read, 3 added')).toBeVisible()

  const grid = page.getByRole('grid', { name: 'Recipients' })
  for (const [zip, value] of [
    ['01852', '$75.00'],
    ['02903', '$100.00'],
    ['04101', '$50.00'],
  ] as const) {
    const row = grid.getByRole('row').filter({ has: page.getByRole('gridcell', { name: zip }) })
    await expect(row.getByRole('gridcell', { name: value })).toBeVisible()
  }
  const kept = await person.api('GET', `/api/v1/card_recipient_details/?card_item_id=${item}`)
  expect(kept.results.map(({ zip }: { zip: string }) => zip)).toEqual(['01852', '02903', '04101'])
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
