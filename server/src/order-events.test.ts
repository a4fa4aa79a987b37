import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from './database/database.ts'
import { inSite } from './database/in-site.ts'
import { siteTransaction } from './database/site-transaction.ts'
import { connectListeners, type Listeners, raise } from './order-events.ts'
import { watchedPool } from './testing/watched-pool.ts'
import { makeWorld, type World } from './testing/world.ts'

const NO_LISTENERS: Listeners = {
  'order.moved': [],
  'order.closing': [],
  'order.uncovered': [],
  'refund.done': [],
  'company.recorded': [],
  'company.founded': [],
  'budget.used': [],
  'balance.moved': [],
  'people.changed': [],
}
const closing = {
  type: 'order.closing',
  orderId: 1,
  status: 'approved',
  actor: 'system',
  at: new Date(),
} as const

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
beforeEach(() => connectListeners(world.kit.pool, NO_LISTENERS))
afterAll(() => world.close())

const work = <T>(run: (db: Db) => Promise<T>) => inSite(world.kit.pool, siteId, run)
const addAmount = (db: Db, value_cents: number) =>
  db.insertInto('predefined_amounts').values({ site_id: siteId, value_cents }).execute()
const countAmounts = (value_cents: number) =>
  work(async (db) => {
    const rows = await db
      .selectFrom('predefined_amounts')
      .select('id')
      .where('value_cents', '=', value_cents)
      .execute()
    return rows.length
  })

test('listeners run one after the other, in their listed order', async () => {
  const heard: string[] = []
  const slow = async (db: Db) => {
    await addAmount(db, 901)
    heard.push('first')
  }
  connectListeners(world.kit.pool, {
    ...NO_LISTENERS,
    'order.closing': [slow, () => void heard.push('second')],
  })

  await work((db) => raise(db, { ...closing, siteId }))

  expect(heard).toEqual(['first', 'second'])
})

test('a listener that rejects undoes what was written before it', async () => {
  const refuse = () => {
    throw new Refusal('order_move_not_allowed', { from: 'approved', to: 'declined' })
  }
  connectListeners(world.kit.pool, { ...NO_LISTENERS, 'order.closing': [refuse] })

  const raised = work(async (db) => {
    await addAmount(db, 902)
    await raise(db, { ...closing, siteId })
  })

  await expect(raised).rejects.toMatchObject({ code: 'order_move_not_allowed' })
  expect(await countAmounts(902)).toBe(0)
})

test('a nested transaction raises to the same listeners', async () => {
  const heard: number[] = []
  connectListeners(world.kit.pool, {
    ...NO_LISTENERS,
    'order.closing': [(_, { orderId }) => void heard.push(orderId)],
  })

  await siteTransaction(world.kit.pool, siteId, (_, runPart) =>
    runPart((part) => raise(part, { ...closing, siteId })),
  )

  expect(heard).toEqual([1])
})

test('an event before listeners are connected is a fault', async () => {
  const raised = siteTransaction(
    watchedPool(world.kit.pool, () => {}),
    siteId,
    (db) => raise(db, { ...closing, siteId }),
  )
  await expect(raised).rejects.toThrow('before listeners are connected')
})
