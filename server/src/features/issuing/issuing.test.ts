import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { passesLuhn } from '@laurel/domain/card-number'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { convertDelivery } from '../deliveries/after-care.service.ts'
import { convertCard } from '../deliveries/convert-card.ts'
import { activateCards, cancelCards, openCards } from './cards.ts'
import { issueCards } from './issue-cards.ts'

let world: World
let steps: ReturnType<typeof deliverySteps>
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  steps = deliverySteps(world)
  siteId = (await steps.site()).id
})
afterAll(() => world.close())

const asked = (...keys: string[]) => keys.map((key) => ({ key, valueCents: 5_000 }))

test('the issuer returns the same card for the same key, even to repeated and concurrent requests', async () => {
  const { issuing } = world.kit
  const answers = await Promise.all([1, 2, 3].map(() => issuing.issue(siteId, asked('9001:1', '9001:2'))))
  const [first] = answers
  for (const answer of answers) expect(answer).toEqual(first)
  expect(new Set(first!.map(({ number }) => number)).size).toBe(2)
  expect(first!.every(({ number }) => passesLuhn(number) && number.startsWith('9999'))).toBe(true)
})

test('a number that another site has given to a card is drawn again', async () => {
  const { issuing } = world.kit
  const drawn = vi.spyOn(crypto, 'randomInt')
  syncBuiltinESMExports()
  onTestFinished(() => {
    drawn.mockRestore()
    syncBuiltinESMExports()
  })
  for (let digit = 0; digit < 18; digit += 1) drawn.mockReturnValueOnce(7 as never)
  const [one] = await issuing.issue(siteId, asked('9003:1'))
  for (let digit = 0; digit < 18; digit += 1) drawn.mockReturnValueOnce(7 as never)
  const [two] = await issuing.issue(siteId + 1, asked('9003:1'))
  expect(one!.number).toContain('77777777777777')
  expect(two!.number).not.toBe(one!.number)
})

test('a card is worth nothing before activation and, for good, after cancellation', async () => {
  const { issuing } = world.kit
  await issuing.issue(siteId, asked('9002:1'))
  expect(await issuing.balance(siteId, ['9002:1', 'nobody'])).toEqual([
    { key: '9002:1', balanceCents: 5_000, withdrawnCents: 0, status: 'issued' },
  ])
  const active = { key: '9002:1', balanceCents: 5_000, withdrawnCents: 0, status: 'active' }
  expect(await issuing.activate(siteId, ['9002:1'])).toEqual([active])
  expect(await issuing.activate(siteId, ['9002:1'])).toEqual([active])
  const canceled = { key: '9002:1', balanceCents: 0, withdrawnCents: 5_000, status: 'cancelled' }
  expect(await issuing.cancel(siteId, ['9002:1'])).toEqual([canceled])
  expect(await issuing.cancel(siteId, ['9002:1'])).toEqual([canceled])
  expect(await issuing.activate(siteId, ['9002:1'])).toEqual([canceled])
})

test('a parcel gets a card for each of its places, once, from two concurrent workers', async () => {
  const { id } = await steps.approved('bulk')
  const [parcel] = await steps.deliveries(id)
  await Promise.all([1, 2].map(() => issueCards(steps.kit, siteId, [parcel!.id])))
  const cards = await steps.inSite((db) => openCards(db, world.kit.keys, siteId, [parcel!.id]))
  expect(cards.map(({ position, valueCents }) => [position, valueCents])).toEqual([
    [1, 5_000],
    [2, 5_000],
    [3, 5_000],
    [4, 5_000],
  ])
  expect(new Set(cards.map(({ number }) => number)).size).toBe(4)
  await activateCards(steps.kit, siteId, [parcel!.id])
  await cancelCards(steps.kit, siteId, [parcel!.id])
  expect((await steps.cards(id)).map(({ status, balance_cents }) => [status, balance_cents])).toEqual(
    Array(4).fill(['cancelled', 0]),
  )
})

test('a number that the issuer gives to two cards is refused, and neither is kept', async () => {
  const { id } = await steps.approved('bulk')
  const [parcel] = await steps.deliveries(id)
  const { issuing } = world.kit
  const repeating = {
    ...issuing,
    issue: async (...given: Parameters<typeof issuing.issue>) => {
      const cards = await issuing.issue(...given)
      return cards.map((card) => ({ ...card, number: cards[0]!.number }))
    },
  }
  const kit = { ...steps.kit, issuing: repeating }
  await expect(issueCards(kit, siteId, [parcel!.id])).rejects.toThrow('belongs to another card')
  expect(await steps.cards(id)).toEqual([])
})

