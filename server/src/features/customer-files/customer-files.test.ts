import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { actingFor, type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { uploadPicture } from '../../testing/upload-picture.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const FILES = '/api/v1/files/'
const FOLDERS = '/api/v1/file_folders/'
const PNG = createCanvas(60, 40).encodeSync('png')

let world: World
let admin: Colleague
let buyer: Colleague
let stranger: Colleague
beforeAll(async () => {
  world = await makeWorld()
  stranger = await makeCustomer(world)
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
})
afterAll(() => world.close())

const call = async (one: Colleague, ...asked: Parameters<Colleague['call']>) => {
  const { status, body } = await one.call(...asked)
  return { status, body, code: body?.code }
}
const by = (id: number) => `${FILES}by_id/${id}/`
const names = async (one: Colleague, query = '') =>
  (await call(one, 'GET', `${FILES}${query}`)).body.results.map((each: { name: string }) => each.name)
const find = async (one: Colleague, name: string) =>
  (await call(one, 'GET', `${FILES}?search=${name}`)).body.results[0]

/** A picture of the person's, also shared or in a folder. */
async function add(one: Colleague, name: string, change?: Record<string, unknown>) {
  await uploadPicture(world, one, PNG, name)
  const file = await find(one, name)
  if (change === undefined) return file
  const { status, body } = await call(one, 'PATCH', by(file.id), change)
  expect([name, status, body.code]).toEqual([name, 200, undefined])
  return body
}
const makeFolder = async (one: Colleague, name: string, more: Record<string, unknown> = {}) =>
  (await call(one, 'POST', FOLDERS, { folder: 'own', name, ...more })).body
const many = async (one: Colleague, action: string, ids: number[], more: Record<string, unknown> = {}) =>
  (await call(one, 'POST', `${FILES}many/`, { action, ids, ...more })).body
const trash = (one: Colleague) => names(one, '?trash=true')

describe('files', () => {
  test('are listed by folder, name, kind, age, and size', async () => {
    const logo = await add(buyer, 'logo.png')
    expect(logo).toMatchObject({
      folder: 'logos',
      folder_id: null,
      kind: 'picture',
      width: 60,
      scan: 'not_scanned',
      shared: null,
      added_by: { first: 'Dana', last: 'Whitlock' },
      versions_count: 1,
      used_by: [],
      used_by_count: 0,
      expires_at: null,
    })
    expect(logo.preview_url).toBe(`/api/v1/files/${logo.key}/`)
    await add(buyer, 'Brief.png', { folder: 'own' })
    await add(buyer, 'logo.png')
    expect(await names(buyer)).toEqual(['Brief.png', 'logo (2).png', 'logo.png'])
    expect(await names(buyer, '?folder=own')).toEqual(['Brief.png'])
    expect(await names(buyer, '?search=%28')).toEqual(['logo (2).png'])
    expect(await names(buyer, '?search=LOGO&folder=own')).toEqual([])
    expect(await names(buyer, '?kind=pdf')).toEqual([])
    expect(await names(buyer, '?sort=added&page_size=1')).toEqual(['logo (2).png'])
    const page = await call(buyer, 'GET', `${FILES}?sort=size&page_size=2`)
    expect(page.body).toMatchObject({ count: 3, next: '/api/v1/files/?sort=size&page=2&page_size=2' })

    const { body } = await call(buyer, 'GET', `${FILES}overview/`)
    expect(body).toMatchObject({
      folders: [
        { folder: 'logos', count: 2 },
        { folder: 'lists', count: 0 },
        { folder: 'own', count: 1 },
      ],
      used_files: 3,
      used_bytes: 3 * logo.bytes,
      max_bytes: 2_147_483_648,
      trash_count: 0,
    })
  })

  test('are renamed, with their ending, and never twice the same in a folder', async () => {
    const { id } = await add(buyer, 'logo.png')
    await add(buyer, 'other.png')
    expect((await call(buyer, 'PATCH', by(id), { name: 'Summer' })).body.name).toBe('Summer.png')
    expect(await call(buyer, 'PATCH', by(id), { name: 'OTHER.png' })).toMatchObject({
      status: 409,
      code: 'file_name_taken',
    })
    for (const name of ['a/b', 'CON', 'a\u202Eb', '..', 'a:b.png', 'x'.repeat(181)]) {
      expect([name, (await call(buyer, 'PATCH', by(id), { name })).code]).toEqual([name, 'validation_failed'])
    }
    // Its own name in other letters is free.
    expect((await call(buyer, 'PATCH', by(id), { name: 'SUMMER.png' })).body.name).toBe('SUMMER.png')
  })

  test('expire after the site’s retention days outside pictures', async () => {
    const { id } = await add(buyer, 'brief.png', { folder: 'own' })
    const { expires_at } = await find(buyer, 'brief')
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(730)
    expect((await call(buyer, 'PATCH', by(id), { folder: 'logos' })).body.expires_at).toBeNull()
  })

  test('say which orders, cards, and designs use them', async () => {
    const { key, id } = await add(buyer, 'logo.png', { is_shared: true })
    const steps = customerSteps(buyer)
    const order = await steps.fillCart('digital')
    const design = {
      tone: 'onDark',
      gradient: 'none',
      line1: '',
      line2: '',
      logo_file_key: key,
      logo_one_color: false,
    }
    await inSite(world.kit.pool, await siteId(), (db) =>
      db
        .updateTable('card_items')
        .set({ design: JSON.stringify(design) })
        .where('order_id', '=', order)
        .execute(),
    )
    const inCart = await call(buyer, 'GET', by(id))
    expect(inCart.body).toMatchObject({ used_by: [{ type: 'card' }], used_by_count: 1 })
    expect((await call(admin, 'GET', by(id))).body).toMatchObject({ used_by: [], used_by_count: 0 })

    await steps.pay(order, 'self_hosted_check')
    const use = { type: 'order', id: order, label: expect.stringMatching(/\d/), status: expect.any(String) }
    expect((await call(admin, 'GET', by(id))).body).toMatchObject({ used_by: [use], used_by_count: 1 })

    // Deleted for good, it leaves the list but stays on the card.
    await many(buyer, 'trash', [id])
    expect(await many(buyer, 'delete', [id])).toEqual({ done: 1, refused: [] })
    expect(await trash(buyer)).toEqual([])
    expect((await call(buyer, 'GET', by(id))).status).toBe(404)
    expect(
      (await world.app.inject({ url: `${FILES}${key}/`, headers: { host: buyer.host } })).statusCode,
    ).toBe(200)
    expect((await call(buyer, 'GET', `${FILES}overview/`)).body.used_files).toBe(1)
  })
})

describe('a shared file', () => {
  test('is read by everyone in the company, and changed by the person who shared it and by admins', async () => {
    const { id, shared } = await add(buyer, 'logo.png', { is_shared: true })
    expect(shared).toEqual({ by: 'Dana Whitlock', is_own: true, can_change: true })
    const viewer = await join(world, admin, 'viewer')
    expect(await find(viewer, 'logo')).toMatchObject({ id, shared: { is_own: false, can_change: false } })
    expect((await call(viewer, 'PATCH', by(id), { name: 'mine' })).code).toBe('not_allowed')
    expect((await many(viewer, 'trash', [id])).refused).toEqual([{ id, code: 'not_allowed' }])
    expect((await call(admin, 'PATCH', by(id), { name: 'ours' })).body.name).toBe('ours.png')
    const own = await add(viewer, 'viewer.png')
    expect((await call(viewer, 'PATCH', by(own.id), { is_shared: true })).code).toBe('not_allowed')
    // No longer shared, it's the buyer's alone.
    expect((await call(admin, 'PATCH', by(id), { is_shared: false })).body.shared).toBeNull()
    expect(await names(buyer)).toEqual(['ours.png'])
    expect(await names(admin)).toEqual([])
  })

  test('can be on colleagues’ cards, until it’s in the trash', async () => {
    const { id, key } = await add(buyer, 'logo.png', { is_shared: true })
    const change = { business_logo: key }
    expect((await call(stranger, 'PATCH', '/api/v1/actual_user/', change)).status).toBe(400)
    expect((await call(admin, 'PATCH', '/api/v1/actual_user/', change)).status).toBe(200)
    await many(buyer, 'trash', [id])
    const other = await join(world, admin)
    expect((await call(other, 'PATCH', '/api/v1/actual_user/', change)).status).toBe(400)
  })

  test('passes with its folder to an admin when the person leaves', async () => {
    const folder = await makeFolder(buyer, 'Brand', { is_shared: true })
    await add(buyer, 'logo.png', { folder: 'own', folder_id: folder.id })
    await add(buyer, 'private.png')
    expect((await admin.call('DELETE', `/api/v1/company/people/${buyer.id}/`)).status).toBe(204)
    expect(await find(admin, 'logo')).toMatchObject({ folder_id: folder.id, shared: { is_own: true } })
    expect(await names(admin)).toEqual(['logo.png'])
  })
})

describe('a folder', () => {
  test('shares what is in it as it is shared itself', async () => {
    const brand = await makeFolder(buyer, 'Brand', { is_shared: true })
    expect(brand).toMatchObject({ folder: 'own', parent_id: null, files_count: 0, shared: { is_own: true } })
    const inner = await makeFolder(buyer, 'Summer', { parent_id: brand.id })
    expect(inner.shared).toMatchObject({ is_own: true })
    const file = await add(buyer, 'logo.png', { folder: 'own', folder_id: inner.id })
    expect(file.shared).toMatchObject({ is_own: true })
    expect(await names(admin, `?folder_id=${inner.id}`)).toEqual(['logo.png'])
    expect(await names(admin, `?folder_id=${brand.id}`)).toEqual([])
    expect(await names(admin, `?folder_id=${brand.id}&search=logo`)).toEqual(['logo.png'])

    const unshared = await call(buyer, 'PATCH', `${FOLDERS}${brand.id}/`, { is_shared: false })
    expect(unshared.body.shared).toBeNull()
    expect(await names(admin)).toEqual([])
    expect((await call(admin, 'GET', `${FILES}?folder_id=${brand.id}`)).status).toBe(404)
    expect((await find(buyer, 'logo')).shared).toBeNull()
  })

  test('with files of colleagues stays shared, and is deleted by admins only', async () => {
    const brand = await makeFolder(buyer, 'Brand', { is_shared: true })
    const other = await join(world, admin)
    const theirs = await add(other, 'theirs.png', { folder: 'own', folder_id: brand.id })
    expect((await call(buyer, 'PATCH', `${FOLDERS}${brand.id}/`, { is_shared: false })).code).toBe(
      'not_allowed',
    )
    expect((await call(buyer, 'DELETE', `${FOLDERS}${brand.id}/`)).code).toBe('not_allowed')
    expect((await call(other, 'DELETE', `${FOLDERS}${brand.id}/`)).code).toBe('not_allowed')
    expect((await call(admin, 'DELETE', `${FOLDERS}${brand.id}/`)).status).toBe(204)
    expect(await trash(other)).toEqual(['theirs.png'])
    // Its folder is gone: it returns to the fixed folder.
    await many(other, 'restore', [theirs.id])
    expect(await find(other, 'theirs')).toMatchObject({ folder: 'own', folder_id: null, deleted_at: null })
  })

  test('of a viewer is private, and they can’t add to a shared one', async () => {
    const viewer = await join(world, admin, 'viewer')
    expect((await makeFolder(viewer, 'Brand', { is_shared: true })).code).toBe('not_allowed')
    const brand = await makeFolder(buyer, 'Brand', { is_shared: true })
    expect((await makeFolder(viewer, 'Summer', { parent_id: brand.id })).code).toBe('not_allowed')
    const own = await add(viewer, 'mine.png')
    const place = { folder: 'own', folder_id: brand.id }
    expect((await call(viewer, 'PATCH', by(own.id), place)).code).toBe('not_allowed')
    expect(await many(viewer, 'move', [own.id], place)).toEqual({
      done: 0,
      refused: [{ id: own.id, code: 'not_allowed' }],
    })
  })

  test('is at most five deep, never in itself, and has its name once', async () => {
    const ids: number[] = []
    for (const name of ['1', '2', '3', '4', '5']) {
      ids.push((await makeFolder(buyer, name, { parent_id: ids.at(-1) ?? null })).id)
    }
    expect((await makeFolder(buyer, '6', { parent_id: ids[4] })).code).toBe('limit_exceeded')
    const path = `${FOLDERS}${ids[0]}/`
    expect((await call(buyer, 'PATCH', path, { parent_id: ids[2] })).body.errors[0].code).toBe(
      'inside_itself',
    )
    const top = await makeFolder(buyer, 'Top')
    expect((await call(buyer, 'PATCH', path, { parent_id: top.id })).code).toBe('limit_exceeded')
    expect((await makeFolder(buyer, 'TOP')).errors[0].code).toBe('taken')
    expect((await call(buyer, 'PATCH', path, { name: 'top' })).body.errors[0].code).toBe('taken')
    expect((await makeFolder(buyer, 'a/b')).errors[0].code).toBe('invalid')
    expect((await makeFolder(buyer, 'Logos', { folder: 'logos', parent_id: top.id })).code).toBe('not_found')
  })
})

describe('the trash', () => {
  test('keeps files until they are restored, with another name if theirs is taken, or deleted', async () => {
    const { id, key } = await add(buyer, 'logo.png')
    expect(await many(buyer, 'delete', [id])).toEqual({ done: 0, refused: [{ id, code: 'not_found' }] })
    expect(await many(buyer, 'trash', [id, id])).toEqual({ done: 1, refused: [] })
    expect(await names(buyer)).toEqual([])
    expect((await call(buyer, 'PATCH', by(id), { name: 'x' })).status).toBe(404)
    expect((await many(buyer, 'move', [id], { folder: 'own' })).refused).toEqual([{ id, code: 'not_found' }])
    await add(buyer, 'logo.png')
    await many(buyer, 'restore', [id])
    expect(await names(buyer)).toEqual(['logo (2).png', 'logo.png'])

    await many(buyer, 'trash', [id])
    expect((await call(buyer, 'GET', `${FILES}overview/`)).body).toMatchObject({
      trash_count: 1,
      used_files: 2,
    })
    expect(await many(buyer, 'delete', [id])).toEqual({ done: 1, refused: [] })
    expect(await world.kit.files.find(key)).toBeUndefined()
    expect((await call(buyer, 'GET', `${FILES}overview/`)).body).toMatchObject({
      trash_count: 0,
      used_files: 1,
    })
  })
})

describe('someone else', () => {
  test('of another customer, company, or site finds nothing', async () => {
    const folder = await makeFolder(buyer, 'Brand')
    const shared = await makeFolder(buyer, 'Ours', { is_shared: true })
    const mine = await add(buyer, 'private.png', { folder: 'own', folder_id: folder.id })
    const ours = await add(buyer, 'ours.png', { folder: 'own', folder_id: shared.id })
    const acorn = await makeCustomer(world, 'acorn')
    const elsewhere = actingFor(admin, await secondCompany(admin))
    const cases: [Colleague, object[], object[]][] = [
      [admin, [mine], [folder]],
      [stranger, [mine, ours], [folder, shared]],
      [acorn, [mine, ours], [folder, shared]],
      [elsewhere, [mine, ours], [folder, shared]],
    ]
    for (const [one, files, folders] of cases) {
      for (const { id } of files as { id: number }[]) {
        expect((await call(one, 'GET', by(id))).status).toBe(404)
        expect((await call(one, 'PATCH', by(id), { name: 'x' })).status).toBe(404)
        for (const action of ['trash', 'restore', 'delete', 'move']) {
          const answer = await many(one, action, [id], { folder: 'own' })
          expect(answer).toEqual({ done: 0, refused: [{ id, code: 'not_found' }] })
        }
      }
      for (const { id } of folders as { id: number }[]) {
        expect((await call(one, 'GET', `${FILES}?folder_id=${id}`)).status).toBe(404)
        expect((await call(one, 'PATCH', `${FOLDERS}${id}/`, { name: 'x' })).status).toBe(404)
        expect((await call(one, 'DELETE', `${FOLDERS}${id}/`)).status).toBe(404)
        expect((await makeFolder(one, 'x', { parent_id: id })).code).toBe('not_found')
        const own = await add(one, `own-${id}.png`)
        expect((await call(one, 'PATCH', by(own.id), { folder: 'own', folder_id: id })).status).toBe(404)
        const move = { action: 'move', ids: [own.id], folder: 'own', folder_id: id }
        expect((await call(one, 'POST', `${FILES}many/`, move)).status).toBe(404)
      }
    }
    expect(await names(buyer)).toEqual(['ours.png', 'private.png'])
    // The person's own shared files stay in their company.
    expect(await names(actingFor(buyer, await secondCompany(buyer)), '?search=ours')).toEqual([])
  })
})

const siteId = async () => (await world.kit.sites.readByHost('localhost')).id

/** Another company of the person's. */
async function secondCompany(one: Colleague): Promise<number> {
  const host = await makeCustomer(world)
  const emails = [one.email]
  const { body } = await host.call('POST', '/api/v1/company/invitations/', { emails, role: 'admin' })
  const token = body[0].link.split('/').at(-1)
  return (await one.call('POST', `/api/v1/company_invitations/${token}/accept/`)).body.id
}
