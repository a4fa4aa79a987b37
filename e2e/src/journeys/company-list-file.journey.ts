import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const HEAD = 'Name,Email,Cake day,Team'
const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, nth) => `Person ${nth + 1},p${nth + 1}@recipient.example,${nth + 1}/14,West`,
  )

test('a list follows the HR system’s file, and half of it missing changes nothing', {
  tag: '@every-way',
}, async ({ context, request }) => {
  let file = [HEAD, ...rowsOf(12)].join('\n')
  const hr = createServer((asked, response) => {
    const isAllowed = asked.headers.authorization === `Basic ${btoa('laurel:opensesame')}`
    response.writeHead(isAllowed ? 200 : 401).end(isAllowed ? file : '')
  }).listen(0, '127.0.0.1')
  await once(hr, 'listening')
  const url = `http://localhost:${(hr.address() as AddressInfo).port}/people.csv`

  const admin = await makePerson(request)
  const list = await admin.api('POST', '/api/v1/recipient_lists/', { name: 'Everyone', is_shared: 'true' })
  await admin.api('POST', `/api/v1/recipient_lists/${list.id}/people/`, { first_name: 'Hannah' })
  const page = await openSignedIn(context, admin, `/recipients?list=${list.id}`)
  const recent = page.getByRole('region', { name: 'Recent syncs' })

  await test.step('an admin says where the file is', async () => {
    await page.getByRole('button', { name: 'More for Everyone' }).click()
    await page.getByRole('menuitem', { name: 'Keep in sync with a file' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sync with a file' })).toBeVisible()
    await page.getByRole('button', { name: 'Save and check file' }).click()
    await expect(page.getByText('This field is required')).toBeVisible()
    await expectGood(page, NORTHWIND, 'the form for a list’s file')
    await page.getByRole('textbox', { name: 'URL' }).fill(url)
    await page.getByRole('button', { name: /Sign-in$/ }).click()
    await page.getByRole('option', { name: 'User name and password' }).click()
    await page.getByRole('textbox', { name: 'User name' }).fill('laurel')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Save and check file' }).click()
    await expect(page.getByText(/The server refused access \(401\)/)).toBeVisible()
    await expectGood(page, NORTHWIND, 'a file that can’t be read')
    await page.getByRole('button', { name: 'More for this file' }).click()
    await page.getByRole('menuitem', { name: 'Change file' }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill('opensesame')
    await page.getByRole('button', { name: 'Save and check file' }).click()
  })

  await test.step('they see what it does, say what a column holds, and turn it on', async () => {
    const columns = page.getByRole('table', { name: 'Columns of the file' })
    await expect(columns.getByText('Person 1 · Person 2 · Person 3')).toBeVisible()
    await columns.getByRole('button', { name: /Import Cake day as/ }).click()
    await page.getByRole('option', { name: 'Birthday' }).click()
    await expect(columns.getByRole('button', { name: /Birthday/ })).toBeVisible()
    await expect(page.getByText('This will add 12 people.')).toBeVisible()
    await expectGood(page, NORTHWIND, 'a checked file')
    await page.getByRole('button', { name: 'Turn on sync' }).click()
    await expect(recent.getByText('12 added')).toBeVisible({ timeout: 60_000 })
    await expectGood(page, NORTHWIND, 'a list in sync')
  })

  await test.step('the file changes, and the list with it', async () => {
    file = [HEAD, ...rowsOf(11), 'Noor Haddad,noor@recipient.example,soon,East'].join('\n')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await expect(recent.getByText(/1 added · 1 removed/)).toBeVisible({ timeout: 60_000 })
    await recent.getByText('1 row needs correcting').click()
    await expect(recent.getByText(/Row 13: Birthday “soon” can’t be read/)).toBeVisible()
  })

  await test.step('half of it is missing, and nothing changes until they say so', async () => {
    file = [HEAD, ...rowsOf(6)].join('\n')
    await page.getByRole('button', { name: 'Sync now' }).click()
    const says = page.getByText(/^The file has 6 of 12 people\. We don’t apply a file/)
    await expect(says.first()).toBeVisible({ timeout: 60_000 })
    await expectGood(page, NORTHWIND, 'a sync on hold')
    await page.getByRole('button', { name: 'Apply anyway' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply anyway' }).click()
    await expect(recent.getByText(/6 removed/)).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Everyone', exact: true }).click()
    await expect(page.getByText(/In sync with a file/)).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Hannah', exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Person 6', exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Person 7', exact: true })).toBeHidden()
    await expectGood(page, NORTHWIND, 'a list that follows a file')
  })
  hr.closeAllConnections()
  hr.close()
})
