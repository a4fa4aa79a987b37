/**
 * Takes the README's pictures: `node e2e/src/pictures.ts`, after building the web. It starts the product with a
 * fresh demo and changes only `docs/pictures/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type Browser, chromium, type Page, request } from '@playwright/test'
import { listOfPeople } from './pictures/many-people.ts'
import { addAddress, type CardToMake, decideDeliveries, makeDraft, type RewardType } from './stack/cart.ts'
import { makePerson, openSignedIn, type Person } from './stack/people.ts'
import { loopback, originOf, type SiteName } from './stack/shop.ts'
import startStack from './stack/start-stack.ts'

const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const MOST_BYTES = 350_000
const WEBP_QUALITY = 90
const SIZE = { width: 1440, height: 900 }

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1_500)
  const screenshot = await loadImage(await page.screenshot())
  const canvas = createCanvas(screenshot.width, screenshot.height)
  canvas.getContext('2d').drawImage(screenshot, 0, 0)
  const picture = await canvas.encode('webp', WEBP_QUALITY)
  if (picture.byteLength > MOST_BYTES) throw new Error(`${name} has ${picture.byteLength} bytes`)
  writeFileSync(`${PICTURES}${name}.webp`, picture)
  console.info(`docs/pictures/${name}.webp, ${Math.round(picture.byteLength / 1000)} kB`)
}

async function shootHome(browser: Browser, site: SiteName, name: string) {
  const context = await browser.newContext({ viewport: SIZE })
  const page = await context.newPage()
  await page.goto(`${originOf(site)}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, name)
  await context.close()
}

/** The customer's own logo, drawn in the page's font. */
async function drawLogo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    await document.fonts.load('600 150px "Instrument Sans"')
    const canvas = document.createElement('canvas')
    canvas.width = 1130
    canvas.height = 200
    const pen = canvas.getContext('2d')!
    pen.fillRect(10, 20, 48, 160)
    pen.fillRect(112, 20, 48, 160)
    pen.fillRect(50, 78, 70, 44)
    pen.font = '600 150px "Instrument Sans"'
    pen.textBaseline = 'middle'
    pen.fillText('Halden Tools', 220, 106)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1]!, 'base64')
}

async function uploadLogo(person: Person, png: Buffer): Promise<string> {
  const api = await request.newContext()
  const answer = await api.post(loopback('/api/v1/files/'), {
    headers: { authorization: `Bearer ${person.tokens.IdToken}` },
    multipart: { file: { name: 'halden-tools.png', mimeType: 'image/png', buffer: png } },
  })
  const { key } = await answer.json()
  await api.dispose()
  return key
}

async function makeOrder(person: Person, logo: string): Promise<{ winter: number }> {
  const design = { logo_file_key: logo, logo_one_color: true }
  const cards: [RewardType, CardToMake][] = [
    [
      'direct',
      {
        name: 'Winter thank-you',
        template: 0,
        design: { ...design, line1: 'Thank you, {first name}', line2: 'For a winter no one will forget.' },
        recipients: [],
      },
    ],
    [
      'bulk',
      {
        name: 'Welcome aboard',
        template: 2,
        quantity: 40,
        design: { ...design, tone: 'bright', line1: 'Welcome aboard', line2: 'We are glad you are here.' },
      },
    ],
    [
      'digital',
      {
        name: 'Referral bonus',
        template: 1,
        cents: 7_500,
        design: { ...design, line1: 'Well earned', line2: 'With our thanks.' },
        recipients: [],
      },
    ],
  ]
  const ids: number[] = []
  for (const [type, card] of cards) {
    const id = await makeDraft(person, type, card)
    const size = type === 'direct' ? 5_214 : 12
    // An import accepts 5,000 rows.
    for (let from = 0; type !== 'bulk' && from < size; from += 3_000) {
      const text = listOfPeople(from, Math.min(from + 3_000, size))
      await person.api('POST', '/api/v1/csv_card_item_imports/', { card_item_id: String(id), text })
    }
    ids.push(id)
  }
  return { winter: ids[0]! }
}

async function shootDesk(browser: Browser) {
  const context = await browser.newContext({ viewport: SIZE })
  const api = await request.newContext()
  const person = await makePerson(api, { email: 'dana.whitlock@customer.example' })
  const page = await openSignedIn(context, person, '/settings')
  const { winter } = await makeOrder(person, await uploadLogo(person, await drawLogo(page)))
  const drafts = await person.api('GET', '/api/v1/card_items/?state=draft')

  await page.goto(`${originOf('northwind')}/create-reward/card-design?item=${winter}`)
  await page.getByLabel('First line').waitFor()
  await shoot(page, 'design')

  await page.goto(`${originOf('northwind')}/create-reward/recipients`)
  await page.getByRole('row').nth(5).waitFor()
  await shoot(page, 'recipients')

  for (const { id } of drafts) await removeWhoNeedsAttention(person, id)
  for (const { id } of drafts) await person.api('POST', '/api/v1/add_to_cart/', { card_item_id: String(id) })
  await addAddress(person)
  const { results } = await person.api('GET', '/api/v1/orders/?status=cart')
  await decideDeliveries(person, results[0].id, ['bulk', 'direct', 'digital'])
  await page.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
  await page.getByLabel('Your PO number (optional)').fill('HT-2025-1187')
  await page.getByRole('heading', { level: 1 }).click()
  await shoot(page, 'checkout')
  await api.dispose()
}

async function removeWhoNeedsAttention(person: Person, itemId: number) {
  const path = `/api/v1/card_recipient_details/?card_item_id=${itemId}&only=attention`
  for (let page = await person.api('GET', path); page.results.length > 0; ) {
    for (const { id } of page.results) await person.api('DELETE', `/api/v1/card_recipient_details/${id}/`)
    page = await person.api('GET', path)
  }
}

mkdirSync(PICTURES, { recursive: true })
const end = await startStack()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})
try {
  await shootHome(browser, 'northwind', 'home')
  await shootHome(browser, 'acorn', 'home-acorn')
  await shootDesk(browser)
} finally {
  await browser.close()
  await end()
}
