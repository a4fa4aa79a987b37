import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { LIMITS, openShops, PERSON, type Shops } from '../../testing/shop-world.ts'
import { changeMany, editMany } from './bulk-change.service.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { readCardItem } from './card-items.service.ts'
import { changePerson, listPeople } from './recipients.service.ts'
import { undoChange } from './undo-change.service.ts'

let shops: Shops
let dana: Customer
let item: CardItemWire
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.close())
beforeEach(async () => {
  dana = await shops.signIn(shops.here)
  item = await shops.draft(dana, { denomination_cents: 5_000 })
})

const page = (asked: object = {}) =>
  listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 200, ...asked })
const add = (count: number, change: (n: number) => object = () => ({})) =>
  editMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    edited: [],
    added: Array.from({ length: count }, (_, n) => ({ ...PERSON, first_name: `P${n}`, ...change(n) })),
  })
type Bulk = Partial<Parameters<typeof changeMany>[3]> & { action: 'set' | 'delete' | 'fix' | 'keep' }
const bulk = (asked: Bulk) =>
  changeMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    ids: [],
    all: false,
    except_ids: [],
    ...asked,
  })
const undo = (token: string) => undoChange(shops.pool, dana, LIMITS, token)

test('removes everyone a filter shows at once, and Undo restores them in their places', async () => {
  await add(600, (n) => (n % 3 === 0 ? { zip: '1' } : {}))
  await add(900)
  const before = (await page({ page: 2 })).results

  const { undo_token, changed_count } = await bulk({ action: 'delete', all: true, only: 'attention' })
  expect(changed_count).toBe(200)
  expect(await page()).toMatchObject({ total_count: 1_300, attention_count: 0 })

  expect(await undo(undo_token)).toEqual({ restored_count: 200, kept_count: 0 })
  expect((await page({ page: 2 })).results).toEqual(before)
  expect(await page()).toMatchObject({ total_count: 1_500, attention_count: 200 })
  await expect(undo(undo_token)).rejects.toMatchObject({ code: 'not_found' })
})

test('a list keeps its last hundred changes for Undo, and fewer if they affect many people', async () => {
  await add(1)
  const tokens: string[] = []
  for (let n = 0; n < 101; n += 1) {
    tokens.push((await bulk({ action: 'set', all: true, amount_cents: 5_000 + n })).undo_token)
  }
  await expect(undo(tokens[0]!)).rejects.toMatchObject({ code: 'not_found' })
  expect(await undo(tokens[1]!)).toMatchObject({ kept_count: 1 })

  await inSite(shops.pool, dana.siteId, (db) =>
    sql`insert into recipient_change_rows (site_id, change_id, recipient_id)
      select c.site_id, c.id, -n from recipient_changes c, generate_series(1, 100000) n
      where c.token = ${tokens[99]!}`.execute(db),
  )
  await bulk({ action: 'set', all: true, amount_cents: 5_000 })
  await expect(undo(tokens[99]!)).rejects.toMatchObject({ code: 'not_found' })
  expect(await undo(tokens[100]!)).toMatchObject({ kept_count: 1 })
})

test('sets an amount and a message for many, and undoes them for recipients who still have them', async () => {
  const { added } = await add(3)
  const ids = added.map(({ id }) => id)
  const set = await bulk({ action: 'set', ids, amount_cents: 100, message: 'Dear {nobody}' })
  expect(set.changed_count).toBe(3)
  expect((await page({ only: 'too_small' })).results).toMatchObject([{ amount_cents: 100 }, {}, {}])

  await changePerson(shops.pool, dana, LIMITS, ids[1]!, { amount_cents: 7_000 })
  expect(await undo(set.undo_token)).toEqual({ restored_count: 2, kept_count: 1 })
  expect((await page()).results).toMatchObject([
    { amount_cents: null, message: '', problems: [] },
    { amount_cents: 7_000, message: 'Dear {nobody}' },
    { amount_cents: null, message: '', problems: [] },
  ])
})

test('keeps a recipient’s other problems, and restores those of the amount with Undo', async () => {
  await add(2, (n) => ({ first_name: 'Twin', amount_cents: 100, city: n === 0 ? '' : 'Portland' }))
  const said = async () =>
    (await page()).results.map(({ problems }) => problems.map(({ code }) => code).sort())
  const before = (await page()).results
  expect(await said()).toEqual([
    ['no_city', 'too_small'],
    ['duplicate', 'too_small'],
  ])

  const set = await bulk({ action: 'set', all: true, amount_cents: 5_000 })
  expect(await said()).toEqual([['no_city'], ['duplicate']])
  expect(await page()).toMatchObject({ attention_count: 1, warning_count: 1 })

  await undo(set.undo_token)
  expect(await said()).toEqual([
    ['no_city', 'too_small'],
    ['duplicate', 'too_small'],
  ])
  expect(await page()).toMatchObject({ attention_count: 2, warning_count: 0 })
  expect((await page()).results.map(({ amount_cents }) => amount_cents)).toEqual(
    before.map(({ amount_cents }) => amount_cents),
  )
})

