import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { testingImports } from '../../testing/import-world.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { DESIGN, LIMITS, openShops, PERSON, type Shops } from '../../testing/shop-world.ts'
import { takeList } from '../imports/imports.service.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { itemOf, itemsOf, updateCardItem } from './card-items.repo.ts'
import {
  changeCardItem,
  listCurrentItems,
  lockItem,
  MAX_ITEMS_PER_ORDER,
  putInCart,
  readCardItem,
} from './card-items.service.ts'
import { addPerson, changePerson, listPeople, removePerson } from './recipients.service.ts'
import { removeCardItem } from './remove-item.service.ts'

let shops: Shops
let dana: Customer
let imports: Awaited<ReturnType<typeof testingImports>>
beforeAll(async () => {
  shops = await openShops()
  imports = await testingImports(shops.pool)
})
afterAll(async () => {
  await shops.close()
  imports.close()
})

/** Every test has a customer of its own, so that none sees another's cart. */
const newCustomer = async () => {
  dana = await shops.signIn(shops.here)
  return dana
}

const refusal = (code: string, field?: string) =>
  expect.objectContaining({
    code,
    ...(field && { errors: expect.arrayContaining([expect.objectContaining({ field })]) }),
  })

describe('a draft', () => {
  test('is kept in the one current order, named after its first line', async () => {
    await newCustomer()

    const item = await shops.draft(dana)
    const second = await shops.draft(dana, { design: { ...DESIGN, line1: '' } })

    expect(item).toMatchObject({ name: 'Thank you', state: 'draft', art: 'hills', recipient_count: 0 })
    expect(second).toMatchObject({ name: 'Hills', order_id: item.order_id })
    expect((await listCurrentItems(shops.pool, dana, undefined)).map(({ id }) => id)).toEqual([
      item.id,
      second.id,
    ])
  })

  test.each([
    ['Thank you, {first name}', 'Thank you'],
    ['Thank you, {first', 'Thank you'],
    ['Thank you,', 'Thank you'],
    ['Thank you, {first name}!', 'Thank you!'],
    ['{first name}, well done', 'well done'],
    ['{name}', 'Hills'],
  ])('whose first line is “%s” is named “%s”', async (line1, name) => {
    await newCustomer()
    expect((await shops.draft(dana, { design: { ...DESIGN, line1 } })).name).toBe(name)
  })

  test('is added to the same order by two concurrent requests', async () => {
    await newCustomer()

    const [one, two] = await Promise.all([shops.draft(dana), shops.draft(dana)])

    expect(one.order_id).toBe(two.order_id)
  })

  test('waits until registration is complete', async () => {
    const newcomer = await shops.signIn(shops.here, false)
    await expect(shops.draft(newcomer)).rejects.toThrow(refusal('registration_incomplete'))
  })

  test('gets the first reward offered for its type', async () => {
    await newCustomer()
    expect((await shops.draft(dana, { reward_type: 'bulk' })).reward.name).toBe('Store card')
    expect((await shops.draft(dana, { reward_type: 'digital' })).reward.name).toBe('Prepaid')
  })

  test.each([
    ['a value below the site’s', { denomination_cents: 100 }, 'denominationCents'],
    ['a value above the reward’s', { denomination_cents: 60_000 }, 'denominationCents'],
    ['no cards', { quantity: 0 }, 'quantity'],
    ['too many cards', { quantity: 10_001 }, 'quantity'],
    ['an unknown reward', { reward_id: 999_999 }, 'rewardId'],
    ['an unknown template', { reward_card_template_id: 999_999 }, 'rewardCardTemplateId'],
    [
      'another customer’s logo',
      { design: { ...DESIGN, logo_file_key: 'x'.repeat(32) } },
      'design.logoFileKey',
    ],
    ['an unknown field in braces', { message: 'Dear {nickname}' }, 'message'],
  ])('with %s is rejected at its field and not stored', async (_, change, field) => {
    await newCustomer()

    await expect(shops.draft(dana, change)).rejects.toThrow(refusal('validation_failed', field))

    expect(await listCurrentItems(shops.pool, dana, undefined)).toEqual([])
  })

  test('can’t use a reward of another site', async () => {
    await newCustomer()
    await expect(shops.draft(dana, { reward_id: shops.elsewhere.rewardId })).rejects.toThrow(
      refusal('validation_failed', 'rewardId'),
    )
  })

  test('is rejected once an order is full', async () => {
    await newCustomer()
    const { order_id } = await shops.draft(dana)
    await inSite(shops.pool, dana.siteId, async (db) => {
      const item = await db
        .selectFrom('card_items')
        .selectAll()
        .where('order_id', '=', order_id)
        .executeTakeFirstOrThrow()
      const { id: _, design, ...values } = item
      const copy = { ...values, design: JSON.stringify(design) }
      await db
        .insertInto('card_items')
        .values(Array.from({ length: MAX_ITEMS_PER_ORDER - 1 }, () => copy))
        .execute()
    })
    await expect(shops.draft(dana)).rejects.toThrow(refusal('limit_exceeded'))
  })
})

