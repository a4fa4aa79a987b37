import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { addAddress, decideDeliveries, fillCart, MAYA, readOrder, TOMAS } from '../stack/cart.ts'
import { expectHydrated, watchPaint, withoutScripts } from '../stack/first-paint.ts'
import { mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

/** People whom no other run has mailed. */
function newPeople() {
  const stamp = randomUUID().slice(0, 8)
  return {
    ada: { first_name: 'Ada', last_name: 'Brandt', email: `ada.${stamp}@example.com` },
    ivo: { first_name: 'Ivo', last_name: 'Marsh', email: `bounce+${stamp}@example.com` },
    ivoAt: `ivo.${stamp}@example.com`,
    tomasAt: `tomas.${stamp}@example.com`,
  }
}
const TYPES = ['digital', 'direct', 'bulk'] as const

// Staff set up an authenticator once per shop, and each test mail is read once.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

test('an approved order of all three kinds reaches every recipient by email, letter, and parcel, after a bounce and a return', {
  tag: '@every-way',
}, async ({ browser, context, request }) => {
  test.setTimeout(300_000)
  const person = await makePerson(request)
  const people = newPeople()
  const { orderId, customer } = await placeOrder(person, people, await browser.newContext())
  const { number } = await readOrder(person, orderId)

  const office = await context.newPage()
  await office.goto(`${originOf('northwind')}/office/orders`)
  await signInStaff(office, demoStaff('northwind'))
  await office.getByRole('link', { name: number, exact: true }).click()
  await office.getByRole('button', { name: 'Approve order' }).click()
  await decide(office, 'Approve order')
  await expect.poll(async () => (await readOrder(person, orderId)).status).toBe('approved')

  await claim(request, browser, people.ada.email, 'Ada')

  const orderPage = `${originOf('northwind')}/my-rewards?openDetails=${orderId}`
  await showsAt(customer, orderPage, '1 of 5 deliveries arrived')
  await expect(cardOf(customer, 'Ivo Marsh')).toContainText('Bounced')
  await cardOf(customer, 'Ivo Marsh')
    .getByRole('button', { name: /^Fix and resend/ })
    .click()
  const fix = customer.getByRole('dialog', { name: 'Ivo Marsh' })
  await fix.getByLabel('Email').fill(people.ivoAt)
  await fix.getByRole('button', { name: 'Send again' }).click()
  await expect(fix).toBeHidden()
  await claim(request, browser, people.ivoAt, 'Ivo')

  await makeAndMail(office, number, 'direct')
  await makeAndMail(office, number, 'bulk')
  await recordArrival(office, 'Tomas Lindqvist', 'Mark returned', 'The envelope lies here.')
  await expect(office.getByRole('heading', { name: 'Tomas Lindqvist' }).locator('..')).toContainText(
    'Returned',
  )

  await showsAt(customer, orderPage, '2 of 5 deliveries arrived')
  await expect(cardOf(customer, 'Maya Okafor')).toContainText('On the way')
  await cardOf(customer, 'Tomas Lindqvist')
    .getByRole('button', { name: /^Fix and resend/ })
    .click()
  const convert = customer.getByRole('dialog', { name: 'Tomas Lindqvist' })
  await convert.getByText('By email instead').click()
  await convert.getByLabel('Email').fill(people.tomasAt)
  await convert.getByRole('button', { name: 'Send by email' }).click()
  await expect(convert).toBeHidden()
  await claim(request, browser, people.tomasAt, 'Tomas')

  await recordArrival(office, 'Maya Okafor', 'Mark delivered', 'She rang.')
  await recordArrival(office, 'Dana Whitlock', 'Mark delivered', 'The dock signed for it.')

  await showsAt(customer, orderPage, '5 of 5 deliveries arrived')
  await customer.getByRole('button', { name: /^Thank-you notes 3/ }).click()
  await expect(cardOf(customer, 'Maya Okafor')).toBeHidden()
  await expect(cardOf(customer, 'Ada Brandt')).toContainText('Thank you! Ada')
  await expect(customer.getByRole('heading', { level: 1 }).locator('..')).toContainText('Shipped')
  expect(await readOrder(person, orderId)).toMatchObject({ status: 'fulfilled', is_shipped: true })
})

/** Two cards by email, two letters, and a parcel of ten, paid by card. */
async function placeOrder(person: Person, people: ReturnType<typeof newPeople>, shoppers: BrowserContext) {
  await fillCart(person, ['digital'], { recipients: [people.ada, people.ivo] })
  await fillCart(person, ['direct'], { recipients: [MAYA, TOMAS] })
  const orderId = await fillCart(person, ['bulk'])
  await addAddress(person)
  await decideDeliveries(person, orderId, TYPES)
  const customer = await openSignedIn(shoppers, person, '/checkout/payment-confirmation')
  await pressPay(customer)
  await payByCard(customer)
  await expect(customer.getByRole('heading', { name: 'Your 14 cards are ordered.' })).toBeVisible()
  return { orderId, customer }
}

/** Confirms the open dialog. */
async function decide(page: Page, submit: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: submit }).click()
  await expect(dialog).toBeHidden()
}

