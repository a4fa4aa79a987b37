import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DESIGN } from '../../testing/shop-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
let dana: SignedIn
let templateId: number
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(() => assertTallied(world.kit.pool))
afterAll(() => world.close())
beforeEach(async () => {
  dana = await world.signIn()
  templateId = (await dana.call('GET', '/api/v1/reward_card_templates/')).body[0].id
})

const draft = async (reward_type = 'direct') =>
  (
    await dana.call('POST', '/api/v1/card_items/', {
      reward_type,
      reward_card_template_id: templateId,
      design: DESIGN,
      denomination_cents: 5_000,
    })
  ).body.id as number
const paste = (itemId: number, text: string) =>
  dana.call('POST', '/api/v1/csv_card_item_imports/', { card_item_id: itemId, text })
const LIST = `First name,Last name,Address,City,State,ZIP
Maya,Okafor,12 Elm Street,Portland,OR,97205
Ana,Lima,90 Foundry Road,Dayton,OH,45402
Broken,,,,,`

test('a language comes with a pasted list, is saved with its person, and goes to the next card', async () => {
  const languages = async (itemId: number) =>
    (await dana.call('GET', `/api/v1/card_recipient_details/?card_item_id=${itemId}`)).body.results.map(
      ({ first_name, language }: Record<string, string>) => `${first_name} ${language}`,
    )
  const first = await draft('digital')
  await paste(
    first,
    `First name,Email,Preferred language
Ana,ana@recipient.example,Spanish
Ben,ben@recipient.example,
Linh,linh@recipient.example,Vietnamese`,
  )
  expect(await languages(first)).toEqual(['Ana es', 'Ben ', 'Linh Vietnamese'])
  const saved = await dana.call('POST', `/api/v1/card_items/${first}/save_recipients/`, { name: 'Team' })
  const next = await draft('digital')
  const path = `/api/v1/recipient_lists/${saved.body.list.id}/add_to_card_item/`
  await dana.call('POST', path, { card_item_id: next })
  expect((await languages(next)).toSorted()).toEqual(['Ana es', 'Ben ', 'Linh Vietnamese'])
})

test('people of an order are saved for the next one, once each', async () => {
  const first = await draft()
  await paste(first, LIST)
  const saved = await dana.call('POST', `/api/v1/card_items/${first}/save_recipients/`, { name: 'Team' })
  expect(saved.body).toMatchObject({
    list: { name: 'Team', people_count: 2 },
    saved_count: 2,
    skipped_count: 1,
  })
  const listId = saved.body.list.id
  const again = await dana.call('POST', `/api/v1/card_items/${first}/save_recipients/`, { list_id: listId })
  expect(again.body.list.people_count).toBe(2)

  const next = await draft()
  await dana.call('POST', '/api/v1/card_recipient_details/', {
    card_item_id: next,
    first_name: 'MAYA',
    last_name: 'Okafor',
    address1: '12 elm st',
    city: 'Portland',
    state: 'OR',
    zip: '97205',
  })
  const added = await dana.call('POST', `/api/v1/recipient_lists/${listId}/add_to_card_item/`, {
    card_item_id: next,
  })
  expect(added.body).toEqual({ added_count: 1, skipped_count: 1 })
})

test('a list is filled by hand, renamed, searched, exported, and removed; the address book remains', async () => {
  const { body: list } = await dana.call('POST', '/api/v1/recipient_lists/', { name: 'Friends' })
  expect(
    (await dana.call('POST', '/api/v1/recipient_lists/', { name: 'friends' })).body.errors,
  ).toMatchObject([{ field: 'name', code: 'taken' }])
  const people = `/api/v1/recipient_lists/${list.id}/people/`
  const ana = await dana.call('POST', people, { first_name: '=Ana', email: 'ana@halden.example' })
  expect(ana.body).toMatchObject({ first_name: '=Ana', list_ids: [list.id] })
  expect((await dana.call('POST', people, {})).status).toBe(400)
  await dana.call('PATCH', `/api/v1/saved_people/${ana.body.id}/`, { last_name: 'Lima' })
  await dana.call('PATCH', `/api/v1/recipient_lists/${list.id}/`, { name: 'Old friends' })

  expect((await dana.call('GET', `${people}?search=lima`)).body).toMatchObject({ count: 1 })
  const file = await dana.call('GET', `/api/v1/recipient_lists/${list.id}/export/`)
  expect(file.headers['content-disposition']).toBe('attachment; filename="Old_friends.csv"')
  expect(file.body).toContain("'=Ana,Lima,ana@halden.example")

  expect((await dana.call('DELETE', `${people}${ana.body.id}/`)).status).toBe(204)
  expect((await dana.call('GET', people)).body.count).toBe(0)
  expect((await dana.call('GET', '/api/v1/saved_people/')).body).toMatchObject({ count: 1 })
  expect((await dana.call('DELETE', `/api/v1/recipient_lists/${list.id}/`)).status).toBe(204)
  expect((await dana.call('DELETE', `/api/v1/saved_people/${ana.body.id}/`)).status).toBe(204)
  expect((await dana.call('GET', '/api/v1/saved_people/')).body.count).toBe(0)
})

