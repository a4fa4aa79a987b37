import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectWcag } from '../stack/axe.ts'
import {
  addAddress,
  decideDeliveries,
  fillCart,
  MAYA,
  readOrder,
  startPayment,
  TOMAS,
} from '../stack/cart.ts'
import { type Mail, mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { forgetPassword, makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

const WIDTHS = [600, 375]
const SCHEMES = ['light', 'dark'] as const
const TYPES = ['digital', 'direct', 'bulk'] as const

let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

for (const site of ['northwind', 'acorn'] as const) {
  test(
    `the mails of ${site} can be read on phones and screens, light and dark`,
    { tag: '@every-way' },
    async ({ browser, context, page, request }, testInfo) => {
      test.setTimeout(300_000)
      const stamp = randomUUID().slice(0, 8)
      const ada = { first_name: 'Ada', last_name: 'Brandt', email: `ada.${stamp}@example.com` }
      const ivo = { first_name: 'Ivo', last_name: 'Marsh', email: `ivo.${stamp}@example.com` }
      const invited = `ines.${stamp}@customer.example`
      const person = await makePerson(request, { site })
      await forgetPassword(request, person)
      await person.api('POST', '/api/v1/company/invitations/', {
        emails: JSON.stringify([invited]),
        role: 'buyer',
      })

      // Two orders: a check is outstanding for one, and the other is paid.
      const byCheck = await fillCart(person, ['bulk'], { name: 'Welcome aboard' })
      await addAddress(person)
      await decideDeliveries(person, byCheck, ['bulk'])
      await startPayment(person, byCheck, 'self_hosted_check')
      await fillCart(person, ['digital'], { name: 'Referral bonus', recipients: [ada, ivo] })
      await fillCart(person, ['direct'], { name: 'Winter thank-you', recipients: [MAYA, TOMAS] })
      const orderId = await fillCart(person, ['bulk'], { name: 'Welcome aboard' })
      await decideDeliveries(person, orderId, TYPES)
      const shop = await openSignedIn(await browser.newContext(), person, '/checkout/payment-confirmation')
      await pressPay(shop)
      await payByCard(shop)
      await expect(shop.getByRole('heading', { name: 'Your 14 cards are ordered.' })).toBeVisible()
      const { number } = await readOrder(person, orderId)
      const due = await readOrder(person, byCheck)

      const office = await context.newPage()
      await office.goto(`${originOf(site)}/office/orders`)
      await signInStaff(office, demoStaff(site))
      await office.getByRole('link', { name: number, exact: true }).click()
      await office.getByRole('button', { name: 'Approve order' }).click()
      await office.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()
      await callOffice(office, '/api/v1/office/received_payments/', {
        method_code: 'self_hosted_check',
        amount_cents: String(due.total_cents),
        reference: due.payments[0].remittance.reference,
        received_on: new Date().toISOString().slice(0, 10),
      })
      const colleague = { name: 'Sam Ortiz', email: `sam.${stamp}@office.example`, role: 'viewer' }
      await callOffice(office, '/api/v1/office/staff/', { ...colleague, delivery: 'mail' })

      const mails: Mail[] = []
      for (const [name, to, subject] of [
        ['code', person.email, /^Your code for/],
        ['reset', person.email, /^Your password code for/],
        ['invitation', invited, /^Join /],
        ['order-by-check', person.email, new RegExp(`^We have your order ${due.number}$`)],
        ['order-paid', person.email, new RegExp(`^We have your order ${number}$`)],
        ['payment-received', person.email, new RegExp(`^Payment received for order ${due.number}$`)],
        ['staff-invitation', colleague.email, /^Your account in the /],
        ['card', ada.email, /is waiting for you$/],
      ] as const) {
        const mail = await arrived(request, to, subject)
        mails.push(mail)
        for (const width of WIDTHS) {
          for (const colorScheme of SCHEMES) {
            await page.setViewportSize({ width, height: 800 })
            await page.emulateMedia({ colorScheme })
            await page.setContent(withPictures(mail))
            await expectReadable(page, originOf(site), `${name}, ${width} px, ${colorScheme}`)
            const path = testInfo.outputPath(`${site}-${name}-${width}-${colorScheme}.png`)
            await page.screenshot({ path, fullPage: true })
          }
        }
      }
      // What a mail shows of an order is the same for one that's due and one that's paid.
      for (const shown of [
        'Welcome aboard, 10 cards',
        'Winter thank-you, 2 cards',
        'Referral bonus, 2 cards',
      ]) {
        expect(mails[4]!.text).toContain(shown)
      }
    },
  )
}

async function callOffice(page: Page, path: string, form: Record<string, string>) {
  const status = await page.evaluate(
    async ([url, fields]) => (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).status,
    [path, form] as const,
  )
  expect(status, path).toBe(200)
}

/** The newest mail to an address with this subject. */
async function arrived(request: APIRequestContext, to: string, subject: RegExp): Promise<Mail> {
  const find = async () => (await mailsTo(request, to)).find((mail) => subject.test(mail.subject))
  await expect
    .poll(async () => (await find()) !== undefined, { timeout: 60_000, message: `${subject} to ${to}` })
    .toBe(true)
  return (await find())!
}

/** The HTML with its pictures inside: a page can't load `cid:` addresses. */
function withPictures({ html, attachments }: Mail): string {
  return attachments.reduce(
    (text, { content_id: id, content_type: type, base64 }) =>
      id === undefined ? text : text.replaceAll(`cid:${id}`, () => `data:${type};base64,${base64}`),
    html,
  )
}

async function expectReadable(page: Page, origin: string, what: string) {
  const seen = await page.evaluate(() => {
    const links = [...document.querySelectorAll('a')]
    return {
      standsOut: document.documentElement.scrollWidth - innerWidth,
      buttons: links.filter((link) => link.className === 'btn-a').length,
      // Without a site around them, relative ones would resolve to nothing.
      links: links.map((link) => link.getAttribute('href') ?? ''),
      withoutAlt: document.querySelectorAll('img:not([alt])').length,
      unloaded: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
      red: Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)?.[0]),
    }
  })
  const elsewhere = seen.links.filter(
    (link) => !/^(tel|mailto):/.test(link) && new URL(link).origin !== origin,
  )
  expect.soft(seen.standsOut, `${what}: wider than the screen`).toBeLessThanOrEqual(0)
  expect.soft(seen.buttons, `${what}: buttons`).toBeLessThanOrEqual(1)
  expect.soft(seen.withoutAlt, `${what}: pictures without text`).toBe(0)
  expect.soft(seen.unloaded, `${what}: pictures that are missing`).toBe(0)
  expect.soft(elsewhere, `${what}: links elsewhere`).toEqual([])
  expect.soft(seen.red < 128, `${what}: a dark ground`).toBe(what.endsWith('dark'))
  await expectWcag(page, what)
}