/** Waits for the mail with a card, follows its link as the recipient, and checks number and PIN. */
async function claim(request: APIRequestContext, browser: Browser, email: string, firstName: string) {
  const link = await linkMailedTo(request, email)
  const heading = `${firstName}, this is for you`
  await withoutScripts(browser, link, async (still) => {
    await expect(still.getByRole('heading', { name: heading })).toBeVisible()
    expect(await still.content()).toContain('to see the card’s number and PIN')
  })

  const reader = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' })
  const page = await reader.newPage()
  await watchPaint(page)
  const seen = page.waitForResponse((answer) => /\/claims\/[\w-]+\/$/.test(answer.url()))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  // Records the view, in a page that is already there.
  expect((await seen).status()).toBe(200)
  await expectHydrated(page, heading)
  const card = page.getByRole('region', { name: 'Number and PIN' })
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Show number and PIN' }).click()
  await expect(card.locator('code').first()).toHaveText(/^9999 (\d{4} ){3}\d{3}$/)
  await expect(card.locator('code').last()).toHaveText(/^\d{4,8}$/)
  await expect(page.getByText('$50.00 left of $50.00.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${firstName}’s card, ${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Say thank you' }).click()
  await page.getByLabel('Thank-you note').fill(`Thank you! ${firstName}`)
  await expectAccessible(page, `${firstName}’s note`)
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByText('Your note to Halden Tools')).toBeVisible()
  // It’s also on the page that arrives from the server.
  await withoutScripts(browser, link, (still) =>
    expect(still.getByText(`Thank you! ${firstName}`)).toBeVisible(),
  )
  await page.reload()
  await expectHydrated(page, heading)
  await expect(page.getByText(`Thank you! ${firstName}`)).toBeVisible()
  await reader.close()
}

async function linkMailedTo(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const [mail] = await mailsTo(request, email)
        link = mail?.text.match(/http\S+\/claim\/[\w-]+/)?.[0]
        return link
      },
      { timeout: 30_000, message: `a card is mailed to ${email}` },
    )
    .toBeDefined()
  return link!
}

/** Reloads the order page until it shows this text about its cards. */
async function showsAt(page: Page, path: string, text: string) {
  const cards = page.getByRole('region', { name: 'Where the cards are' })
  await expect(async () => {
    await page.goto(path)
    await expect(cards).toContainText(text)
  }).toPass({ timeout: 30_000 })
}

function cardOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name: 'Where each card is' }).getByRole('row').filter({ hasText: name })
}

/** Puts an order's cards of one kind into a batch, downloads the print files, and mails it. */
async function makeAndMail(page: Page, number: string, kind: 'direct' | 'bulk') {
  await goTo(page, 'Fulfillment')
  await page.getByRole('button', { name: `Create a batch of order ${number}, ${kind}` }).click()
  await decide(page, 'Create batch')
  await page.getByRole('button', { name: 'Mark printed' }).waitFor({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Cards' }).click()
  expect((await download).suggestedFilename()).toMatch(/-cards\.pdf$/)
  await page.getByRole('button', { name: 'Mark printed' }).click()
  await decide(page, 'Mark printed')
  await page.getByRole('button', { name: 'Mark mailed' }).click()
  await decide(page, 'Mark mailed')
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Mailed')
}

async function recordArrival(page: Page, name: string, outcome: string, reason: string) {
  await goTo(page, 'Deliveries')
  await page.getByRole('button', { name: /^On the way/ }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: outcome }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'How do you know?' }).fill(reason)
  await decide(page, outcome)
}

async function goTo(page: Page, screen: string) {
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: screen }).click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}
