import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { iconLinks } from '../../http/site-icons.ts'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { readLetterLogo } from '../batches/print/letter-logo.ts'
import { cardFace } from '../card-items/print-file.service.ts'
import { drawEarlierLogos } from '../files/earlier-logos.ts'
import { siteMail } from '../mail/mail-page.ts'
import { makeMailer } from '../mail/mailer.ts'
import { readSender } from '../mail/site-sender.ts'

let world: World
let customer: SignedIn
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
}, 60_000)
afterAll(() => world.close())

const site = () => world.kit.sites.readByHost('localhost')
const CONTENT = { subject: 'Hi', title: 'Hello', parts: [], reason: 'You asked for it.' }
const get = async (path: string) => {
  const headers = { host: customer.host, authorization: `Bearer ${customer.token}` }
  return world.app.inject({ url: path, headers })
}

async function placed() {
  const dana = customerSteps(customer)
  const id = await dana.fillCart('bulk')
  const [item] = await dana.ok('GET', '/api/v1/card_items/?state=in_cart')
  const front = (await get(`/api/v1/card_items/${item.id}/print_file/`)).rawPayload
  await dana.ok('POST', '/api/v1/payments/', { order_id: id, method_code: 'self_hosted_check' })
  return { front, invoice: (await get(`/api/v1/orders/${id}/invoice/`)).rawPayload }
}

/** The part of a card that the logo is on. */
async function logoOn(front: Buffer): Promise<Uint8ClampedArray> {
  const image = await loadImage(front)
  const c = createCanvas(image.width, image.height).getContext('2d')
  c.drawImage(image, 0, 0)
  return c.getImageData(50, 50, 320, 90).data
}

async function mailed() {
  const { sent, port, close } = await listenForMail()
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'rewards@example.com' }
  const mailer = makeMailer(settings, (siteId) => readSender(world.kit, siteId))
  await mailer.send({ ...siteMail(await site(), CONTENT), to: 'a@b.example', key: 'one' })
  await mailer.close()
  await close()
  return sent[0]!
}

describe('with an uploaded logo', () => {
  let before: Awaited<ReturnType<typeof placed>>
  let after: Awaited<ReturnType<typeof placed>>
  beforeAll(async () => {
    before = await placed()
    await drawEarlierLogos({ ...world.kit, log: { warn: (about: unknown) => expect(about).toBeUndefined() } })
    // Only the picture is left: as for a logo that was never shapes.
    const { id, card_mark } = await site()
    await world.kit.pool
      .updateTable('sites')
      .set({ card_mark: json({ ...card_mark, paths: [] }) })
      .where('id', '=', id)
      .execute()
    world.kit.sites.forget(id)
    after = await placed()
  }, 60_000)

  test('cards show it as the shapes it was made of', async () => {
    const [shapes, picture] = [await logoOn(before.front), await logoOn(after.front)]
    const off = shapes.map((channel, at) => Math.abs(channel - picture[at]!))
    expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(1)
    const face = cardFace(await site(), { ...ITEM }, undefined)
    expect(face.organization?.picture?.url).toBe((await site()).logo_files?.dark?.white.url)
  })

  test('invoices show it', () => {
    expect(before.invoice.includes('/Subtype /Image')).toBe(false)
    expect(after.invoice.includes('/Subtype /Image')).toBe(true)
    // On white: a transparent picture would be taken apart for each invoice.
    expect(after.invoice.includes('/SMask')).toBe(false)
    expect(readPdf(after.invoice).text).toContain('Northwind Rewards')
  })

  test('letters show it', async () => {
    const jpeg = await readLetterLogo({ ...world.kit, log: world.app.log }, await site())
    expect((await loadImage(jpeg!)).height).toBe(240)
  })

  test('mails carry it as a PNG, with the name next to it', async () => {
    const mail = await mailed()
    expect(mail).toContain('Content-Id: <logo@laurel>')
    expect(mail).toContain('Content-Type: image/png; name=logo.png')
    const { html } = siteMail(await site(), CONTENT)
    expect(html).toContain('<img src="cid:logo@laurel" alt="" width="28" height="28"')
    // In dark mode, the logo for dark backgrounds.
    expect(mail).toContain('Content-Id: <dark-logo@laurel>')
    expect(html).toContain('<img src="cid:dark-logo@laurel" alt="" width="28" height="28" class="for-dark"')
    expect(html).toContain('>Northwind Rewards</td>')
  })

  test('tabs, phones, and home screens get icons of their sizes', async () => {
    const links = iconLinks(await site())
    for (const size of ['32x32', '48x48', '180x180']) expect(links).toContain(`sizes="${size}"`)
    const manifest = (await get('/site.webmanifest')).json()
    expect(manifest).toMatchObject({
      name: 'Northwind Rewards',
      short_name: 'Northwind',
      start_url: '/',
      display: 'standalone',
      theme_color: '#0B6B4F',
    })
    expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual(
      ['192x192 any', '512x512 any', '512x512 maskable'],
    )
    for (const { src, sizes } of manifest.icons) {
      expect((await loadImage((await get(src)).rawPayload)).width).toBe(Number.parseInt(sizes, 10))
    }
    expect((await get('/favicon.ico')).headers.location).toMatch(/^\/api\/v1\/files\//)
  })
})

describe('without a logo', () => {
  beforeAll(async () => {
    const owner = await world.staff()
    const { body } = await owner.call('GET', '/api/v1/office/site/')
    const none = { site_logo: '', negative_logo: '', iso_logo: '' }
    await owner.call('PATCH', '/api/v1/office/site/', { seen_version: body.version, ...none })
  })

  test('mails and invoices have the name in type', async () => {
    expect(siteMail(await site(), CONTENT).html).toContain('>Northwind Rewards</td>')
    expect(await mailed()).not.toContain('logo@laurel')
    const { invoice } = await placed()
    expect(invoice.includes('/Subtype /Image')).toBe(false)
    expect(readPdf(invoice).text).toContain('Northwind Rewards')
    expect(await readLetterLogo({ ...world.kit, log: world.app.log }, await site())).toBeUndefined()
  })

  test('the tab and the installed app show its first letter', async () => {
    const links = iconLinks(await site())
    expect(decodeURIComponent(links)).toContain('>N</text>')
    expect(links).toContain('<link rel="manifest" href="/site.webmanifest">')
    const [icon, ...others] = (await get('/site.webmanifest')).json().icons
    expect([icon.sizes, others]).toEqual(['any', []])
    const answer = await get(icon.src)
    expect(answer.headers['content-type']).toContain('image/svg+xml')
    expect(answer.body).toContain('>N</text>')
    expect((await get('/favicon.ico')).statusCode).toBe(204)
  })
})

test('a logo whose file is lost is left out of mails, which say the name', async () => {
  const one = await site()
  const form = { url: `/api/v1/files/${'A'.repeat(32)}/`, width: 64, height: 32 }
  const logo = { shown: form, plain: form, white: form, icons: [], colors: [{ color: '#0b6b4f', share: 1 }] }
  const { html } = siteMail({ ...one, logo_files: { logo }, logo_has_name: true }, CONTENT)
  expect(html).toContain('alt="Northwind Rewards"')
  expect(Object.values((await readSender(world.kit, one.id)).logos!)).toEqual([undefined, undefined])
})

const ITEM = {
  design: {},
  denomination_cents: 5_000,
  art: 'laurel' as const,
  reward_type: 'bulk' as const,
  brand: null,
  reward_network: '',
}