describe('the value of an item', () => {
  test('is quantity times value for bulk cards', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { reward_type: 'bulk', quantity: 40, denomination_cents: 2_500 })
    expect(item).toMatchObject({
      card_count: 40,
      value_cents: 100_000,
      amounts: [{ count: 40, each_cents: 2_500 }],
      missing: [],
    })
  })

  test('is each person’s amount for a list, or the item’s if they have none', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    await shops.add(dana, item)
    await shops.add(dana, item, { amount_cents: 7_500 })
    await shops.add(dana, item, { amount_cents: 5_000 })
    await shops.add(dana, item, { zip: '' })

    expect(await readCardItem(shops.pool, dana, item.id)).toMatchObject({
      recipient_count: 4,
      attention_count: 1,
      card_count: 4,
      value_cents: 22_500,
      amounts: [
        { count: 3, each_cents: 5_000 },
        { count: 1, each_cents: 7_500 },
      ],
    })
  })

  test('names the incomplete step', async () => {
    await newCustomer()
    const bulk = await shops.draft(dana, { reward_type: 'bulk' })
    expect(bulk.missing.map(({ field }) => field)).toEqual(['quantity', 'denomination_cents'])
    const direct = await shops.draft(dana)
    expect(direct.missing.map(({ field }) => field)).toEqual(['recipients'])
    await shops.add(dana, direct)
    expect((await readCardItem(shops.pool, dana, direct.id)).missing).toEqual([
      { field: 'amount_cents', code: 'required', message: expect.stringContaining('no value') },
    ])
  })

  test('is read for several orders together', async () => {
    await newCustomer()
    const first = await shops.draft(dana, { denomination_cents: 5_000 })
    await shops.add(dana, first)
    await shops.setStatus(dana, first.order_id, 'in_review')
    const second = await shops.draft(dana, { reward_type: 'bulk' })

    const found = await inSite(shops.pool, dana.siteId, (db) =>
      db
        .selectFrom('orders as o')
        .select(({ ref }) => itemsOf(db, dana.siteId, ref('o.id')).as('items'))
        .where('o.id', 'in', [first.order_id, second.order_id])
        .orderBy('o.id')
        .execute(),
    )

    const one = (item: CardItemWire) => readCardItem(shops.pool, dana, item.id)
    expect(found.map(({ items }) => items.map(itemOf))).toEqual([[await one(first)], [await one(second)]])
  })
})

describe('a change', () => {
  test.skipIf(!SEES_LOCK_WAITS)('that waited for another one begins from it', async () => {
    await newCustomer()
    const { pool, here } = shops
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    const held = Promise.withResolvers<void>()
    const first = inSite(pool, dana.siteId, async (db) => {
      await lockItem(db, dana, item.id)
      await updateCardItem(db, dana.siteId, item.id, { reward_id: here.otherRewardId, name: 'First' })
      held.resolve()
      await untilLockWait(pool)
    })
    await held.promise

    const second = await changeCardItem(pool, dana, LIMITS, item.id, { sender_name: 'Second' })

    await first
    expect(second).toMatchObject({
      name: 'First',
      sender_name: 'Second',
      reward: { id: here.otherRewardId, name: 'Store card' },
    })
  })

  test('of the type keeps the list, checks it again, and chooses a matching reward', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { reward_type: 'digital', denomination_cents: 40_000 })
    const person = await shops.add(dana, item, { address1: '', zip: '' })
    expect(person.needs_attention).toBe(false)

    const mailed = await changeCardItem(shops.pool, dana, LIMITS, item.id, { reward_type: 'direct' })
    expect(mailed).toMatchObject({ recipient_count: 1, attention_count: 1, reward: { name: 'Prepaid' } })

    const bulk = await changeCardItem(shops.pool, dana, LIMITS, item.id, { reward_type: 'bulk' })
    expect(bulk).toMatchObject({
      recipient_count: 0,
      attention_count: 0,
      reward: { name: 'Store card' },
      denomination_cents: null,
    })

    const back = await changeCardItem(shops.pool, dana, LIMITS, item.id, { reward_type: 'digital' })
    expect(back).toMatchObject({ recipient_count: 1, attention_count: 0 })
  })

  test('of the reward checks each person’s amount against the new one', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    await shops.add(dana, item, { amount_cents: 30_000 })

    const changed = await changeCardItem(shops.pool, dana, LIMITS, item.id, {
      reward_id: shops.here.otherRewardId,
    })

    expect(changed.attention_count).toBe(1)
    const { results } = await listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 10 })
    expect(results[0]).toMatchObject({ problems: [{ field: 'amount_cents', code: 'too_large' }] })
  })

  test('that doesn’t fit changes nothing', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { reward_type: 'bulk', quantity: 5, denomination_cents: 2_500 })
    const change = { name: 'Winter', quantity: 20_000, message: 'Dear {first name}' }

    await expect(changeCardItem(shops.pool, dana, LIMITS, item.id, change)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'message' }, { field: 'quantity', code: 'too_large' }],
    })

    expect(await readCardItem(shops.pool, dana, item.id)).toMatchObject({ name: 'Thank you', quantity: 5 })
  })

  test('that breaks an item in the cart keeps it there and says what it needs', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { reward_type: 'bulk', quantity: 5, denomination_cents: 2_500 })
    await putInCart(shops.pool, dana, LIMITS, item.id)

    const changed = await changeCardItem(shops.pool, dana, LIMITS, item.id, { quantity: null })

    expect(changed).toMatchObject({ state: 'in_cart', missing: [{ field: 'quantity' }] })
  })
})

