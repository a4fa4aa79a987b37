import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

const PATH = '/api/v1/office/catalog/'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
let dana: SignedIn
beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff()
  dana = await world.signIn()
})
afterAll(() => world.close())

type Entry = { id: number; version: number; active: boolean; values: Record<string, never> }
const list = async (kind: string): Promise<Entry[]> => (await owner.call('GET', PATH)).body[kind]
const patch = (kind: string, { id, version }: Entry, change: object) =>
  owner.call('PATCH', `${PATH}${kind}/${id}/`, { seen_version: version, ...change })
const add = (kind: string, values: object) => owner.call('POST', `${PATH}${kind}/`, { values })

async function cardWith(templateId: number, placed: boolean) {
  const customer = await world.signIn()
  const { body } = await customer.call('POST', '/api/v1/card_items/', {
    reward_type: 'bulk',
    reward_card_template_id: templateId,
    design: {
      tone: 'deep',
      gradient: 'soft',
      line1: 'Hi',
      line2: '',
      logo_file_key: null,
      logo_one_color: true,
    },
  })
  const row = () =>
    world.kit.pool.selectFrom('card_items').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  if (placed) {
    await world.kit.pool
      .updateTable('orders')
      .set({ status: 'in_review', placed_at: new Date(), number: String(900_000 + body.id) })
      .where('id', '=', (await row()).order_id)
      .execute()
  }
  return { templateId: async () => (await row()).reward_card_template_id }
}

