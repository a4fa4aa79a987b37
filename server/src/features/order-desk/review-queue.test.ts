import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidOrder } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
/** In review, placed one after the other. */
let ids: number[]
beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff('owner')
  ids = []
  for (let n = 0; n < 3; n += 1) ids.push((await paidOrder(world)).id)
})
afterAll(() => world.close())

const queueOf = async (id: number | undefined, who = owner) =>
  (await who.call('GET', `/api/v1/office/orders/${id}/review_queue/`)).body

test('gives an order’s position in the review queue, newest first', async () => {
  const [oldest, middle, newest] = ids
  expect(await queueOf(newest)).toEqual({ position: 1, count: 3, previous_id: null, next_id: middle })
  expect(await queueOf(middle)).toEqual({ position: 2, count: 3, previous_id: newest, next_id: oldest })
  expect(await queueOf(oldest)).toEqual({ position: 3, count: 3, previous_id: middle, next_id: null })
})

test('a decided order keeps its neighbors, and other sites have their own queue', async () => {
  const [oldest, middle, newest] = ids
  await owner.call('POST', `/api/v1/office/orders/${middle}/approve/`, { seen_status: 'in_review' })
  expect(await queueOf(middle)).toEqual({ position: null, count: 2, previous_id: newest, next_id: oldest })
  expect(await queueOf(newest)).toEqual({ position: 1, count: 2, previous_id: null, next_id: oldest })
  expect((await queueOf(middle, await world.staff('owner', 'acorn'))).code).toBe('not_found')
})
