import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DESIGN } from '../../testing/shop-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
let dana: SignedIn
let templateId: number
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  dana = await world.signIn()
  templateId = (await dana.call('GET', '/api/v1/reward_card_templates/')).body[0].id
})

const draft = (change: Record<string, unknown> = {}) =>
  dana.call('POST', '/api/v1/card_items/', {
    reward_type: 'direct',
    reward_card_template_id: templateId,
    design: DESIGN,
    denomination_cents: 5_000,
    ...change,
  })

test('a form creates a card, fills its list, and adds it to the cart', async () => {
  const made = await draft()
  expect(made).toMatchObject({ status: 200, body: { state: 'draft', design: DESIGN } })
  const { id } = made.body

  const added = await dana.call('POST', '/api/v1/card_recipient_details/', {
    card_item_id: id,
    first_name: 'Maya',
    last_name: 'Okafor',
    address1: '12 Elm Street',
    city: 'Portland',
    state: 'OR',
    zip: '97205',
    amount_cents: null,
  })
  expect(added.body).toMatchObject({ position: 1, needs_attention: false, delivery_state: 'waiting' })

  const inCart = await dana.call('POST', '/api/v1/add_to_cart/', { card_item_id: id })
  expect(inCart.body).toMatchObject({ state: 'in_cart', value_cents: 5_000, missing: [] })

  const page = await dana.call('GET', `/api/v1/card_recipient_details/?card_item_id=${id}&search=maya`)
  expect(page.body).toMatchObject({ count: 1, total_count: 1, next: null, results: [{ first_name: 'Maya' }] })
  expect(page.body.results[0]).not.toHaveProperty('site_id')

  expect((await dana.call('DELETE', `/api/v1/card_items/${id}/`)).status).toBe(204)
  expect((await dana.call('GET', `/api/v1/card_items/${id}/`)).status).toBe(404)
})

test.each([
  ['an unknown reward type', { reward_type: 'balloon' }, 'reward_type'],
  ['broken JSON', { design: '{"tone":' }, 'design'],
  ['a fraction of a card', { quantity: '1.5' }, 'quantity'],
  ['a value in words', { denomination_cents: 'fifty' }, 'denomination_cents'],
  ['a negative value', { denomination_cents: -500 }, 'denomination_cents'],
  ['a value below the limit', { denomination_cents: 1 }, 'denomination_cents'],
  ['an unknown template', { reward_card_template_id: 999_999 }, 'reward_card_template_id'],
])('%s is rejected at its field, and nothing is stored', async (_, change, field) => {
  const refused = await draft(change)

  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  expect((await dana.call('GET', '/api/v1/card_items/')).body).toEqual([])
})

test('a CSV file is uploaded as multipart, once per key', async () => {
  const { id } = (await draft()).body
  const boundary = 'laurel-boundary'
  const part = (head: string, content: string) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`
  const payload =
    part('content-disposition: form-data; name="card_item_id"', String(id)) +
    part(
      'content-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv',
      'Name,Street,City,State,ZIP\nMaya Okafor,12 Elm Street,Boston,MA,2108\nAna Lima,,Dayton,OH,45402',
    ) +
    `--${boundary}--\r\n`
  const send = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/csv_card_item_imports/',
      headers: {
        host: dana.host,
        authorization: `Bearer ${dana.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': 'import-1',
      },
      payload,
    })

  const [first, again] = [await send(), await send()]

  expect(first.json()).toMatchObject({ rows_added: 2, rows_needing_attention: 1, errors: [{ row: 3 }] })
  expect(again.json()).toEqual(first.json())
  const list = await dana.call('GET', `/api/v1/card_recipient_details/?card_item_id=${id}&only=attention`)
  expect(list.body).toMatchObject({ count: 1, total_count: 2, results: [{ first_name: 'Ana' }] })
})

test('only its customer can see the print file, a picture', async () => {
  const { id } = (await draft()).body
  const path = `/api/v1/card_items/${id}/print_file/`

  const file = await dana.call('GET', path)
  expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })

  const stranger = await world.signIn()
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await (await world.signIn({ site: 'acorn' })).call('GET', path)).status).toBe(404)
  expect((await world.visit(dana.host)('GET', path)).status).toBe(401)
})