describe('the catalog', () => {
  test('adds a missing part of the home page once, in its own place', async () => {
    const trust = (await list('landing')).find((one) => (one as { name?: string }).name === 'trust')!
    await world.kit.pool.deleteFrom('landing_components').where('id', '=', trust.id).execute()
    const values = { content: { title: 'Why us', lead: '', items: [] } }
    const put = () => owner.call('POST', `${PATH}landing/`, { values, name: 'trust' })
    const both = await Promise.all([put(), put()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const seen = (await world.visit('localhost')('GET', '/api/v1/landing_components/')).body
    expect(seen.at(-1)).toMatchObject({ kind: 'trust', content: values.content })
  })

  test('can be added to, changed, and switched off, and customers see what is on', async () => {
    const added = await add('messages', { occasion: 'Moving in', text: 'Welcome to the new floor.' })
    expect(added.status).toBe(200)
    const entry = added.body.messages.at(-1)
    expect(entry).toMatchObject({ active: true, version: 1, values: { occasion: 'Moving in' } })
    const changed = await patch('messages', entry, { values: { occasion: 'Moving', text: 'Welcome.' } })
    expect(changed.body.messages.at(-1)).toMatchObject({ version: 2, values: { text: 'Welcome.' } })

    await patch('messages', changed.body.messages.at(-1), { active: false })
    await expect
      .poll(async () => JSON.stringify((await dana.call('GET', '/api/v1/predefined_messages/')).body), {
        timeout: 8_000,
        interval: 500,
      })
      .not.toContain('Moving')
    expect((await list('messages')).at(-1)).toMatchObject({ active: false })
  }, 15_000)

  test('rejects the second of two concurrent changes', async () => {
    const [info] = await list('reward_infos')
    const values = { ...info!.values, title: 'In one parcel' }
    expect((await patch('reward_infos', info!, { values })).status).toBe(200)
    expect((await patch('reward_infos', info!, { values })).body.code).toBe('changed')
  })

  test('can be reordered, unless it has grown since', async () => {
    const ids = (await list('heard_about')).map(({ id }) => id).reverse()
    const answer = await owner.call('POST', `${PATH}heard_about/order/`, { ids })
    expect(answer.body.heard_about.map(({ id }: Entry) => id)).toEqual(ids)
    await add('heard_about', { name: 'A podcast' })
    expect((await owner.call('POST', `${PATH}heard_about/order/`, { ids })).body.code).toBe('changed')
    expect((await owner.call('POST', `${PATH}amounts/order/`, { ids })).status).toBe(404)
  })

  test('rejects values in plain words at the field', async () => {
    const fields = async (kind: string, values: object) =>
      (await add(kind, values)).body.errors?.map(({ field }: { field: string }) => field)
    const reward = { name: 'R', network: 'meridian', description: '', image: '', reward_types: ['bulk'] }
    expect(await fields('rewards', { ...reward, min_value_cents: 500, max_value_cents: 100 })).toEqual([
      'max_value_cents',
    ])
    expect(await fields('amounts', { value_cents: 2_500 })).toEqual(['value_cents'])
    expect(await fields('messages', { occasion: ' ', text: 'x' })).toEqual(['occasion'])
    const option = { service: 'Post', price_cents: 0, per: 'recipient', min_days: 3, max_days: 1 }
    expect(await fields('shipping_options', { ...option, reward_type: 'digital', carrier: 'UPS' })).toEqual([
      'max_days',
      'carrier',
    ])
    const info = { title: 'By pigeon', description: 'Slow.', needs: '', good_for: '', arrives: '' }
    expect((await add('reward_infos', info)).body.errors).toMatchObject([{ field: 'name', code: 'unknown' }])
    const bulk = await owner.call('POST', `${PATH}reward_infos/`, { values: info, name: 'bulk' })
    expect(bulk.body.errors).toMatchObject([{ field: 'name', code: 'taken' }])
  })

  test('records old and new values of a change in the audit log', async () => {
    const [, second] = await list('amounts')
    await patch('amounts', second!, { values: { value_cents: 3_333 } })
    const [entry] = await inSite(world.kit.pool, owner.siteId, (db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor', 'facts'])
        .where('site_id', '=', owner.siteId)
        .where('subject', '=', `amounts:${second!.id}`)
        .execute(),
    )
    expect(entry).toEqual({
      actor: `staff:${owner.id}`,
      facts: { value_cents_old: 2_500, value_cents_new: 3_333 },
    })
  })

  test('is edited by owners, on their own site only', async () => {
    const finance = await world.staff('finance')
    expect((await finance.call('GET', PATH)).status).toBe(403)
    const theirs = await world.staff('owner', 'acorn')
    const [mine] = await list('messages')
    const foreign = await theirs.call('PATCH', `${PATH}messages/${mine!.id}/`, {
      seen_version: 1,
      active: false,
    })
    expect(foreign.status).toBe(404)
  })
})

describe('a template', () => {
  test('of a placed order stays as it was: its successor is edited, and open carts use that', async () => {
    const [before] = await list('templates')
    const placed = await cardWith(before!.id, true)
    const open = await cardWith(before!.id, false)
    const values = { ...before!.values, name: 'Laurel, new' }
    const { body } = await patch('templates', before!, { values })
    const [after] = body.templates as Entry[]
    expect(after!.id).not.toBe(before!.id)
    expect(after!.values).toMatchObject({ name: 'Laurel, new' })
    expect(body.templates).toHaveLength(6)
    expect(await placed.templateId()).toBe(before!.id)
    expect(await open.templateId()).toBe(after!.id)
    const kept = await world.kit.pool
      .selectFrom('reward_card_templates')
      .select(['name', 'active'])
      .where('id', '=', before!.id)
      .executeTakeFirst()
    expect(kept).toEqual({ name: 'Laurel', active: false })
    expect((await patch('templates', before!, { active: true })).status).toBe(404)
  })

  test('without orders is edited in place', async () => {
    const last = (await list('templates')).at(-1)!
    const { body } = await patch('templates', last, { values: { ...last.values, name: 'Rosette, new' } })
    expect(body.templates.at(-1)).toMatchObject({ id: last.id, version: last.version + 1 })
  })

  test('shows only pictures of its own site', async () => {
    const picture = async (call: SignedIn['call'], path: string) => {
      const png = createCanvas(40, 20).toBuffer('image/png')
      const payload = Buffer.concat([
        Buffer.from(
          '--x\r\ncontent-disposition: form-data; name="file"; filename="bg.png"\r\ncontent-type: image/png\r\n\r\n',
        ),
        png,
        Buffer.from('\r\n--x--\r\n'),
      ])
      const { status, body } = await callRaw(call, path, payload)
      expect(status).toBe(200)
      return body.url as string
    }
    const callRaw = async (call: SignedIn['call'], path: string, payload: Buffer) => {
      const headers =
        call === dana.call
          ? { host: 'localhost', authorization: `Bearer ${dana.token}` }
          : { host: 'localhost', cookie: `sessionid=${owner.token}` }
      const answer = await world.app.inject({
        method: 'POST',
        url: path,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const own = await picture(owner.call, '/api/v1/office/pictures/')
    const customers = await picture(dana.call, '/api/v1/files/')
    const last = (await list('templates')).at(-1)!
    const withImage = (image: string) => ({
      values: { ...last.values, background: { art: 'plain', image } },
    })
    expect((await patch('templates', last, withImage(customers))).body.errors).toMatchObject([
      { field: 'background.image' },
    ])
    expect((await patch('templates', last, withImage(own))).status).toBe(200)
  })
})