test('customers never see each other’s lists or people', async () => {
  const { body: list } = await dana.call('POST', '/api/v1/recipient_lists/', { name: 'Mine' })
  const { body: ana } = await dana.call('POST', `/api/v1/recipient_lists/${list.id}/people/`, {
    first_name: 'Ana',
  })
  const stranger = await world.signIn()
  const item = await draft()
  for (const [method, path, body] of [
    ['GET', `/api/v1/recipient_lists/${list.id}/people/`],
    ['GET', `/api/v1/recipient_lists/${list.id}/export/`],
    ['PATCH', `/api/v1/recipient_lists/${list.id}/`, { name: 'x' }],
    ['DELETE', `/api/v1/recipient_lists/${list.id}/`],
    ['PATCH', `/api/v1/saved_people/${ana.id}/`, { city: 'x' }],
    ['DELETE', `/api/v1/saved_people/${ana.id}/`],
    ['POST', `/api/v1/card_items/${item}/save_recipients/`, { name: 'x' }],
  ] as const) {
    expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404])
  }
  expect((await stranger.call('GET', '/api/v1/recipient_lists/')).body).toEqual([])
})

test.each([2_001, 130_000])('%i pasted rows are too many', async (count) => {
  const { body: list } = await dana.call('POST', '/api/v1/recipient_lists/', { name: `List of ${count}` })
  const text = `Name\n${'A\n'.repeat(count)}`
  const { status, body } = await dana.call('POST', `/api/v1/recipient_lists/${list.id}/import/`, { text })
  expect([status, body.detail]).toEqual([409, 'The limit is 2,000 rows at once.'])
})

test('rows of a spreadsheet are added to a list with their dates, and pasted again, change nothing', async () => {
  const { body: list } = await dana.call('POST', '/api/v1/recipient_lists/', { name: 'Everyone' })
  const add = (text: string) => dana.call('POST', `/api/v1/recipient_lists/${list.id}/import/`, { text })
  const rows = [
    'Employee\tWork email\tDOB\tHire date\tShoe size',
    'Maya Okafor\tmaya@recipient.example\t08-Jun\t3/2/2020\t38',
    'Ana Lima\tana@recipient.example\t31/12\t\t40',
    'Ben Cole\t\t6/14/1990\t\t',
    '\t\t6/15\t\t',
  ].join('\n')
  const first = await add(rows)
  expect(first.body).toMatchObject({
    list: { people_count: 3 },
    added_count: 3,
    updated_count: 0,
    ignored: ['Shoe size'],
    problem_count: 2,
    problems: [
      { row: 3, message: 'Birthday “31/12” can’t be read. Enter a date such as 6/14 or 2019-06-14.' },
      { row: 5, message: 'There’s no name and no email.' },
    ],
  })
  const { body } = await dana.call('GET', `/api/v1/recipient_lists/${list.id}/people/`)
  expect(body.results).toMatchObject([
    { last_name: 'Cole', birthday: '1990-06-14', start_date: '' },
    { last_name: 'Lima', birthday: '31/12' },
    { last_name: 'Okafor', birthday: '06-08', start_date: '2020-03-02' },
  ])
  expect((await add(rows)).body).toMatchObject({ added_count: 0, updated_count: 0, unchanged_count: 3 })
  const fixed = await add('Email,Birthday\nANA@recipient.example,12/31')
  expect(fixed.body).toMatchObject({ list: { people_count: 3 }, added_count: 0, updated_count: 1 })
  const exported = await dana.call('GET', `/api/v1/recipient_lists/${list.id}/export/`)
  expect(exported.body).toContain('Birthday,Start date')
  expect(exported.body).toContain('12-31')
  expect((await add('6/14,6/15\n1,2')).body.code).toBe('import_unreadable')
})
