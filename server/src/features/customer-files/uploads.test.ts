import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import { type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { uploadPicture } from '../../testing/upload-picture.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const FILES = '/api/v1/files/'
const UPLOADS = `${FILES}uploads/`
const PART = 5 * 1024 * 1024
const PNG = createCanvas(60, 40).encodeSync('png')
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const svg = (inner: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inner}<path d="M0 0h40v20z"/></svg>`,
  )

let world: World
let admin: Colleague
let buyer: Colleague
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
})
afterAll(() => world.close())

type Part = { number: number; url: string; bytes: number; headers: Record<string, string> }
type Upload = { upload_id: number; parts: Part[] }

const call = async (one: Colleague, ...asked: Parameters<Colleague['call']>) => {
  const { status, body } = await one.call(...asked)
  return { status, body, code: body?.code }
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function start(one: Colleague, name: string, bytes: Buffer, more: object = {}) {
  const about = { name, bytes: bytes.length, sha256: sha256(bytes), folder: 'own' }
  return call(one, 'POST', UPLOADS, { ...about, ...more })
}
async function put(one: Colleague, { url, headers }: Pick<Part, 'url' | 'headers'>, bytes: Buffer) {
  const answer = await world.app.inject({
    method: 'PUT',
    url,
    headers: { host: one.host, ...headers },
    payload: bytes,
  })
  return { status: answer.statusCode, etag: String(answer.headers.etag), code: answer.json().code }
}
async function send(one: Colleague, { parts }: Upload, bytes: Buffer) {
  const sent: { number: number; etag: string }[] = []
  for (const part of parts) {
    const at = (part.number - 1) * PART
    const { status, etag } = await put(one, part, bytes.subarray(at, at + part.bytes))
    expect(status).toBe(200)
    sent.push({ number: part.number, etag })
  }
  return sent
}
const complete = (one: Colleague, id: number, parts: object[], more: object = {}) =>
  call(one, 'POST', `${UPLOADS}${id}/complete/`, { parts, ...more })
async function upload(one: Colleague, name: string, bytes: Buffer, more: object = {}) {
  const started = await start(one, name, bytes, more)
  if (started.status !== 200) return started
  return complete(one, started.body.upload_id, await send(one, started.body, bytes))
}
/** The bytes of a person's own file. */
const download = (one: Colleague, id: number) =>
  world.app.inject({
    url: `${FILES}by_id/${id}/download/`,
    headers: { host: one.host, authorization: `Bearer ${one.token}` },
  })
/** A text, also a shared one. */
const read = (one: Colleague, id: number) => call(one, 'GET', `${FILES}by_id/${id}/download/`)
const names = async (one: Colleague) =>
  (await call(one, 'GET', FILES)).body.results.map((each: { name: string }) => each.name)
const usage = async (one: Colleague) => {
  const { used_bytes, used_files } = (await call(one, 'GET', `${FILES}overview/`)).body
  return { used_bytes, used_files }
}
const storedKeys = async () => (await Readable.from(world.kit.files.list()).toArray()).sort()

/** A workbook, as far as it's looked at. */
async function zipOf(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}
const TYPES = '[Content_Types].xml'
const SHEET = `<Types><Override ContentType="${XLSX_TYPE}.main+xml"/></Types>`
const workbook = (more: Record<string, Buffer | string> = {}) =>
  zipOf({ [TYPES]: SHEET, 'xl/workbook.xml': '<workbook/>', ...more })

describe('an upload', () => {
  test('in parts continues where it stopped, and becomes one file', async () => {
    const bytes = Buffer.concat([Buffer.from('name,email\n'), Buffer.alloc(PART + 100, 'a,b\n')])
    const { body } = await start(buyer, 'People.csv', bytes, { content_type: 'text/csv', folder: 'lists' })
    expect(body.parts.map((part: Part) => part.bytes)).toEqual([PART, bytes.length - PART])
    const first = await put(buyer, body.parts[0], bytes.subarray(0, PART))
    expect(first.etag).toMatch(/^"[0-9a-f]{32}"$/)
    const early = await complete(buyer, body.upload_id, [{ number: 1, etag: first.etag }])
    expect(early.code).toBe('upload_incomplete')

    const [left] = (await call(buyer, 'GET', UPLOADS)).body
    expect(left).toMatchObject({ upload_id: body.upload_id, state: 'open', name: 'People.csv' })
    expect(left.parts.map((part: { is_stored: boolean }) => part.is_stored)).toEqual([true, false])
    expect(await usage(buyer)).toEqual({ used_bytes: bytes.length, used_files: 1 })
    // Again, and then the rest.
    expect((await put(buyer, body.parts[0], bytes.subarray(0, PART))).etag).toBe(first.etag)
    const { etag } = await put(buyer, left.parts[1], bytes.subarray(PART))
    const parts = [
      { number: 2, etag },
      { number: 1, etag: first.etag },
    ]
    const before = await storedKeys()
    const two = await Promise.all([1, 2].map(() => complete(buyer, body.upload_id, parts)))
    expect(two.map(({ status }) => status)).toEqual([200, 200])
    expect(two[0]!.body).toMatchObject({
      name: 'People.csv',
      folder: 'lists',
      kind: 'list',
      content_type: 'text/csv',
      bytes: bytes.length,
      key: null,
      preview_url: null,
    })
    expect(two[1]!.body.id).toBe(two[0]!.body.id)
    expect((await complete(buyer, body.upload_id, [])).body.id).toBe(two[0]!.body.id)
    expect(await names(buyer)).toEqual(['People.csv'])
    expect(await usage(buyer)).toEqual({ used_bytes: bytes.length, used_files: 1 })
    // Two parts became one file, and nothing else is left.
    expect((await storedKeys()).length).toBe(before.length - 1)
    expect((await download(buyer, two[0]!.body.id)).rawPayload.equals(bytes)).toBe(true)
    expect((await put(buyer, body.parts[0], bytes.subarray(0, PART))).status).toBe(404)
    expect((await call(buyer, 'GET', UPLOADS)).body).toEqual([])
  })

  test('takes only its own parts, in their size, with its token', async () => {
    const { body } = await start(buyer, 'a.txt', Buffer.from('hello'))
    const [part] = body.parts
    const other = (await start(buyer, 'b.txt', Buffer.from('hello'))).body
    const url = (number: number, token = new URL(part.url, 'http://x').searchParams.get('token')) =>
      `${UPLOADS}${body.upload_id}/parts/${number}/?token=${token}`
    const answers: [string, number, string][] = [
      [url(0), 400, 'validation_failed'],
      [url(10_001), 400, 'validation_failed'],
      [url(2), 404, 'not_found'],
      [url(1, 'x'), 404, 'not_found'],
      [url(1, new URL(other.parts[0].url, 'http://x').searchParams.get('token')), 404, 'not_found'],
      [`${UPLOADS}${body.upload_id}/parts/1/`, 400, 'validation_failed'],
    ]
    for (const [at, status, code] of answers) {
      const answer = await put(buyer, { url: at, headers: part.headers }, Buffer.from('hello'))
      expect([at, answer.status, answer.code]).toEqual([at, status, code])
    }
    for (const bytes of ['hell', 'hello!']) {
      expect((await put(buyer, part, Buffer.from(bytes))).code).toBe('upload_part_wrong')
    }
    expect((await put(buyer, part, Buffer.alloc(PART + 1))).status).toBe(413)
    const elsewhere = { ...buyer, host: 'acorn.localhost' }
    expect((await put(elsewhere, part, Buffer.from('hello'))).status).toBe(404)
    const asJson = { url: part.url, headers: { 'content-type': 'application/json' } }
    expect((await put(buyer, asJson, Buffer.from('{}'))).status).toBe(415)
    const { etag } = await put(buyer, part, Buffer.from('hello'))
    expect((await complete(buyer, body.upload_id, [{ number: 1, etag: '"x"' }])).code).toBe(
      'upload_incomplete',
    )
    expect((await complete(buyer, body.upload_id, [{ number: 1, etag }])).status).toBe(200)
  })

  test('is refused and ends when its bytes aren’t what was announced', async () => {
    const { body } = await start(buyer, 'a.txt', Buffer.from('hello'))
    const { etag } = await put(buyer, body.parts[0], Buffer.from('HELLO'))
    const before = await storedKeys()
    expect((await complete(buyer, body.upload_id, [{ number: 1, etag }])).code).toBe('upload_changed')
    expect((await storedKeys()).length).toBe(before.length - 1)
    expect((await call(buyer, 'GET', `${UPLOADS}${body.upload_id}/`)).status).toBe(404)
    expect(await usage(buyer)).toEqual({ used_bytes: 0, used_files: 0 })
  })

  test('can be ended, and is over after 24 hours', async () => {
    const { body } = await start(buyer, 'a.txt', Buffer.from('hello'))
    await send(buyer, body, Buffer.from('hello'))
    const before = await storedKeys()
    expect((await call(buyer, 'DELETE', `${UPLOADS}${body.upload_id}/`)).status).toBe(204)
    expect((await storedKeys()).length).toBe(before.length - 1)
    expect((await call(buyer, 'DELETE', `${UPLOADS}${body.upload_id}/`)).status).toBe(404)

    const late = (await start(buyer, 'b.txt', Buffer.from('hello'))).body
    const parts = await send(buyer, late, Buffer.from('hello'))
    world.setClock(new Date(Date.now() + 25 * 3_600_000))
    expect((await put(buyer, late.parts[0], Buffer.from('hello'))).status).toBe(404)
    expect((await call(buyer, 'GET', UPLOADS)).body).toEqual([])
    const over = await complete(buyer, late.upload_id, parts)
    world.setClock(undefined)
    expect(over.status).toBe(404)
  })

  test('belongs to the person who started it', async () => {
    const { body } = await start(buyer, 'a.txt', Buffer.from('hello'))
    const parts = await send(buyer, body, Buffer.from('hello'))
    for (const one of [admin, await makeCustomer(world, 'acorn')]) {
      expect((await call(one, 'GET', `${UPLOADS}${body.upload_id}/`)).status).toBe(404)
      expect((await complete(one, body.upload_id, parts)).status).toBe(404)
      expect((await call(one, 'DELETE', `${UPLOADS}${body.upload_id}/`)).status).toBe(404)
      expect((await call(one, 'GET', UPLOADS)).body).toEqual([])
    }
  })
})

describe('what a file is', () => {
  test.each([
    ['photo.exe', PNG, 'photo.png', 'image/png'],
    ['brief', PDF, 'brief.pdf', 'application/pdf'],
    ['list.xls', workbook, 'list.xlsx', XLSX_TYPE],
    ['notes.md', Buffer.from('Order 20 cards'), 'notes.txt', 'text/plain'],
    ['people.tsv', Buffer.from('a\tb\n'), 'people.tsv', 'text/tab-separated-values'],
    ['wide.txt', Buffer.from('\uFEFFName\tEmail', 'utf16le'), 'wide.txt', 'text/plain'],
    ['latin.csv', Buffer.from('José,x', 'latin1'), 'latin.csv', 'text/csv'],
    ['../../etc/pass\u202Ewd\0.pdf', PDF, 'pass wd.pdf', 'application/pdf'],
    ['C:\\temp\\CON.pdf', PDF, '_CON.pdf', 'application/pdf'],
    [`${'😀'.repeat(300)}.pdf`, PDF, `${'😀'.repeat(88)}.pdf`, 'application/pdf'],
  ])('has the kind of its content: %s', async (given, content, name, type) => {
    const bytes = typeof content === 'function' ? await content() : content
    const { status, body } = await upload(buyer, given, bytes, { content_type: 'text/html' })
    expect([status, body.name, body.content_type]).toEqual([200, name, type])
  })

  test.each([
    ['a page as text', Buffer.from('<!doctype html><script>alert(1)</script>'), 'file_kind_not_allowed'],
    ['a page before a PDF', Buffer.from(`<html><script>alert(1)</script>${PDF}`), 'file_kind_not_allowed'],
    ['half a PDF', PDF.subarray(0, 20), 'file_kind_not_allowed'],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0'), 'file_kind_not_allowed'],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf ~\n'), 'file_kind_not_allowed'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), 'file_kind_not_allowed'],
    ['an archive', () => zipOf({ 'a.txt': 'a' }), 'file_kind_not_allowed'],
    ['half an archive', Buffer.from('PK\x03\x04 and no more'), 'file_kind_not_allowed'],
    ['a document', () => zipOf({ [TYPES]: SHEET, 'word/document.xml': '' }), 'file_kind_not_allowed'],
    ['macros', () => workbook({ 'xl/vbaProject.bin': 'x' }), 'file_has_macros'],
    ['old macros', () => workbook({ 'xl/macrosheets/sheet1.xml': 'x' }), 'file_has_macros'],
    [
      'macros under another name',
      () => workbook({ [TYPES]: SHEET.replace('sheet.main', 'sheet.macroEnabled.main'), 'xl/a.bin': 'x' }),
      'file_has_macros',
    ],
    ['a bomb', () => workbook({ 'xl/big.xml': Buffer.alloc(20_000_000) }), 'file_kind_not_allowed'],
    [
      'a PNG that’s a script',
      Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]),
      'file_not_an_image',
    ],
    ['an SVG with a script', svg('<script>alert(1)</script>'), 'file_has_script'],
    ['an SVG with a handler', svg('<path onload="alert(1)" d="M0 0h1"/>'), 'file_has_script'],
    ['an SVG with text', svg('<text>Halden</text>'), 'file_not_a_logo'],
  ])('is refused: %s', async (_what, content, code) => {
    const bytes = typeof content === 'function' ? await content() : content
    const before = await storedKeys()
    const { body } = await upload(buyer, 'file.txt', bytes)
    expect(body.code).toBe(code)
    expect(await storedKeys()).toEqual(before)
    expect(await names(buyer)).toEqual([])
  })

  test('has only its pixels left if it’s a picture, and an SVG is drawn', async () => {
    const page = '<script>alert(1)</script>'
    const picture = (await upload(buyer, 'logo.png', Buffer.concat([PNG, Buffer.from(page)]))).body
    expect((await download(buyer, picture.id)).rawPayload.includes(page)).toBe(false)
    const drawn = (await upload(buyer, 'mark.svg', svg(''), { content_type: 'image/svg+xml' })).body
    expect(drawn).toMatchObject({ name: 'mark.png', kind: 'picture', width: 1024, height: 512 })
    expect(await loadImage((await download(buyer, drawn.id)).rawPayload)).toMatchObject({ width: 1024 })
  })

  test('is at most 50 MB, and 4 MB if it’s a picture', async () => {
    const about = { name: 'a', sha256: '0'.repeat(64), folder: 'own' }
    const begin = (bytes: number, content_type: string) =>
      call(buyer, 'POST', UPLOADS, { ...about, bytes, content_type })
    expect((await begin(50 * 1024 * 1024, 'application/pdf')).body.parts).toHaveLength(10)
    expect((await begin(50 * 1024 * 1024 + 1, 'application/pdf')).body.detail).toContain('50 MB')
    expect((await begin(5 * 1024 * 1024, 'image/png')).body.detail).toContain('4 MB')
    expect((await begin(0, 'image/png')).code).toBe('validation_failed')
  })
})

describe('a name that is taken', () => {
  const text = (content: string) => Buffer.from(content)

  test('asks, and the upload can then be completed in another way', async () => {
    await upload(buyer, 'plan.txt', text('one'))
    expect((await start(buyer, 'PLAN.txt', text('two'))).code).toBe('file_name_taken')
    // Its ending is only known once it's read.
    const { body } = await start(buyer, 'plan.bin', text('two'))
    const parts = await send(buyer, body, text('two'))
    expect((await complete(buyer, body.upload_id, parts)).code).toBe('file_name_taken')
    const kept = await complete(buyer, body.upload_id, parts, { on_conflict: 'keep_both' })
    expect(kept.body.name).toBe('plan (2).txt')
  })

  test('makes a new version with `replace`, and the old one can be restored', async () => {
    const old = (await upload(buyer, 'plan.txt', text('one'), { is_shared: true })).body
    const next = (await upload(admin, 'Plan.txt', text('two'), { on_conflict: 'replace' })).body
    expect(next).toMatchObject({ name: 'plan.txt', versions_count: 2, shared: { is_own: false } })
    expect(await names(buyer)).toEqual(['plan.txt'])
    const { versions } = (await call(buyer, 'GET', `${FILES}by_id/${next.id}/`)).body
    expect(versions).toMatchObject([
      { id: next.id, is_current: true },
      { id: old.id, is_current: false },
    ])
    expect((await read(buyer, old.id)).body).toBe('one')
    expect((await read(buyer, next.id)).body).toBe('two')

    const viewer = await join(world, admin, 'viewer')
    const path = `${FILES}by_id/${old.id}/restore_version/`
    expect((await call(viewer, 'POST', path)).code).toBe('not_allowed')
    expect((await call(await makeCustomer(world), 'POST', path)).status).toBe(404)
    expect((await call(buyer, 'POST', path)).body).toMatchObject({ id: old.id, versions_count: 2 })
    expect((await call(buyer, 'POST', path)).body.id).toBe(old.id)
    const found = (await call(admin, 'GET', FILES)).body.results
    expect(found).toMatchObject([{ id: old.id, name: 'plan.txt' }])
    // Both versions move and are deleted together.
    expect(await usage(buyer)).toEqual({ used_bytes: 6, used_files: 2 })
    await call(buyer, 'POST', `${FILES}many/`, { action: 'trash', ids: [old.id] })
    expect((await call(buyer, 'POST', path)).status).toBe(404)
    await call(buyer, 'POST', `${FILES}many/`, { action: 'delete', ids: [old.id] })
    expect(await usage(buyer)).toEqual({ used_bytes: 0, used_files: 0 })
  })

  test('of a colleague is replaced only by admins', async () => {
    await upload(admin, 'plan.txt', text('one'), { is_shared: true })
    const { body } = await upload(buyer, 'plan.txt', text('two'), { on_conflict: 'replace' })
    expect(body.code).toBe('not_allowed')
  })
})

describe('limits', () => {
  test('hold for two uploads at once', async () => {
    const { used_bytes } = await usage(buyer)
    expect(used_bytes).toBe(0)
    const site = await world.kit.sites.readByHost('localhost')
    const size = 2 * 1024 * 1024 * 1024 - 15
    const full = { site_id: site.id, customer_id: buyer.id, name: 'big', content_type: 'text/plain' }
    const half = { ...full, bytes: Math.floor(size / 2), folder: 'own' }
    await world.kit.pool
      .insertInto('files')
      .values([1, 2].map((nth) => ({ ...half, key: `big-${buyer.id}-${nth}` })))
      .execute()
    const two = await Promise.all(
      ['a.txt', 'b.txt'].map((name) => start(buyer, name, Buffer.from('1234567890'))),
    )
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(two.find(({ status }) => status === 409)!.body.detail).toContain('2 GB')
  })

  test('keep viewers from adding shared files', async () => {
    const viewer = await join(world, admin, 'viewer')
    expect((await start(viewer, 'a.txt', Buffer.from('a'), { is_shared: true })).code).toBe('not_allowed')
    const folder = { folder: 'own', name: 'Ours', is_shared: true }
    const { id } = (await call(buyer, 'POST', '/api/v1/file_folders/', folder)).body
    expect((await start(viewer, 'a.txt', Buffer.from('a'), { folder_id: id })).code).toBe('not_allowed')
    const shared = (await upload(buyer, 'a.txt', Buffer.from('a'), { folder_id: id })).body
    expect((await read(viewer, shared.id)).body).toBe('a')
    expect((await start(admin, 'a.txt', Buffer.from('a'), { folder_id: 999_999 })).status).toBe(404)
  })
})

describe('a download', () => {
  test('is never shown or run by a browser, and keeps its name', async () => {
    const polyglot = Buffer.from(`%PDF-1.7 <script>alert(1)</script>\n${PDF}`)
    const { body } = await upload(buyer, 'Ficha técnica “A”.pdf', polyglot)
    const { headers, rawPayload } = await download(buyer, body.id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ficha_t_cnica__A_.pdf"; filename*=UTF-8''Ficha%20t%C3%A9cnica%20%E2%80%9CA%E2%80%9D.pdf`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(polyglot.length),
    })
    expect(rawPayload.equals(polyglot)).toBe(true)
    // Without the token, its key opens nothing.
    const { key } = await world.kit.pool
      .selectFrom('files')
      .select('key')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    const byKey = await world.app.inject({ url: `${FILES}${key}/`, headers: { host: buyer.host } })
    expect(byKey.statusCode).toBe(404)
    for (const one of [admin, await makeCustomer(world), await makeCustomer(world, 'acorn')]) {
      expect((await read(one, body.id)).status).toBe(404)
    }
  })

  test('waits for the virus scan, except for the person who added it', async () => {
    const { id } = (await upload(buyer, 'a.txt', Buffer.from('a'), { is_shared: true })).body
    const scanned = (scan: string) =>
      world.kit.pool.updateTable('files').set({ scan }).where('id', '=', id).execute()
    await scanned('waiting')
    expect((await read(admin, id)).code).toBe('file_not_scanned')
    expect((await read(buyer, id)).status).toBe(200)
    await scanned('clean')
    expect((await read(admin, id)).status).toBe(200)
    world.kit.scan = async () => 'clean'
    const next = (await upload(buyer, 'b.txt', Buffer.from('b'))).body
    world.kit.scan = undefined
    expect(next.scan).toBe('waiting')
    const { rows } = await sql`select 1 from pgboss.job where name = 'files.scan'`.execute(world.kit.pool)
    expect(rows.length).toBeGreaterThan(0)
    await scanned('infected')
    expect((await read(buyer, id)).code).toBe('file_infected')
  })
})

