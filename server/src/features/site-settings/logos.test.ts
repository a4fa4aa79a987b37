import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { drawEarlierLogos } from '../files/earlier-logos.ts'

const PATH = '/api/v1/office/site/'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff()
})
afterAll(() => world.close())

type Caller = { host?: string; token: string }

async function upload(bytes: Buffer, name = 'logo.png', as: Caller = owner) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  const request = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: `${PATH}logos/`,
    headers: {
      host: as.host ?? 'localhost',
      cookie: `sessionid=${as.token}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const fetched = (url: string, host = 'localhost') => world.app.inject({ url, headers: { host } })
const read = async () => (await owner.call('GET', PATH)).body
const patch = async (change: object, version?: number) =>
  owner.call('PATCH', PATH, { seen_version: version ?? (await read()).version, ...change })
const seen = async (host = 'localhost') =>
  (await world.visit(host)('GET', '/api/v1/actual_rewards_site/')).body

/** A green square with an amber one in it, on nothing. */
const picture = createCanvas(64, 32)
const pen = picture.getContext('2d')
pen.fillStyle = '#0b6b4f'
pen.fillRect(0, 0, 40, 32)
pen.fillStyle = '#f2a93b'
pen.fillRect(40, 0, 20, 32)
const PNG = picture.encodeSync('png')
const SVG = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><script>alert(1)</script>
   <path fill="#0b6b4f" d="M0 0h40v32h-40z"/><path fill="#f2a93b" onclick="alert(1)" d="M40 0h20v32h-20z"/></svg>`,
)

async function pixel(url: string, x: number, y: number) {
  const image = await loadImage((await fetched(url)).rawPayload)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return Array.from(canvas.getContext('2d').getImageData(x, y, 1, 1).data)
}

describe('an uploaded logo', () => {
  test.each([
    ['a PNG', PNG, 'image/png', 'logo.png'],
    ['a JPEG', picture.encodeSync('jpeg', 100), 'image/jpeg', 'logo.jpg'],
    ['a WebP', picture.encodeSync('webp', 100), 'image/webp', 'logo.webp'],
    ['an SVG', SVG, 'image/svg+xml', 'logo.svg'],
  ])('can be %s, by its content', async (_what, bytes, type, name) => {
    const { status, body } = await upload(bytes, 'logo.exe')
    expect([status, body.name]).toEqual([200, name])
    const shown = await fetched(body.url)
    expect(shown.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect((await fetched(body.white.url)).headers['content-type']).toBe('image/png')
  })

  test('loses scripts, and says so', async () => {
    const { body } = await upload(SVG, 'logo.svg')
    expect(body.removed).toEqual(['scripts'])
    expect((await fetched(body.url)).body).not.toMatch(/script|alert|onclick/i)
  })

  test('comes with its colors, a white silhouette in which they stay apart, and icons', async () => {
    const { body } = await upload(SVG)
    expect(body.colors.map(({ color }: { color: string }) => color)).toEqual(['#0b6b4f', '#f2a93b'])
    const scale = body.white.width / 64
    const [, , , dark] = await pixel(body.white.url, 10 * scale, 10 * scale)
    const [red, green, blue, light] = await pixel(body.white.url, 50 * scale, 10 * scale)
    expect([red, green, blue, dark]).toEqual([255, 255, 255, 255])
    expect(light).toBeGreaterThan(120)
    expect(light).toBeLessThan(200)
    expect(body.icon).toMatchObject({ width: 192, height: 192 })
    expect(await pixel(body.icon.url, 96, 4)).toEqual([255, 255, 255, 255])
    expect(await pixel(body.icon.url, 60, 96)).toEqual([11, 107, 79, 255])
  })

  test('fills devices’ icons with its own background', async () => {
    const icon = createCanvas(100, 100)
    const draw = icon.getContext('2d')
    draw.fillStyle = '#0b6b4f'
    draw.roundRect(0, 0, 100, 100, 20)
    draw.fill()
    draw.fillStyle = '#ffffff'
    draw.fillRect(40, 40, 20, 20)
    const { body } = await upload(icon.encodeSync('png'))
    expect(await pixel(body.icon.url, 1, 1)).toEqual([11, 107, 79, 255])
    expect(await pixel(body.icon.url, 96, 96)).toEqual([255, 255, 255, 255])
  })

  test('is stored once, however often it is uploaded, also at the same time', async () => {
    const bytes = Buffer.from(SVG.toString().replace('0b6b4f', '0c6b4f'))
    const count = () =>
      inSite(world.kit.pool, owner.siteId, (db) =>
        db
          .selectFrom('files')
          .select((eb) => eb.fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow(),
      )
    const before = Number((await count()).count)
    const both = await Promise.all([upload(bytes), upload(bytes)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.body.url).toBe(both[1]!.body.url)
    expect(Number((await count()).count)).toBe(before + 9)
  })
})

describe('is refused', () => {
  test.each([
    ['a text named as a picture', Buffer.from('Dear all')],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'an SVG with text only',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>A</text></svg>'),
    ],
    [
      'an entity bomb',
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">&a;</svg>',
      ),
    ],
    ['a GIF', picture.encodeSync('gif')],
    ['a compressed SVG', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
    ['a PNG cut short', PNG.subarray(0, PNG.length - 20)],
    ['an empty picture', createCanvas(10, 10).encodeSync('png')],
    [
      'a shape outside of the picture',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M90 90h9v9z"/></svg>'),
    ],
  ])('%s', async (_what, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, body: { code: 'file_not_a_logo' } })
  })

  test.each([
    ['a file of 50 MB', Buffer.alloc(50 * 1024 * 1024, PNG)],
    ['a picture of more than 4 MB', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])],
    ['an SVG of more than 1 MB', Buffer.concat([SVG, Buffer.alloc(1024 * 1024, ' ')])],
    ['a picture that says it has 64,000 megapixels', bomb(PNG)],
  ])('%s', async (_what, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  })

  test('without the right, or from another site', async () => {
    const finance = await world.staff('finance')
    expect((await upload(PNG, 'logo.png', finance)).status).toBe(403)
    expect((await upload(PNG, 'logo.png', { token: owner.token, host: 'acorn.localhost' })).status).toBe(401)
    expect((await upload(PNG, 'logo.png', { token: 'x' })).status).toBe(401)
  })
})

