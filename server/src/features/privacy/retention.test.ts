import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findBrokenEntry, removeDetails } from '../audit/audit.service.ts'
import type { RetentionRecord } from '../sites/site-records.ts'
import { countingYears } from '../year-end/year-end.jobs.ts'
import { retiringPeople } from './retention.jobs.ts'

const DAY_MS = 86_400_000
const KEEP: RetentionRecord = { address_days: 0, name_days: 0, file_days: 0, audit_days: 0 }

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
  // What earlier orders and the demo left is retired by now.
  world.setClock(undefined)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const keep = (days: Partial<RetentionRecord>) =>
  world.kit.pool
    .updateTable('sites')
    .set({ retention: json({ ...KEEP, ...days }) })
    .where('id', '=', siteId)
    .execute()

const afterDays = (days: number) => world.setClock(new Date(Date.now() + days * DAY_MS))
const sweep = (batch?: number) => retiringPeople(world.kit, batch).visit(siteId)

async function people(orderId: number) {
  const deliveries = await steps.deliveries(orderId)
  const recipients = await world.kit.pool
    .selectFrom('card_recipient_details as r')
    .innerJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
    )
    .select(['r.id', 'r.first_name', 'r.last_name', 'r.email', 'r.address1', 'r.search_text', 'r.find_name'])
    .where('i.order_id', '=', orderId)
    .orderBy('r.id')
    .execute()
  return { deliveries, recipients }
}

/** Two digital cards; the first one is claimed. */
async function halfClaimed() {
  const order = await steps.approved('digital')
  await steps.send()
  const mail = steps.mailer.accepted.findLast(({ to }) => JSON.stringify(to).includes('Ada@'))
  expect((await steps.reveal(tokenIn(mail))).status).toBe(200)
  return order.id
}

