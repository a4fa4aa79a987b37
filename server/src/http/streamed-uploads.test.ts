import { createHash } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from '../features/files/file-store.ts'
import { DESIGN } from '../testing/shop-world.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'
import { storeMultipart } from './multipart.ts'

let world: World
let dana: SignedIn
const log: string[] = []
const kept = new Map<string, number>()
/** A store that only counts bytes, so that half a gigabyte needs no space. */
const counting = {
  put: async (key: string, bytes: Buffer | Readable) => {
    let length = 0
    for await (const chunk of Readable.from(bytes as Readable)) length += (chunk as Buffer).length
    kept.set(key, length)
  },
} as FileStore

beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: 'info' }, undefined, { log: { write: (line) => log.push(line) } })
  world.app.post('/test-upload', { schema: { hide: true } }, async (request) => {
    const before = process.memoryUsage().rss
    const { file } = await storeMultipart(request, counting, () => {})
    return { ...file, head: file!.head.length, grownMb: (process.memoryUsage().rss - before) / 1_000_000 }
  })
  dana = await world.signIn()
})
afterAll(() => world.close())

const BOUNDARY = 'laurel-boundary'
function* bodyOf(chunks: Iterable<Buffer>, fields: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(fields)) {
    yield Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  }
  yield Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n`,
  )
  yield* chunks
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}
const send = (url: string, chunks: Iterable<Buffer>, fields?: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: {
      host: dana.host,
      authorization: `Bearer ${dana.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Readable.from(bodyOf(chunks, fields)),
  })
function* repeated(text: string, bytes: number) {
  const chunk = Buffer.from(text.repeat(Math.ceil(1_000_000 / text.length)).slice(0, 1_000_000))
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
}

test('half a gigabyte passes without buffering', { timeout: 120_000 }, async () => {
  const answer = await send(
    '/test-upload',
    repeated('Maya,Okafor,12 Elm Street,Portland,OR,97205\n', 499_000_000),
  )
  const file = answer.json()
  expect(file).toMatchObject({ bytes: 499_000_000, head: 256 * 1024, isUtf8: true })
  expect(kept.get(file.key)).toBe(499_000_000)
  expect(file.grownMb).toBeLessThan(150)
})

test('more than 500 MB is rejected with the size limit', { timeout: 120_000 }, async () => {
  const answer = await send('/test-upload', repeated('x', 502_000_000))
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({ code: 'file_too_large', detail: 'Choose a file up to 500 MB.' })
})

test('letters split between two pieces are decoded', async () => {
  const bytes = Buffer.from('Zoë 👩‍🎨 '.repeat(50))
  for (const size of [1, 2, 3, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    const file = (await send('/test-upload', pieces)).json()
    expect(file).toMatchObject({
      isUtf8: true,
      sha256: createHash('sha256').update(bytes).digest('base64url'),
    })
  }
  expect((await send('/test-upload', [Buffer.from('Zo\xeb', 'latin1')])).json()).toMatchObject({
    isUtf8: false,
  })
})

test('a rejected file isn’t kept', async () => {
  const { files } = world.kit
  const { remove } = files
  const removed: string[] = []
  files.remove = async (key) => {
    removed.push(key)
    await remove(key)
  }
  const [template] = (await dana.call('GET', '/api/v1/reward_card_templates/')).body
  const { body: item } = await dana.call('POST', '/api/v1/card_items/', {
    reward_type: 'digital',
    reward_card_template_id: template.id,
    design: DESIGN,
  })
  const path = '/api/v1/csv_card_item_imports/'
  const foreign = await send(path, [Buffer.from('name,email\nA B,a@b.co')], { card_item_id: '999999' })
  const broken = await send(path, [Buffer.from('%PDF-1.7')], { card_item_id: String(item.id) })
  const fine = await send(path, [Buffer.from('name,email\nA B,a@b.co')], { card_item_id: String(item.id) })
  const wrong = await send(path, [Buffer.from('name,email\nA B,a@b.co')], { card_item_id: 'none' })
  files.remove = remove

  expect([foreign, broken, fine, wrong].map(({ statusCode }) => statusCode)).toEqual([404, 400, 200, 400])
  expect(removed).toHaveLength(4)
  for (const key of removed) expect(await files.find(key)).toBeUndefined()
})

test('an upload that its sender cancels is no error', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  log.length = 0
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/v1/csv_card_item_imports/ HTTP/1.1\r\nhost: ${dana.host}\r\nauthorization: Bearer ${dana.token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 1000000\r\n\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\nname,email\n`,
  )
  await expect
    .poll(() => log.some((line) => line.includes('incoming request')), { timeout: 10_000 })
    .toBe(true)
  socket.destroy()
  await expect.poll(() => log.filter((line) => line.includes('hung up')), { timeout: 10_000 }).toHaveLength(1)
  const levels = log.map((line) => JSON.parse(line).level)
  expect(Math.max(...levels)).toBe(30)
})