/** The size in its header is a claim; it's judged before anything is decoded. */
function bomb(png: Buffer): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(256_000, 16)
  bytes.writeUInt32BE(256_000, 20)
  bytes.writeUInt32BE(crcOf(bytes.subarray(12, 29)), 29)
  return bytes
}

function crcOf(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

describe('the site', () => {
  test('uses a logo once it is saved: in the header, on dark, as icon, and on cards', async () => {
    const { body: logo } = await upload(SVG)
    expect((await seen()).site_logo).not.toBe(logo.url)
    const { status, body } = await patch({
      site_logo: logo.url,
      negative_logo: '',
      iso_logo: '',
      logo_has_name: true,
    })
    expect([status, body.logo_colors[0]]).toEqual([200, logo.colors[0]])
    const site = await seen()
    expect(site).toMatchObject({
      site_logo: logo.url,
      iso_logo: logo.url,
      negative_logo: logo.white.url,
      logo_has_name: true,
      card_mark: { paths: [], picture: logo.white, word: '' },
    })
    expect((await fetched(site.favicon)).statusCode).toBe(200)
    const audited = await inSite(world.kit.pool, owner.siteId, (db) =>
      db
        .selectFrom('audit_entries')
        .select('facts')
        .where('event', '=', 'site.changed')
        .orderBy('id', 'desc')
        .execute(),
    )
    expect(audited[0]!.facts).toMatchObject({ site_logo_new: logo.url, logo_has_name_new: true })
  })

  test('shows a logo for dark backgrounds there and on cards, and an icon of its own', async () => {
    const { body: dark } = await upload(Buffer.from(SVG.toString().replaceAll('0b6b4f', 'ffffff')))
    const { body: icon } = await upload(Buffer.from(SVG.toString().replaceAll('0b6b4f', '112233')))
    await patch({ negative_logo: dark.url, iso_logo: icon.url })
    expect(await seen()).toMatchObject({
      negative_logo: dark.url,
      iso_logo: icon.url,
      card_mark: { picture: dark.white },
    })
  })

  test('takes the first of two changes at once', async () => {
    const { version } = await read()
    const one = await upload(PNG)
    const other = await upload(picture.encodeSync('webp', 90))
    const saved = await Promise.all([
      patch({ site_logo: one.body.url }, version),
      patch({ site_logo: other.body.url }, version),
    ])
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('takes no logo of another site’s, and no picture that isn’t a logo', async () => {
    const acorn = await world.staff('owner', 'acorn')
    const { body } = await upload(PNG, 'logo.png', acorn)
    const own = (await upload(PNG)).body.url
    expect(body.url).not.toBe(own)
    expect((await fetched(body.url)).statusCode).toBe(404)
    for (const site_logo of [body.url, (await read()).card_mark.picture.url]) {
      expect((await patch({ site_logo })).body.errors).toMatchObject([{ field: 'site_logo' }])
    }
  })

  test('shows its name alone once the logos are removed', async () => {
    await patch({ site_logo: '', negative_logo: '', iso_logo: '' })
    const site = await seen()
    expect(site).toMatchObject({
      site_logo: '',
      iso_logo: '',
      negative_logo: '',
      favicon: '',
      logo_has_name: false,
    })
    expect(site.card_mark).toEqual({ paths: [], word: 'Northwind', serif: false })
  })
})

test('logos of an earlier version are drawn in every form, and look as before', async () => {
  const before = await seen('acorn.localhost')
  expect(before.card_mark.picture).toBeUndefined()
  const warnings: unknown[] = []
  const parts = { ...world.kit, log: { warn: (about: unknown) => warnings.push(about) } }
  await drawEarlierLogos(parts)
  expect(warnings).toEqual([])
  const after = await seen('acorn.localhost')
  expect(after.card_mark).toMatchObject({
    paths: before.card_mark.paths,
    picture: { width: 256, height: 256 },
  })
  const [red, green, blue, alpha] = Array.from(await pixelOf(after.site_logo, 128, 192))
  expect([red, green, blue, alpha]).toEqual([0xe8, 0x55, 0x1c, 255])
  const white = await pixelOf(after.card_mark.picture.url, 128, 64)
  expect(Math.round((white[3]! / 255) * 100)).toBe(66)
  expect(await pixelOf(after.favicon, 24, 4)).toEqual([0x2b, 0x3a, 0x8c, 255])

  async function pixelOf(url: string, x: number, y: number) {
    const image = await loadImage((await fetched(url, 'acorn.localhost')).rawPayload)
    const side = Math.min(image.width, 256)
    const canvas = createCanvas(side, side)
    canvas.getContext('2d').drawImage(image, 0, 0, side, side)
    return Array.from(canvas.getContext('2d').getImageData(x, y, 1, 1).data)
  }
})
