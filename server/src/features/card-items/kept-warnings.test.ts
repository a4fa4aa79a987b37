import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Customer } from '../../http/actor.ts'
import { LIMITS, openShops, type Shops } from '../../testing/shop-world.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { changePerson, listPeople } from './recipients.service.ts'

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

const list = () => listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 50 })
const change = (id: number, values: Parameters<typeof changePerson>[4]) =>
  changePerson(shops.pool, dana, LIMITS, id, values)
const codesOf = (person: { problems: Array<{ code: string }> }) => person.problems.map(({ code }) => code)

test('a dismissed warning stays dismissed when other fields change, and no longer counts', async () => {
  await shops.add(dana, item)
  const twin = await shops.add(dana, item)
  expect(codesOf(twin)).toEqual(['duplicate'])
  expect(await list()).toMatchObject({ warning_count: 1, problem_counts: [{ code: 'duplicate', count: 1 }] })

  const kept = await change(twin.id, { kept_warnings: ['duplicate'] })
  expect(kept).toMatchObject({ problems: [], kept_warnings: ['duplicate'], change: 'new' })
  expect(await list()).toMatchObject({ warning_count: 0, problem_counts: [] })

  expect(codesOf(await change(twin.id, { amount_cents: 7_500 }))).toEqual([])
  expect(codesOf(await change(twin.id, { message: 'Thank you.' }))).toEqual([])
})

test('a dismissed warning returns when the person changes or the dismissal is undone', async () => {
  await shops.add(dana, item)
  const twin = await shops.add(dana, item)
  await change(twin.id, { kept_warnings: ['duplicate'] })
  expect(codesOf(await change(twin.id, { kept_warnings: [] }))).toEqual(['duplicate'])

  await change(twin.id, { kept_warnings: ['duplicate'] })
  const warned = await change(twin.id, { state: 'TX' })
  expect(codesOf(warned).toSorted()).toEqual(['duplicate', 'not_in_state'])
  expect(warned.kept_warnings).toEqual([])
})

test('an error cannot be dismissed', async () => {
  const person = await shops.add(dana, item, { zip: '1' })
  const code = codesOf(person)[0]!
  expect(await change(person.id, { kept_warnings: [code] })).toMatchObject({
    needs_attention: true,
    problems: [{ code }],
  })
})
