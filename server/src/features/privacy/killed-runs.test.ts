import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { type ErasureKit, erasureHandler } from './erasures.service.ts'
import { retiringPeople } from './retention.jobs.ts'

const PATH = '/api/v1/office/privacy/'
const KEPT = { address_days: 0, name_days: 0, file_days: 0, audit_days: 0 }

let world: World
let steps: ReturnType<typeof deliverySteps>
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await deliverySteps(world).site()).id
})
beforeEach(async () => {
  steps = deliverySteps(world)
  await keep({})
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const keep = (days: Partial<typeof KEPT>) =>
  world.kit.pool
    .updateTable('sites')
    .set({ retention: json({ ...KEPT, ...days }) })
    .where('id', '=', siteId)
    .execute()

/** An order whose two cards arrived, each with a label that shows its name. @returns their files */
async function arrived(): Promise<string[]> {
  const { id } = await steps.approved('direct')
  const { pool, files } = world.kit
  const at = world.kit.now()
  const batch = await pool
    .insertInto('batches')
    .values({
      ...{ site_id: siteId, number: `K-${id}`, kind: 'direct', delivery_count: 2, card_count: 2 },
      ...{ created_by: 'staff:1', created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const keys: string[] = []
  for (const delivery of await steps.deliveries(id)) {
    const key = `label-${delivery.id}`
    keys.push(key)
    await files.put(key, Buffer.from(delivery.first_name))
    await pool
      .insertInto('shipments')
      .values({
        ...{ site_id: siteId, delivery_id: delivery.id, batch_id: batch.id, carrier: 'UPS', status: 'made' },
        ...{ request_key: key, label_key: `${key} seal application/pdf`, created_at: at, updated_at: at },
      })
      .execute()
  }
  const change = { status: 'delivered', updated_at: at }
  await pool.updateTable('deliveries').set(change).where('order_id', '=', id).execute()
  await pool.updateTable('orders').set({ status: 'fulfilled' }).where('id', '=', id).execute()
  return keys
}

/** Files that fail from the n-th removal on, after or before it's done. */
function failing(from: number, isDone: boolean): ErasureKit['files'] {
  const { files } = world.kit
  let removed = 0
  return {
    ...files,
    async remove(key) {
      removed += 1
      if (removed >= from && !isDone) throw new Error('killed')
      await files.remove(key)
      if (removed >= from) throw new Error('killed')
    },
  }
}

const entries = async (event: string) =>
  (
    await world.kit.pool
      .selectFrom('audit_entries')
      .select('facts')
      .where('site_id', '=', siteId)
      .where('event', '=', event)
      .orderBy('id')
      .execute()
  ).map(({ facts }) => facts)

const left = async (keys: readonly string[]) => {
  const found = await Promise.all(keys.map((key) => world.kit.files.find(key)))
  return found.filter((file) => file !== undefined).length
}

test.each([true, false])(
  'an erasure that was killed continues, and the log counts once (file removed: %s)',
  async (isDone) => {
    const keys = await arrived()
    const [ida, noor] = [await world.staff('owner'), await world.staff('owner')]
    const { body: found } = await ida.call('POST', `${PATH}people/`, { search: 'Recipient' })
    const of = found.results.find(({ name }: { name: string }) => name.startsWith('Ada'))
    const { body: asked } = await ida.call('POST', `${PATH}erasures/`, { key: of.key, name: of.name })
    await noor.call('POST', `${PATH}erasures/${asked.id}/decide/`, { agree: true })
    const before = (await entries('privacy.erased')).length
    const run = (kit: ErasureKit) => erasureHandler(kit).run({ siteId, erasureId: asked.id } as never)
    const state = async () =>
      (await ida.call('GET', `${PATH}erasures/`)).body.results.find(
        ({ id }: { id: number }) => id === asked.id,
      )

    // After the first batch was committed, and before it's said that all is done.
    const killed = () => {
      throw new Error('killed')
    }
    await expect(run({ ...world.kit, now: killed })).rejects.toThrow('killed')
    const { erased_count } = await state()
    expect(erased_count).toBeGreaterThan(0)
    expect(await entries('privacy.erased')).toHaveLength(before)
    expect(await left(keys)).toBe(2)

    await expect(run({ ...world.kit, files: failing(1, isDone) })).rejects.toThrow('killed')
    expect(await state()).toMatchObject({ state: 'done', erased_count })
    await run(world.kit)
    expect(await left(keys)).toBe(1)
    expect((await entries('privacy.erased')).slice(before)).toEqual([{ records: erased_count }])
  },
)

test.each([true, false])(
  'a sweep that was killed continues, and the log counts once (file removed: %s)',
  async (isDone) => {
    await keep({ name_days: 30 })
    world.setClock(new Date(world.kit.now().getTime() + 100 * 86_400_000))
    await retiringPeople(world.kit).visit(siteId)
    const keys = await arrived()
    world.setClock(new Date(world.kit.now().getTime() + 40 * 86_400_000))
    const before = (await entries('privacy.retired')).length
    const kit = { ...world.kit, files: failing(2, isDone) }
    await expect(retiringPeople(kit, 1).visit(siteId)).rejects.toThrow('killed')
    expect(await left(keys)).toBe(isDone ? 0 : 1)
    expect(await entries('privacy.retired')).toHaveLength(before)
    await retiringPeople(world.kit, 1).visit(siteId)
    await retiringPeople(world.kit, 1).visit(siteId)
    expect(await left(keys)).toBe(0)
    expect((await entries('privacy.retired')).slice(before)).toEqual([{ names: 2, files: 2 }])
  },
)
