import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fillCartToPay, readOrder, startPayment } from '../stack/cart.ts'
import { type EmptyShop, openEmptyShop } from '../stack/empty-shop.ts'
import { mailsTo } from '../stack/inbox.ts'
import { makePerson } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'
import { addAuthenticator } from '../stack/staff.ts'
import { launch } from '../stack/start-stack.ts'

const EMAIL = `ines.${randomUUID().slice(0, 8)}@northwind.example`
const LEGAL = ['Terms of use', 'Privacy', 'Cardholder agreement']

let shop: EmptyShop
let postgres: ChildProcess
const { SHOP_PORT } = process.env
test.beforeEach(async () => {
  let url = ''
  postgres = await launch('server/src/testing/postgres-server.ts', 'postgres://', {}, (line) => {
    url ||= line
  })
  shop = await openEmptyShop({
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${process.env.SANDBOX_SMTP_PORT}`,
    MAIL_FROM: 'rewards@northwind.example',
  })
  process.env.SHOP_PORT = String(shop.port)
})
test.afterEach(async () => {
  process.env.SHOP_PORT = SHOP_PORT
  await shop.close()
  postgres.kill('SIGTERM')
})

test('an empty PostgreSQL becomes a live site, and its first order is paid and delivered', {
  tag: '@every-way',
}, async ({ page, browser, request }) => {
  test.setTimeout(240_000)
  await setUp(page)
  await goLive(page)

  const person = await makePerson(request)
  const ada = `ada.${randomUUID().slice(0, 8)}@example.com`
  const recipients = [{ first_name: 'Ada', last_name: 'Brandt', email: ada }]
  const orderId = await fillCartToPay(person, ['digital'], { recipients })
  await startPayment(person, orderId, 'self_hosted_check')
  const order = await readOrder(person, orderId)

  await page.goto(`${shop.origin}/office/received-payments`)
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(order.total_cents / 100))
  await page.getByRole('textbox', { name: 'Reference' }).fill(order.payments[0].remittance.reference)
  await page.getByRole('textbox', { name: 'Check number (optional)' }).fill('1001')
  await page.getByRole('button', { name: 'Record check' }).click()
  await expect(page.getByText(`It’s matched to order ${order.number}.`)).toBeVisible()
  await page.goto(`${shop.origin}/office/orders`)
  await page.getByRole('link', { name: order.number, exact: true }).click()
  await page.getByRole('button', { name: 'Approve order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()
  await expect.poll(async () => (await readOrder(person, orderId)).status).toBe('fulfilled')

  const link = async () => (await mailsTo(request, ada))[0]?.text.match(/http\S+\/claim\/[\w-]+/)?.[0]
  await expect.poll(link, { timeout: 30_000 }).toMatch(new RegExp(`^${shop.origin}/claim/`))
  const reader = await (await browser.newContext()).newPage()
  await reader.goto((await link())!)
  await reader.getByRole('button', { name: 'Show number and PIN' }).click()
  await expect(reader.getByText('$50.00 left of $50.00.')).toBeVisible()
})

/** From the setup link to the office. */
async function setUp(page: Page) {
  await page.goto(shop.setupLink)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind Holdings')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Northwind')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ines Varga')
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill('seven green lanterns')
  await page.getByRole('button', { name: 'Create site' }).click()
  await addAuthenticator(page)
  await expect(page.getByRole('heading', { level: 1, name: /, Ines$/ })).toBeVisible()
}

/** Does what the checklist requires. */
async function goLive(page: Page) {
  await page.goto(`${shop.origin}/office/site?part=texts`)
  for (const name of LEGAL) {
    const group = page.getByRole('group', { name })
    await group.getByRole('textbox', { name: 'Title' }).fill(name)
    await group.getByRole('textbox', { name: 'Text' }).fill('What we promise.')
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.goto(`${shop.origin}/office/site?part=payments`)
  await page.getByRole('button', { name: 'Edit Check' }).click()
  const check = page.getByRole('dialog', { name: 'Edit Check' })
  await check.getByText('Offer this payment method').click()
  await check.getByRole('button', { name: 'Add line' }).click()
  await check.getByRole('textbox', { name: 'Label' }).fill('Payable to')
  await check.getByRole('textbox', { name: 'Text', exact: true }).fill('Northwind Holdings')
  await check.getByRole('button', { name: 'Save' }).click()
  await expect(check).toBeHidden()

  await page.goto(`${shop.origin}/office/go-live`)
  await page.getByRole('button', { name: 'Check everything' }).click()
  await expect(page.getByText('localhost points here.')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  // Waits as long as the server waits for the mail server. What is missing is in the failure.
  await expect(page.getByRole('region', { name: 'Checklist' })).toContainText('You can go live.', {
    timeout: 35_000,
  })
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByRole('button', { name: 'Take offline' })).toBeVisible()
}
