import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { addRecipientsBy, decideDeliveries, makeDraft, readOrder } from '../stack/cart.ts'
import { expectHydrated, watchPaint, withoutScripts } from '../stack/first-paint.ts'
import { mailsTo } from '../stack/inbox.ts'
import { openOwnShop } from '../stack/own-shop.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

// Staff set up an authenticator once per shop.
let closeShop: (() => Promise<void>) | undefined
test.beforeEach(async () => {
  closeShop = await openOwnShop()
})
test.afterEach(() => closeShop?.())

for (const site of ['northwind', 'acorn'] as const) {
  test(`a list with languages leads to mails and card pages in each recipient’s language: ${site}`, {
    tag: '@every-way',
  }, async ({ browser, context, request }) => {
    test.setTimeout(300_000)
    const stamp = randomUUID().slice(0, 8)
    const [ana, ben] = ['ana', 'ben'].map((name) => `${name}.${stamp}@example.com`) as [string, string]
    const person = await makePerson(request, { site })
    const item = await makeDraft(person, 'digital', { recipients: [], message: '¡Gracias, {first name}!' })

    const page = await openSignedIn(context, person, `/create-reward/recipients?item=${item}`)
    const list = `First name,Last name,Email,Language\nAna,Ruiz,${ana},Español\nBen,Marsh,${ben},\n`
    const chooser = page.waitForEvent('filechooser')
    await addRecipientsBy(page, 'Upload a file')
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await expect(page.getByText('2 ready')).toBeVisible()
    await person.api('POST', '/api/v1/add_to_cart/', { card_item_id: String(item) })
    const { results } = await person.api('GET', '/api/v1/orders/?status=cart')
    const orderId: number = results[0].id
    await decideDeliveries(person, orderId, ['digital'])
    await page.goto(`${originOf(site)}/checkout/payment-confirmation`)
    await pressPay(page)
    await payByCard(page)
    await expect(page.getByRole('heading', { name: /2 cards are ordered/ })).toBeVisible()

    const office = await (await browser.newContext()).newPage()
    await office.goto(`${originOf(site)}/office/orders`)
    await signInStaff(office, demoStaff(site))
    await office.getByRole('link', { name: (await readOrder(person, orderId)).number, exact: true }).click()
    await office.getByRole('button', { name: 'Approve order' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click()

    const mail = async (to: string) => (await mailsTo(request, to))[0]
    await expect.poll(async () => (await mail(ana))?.subject, { timeout: 30_000 }).toMatch(/^Ana, le espera/)
    await expect.poll(async () => (await mail(ben))?.subject, { timeout: 30_000 }).toMatch(/^Ben, a \$50/)
    const spanish = (await mail(ana))!.text
    expect(spanish).toContain('le envió $50.00.')
    const link = spanish.match(/http\S+\/claim\/[\w-]+/)![0]

    await withoutScripts(browser, link, async (still) => {
      await expect(still.getByRole('heading', { name: 'Ana, esto es para usted' })).toBeVisible()
    })
    await seeInSpanish(await browser.newContext({ locale: 'en-US' }), link)
    await expectNothingEscapes(await browser.newContext(), link)
  })
}

/** The recipient's page, by keyboard, at every width, light and dark, and in the other language and back. */
async function seeInSpanish(context: BrowserContext, link: string) {
  const page = await context.newPage()
  await watchPaint(page)
  await page.goto(link)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Ana, esto es para usted' })).toBeVisible()
  await expect(page).toHaveTitle(/de \$50 · /)
  await expectHydrated(page, 'Ana, esto es para usted')
  await page.getByRole('button', { name: 'Mostrar número y PIN' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Número y PIN' })).toBeVisible()
  await expect(page.getByText('Quedan $50.00 de $50.00.')).toBeVisible()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `Ana’s card, ${width} px, ${colorScheme}`)
    }
    const standsOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(standsOut, `stands out at ${width} px`).toBeLessThanOrEqual(0)
  }

  await page.getByRole('button', { name: 'English' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ana, this is for you' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  // Remembered for the next visit.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ana, this is for you' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await context.close()
}

/** Names, dates, and the languages' own names have no pseudo-translation. */
const DATA =
  /Ana|Ruiz|Halden Tools|Northwind( Rewards)?|Acorn( & Co\.)?|Meridian( Prepaid)?|Overland( Prepaid)?|¡Gracias|Thank you|For a good year|\S+@\S+| or |(?:January|February|March|April|May|June|July|August|September|October|November|December) \d+(, \d+)?|Español/g

/** In the pseudo-locale, texts without brackets and accents are missing from the catalogs, and longer ones have to fit. */
async function expectNothingEscapes(context: BrowserContext, link: string) {
  // As if the server had rendered the page in it.
  await context.addInitScript(() => {
    Object.defineProperty(HTMLHtmlElement.prototype, 'lang', { get: () => 'en-XA', set: () => {} })
  })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: /Śĥōŵ/ }).click()
  await expect(page.getByRole('region', { name: /ƤĨŃ/ })).toBeVisible()
  expect((await shownTexts(page)).filter((text) => /[a-z]{2}/i.test(text.replaceAll(DATA, '')))).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
}

function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *:not(script, style, noscript)')]
    const labels = elements.flatMap((one) =>
      ['aria-label', 'alt', 'title'].map((name) => one.getAttribute(name) ?? ''),
    )
    const own = elements.flatMap((one) =>
      [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? ''),
    )
    return [...labels, ...own]
  })
}