test('undoes the amount of a recipient renamed since, who keeps the new name', async () => {
  const { added } = await add(2)
  const set = await bulk({ action: 'set', all: true, amount_cents: 7_500 })
  await changePerson(shops.pool, dana, LIMITS, added[0]!.id, { first_name: 'Renamed' })
  expect(await undo(set.undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect((await page()).results).toMatchObject([
    { first_name: 'Renamed', amount_cents: null },
    { first_name: 'P1', amount_cents: null },
  ])
})

test('the duplicate of a removed recipient is ready until Undo', async () => {
  const { added } = await add(3, () => ({ first_name: 'Twin' }))
  expect((await page()).warning_count).toBe(2)
  await changePerson(shops.pool, dana, LIMITS, added[2]!.id, { kept_warnings: ['duplicate'] })
  const before = (await page()).results

  const { undo_token } = await bulk({ action: 'delete', ids: [added[0]!.id, added[2]!.id] })
  expect((await page()).results).toMatchObject([{ position: 2, problems: [] }])

  await undo(undo_token)
  expect((await page()).results).toEqual(before)
})

test('accepts every sure suggestion of a list at once, of one kind if requested, and undoes it', async () => {
  await add(2_500, (n) => (n % 2 === 0 ? { first_name: 'Ｍａｙａ', last_name: `P${n}` } : {}))
  await add(3, (n) => ({ first_name: `S${n}`, state: ['Orgeon', 'ME', 'Orgeon'][n]! }))
  const before = await page({ page: 12 })
  expect(before).toMatchObject({ attention_count: 1_252, suggested_count: 1_252 })
  const counted = before.problem_counts.map(({ code, count, suggested_count }) => [
    code,
    count,
    suggested_count,
  ])
  expect(counted).toEqual([
    ['unprintable', 1_250, 1_250],
    ['invalid', 2, 2],
    ['not_in_state', 1, 0],
  ])

  const names = await bulk({ action: 'fix', all: true, only: 'unprintable' })
  expect(names.changed_count).toBe(1_250)
  expect(await page({ only: 'unprintable' })).toMatchObject({
    count: 0,
    attention_count: 2,
    suggested_count: 2,
  })
  expect((await page()).results[0]).toMatchObject({ first_name: 'Maya', problems: [] })

  const rest = await bulk({ action: 'fix', all: true })
  expect(rest.changed_count).toBe(2)
  // Maine or Oregon: that is for the customer to say.
  expect(await page()).toMatchObject({ attention_count: 0, suggested_count: 0, warning_count: 1 })

  expect(await undo(names.undo_token)).toEqual({ restored_count: 1_250, kept_count: 0 })
  expect(await undo(rest.undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect(await page({ page: 12 })).toEqual(before)
})

test('fills in every city that a ZIP code tells, and the empty state with it', async () => {
  const cities = [
    { city: '', zip: '45402', state: 'OH' },
    { city: '', zip: '45402-1234', state: '' },
    { city: '', zip: '45402', state: 'ME' },
    { city: '', zip: '00012', state: 'OH' },
  ]
  await add(4, (n) => ({ first_name: `P${n}`, ...cities[n] }))
  const before = (await page()).results
  const counted = (await page()).problem_counts.find(({ code }) => code === 'no_city')
  expect(counted).toMatchObject({ count: 2, suggested_count: 2 })

  const filled = await bulk({ action: 'fix', all: true, only: 'no_city' })

  const places = (await page()).results.map(({ city, state }) => `${city}, ${state}`)
  expect(places).toEqual(['Dayton, OH', 'Dayton, OH', ', ME', ', OH'])
  expect(await undo(filled.undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect((await page()).results).toEqual(before)
})

test('counts duplicates with their money until they are removed or kept, and asks again about another', async () => {
  const twins = { first_name: 'Twin' }
  await add(4, (n) => ({ ...twins, amount_cents: n === 3 ? 7_500 : null }))
  const duplicates = async () => (await readCardItem(shops.pool, dana, item.id)).duplicates
  expect(await duplicates()).toEqual({ count: 3, cents: 17_500 })

  const removed = await bulk({ action: 'delete', all: true, only: 'duplicate' })
  expect(removed.changed_count).toBe(3)
  expect(await duplicates()).toEqual({ count: 0, cents: 0 })
  await undo(removed.undo_token)
  expect(await duplicates()).toEqual({ count: 3, cents: 17_500 })

  expect((await bulk({ action: 'keep', all: true, only: 'duplicate' })).changed_count).toBe(3)
  expect(await duplicates()).toEqual({ count: 0, cents: 0 })
  expect(await page()).toMatchObject({ total_count: 4, warning_count: 0 })

  await add(1, () => twins)
  expect(await duplicates()).toEqual({ count: 1, cents: 5_000 })
  await expect(bulk({ action: 'keep', all: true, only: 'unprintable' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('removes everyone except a few', async () => {
  const { added } = await add(4)
  await bulk({ action: 'delete', all: true, except_ids: [added[2]!.id, 999_999] })
  expect((await page()).results).toMatchObject([{ first_name: 'P2' }])
})

test('a pasted block changes and adds; Undo restores its cells except those changed since', async () => {
  const { added } = await add(2)
  const pasted = await editMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    edited: [
      { id: added[0]!.id, city: 'Salem' },
      { id: added[1]!.id, city: 'Salem' },
      { id: 999_999, city: 'Nowhere' },
    ],
    added: [{ ...PERSON, first_name: 'New' }],
  })
  expect(pasted).toMatchObject({
    edited: [{ city: 'Salem' }, { city: 'Salem' }],
    added: [{ first_name: 'New' }],
  })

  await changePerson(shops.pool, dana, LIMITS, added[0]!.id, { city: 'Eugene' })
  await changePerson(shops.pool, dana, LIMITS, added[1]!.id, { zip: '97206' })
  expect(await undo(pasted.undo_token)).toEqual({ restored_count: 2, kept_count: 1 })
  expect((await page()).results).toMatchObject([{ city: 'Eugene' }, { city: 'Portland', zip: '97206' }])
})

test('a pasted block can be undone before a value set after it', async () => {
  const { added } = await add(2)
  const pasted = await editMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    edited: [{ id: added[1]!.id, first_name: 'Tomas', address1: '9 Harbor Lane' }],
    added: [{ ...PERSON, first_name: 'New' }],
  })
  const set = await bulk({ action: 'set', all: true, amount_cents: 7_500 })
  expect(await undo(pasted.undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect((await page()).results).toMatchObject([
    { first_name: 'P0', amount_cents: 7_500 },
    { first_name: 'P1', address1: PERSON.address1, amount_cents: 7_500 },
  ])
  expect(await undo(set.undo_token)).toMatchObject({ restored_count: 2 })
  expect((await page()).results).toMatchObject([{ amount_cents: null }, { amount_cents: null }])
})

test('undoes one change after another, the last one first', async () => {
  const { added } = await add(2)
  const pasted = await editMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    edited: [{ id: added[0]!.id, city: 'Salem' }],
    added: [],
  })
  const set = await bulk({ action: 'set', all: true, amount_cents: 7_500 })
  expect(await undo(set.undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect(await undo(pasted.undo_token)).toEqual({ restored_count: 1, kept_count: 0 })
  expect((await page()).results).toMatchObject([{ city: 'Portland', amount_cents: null }, {}])
})

test('a removed recipient whose place was taken returns at the end', async () => {
  const { added } = await add(2)
  const { undo_token } = await bulk({ action: 'delete', ids: [added[1]!.id] })
  await add(1, () => ({ first_name: 'Taker' }))
  await undo(undo_token)
  expect((await page()).results.map(({ first_name }) => first_name)).toEqual(['P0', 'Taker', 'P1'])
})

test('a recipient removed before an upgrade added a field comes back with it blank', async () => {
  await add(2, () => ({ message: 'Thank you.' }))
  const { undo_token } = await bulk({ action: 'delete', all: true })
  await inSite(shops.pool, dana.siteId, (db) =>
    sql`update recipient_change_rows set before = before - 'message' where site_id = ${dana.siteId}`.execute(
      db,
    ),
  )
  expect(await undo(undo_token)).toEqual({ restored_count: 2, kept_count: 0 })
  expect((await page()).results).toMatchObject([{ message: '' }, { message: '' }])
})

test('a customer can’t undo another customer’s change', async () => {
  const { added } = await add(1)
  const { undo_token } = await bulk({ action: 'delete', ids: [added[0]!.id] })
  const stranger = await shops.signIn(shops.here)
  await expect(undoChange(shops.pool, stranger, LIMITS, undo_token)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(bulk({ action: 'set', ids: [1] })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('sorts a list as requested, and back', async () => {
  await add(3, (n) => ({ last_name: ['b', 'C', 'a'][n]! }))
  const order = async (sort: 'name' | '-name') =>
    (await page({ sort })).results.map(({ last_name }) => last_name)
  expect(await order('name')).toEqual(['a', 'b', 'C'])
  expect(await order('-name')).toEqual(['C', 'b', 'a'])
})