test('a lost answer of the issuer is requested again and has the same card', async () => {
  const { id } = await steps.approved('digital')
  const [ada] = await steps.deliveries(id)
  const { issuing } = world.kit
  const numbers: string[] = []
  const forgetful = {
    ...issuing,
    issue: async (...given: Parameters<typeof issuing.issue>) => {
      const cards = await issuing.issue(...given)
      numbers.push(cards[0]!.number)
      if (numbers.length === 1) throw new Error('the answer got lost')
      return cards
    },
  }
  const kit = { ...steps.kit, issuing: forgetful }
  await expect(issueCards(kit, siteId, [ada!.id])).rejects.toThrow('lost')
  expect(await steps.cards(id)).toEqual([])
  await issueCards(kit, siteId, [ada!.id])
  expect(numbers[1]).toBe(numbers[0])
})

test('an order declined during issuing gets no card, and the issued one is worthless', async () => {
  const { id } = await steps.approved('digital')
  const [ada] = await steps.deliveries(id)
  const { issuing } = world.kit
  const slow = {
    ...issuing,
    issue: async (...given: Parameters<typeof issuing.issue>) => {
      const cards = await issuing.issue(...given)
      await world.kit.pool.updateTable('orders').set({ status: 'declined' }).where('id', '=', id).execute()
      return cards
    },
  }
  expect(await issueCards({ ...steps.kit, issuing: slow }, siteId, [ada!.id])).toEqual(new Set())
  expect(await steps.cards(id)).toEqual([])
  expect(await issuing.balance(siteId, [`${ada!.id}:1`])).toMatchObject([{ status: 'cancelled' }])
})

describe('a returned letter that is sent by email instead', () => {
  const returned = async (spentCents: number) => {
    const order = await steps.approved('direct')
    const [ada] = await steps.deliveries(order.id)
    await issueCards(steps.kit, siteId, [ada!.id])
    await activateCards(steps.kit, siteId, [ada!.id])
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'returned' })
      .where('id', '=', ada!.id)
      .execute()
    await world.kit.pool
      .updateTable('issuer_cards')
      .set({ balance_cents: 5_000 - spentCents })
      .where('key', '=', `${ada!.id}:1`)
      .execute()
    const carer = { siteId, by: 'staff', actor: 'staff:1' } as const
    const convert = (kit: Parameters<typeof convertDelivery>[0] = steps.kit) =>
      convertDelivery(kit, carer, { id: ada!.id, seenUpdatedAt: undefined }, 'ada@new.example')
    const standing = async () =>
      (await steps.deliveries(order.id))
        .filter(({ id, replaces_id }) => id === ada!.id || replaces_id === ada!.id)
        .map(({ status, value_cents }) => [status, value_cents])
    return { ...order, ada: ada!, convert, standing }
  }

  test('keeps the remaining value of its card, which is canceled before the new one exists', async () => {
    const { id, ada, convert, standing } = await returned(4_500)
    const made = await convert()
    expect(made).toMatchObject({ value_cents: 500, email: 'ada@new.example', replaces_id: ada.id })
    expect(await world.kit.issuing.balance(siteId, [`${ada.id}:1`])).toMatchObject([{ status: 'cancelled' }])
    await steps.send()
    expect((await steps.cards(id)).map(({ value_cents }) => value_cents)).toEqual([5_000, 500])
    expect(await standing()).toEqual([
      ['replaced', 5_000],
      ['sent', 500],
    ])
  })

  test('is rejected when everything is spent, and nothing changes', async () => {
    const { convert, standing } = await returned(5_000)
    await expect(convert()).rejects.toMatchObject({ code: 'card_is_spent' })
    expect(await standing()).toEqual([['returned', 5_000]])
  })

  test('resumes after its card was canceled, with the same sum, once', async () => {
    const { id, ada, convert, standing } = await returned(2_000)
    const { issuing } = world.kit
    const dying = {
      ...issuing,
      cancel: async (...given: Parameters<typeof issuing.cancel>) => {
        await issuing.cancel(...given)
        throw new Error('the power went')
      },
    }
    await expect(convert({ ...steps.kit, issuing: dying })).rejects.toThrow('power')
    expect(await standing()).toEqual([['replaced', 5_000]])
    const asked = { siteId, orderId: id, deliveryId: ada.id, actor: 'staff:1' }
    const made = await Promise.all([convertCard(steps.kit, asked), convertCard(steps.kit, asked)])
    expect(new Set(made).size).toBe(1)
    expect(await standing()).toEqual([
      ['replaced', 5_000],
      ['queued', 3_000],
    ])
  })
})
