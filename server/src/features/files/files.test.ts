import { crc32, deflateSync } from 'node:zlib'
import { MAX_FILES } from '@laurel/domain/files'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { uploadPicture } from '../../testing/upload-picture.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { canUsePicture } from './files.repo.ts'

let world: World
let who: SignedIn

beforeAll(async () => {
  world = await makeWorld()
  who = await world.signIn({ registered: false })
})
afterAll(() => world.close())

const picture = createCanvas(60, 40)
const pen = picture.getContext('2d')
pen.fillStyle = '#0b6b4f'
pen.fillRect(10, 10, 20, 20)
const PNG = picture.encodeSync('png')

const upload = (bytes: Buffer, name = 'logo.png', as: SignedIn = who) => uploadPicture(world, as, bytes, name)

const fetchFile = (key: string, host = 'localhost') =>
  world.app.inject({ method: 'GET', url: `/api/v1/files/${key}/`, headers: { host } })

/** A PNG that says it is of this size; its pixels are all of one color, so it is small. */
function pngOfSize(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('an uploaded logo', () => {
  it.each([
    ['image/png', 'logo.png', PNG],
    ['image/jpeg', 'logo.jpg', picture.encodeSync('jpeg')],
    ['image/webp', 'logo.webp', picture.encodeSync('webp', 90)],
  ])('is stored as %s and shown to anyone with its key', async (type, name, bytes) => {
    const kept = await upload(bytes, 'whatever.bin')
    expect(kept.status).toBe(200)
    expect(kept.body).toMatchObject({
      content_type: type,
      name: name.replace('logo', 'whatever'),
      width: 60,
      height: 40,
    })
    expect(kept.body.url).toBe(`/api/v1/files/${kept.body.key}/`)

    const shown = await fetchFile(kept.body.key)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(shown.rawPayload).toHaveLength(kept.body.bytes)
    expect(await loadImage(shown.rawPayload)).toMatchObject({ width: 60, height: 40 })
  })

  it('keeps every pixel of a PNG', async () => {
    const { body } = await upload(PNG)
    const copy = createCanvas(60, 40)
    copy.getContext('2d').drawImage(await loadImage((await fetchFile(body.key)).rawPayload), 0, 0)
    expect(copy.data().equals(picture.data())).toBe(true)
  })

  it.each([
    ['text named as a picture', Buffer.from('Dear all, this is a logo.')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['a GIF', picture.encodeSync('gif')],
    ['a PNG cut short', PNG.subarray(0, PNG.length - 20)],
    ['a PNG’s first line with a page behind it', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<html>')])],
    ['nothing', Buffer.alloc(0)],
  ])('is rejected when it is %s', async (_what, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, body: { code: 'file_not_an_image' } })
  })

  it('loses data hidden after its end, and its location and camera data', async () => {
    const page = '<script>alert(1)</script>'
    const kept = await upload(Buffer.concat([PNG, Buffer.from(page)]))
    expect(kept.status).toBe(200)
    expect((await fetchFile(kept.body.key)).rawPayload.includes(page)).toBe(false)

    const jpeg = picture.encodeSync('jpeg')
    const secret = Buffer.from('Exif\0\0 GPS 39.7589 N 84.1916 W')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(secret.length + 2)
    const tagged = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xe1]),
      length,
      secret,
      jpeg.subarray(2),
    ])
    const photo = await upload(tagged)
    expect(photo.status).toBe(200)
    expect((await fetchFile(photo.body.key)).rawPayload.includes('GPS')).toBe(false)
  })

  it.each([
    ['30 megapixels', pngOfSize(6000, 5000), '25 megapixels'],
    ['8,001 pixels wide', pngOfSize(8001, 10), '8,000 pixels a side'],
    ['more than 4 MB', Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]), '4 MB'],
  ])('is rejected when it has %s, before decoding', async (_what, bytes, limit) => {
    const refused = await upload(bytes)
    expect(refused).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect(refused.body.detail).toContain(limit)
  })

  it('is accepted at 8,000 pixels, and stored as large as any print needs', async () => {
    expect((await upload(pngOfSize(8000, 10))).body).toMatchObject({ width: 1600, height: 2 })
  })

  it('has a name without folders and tricks', async () => {
    const { body } = await upload(PNG, '..\\..\\etc/pass\u202Ewd.html')
    expect(body.name).toBe('passwd.png')
  })

  it('requires a file and a signed-in customer', async () => {
    expect((await who.call('POST', '/api/v1/files/', {})).body.errors[0]).toMatchObject({ field: 'file' })
    expect((await upload(PNG, 'logo.png', { ...who, token: 'x.y.z' })).status).toBe(401)
  })

  it('is found under its key only on its own site', async () => {
    const { body } = await upload(PNG)
    expect(body.key).toMatch(/^[\w-]{32}$/)
    expect((await fetchFile(body.key, 'acorn.localhost')).statusCode).toBe(404)
    expect((await fetchFile('A'.repeat(32))).statusCode).toBe(404)
    expect((await fetchFile('..%2f..%2fsecret')).statusCode).toBe(400)
  })

  it('belongs to its owner only', async () => {
    const { body } = await upload(PNG)
    const actor = await actorOf(who)
    const owns = (customer: typeof actor) =>
      inSite(world.kit.pool, customer.siteId, (db) => canUsePicture(db, customer, body.key))
    expect(await owns(actor)).toBe(true)
    expect(await owns(await actorOf(await world.signIn({ registered: false })))).toBe(false)
  })

  it('becomes the business logo of its owner only', async () => {
    const { body } = await upload(PNG)
    const change = { business_logo: body.key }
    expect((await who.call('PATCH', '/api/v1/actual_user/', change)).body.business_logo).toBe(body.key)
    const stranger = await world.signIn({ registered: false })
    expect((await stranger.call('PATCH', '/api/v1/actual_user/', change)).status).toBe(400)
  })

  it(`is limited to ${MAX_FILES} for a customer`, async () => {
    const collector = await world.signIn({ registered: false })
    const { siteId, customerId } = await actorOf(collector)
    const row = {
      site_id: siteId,
      customer_id: customerId,
      content_type: 'image/png',
      bytes: 1,
      width: 1,
      height: 1,
    }
    const rows = Array.from({ length: MAX_FILES - 1 }, (_, index) => ({
      ...row,
      name: 'x',
      key: `collected-${index}`,
    }))
    await world.kit.pool.insertInto('files').values(rows).execute()
    expect((await upload(PNG, 'last.png', collector)).status).toBe(200)
    expect(await upload(PNG, 'more.png', collector)).toMatchObject({
      status: 409,
      body: { code: 'limit_exceeded' },
    })
  })
})

async function actorOf({ host, call }: SignedIn) {
  const { id: siteId } = await world.kit.sites.readByHost(host)
  const { id: customerId, email } = (await call('GET', '/api/v1/actual_user/')).body
  return { siteId, customerId, email, emailVerified: true, registrationComplete: false }
}