const lastRun = async () =>
  (
    await world.kit.pool
      .selectFrom('audit_entries')
      .select('facts')
      .where('site_id', '=', siteId)
      .where('event', '=', 'privacy.retired')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.facts

describe('retention', () => {
  test('removes the address, then the name, of a card that was claimed', async () => {
    const id = await halfClaimed()
    await keep({ address_days: 30, name_days: 60 })
    afterDays(29)
    await sweep()
    expect((await people(id)).deliveries[0]).toMatchObject({ email: 'Ada@recipient.example', keeps: 'all' })

    afterDays(31)
    await sweep()
    const first = await people(id)
    expect(first.deliveries[0]).toMatchObject({ email: '', first_name: 'Ada', keeps: 'name' })
    expect(first.recipients[0]).toMatchObject({ email: '', first_name: 'Ada' })

    afterDays(61)
    await sweep()
    const then = await people(id)
    expect(then.deliveries[0]).toMatchObject({ first_name: 'Erased', last_name: '', keeps: 'nothing' })
    expect(then.recipients[0]).toMatchObject({ first_name: 'Erased', last_name: '', find_name: ' erased' })
    expect(then.recipients[0]?.search_text).not.toMatch(/ada|recipient/i)
    // The books don't change.
    expect(then.deliveries[0]).toMatchObject({ value_cents: 5_000, status: 'claimed' })
  })

  test('removes what names a person at year end, once none of their cards needs it', async () => {
    await halfClaimed()
    await countingYears(world.kit).visit(siteId)
    await keep({ address_days: 30, name_days: 60 })
    const named = async () => {
      const rows = await world.kit.pool
        .selectFrom('year_end_people')
        .select(['first_name', 'email', 'mail_key'])
        .where('company_id', '=', ({ selectFrom }) =>
          selectFrom('year_end_people').select(({ fn }) => fn.max('company_id').as('id')),
        )
        .orderBy('id')
        .execute()
      return rows.map(({ first_name, email, mail_key }) => [first_name, email, mail_key !== null])
    }
    afterDays(31)
    await sweep()
    expect(await named()).toEqual([
      ['Ada', '', false],
      ['Grace', 'Grace@recipient.example', true],
    ])
    afterDays(61)
    await sweep()
    expect(await named()).toEqual([
      ['Erased', '', false],
      ['Grace', 'Grace@recipient.example', true],
    ])
    // Counting again brings nothing back.
    await world.kit.pool.updateTable('year_end_progress').set({ read_id: 0 }).execute()
    await countingYears(world.kit).visit(siteId)
    expect(await named()).toContainEqual(['Erased', '', false])
  })

  test('keeps the address of a card that wasn’t claimed, for as long as it takes', async () => {
    const id = await halfClaimed()
    await keep({ address_days: 30, name_days: 30 })
    afterDays(3_000)
    await sweep()
    const { deliveries, recipients } = await people(id)
    expect(deliveries[0]?.first_name).toBe('Erased')
    expect(deliveries[1]).toMatchObject({ email: 'Grace@recipient.example', keeps: 'all' })
    expect(recipients[1]).toMatchObject({ email: 'Grace@recipient.example', first_name: 'Grace' })
  })

  test('waits while the order’s money is in dispute', async () => {
    const id = await halfClaimed()
    const payment = await world.kit.pool
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const at = new Date()
    await world.kit.pool
      .insertInto('payment_doubts')
      .values({
        ...{ site_id: siteId, order_id: id, payment_id: payment.id, reason: 'late', found_at: at },
        ...{ provider_transaction_id: `T-${id}`, updated_at: at },
      })
      .execute()
    await keep({ address_days: 30, name_days: 30 })
    afterDays(100)
    await sweep()
    expect((await people(id)).deliveries[0]?.keeps).toBe('all')

    await world.kit.pool
      .updateTable('payment_doubts')
      .set({ state: 'dismissed' })
      .where('order_id', '=', id)
      .execute()
    await sweep()
    expect((await people(id)).deliveries[0]?.keeps).toBe('nothing')
  })

  test('removes recipients of an order that was declined before any card was planned', async () => {
    const { id } = await steps.paid('direct', 'bulk')
    const owner = await world.staff('owner')
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      ...{ seen_status: 'in_review', reason: 'Out of stock' },
    })
    expect(declined.status).toBe(200)
    await world.kit.pool.updateTable('refunds').set({ state: 'done' }).where('order_id', '=', id).execute()
    await keep({ name_days: 30 })
    afterDays(40)
    await sweep(1)
    const { recipients } = await people(id)
    expect(recipients.map(({ first_name, address1 }) => [first_name, address1])).toEqual([
      ['Erased', ''],
      ['Erased', ''],
    ])
    const order = world.kit.pool.selectFrom('orders').where('id', '=', id)
    expect(await order.select(['keeps', 'total_cents']).executeTakeFirst()).toMatchObject({
      keeps: 'nothing',
    })
    const shipping = world.kit.pool.selectFrom('shipping_orders').select('address').where('order_id', '=', id)
    expect((await shipping.execute()).every(({ address }) => address === null)).toBe(true)
  })

  test('records how much a run removed, with what a killed one before it removed', async () => {
    const ids = [await halfClaimed(), await halfClaimed(), await halfClaimed()]
    await keep({ address_days: 30 })
    afterDays(50)
    await sweep()
    const before = await lastRun()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ keeps: 'all' })
      .where('order_id', 'in', ids)
      .where('status', '=', 'claimed')
      .execute()

    let turns = 0
    const killed = {
      ...world.kit,
      now: () => {
        turns += 1
        if (turns > 1) throw new Error('killed')
        return world.kit.now()
      },
    }
    await expect(retiringPeople(killed, 1).visit(siteId)).rejects.toThrow('killed')
    expect(await lastRun()).toEqual(before)
    await sweep()
    expect(await lastRun()).toEqual({ addresses: 3 })
    await sweep()
    expect(await lastRun()).toEqual({ addresses: 3 })
  })

  test('visits suspended sites, too', async () => {
    await world.kit.pool
      .updateTable('sites')
      .set({ suspended_at: new Date() })
      .where('id', '=', siteId)
      .execute()
    expect(await retiringPeople(world.kit).due()).toContain(siteId)
    await world.kit.pool.updateTable('sites').set({ suspended_at: null }).where('id', '=', siteId).execute()
  })

  test('removes addresses that the carrier checked 30 days ago', async () => {
    const { pool } = world.kit
    const checks = pool.selectFrom('address_checks').select('digest').where('site_id', '=', siteId)
    await pool
      .insertInto('address_checks')
      .values({ site_id: siteId, digest: 'a', verdict: 'Y', suggestion: '', checked_at: new Date() })
      .execute()
    afterDays(29)
    await sweep()
    expect(await checks.execute()).toEqual([{ digest: 'a' }])
    afterDays(31)
    await sweep()
    expect(await checks.execute()).toEqual([])
  })

  test('removes pictures that no order in progress shows', async () => {
    const key = `retired-${Date.now()}`
    await world.kit.files.put(key, Buffer.from('a picture'))
    const customer = await world.kit.pool
      .selectFrom('customers')
      .select('id')
      .where('site_id', '=', siteId)
      .executeTakeFirstOrThrow()
    await world.kit.pool
      .insertInto('files')
      .values({
        ...{ site_id: siteId, customer_id: customer.id, key, name: 'logo.png', content_type: 'image/png' },
        ...{ bytes: 9, width: 1, height: 1 },
      })
      .execute()
    await keep({ file_days: 30 })
    afterDays(20)
    await sweep()
    expect(await world.kit.files.find(key)).toBeDefined()
    afterDays(40)
    await sweep()
    expect(await world.kit.files.find(key)).toBeUndefined()
    const rows = world.kit.pool.selectFrom('files').select('id').where('key', '=', key)
    expect(await rows.execute()).toEqual([])
  })
})

