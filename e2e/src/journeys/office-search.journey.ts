import type { Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, startPayment } from '../stack/cart.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { makePerson, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Demo staff can have their first sign-in only once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

const TRACKING = '1Z8R42070343981174'

for (const site of ['northwind', 'acorn'] as const) {
  test(`staff of ${site} get from Today to an order by its tracking number, and to a setting, by keyboard only`, {
    tag: '@every-way',
  }, async ({ context, request }) => {
    const page = await context.newPage()
    await page.goto(`${originOf(site)}/office`)
    await signInStaff(page, demoStaff(site))
    await expect(page.getByRole('navigation', { name: 'Office' })).toBeVisible()
    const person = await makePerson(request, { site })
    for (let n = 0; n < 3; n += 1) await orderParcel(person, page)
    const number = await shipNewest(page, TRACKING)
    const field = page.getByRole('combobox', { name: 'Search everything' })
    const option = page.getByRole('option', { selected: true })

    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
    await expectAccessible(page, 'the search before a text')
    await page.keyboard.type(TRACKING)
    await expect(option).toContainText(number)
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `the search at ${width} px, ${colorScheme}`)
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Enter')
    await expectOpened(page, number)

    // As a scanner sends it: without a pause before Enter.
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/\/office$/)
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await page.keyboard.insertText(TRACKING)
    await page.keyboard.press('Enter')
    await expectOpened(page, number)

    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('group', { name: 'Actions' })).toBeVisible()
    await page.keyboard.type('carriers')
    await expect(option).toContainText('Site: Carriers')
    const tab = context.waitForEvent('page')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(await tab).toHaveURL(/\/office\/site\?part=carriers$/)
    await (await tab).close()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/office\/site\?part=carriers$/)

    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([number])
    await page.keyboard.type('qqqqqq')
    await expect(page.getByText('Nothing found for “qqqqqq”')).toBeVisible()
    await expectAccessible(page, 'a search without results')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page, 'the list of shortcuts')
    await page.keyboard.press('Escape')

    await page.goto(`${originOf(site)}/office/orders?status=in_review`)
    const orders = page.getByRole('table', { name: 'Orders' }).getByRole('link')
    await expect(orders).toHaveCount(2)
    const [first = '', second = ''] = await orders.allTextContents()
    await orders.first().focus()
    await page.keyboard.press('Enter')
    await expectOpened(page, first)
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
    await expectAccessible(page, 'an order in the review queue')
    await page.keyboard.press('j')
    await expectOpened(page, second)
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    await page.keyboard.press('k')
    await expectOpened(page, first)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type(number)
    await page.getByRole('option', { name: new RegExp(`^${number}`) }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
  })
}

/** The focus is on the new screen, so that the next Tab begins there. */
async function expectOpened(page: Page, number: string) {
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
  const isInside = () => page.evaluate(() => document.activeElement?.closest('#main') !== null)
  await expect.poll(isInside, { message: 'the focus is on the order' }).toBe(true)
}

/** Orders a parcel and records its check, which moves the order to review. */
async function orderParcel(person: Person, page: Page) {
  const id = await fillCartToPay(person, ['bulk'])
  const { amount_cents, remittance } = await startPayment(person, id, 'self_hosted_check')
  await office(page, 'received_payments/', {
    method_code: 'self_hosted_check',
    amount_cents: String(amount_cents),
    reference: remittance.reference,
    received_on: new Date().toISOString().slice(0, 10),
  })
}

/** Approves the newest order in review and prints a label for it elsewhere. @returns its number */
async function shipNewest(page: Page, tracking: string): Promise<string> {
  const { results } = await office(page, 'orders/?status=in_review')
  const [{ id, number }] = results
  await office(page, `orders/${id}/approve/`, { seen_status: 'in_review' })
  await expect.poll(async () => (await office(page, `deliveries/?reward_type=bulk`)).count).toBe(1)
  await office(page, 'batches/', { kind: 'bulk', order_id: String(id) })
  const [parcel] = (await office(page, 'deliveries/?reward_type=bulk')).results
  await office(page, `deliveries/${parcel.id}/tracking/`, { carrier: 'UPS', tracking_number: tracking })
  return number
}

/** Calls the office's API as the person who signed in on this page. */
function office(page: Page, path: string, form?: Record<string, string>) {
  return page.evaluate(
    async ([url, fields]) => {
      const method = fields ? 'POST' : 'GET'
      const answer = await fetch(url, { method, ...(fields && { body: new URLSearchParams(fields) }) })
      if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
      return answer.json()
    },
    [`/api/v1/office/${path}`, form] as const,
  )
}