describe('the cart', () => {
  test('accepts finished items, and rejects others with what is missing', async () => {
    await newCustomer()
    const item = await shops.draft(dana)

    await expect(putInCart(shops.pool, dana, LIMITS, item.id)).rejects.toThrow(
      refusal('card_item_incomplete', 'recipients'),
    )
    await shops.add(dana, item, { amount_cents: 5_000, zip: 'none' })
    const inCart = await putInCart(shops.pool, dana, LIMITS, item.id)

    expect(inCart).toMatchObject({ state: 'in_cart', attention_count: 1 })
    expect(await listCurrentItems(shops.pool, dana, 'in_cart')).toHaveLength(1)
    expect(await listCurrentItems(shops.pool, dana, 'draft')).toEqual([])
    expect(await putInCart(shops.pool, dana, LIMITS, item.id)).toEqual(inCart)
  })

  test('holds no more than the site allows for one order', async () => {
    await newCustomer()
    const item = await shops.draft(dana, { reward_type: 'bulk', quantity: 200, denomination_cents: 20_000 })
    const more = await shops.draft(dana, { reward_type: 'bulk', quantity: 51, denomination_cents: 20_000 })
    await putInCart(shops.pool, dana, LIMITS, item.id)

    await expect(putInCart(shops.pool, dana, LIMITS, more.id)).rejects.toThrow(refusal('limit_exceeded'))
  })

  const changes: Array<[string, (itemId: number, personId: number) => Promise<unknown>]> = [
    ['changing a card', (id) => changeCardItem(shops.pool, dana, LIMITS, id, { name: 'Other' })],
    ['removing a card', (id) => removeCardItem({ pool: shops.pool, now: () => new Date() }, dana, id)],
    ['adding to the cart', (id) => putInCart(shops.pool, dana, LIMITS, id)],
    ['adding a person', (id) => addPerson(shops.pool, dana, LIMITS, { ...PERSON, card_item_id: id })],
    ['changing a person', (_, id) => changePerson(shops.pool, dana, LIMITS, id, { city: 'Salem' })],
    ['removing a person', (_, id) => removePerson(shops.pool, dana, id)],
    [
      'importing a list',
      (id) =>
        takeList(
          imports.kit,
          dana,
          LIMITS,
          { card_item_id: id, mode: 'replace', text: 'name,email\nA B,a@b.co' },
          undefined,
        ),
    ],
  ]
  test.each(changes)('that is being paid rejects %s', async (_, change) => {
    await newCustomer()
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    const person = await shops.add(dana, item)
    const before = await readCardItem(shops.pool, dana, item.id)
    await shops.startPayment(dana, item.order_id)

    await expect(change(item.id, person.id)).rejects.toThrow(refusal('order_is_frozen'))

    expect(await readCardItem(shops.pool, dana, item.id)).toEqual(before)
    await expect(shops.draft(dana)).rejects.toThrow(refusal('order_is_frozen'))
  })

  test.each(changes)('that has been placed rejects %s, and still shows', async (_, change) => {
    await newCustomer()
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    const person = await shops.add(dana, item)
    await shops.setStatus(dana, item.order_id, 'in_review')

    await expect(change(item.id, person.id)).rejects.toThrow(refusal('card_item_not_editable'))

    expect(await readCardItem(shops.pool, dana, item.id)).toMatchObject({ recipient_count: 1 })
  })

  test.each([
    ['the same site', 'here'],
    ['another site', 'elsewhere'],
  ] as const)('of another customer isn’t found on %s', async (_, where) => {
    await newCustomer()
    const item = await shops.draft(dana, { denomination_cents: 5_000 })
    const person = await shops.add(dana, item)
    const owner = dana
    dana = await shops.signIn(shops[where])

    for (const [, change] of changes) {
      await expect(change(item.id, person.id)).rejects.toThrow(refusal('not_found'))
    }
    await expect(readCardItem(shops.pool, dana, item.id)).rejects.toThrow(refusal('not_found'))
    await expect(
      listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 10 }),
    ).rejects.toThrow(Refusal)
    expect(await readCardItem(shops.pool, owner, item.id)).toMatchObject({ recipient_count: 1 })
  })
})

test('tenant isolation hides another site’s cards, lists, and tallies, even from unfiltered queries', async () => {
  await newCustomer()
  const item = await shops.draft(dana, { denomination_cents: 5_000 })
  await shops.add(dana, item)

  const seen = await inSite(shops.pool, shops.elsewhere.site.id, async (db) => [
    ...(await db.selectFrom('card_items').select('id').execute()),
    ...(await db.selectFrom('card_recipient_details').select('id').execute()),
    ...(await db.selectFrom('recipient_tallies').select('card_item_id').execute()),
  ])

  expect(seen).toEqual([])
})
