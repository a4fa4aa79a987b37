import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { DESIGN, openShops, type Shops } from '../../testing/shop-world.ts'
import { insertFile } from '../files/files.repo.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { printFileOf } from './print-file.service.ts'

let shops: Shops
let dana: Customer
const kept = new Map<string, Buffer>()
const files = {
  put: async (key: string, bytes: Buffer) => void kept.set(key, bytes),
  find: async (key: string) => kept.get(key),
  remove: async (key: string) => void kept.delete(key),
}
const warnings: unknown[] = []
const log = { warn: (...said: unknown[]) => void warnings.push(said) }

beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.close())
beforeEach(async () => {
  dana = await shops.signIn(shops.here)
  warnings.length = 0
})

const print = (item: CardItemWire, recipientId?: number) =>
  printFileOf({ pool: shops.pool, files, log }, dana, shops.here.site, item.id, recipientId)

async function withLogo(key: string) {
  const file = { key, name: 'logo.png', content_type: 'image/png', bytes: 10, width: 300, height: 90 }
  await inSite(shops.pool, dana.siteId, (db) => insertFile(db, dana, file))
  return shops.draft(dana, { design: { ...DESIGN, logo_file_key: key, logo_one_color: false } })
}

async function colorAt(bytes: Buffer, x: number, y: number) {
  const image = await loadImage(bytes)
  const c = createCanvas(image.width, image.height).getContext('2d')
  c.drawImage(image, 0, 0)
  return [...c.getImageData(x, y, 1, 1).data]
}

test('a card prints at 300 dots per inch', async () => {
  const { bytes, contentType } = await print(await shops.draft(dana))
  const image = await loadImage(bytes)

  expect(contentType).toBe('image/jpeg')
  expect([image.width, image.height]).toEqual([1011, 638])
  expect([bytes.readUInt8(13), bytes.readUInt16BE(14), bytes.readUInt16BE(16)]).toEqual([1, 300, 300])
  expect(warnings).toEqual([])
})

test('each recipient’s card shows their own name and words', async () => {
  const item = await shops.draft(dana, { design: { ...DESIGN, line1: 'Thank you, {first name}' } })
  const maya = await shops.add(dana, item)
  const ana = await shops.add(dana, item, { first_name: 'Ana' })

  const cards = [await print(item), await print(item, maya.id), await print(item, ana.id)]

  expect(new Set(cards.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3)
  expect(cards[2]!.fileName).toBe(`card-${item.id}-2.jpg`)
})

test('a recipient of another card isn’t found', async () => {
  const item = await shops.draft(dana)
  const other = await shops.draft(dana)
  const maya = await shops.add(dana, other)

  await expect(print(item, maya.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('the customer’s logo is placed at 32, 32', async () => {
  const canvas = createCanvas(300, 90)
  const c = canvas.getContext('2d')
  c.fillStyle = '#ff0000'
  c.fillRect(0, 0, 300, 90)
  const key = `red${dana.customerId}`.padEnd(24, 'x')
  kept.set(key, canvas.toBuffer('image/png'))

  const { bytes } = await print(await withLogo(key))

  const [red, green, blue] = await colorAt(bytes, 100, 80)
  expect(red).toBeGreaterThan(230)
  expect(green! + blue!).toBeLessThan(40)
})

test.each([
  ['is gone', undefined],
  ['is damaged', Buffer.from('not a picture')],
])('a logo that %s is logged and left out, and the card prints', async (_, content) => {
  const key = `lost${dana.customerId}`.padEnd(24, 'x')
  if (content) kept.set(key, content)

  const { bytes } = await print(await withLogo(key))

  expect(bytes.length).toBeGreaterThan(10_000)
  expect(warnings).toHaveLength(1)
})