describe('details of the audit log', () => {
  const entries = () =>
    world.kit.pool.selectFrom('audit_entries').selectAll().where('site_id', '=', siteId).orderBy('id')
  const verify = () => steps.inSite((db) => findBrokenEntry(db, siteId))

  test('are removed once they’re old, and the chain stays intact', async () => {
    await halfClaimed()
    const before = await entries().execute()
    await keep({ audit_days: 90 })
    // Earlier tests were later.
    afterDays(4_000)
    await sweep(7)
    const after = await entries().execute()
    expect(
      after.slice(0, before.length).every(({ facts }) => Object.keys(facts as object).length === 0),
    ).toBe(true)
    expect(after.slice(0, before.length).map(({ hash, event }) => [hash, event])).toEqual(
      before.map(({ hash, event }) => [hash, event]),
    )
    expect(await verify()).toBeUndefined()
    expect((await lastRun()) as object).toHaveProperty('details')
  })

  test('can’t be changed or added to instead', async () => {
    await halfClaimed()
    const [entry] = await entries().where('facts_salt', '<>', '').where('event', '=', 'order.moved').execute()
    const set = (change: object) =>
      world.kit.pool.updateTable('audit_entries').set(change).where('id', '=', entry!.id).execute()
    const { facts, facts_salt, facts_hash, subject } = entry!
    for (const change of [
      { facts: json({ to: 'declined' }) },
      { facts: json({}) },
      { facts_salt: '' },
      { facts: json({}), facts_salt: '', facts_hash: '' },
    ]) {
      await set(change)
      expect(await verify()).toBe(entry!.id)
      await set({ facts: json(facts), facts_salt, facts_hash })
    }
    expect(await verify()).toBeUndefined()

    expect(await steps.inSite((db) => removeDetails(db, siteId, [entry!.id]))).toBe(1)
    expect(await verify()).toBeUndefined()
    await set({ subject: 'order:999' })
    expect(await verify()).toBe(entry!.id)
    await set({ subject })
  })
})