describe('an archive', () => {
  /** The names in a ZIP, with what is in each. */
  async function unzip(bytes: Buffer): Promise<Record<string, string>> {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    const found: Record<string, string> = {}
    for await (const entry of zip.eachEntry()) {
      found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    }
    return found
  }
  const archive = (one: Colleague, query: string) =>
    world.app.inject({
      url: `${FILES}archive/?${query}`,
      headers: { host: one.host, authorization: `Bearer ${one.token}` },
    })
  const text = (content: string) => Buffer.from(content)

  test('has chosen files, or a folder with its folders', async () => {
    const make = async (name: string, parent_id: number | null) => {
      const made = await call(buyer, 'POST', '/api/v1/file_folders/', { folder: 'own', name, parent_id })
      return made.body.id as number
    }
    const brand = await make('Marke “A”', null)
    const summer = await make('Summer', brand)
    const ids: number[] = []
    for (const [name, content, folder_id] of [
      ['a.txt', 'one', null],
      ['b.txt', 'two', brand],
      ['c.txt', 'three', summer],
    ] as const) {
      ids.push((await upload(buyer, name, text(content), { folder_id })).body.id)
    }
    const chosen = await archive(buyer, `ids=${ids[0]},${ids[2]}`)
    expect(chosen.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="Files.zip"; filename*=UTF-8''Files.zip`,
    })
    expect(await unzip(chosen.rawPayload)).toEqual({ 'a.txt': 'one', 'c.txt': 'three' })
    const whole = await archive(buyer, 'folder=own')
    expect(await unzip(whole.rawPayload)).toEqual({
      'a.txt': 'one',
      'Marke “A”/b.txt': 'two',
      'Marke “A”/Summer/c.txt': 'three',
    })
    const part = await archive(buyer, `folder_id=${brand}`)
    expect(await unzip(part.rawPayload)).toEqual({ 'b.txt': 'two', 'Summer/c.txt': 'three' })

    const acorn = await makeCustomer(world, 'acorn')
    for (const one of [admin, acorn]) {
      for (const query of [`ids=${ids[0]}`, `folder_id=${brand}`, 'folder=own']) {
        expect([query, (await archive(one, query)).statusCode]).toEqual([query, 404])
      }
    }
    const own = (await upload(admin, 'own.txt', text('own'))).body.id
    expect((await archive(admin, `ids=${own},${ids[0]}`)).statusCode).toBe(404)
    expect((await archive(buyer, '')).statusCode).toBe(400)
    await call(buyer, 'POST', `${FILES}many/`, { action: 'trash', ids: [ids[0]] })
    expect((await archive(buyer, `ids=${ids[0]}`)).statusCode).toBe(404)
  })

  test('is limited to 500 files and 500 MB', async () => {
    const { id: site_id } = await world.kit.sites.readByHost('localhost')
    const row = { site_id, customer_id: buyer.id, content_type: 'text/plain', folder: 'own' }
    const insert = (count: number, bytes: number, name: string) =>
      world.kit.pool
        .insertInto('files')
        .values(
          Array.from({ length: count }, (_, nth) => ({
            ...row,
            bytes,
            name,
            key: `${name}-${buyer.id}-${nth}`,
          })),
        )
        .execute()
    await insert(1, 500 * 1024 * 1024 + 1, 'large')
    expect((await archive(buyer, 'folder=own')).json()).toMatchObject({
      code: 'limit_exceeded',
      detail: expect.stringContaining('500 MB'),
    })
    await insert(500, 1, 'many')
    expect((await archive(buyer, 'folder=own')).json().detail).toContain('500 files')
  })

  test('leaves out what isn’t scanned yet, unless it was chosen', async () => {
    const shared = (await upload(buyer, 'a.txt', text('a'), { is_shared: true })).body
    await upload(buyer, 'b.txt', text('b'), { is_shared: true })
    await world.kit.pool.updateTable('files').set({ scan: 'waiting' }).where('id', '=', shared.id).execute()
    const own = (await archive(admin, 'folder=own')).rawPayload
    expect(await unzip(own)).toEqual({ 'b.txt': 'b' })
    expect((await archive(admin, `ids=${shared.id}`)).json().code).toBe('file_not_scanned')
  })
})

test('a fault while a file is stored leaves nothing behind', async () => {
  const { body } = await start(buyer, 'a.txt', Buffer.from('hello'))
  const parts = await send(buyer, body, Buffer.from('hello'))
  const before = await storedKeys()
  vi.spyOn(world.kit.files, 'put').mockRejectedValueOnce(new Error('no space'))
  expect((await complete(buyer, body.upload_id, parts)).status).toBe(500)
  vi.restoreAllMocks()
  expect(await storedKeys()).toEqual(before)
  expect((await complete(buyer, body.upload_id, parts)).status).toBe(200)
  await uploadPicture(world, buyer, PNG, 'a.png')
  expect(await names(buyer)).toEqual(['a.png', 'a.txt'])
})
