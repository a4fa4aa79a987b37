import type { TodoKind } from '@laurel/domain/office-todos'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

type Staff = Awaited<ReturnType<World['staff']>>

/** Noon of a Saturday in Chicago, where Northwind is. */
const NOW = new Date('2026-11-21T18:00:00Z')

let world: World
let steps: ReturnType<typeof deliverySteps>
let owner: Staff
/** One in review and one approved, of everything. */
let inReview: number
let approved: number
let totalCents: number
beforeAll(async () => {
  world = await makeWorld()
  steps = deliverySteps(world)
  owner = await world.staff('owner')
  inReview = (await steps.paid('bulk', 'direct', 'digital')).id
  approved = (await steps.approved('bulk', 'direct', 'digital')).id
  totalCents = (await owner.call('GET', `/api/v1/office/orders/${inReview}/`)).body.order.total_cents
})
afterAll(() => world.close())
beforeEach(() => world.setClock(undefined))

const today = async (who: Staff = owner) => (await who.call('GET', '/api/v1/office/today/')).body
const todo = async (kind: TodoKind, who: Staff = owner) =>
  (await today(who)).todos.find((one: { kind: TodoKind }) => one.kind === kind)
const setOrder = (id: number, change: Record<string, unknown>) =>
  world.kit.pool.updateTable('orders').set(change).where('id', '=', id).execute()
const setDelivery = (type: string, status: string) =>
  world.kit.pool
    .updateTable('deliveries')
    .set({ status, updated_at: NOW })
    .where('order_id', '=', approved)
    .where('reward_type', '=', type)
    .execute()

describe('what needs attention', () => {
  test('shows an order to review with its amount, its customer, and since when', async () => {
    await setOrder(inReview, { placed_at: NOW, review_reasons: '["new_account"]' })
    expect(await todo('review')).toEqual({
      kind: 'review',
      count: 1,
      card_count: 0,
      cents: totalCents,
      since: NOW.toISOString(),
      oldest: 'Halden Tools',
      oldest_id: inReview,
    })
    expect(await todo('flagged')).toMatchObject({ count: 1, cents: totalCents })
    expect((await today()).stages).toMatchObject({ to_review: 1, being_made: 1, with_carrier: 0 })
  })

  test('counts a card that waits for its next attempt as unfinished work', async () => {
    const setTries = (status: string, tries: number) =>
      world.kit.pool
        .updateTable('deliveries')
        .set({ status, tries, due_at: '2099-01-01' })
        .where('order_id', '=', approved)
        .where('reward_type', '=', 'digital')
        .execute()
    const cards = async () => {
      const { body } = await owner.call('GET', '/api/v1/office/system/queues/')
      return body.find(({ name }: { name: string }) => name === 'mail.cards')
    }
    await setTries('queued', 0)
    expect(await cards()).toBeUndefined()
    await setTries('queued', 1)
    expect(await cards()).toMatchObject({ waiting: 2, running: 0 })
    const told = [await todo('mail_down'), await todo('mails_to_retry')]
    expect(told.map(({ count }) => count).toSorted()).toEqual([0, 2])
    await setTries('sent', 0)
  })

  test('shows since when orders are on hold', async () => {
    await setOrder(inReview, { held_at: NOW })
    expect(await todo('held')).toMatchObject({ count: 1, since: NOW.toISOString() })
    await setOrder(inReview, { held_at: null })
    expect(await todo('held')).toMatchObject({ count: 0, since: null })
  })

  test('counts letters and parcels that wait for a batch, except those of an order on hold', async () => {
    expect(await todo('letters_to_batch')).toMatchObject({ count: 1, card_count: 2, cents: 10_000 })
    expect(await todo('parcels_to_batch')).toMatchObject({ count: 1, card_count: 4, cents: 20_000 })
    await setOrder(approved, { held_at: NOW })
    expect((await todo('letters_to_batch')).count).toBe(0)
    await setOrder(approved, { held_at: null })
  })

  test('counts bounces and returns separately', async () => {
    await setDelivery('digital', 'bounced')
    await setDelivery('direct', 'returned')
    await setDelivery('bulk', 'mailed')
    expect(await todo('bounced')).toMatchObject({ count: 2, since: NOW.toISOString() })
    expect(await todo('returned')).toMatchObject({ count: 2 })
    expect((await today()).stages.with_carrier).toBe(1)
  })

  test('lists batches by their next step, and names the batch of an unanswered label', async () => {
    const about = {
      site_id: owner.siteId,
      kind: 'direct',
      delivery_count: 1,
      card_count: 1,
      created_by: 'staff:1',
    }
    const rows = ['failed', 'ready', 'printed', 'printed', 'mailed', 'making'].map((status, index) => ({
      ...about,
      number: `B-${index}`,
      status,
      created_at: NOW,
      updated_at: new Date(NOW.getTime() - index),
    }))
    const made = await world.kit.pool.insertInto('batches').values(rows).returning(['id', 'number']).execute()
    expect(await todo('batches_failed')).toMatchObject({ count: 1, oldest: 'B-0', oldest_id: made[0]!.id })
    expect(await todo('batches_to_print')).toMatchObject({ count: 1, oldest: 'B-1' })
    expect(await todo('batches_to_mail')).toMatchObject({
      count: 2,
      card_count: 2,
      oldest: 'B-3',
      oldest_id: made[3]!.id,
    })

    const [delivery] = await steps.deliveries(approved)
    const label = { carrier: 'UPS', status: 'unknown', request_key: 'r-1', cost_cents: 900 } as const
    await world.kit.pool
      .insertInto('shipments')
      .values({
        ...label,
        site_id: owner.siteId,
        delivery_id: delivery!.id,
        batch_id: made[2]!.id,
        created_at: NOW,
        updated_at: NOW,
      })
      .execute()
    expect(await todo('unanswered_labels')).toMatchObject({ count: 1, oldest: 'B-2', oldest_id: made[2]!.id })
  })

  test('lists refunds that need a second person separately from those to send by hand', async () => {
    const payment = await world.kit.pool
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', inReview)
      .executeTakeFirstOrThrow()
    const refund = (transaction_id: string, kind: string, state: string) => ({
      ...{ site_id: owner.siteId, order_id: inReview, payment_id: payment.id, amount_cents: 700 },
      ...{
        reason: 'Twice',
        asked_by: 'staff:1',
        created_at: NOW,
        updated_at: NOW,
        transaction_id,
        kind,
        state,
      },
    })
    await world.kit.pool
      .insertInto('refunds')
      .values([
        refund('t-1', 'by_hand', 'asked'),
        refund('t-2', 'by_hand', 'approved'),
        refund('t-3', 'return', 'approved'),
        { ...refund('t-4', 'return', 'unknown'), stuck_since: NOW },
        refund('t-5', 'by_hand', 'done'),
      ])
      .execute()
    expect(await todo('refunds_to_agree')).toMatchObject({ count: 1, cents: 700 })
    expect(await todo('refunds_to_finish')).toMatchObject({ count: 2, cents: 1_400 })
  })

  test('lists unmatched money and failed work', async () => {
    await owner.call('POST', '/api/v1/office/received_payments/', {
      method_code: 'self_hosted_check',
      amount_cents: 4_200,
      reference: 'unknown',
      received_on: '2026-11-20',
    })
    const data = JSON.stringify({ siteId: owner.siteId, orderId: inReview })
    await sql`insert into pgboss.job (name, data, state, completed_on)
      values ('mail.order-placed', ${data}::jsonb, 'failed', ${NOW})`.execute(world.kit.pool)
    expect(await todo('unmatched_payments')).toMatchObject({ count: 1, cents: 4_200 })
    expect(await todo('failed_jobs')).toMatchObject({ count: 1, since: NOW.toISOString() })
  })

  test('counts money as long outstanding from the 31st day, with only what is owed', async () => {
    await setOrder(inReview, { status: 'pending_payment' })
    const owed = { site_id: owner.siteId, order_id: inReview, event: 'test', source: 'test:1', at: NOW }
    await world.kit.pool
      .insertInto('ledger_entries')
      .values([
        { ...owed, account: 'receivable', cents: 2_500 },
        { ...owed, account: 'card_value', cents: -2_500 },
      ])
      .execute()
    const placedAt = new Date('2026-10-01T12:00:00Z')
    await setOrder(inReview, { placed_at: placedAt })
    const after = (days: number) => world.setClock(new Date(placedAt.getTime() + days * 86_400_000))
    after(30)
    const late = await world.staff('owner')
    expect(await todo('long_outstanding', late)).toMatchObject({ count: 0 })
    after(31)
    expect(await todo('long_outstanding', await world.staff('owner'))).toMatchObject({
      count: 1,
      cents: 2_500,
    })
    await setOrder(inReview, { status: 'in_review', placed_at: NOW })
  })

  test('counts overdue invoices, and merges that wait for a second person', async () => {
    const { pool } = world.kit
    world.setClock(NOW)
    const who = await world.staff('finance')
    await setOrder(inReview, { terms_open_cents: 1_500, due_on: '2026-11-21' })
    expect(await todo('overdue_invoices', who)).toMatchObject({ count: 0 })
    await setOrder(inReview, { due_on: '2026-11-20' })
    expect(await todo('overdue_invoices', who)).toMatchObject({ count: 1, cents: 1_500 })
    await setOrder(inReview, { terms_open_cents: null, due_on: null })

    const { company_id } = await pool
      .selectFrom('company_members')
      .select('company_id')
      .where('site_id', '=', owner.siteId)
      .executeTakeFirstOrThrow()
    const { name } = await pool
      .selectFrom('companies')
      .select('name')
      .where('id', '=', company_id)
      .executeTakeFirstOrThrow()
    const merge = { site_id: owner.siteId, company_id, into_id: company_id, asked_by: 'staff:1' }
    await pool
      .insertInto('company_merges')
      .values({ ...merge, state: 'asked', asked_at: NOW })
      .execute()
    const change = (to: Record<string, unknown>) => pool.updateTable('company_merges').set(to).execute()
    const asked = { count: 1, since: NOW.toISOString(), oldest: name, oldest_id: company_id }
    expect(await todo('merges_to_agree', who)).toMatchObject(asked)
    await change({ state: 'merged', merged_at: NOW })
    expect(await todo('merges_to_agree', who)).toMatchObject({ count: 0 })
    await change({ undo_asked_at: NOW })
    expect(await todo('merges_to_agree', who)).toMatchObject(asked)
    await change({ undo_asked_at: new Date(NOW.getTime() - 7 * 86_400_000) })
    expect(await todo('merges_to_agree', who)).toMatchObject({ count: 0 })
    await pool.deleteFrom('company_merges').execute()
  })

  test('shows staff only what they may read', async () => {
    const kindsOf = async (role: Parameters<World['staff']>[0]) => {
      const { todos, outstanding_ages } = await today(await world.staff(role))
      const kinds: TodoKind[] = todos.map((one: { kind: TodoKind }) => one.kind)
      return { kinds, ages: outstanding_ages.length }
    }
    const viewer = await kindsOf('viewer')
    expect(viewer.kinds).toContain('review')
    expect(viewer.kinds).toContain('bounced')
    for (const kind of [
      'unmatched_payments',
      'discrepancies',
      'refunds_to_agree',
      'long_outstanding',
      'overdue_invoices',
      'merges_to_agree',
      'failed_jobs',
    ]) {
      expect(viewer.kinds).not.toContain(kind)
    }
    expect(viewer.ages).toBe(0)
    expect((await kindsOf('finance')).kinds).toContain('discrepancies')
    expect((await kindsOf('finance')).kinds).not.toContain('failed_jobs')
    expect((await kindsOf('fulfillment')).kinds).toContain('failed_jobs')
    expect((await world.visit('localhost')('GET', '/api/v1/office/today/')).status).toBe(401)
  })

  test('doesn’t count another site’s work', async () => {
    const { todos, stages } = await today(await world.staff('owner', 'acorn'))
    expect(todos.filter((one: { count: number }) => one.count > 0)).toEqual([])
    expect(Object.values(stages)).toEqual([0, 0, 0, 0])
  })
})

describe('the speed of orders', () => {
  test('is the median, from review to a decision and from there until everything is sent', async () => {
    world.setClock(NOW)
    await setOrder(approved, { placed_at: NOW })
    await world.kit.pool.deleteFrom('order_moves').where('order_id', 'in', [inReview, approved]).execute()
    const minutes = (after: number) => new Date(NOW.getTime() + after * 60_000)
    const move = (status: string, at: Date) => ({ site_id: owner.siteId, order_id: approved, status, at })
    const moves = [move('in_review', NOW), move('approved', minutes(130)), move('fulfilled', minutes(1_570))]
    await world.kit.pool.insertInto('order_moves').values(moves).execute()
    expect(await today(await world.staff())).toMatchObject({ review_minutes: 130, making_minutes: 1_440 })
    expect(await today(await world.staff('owner', 'acorn'))).toMatchObject({ review_minutes: null })
  })
})

describe('orders over time', () => {
  const ordered = async (period = 'days', who?: Staff) =>
    (await (who ?? (await world.staff())).call('GET', `/api/v1/office/ordered_over_time/?period=${period}`))
      .body
  const on = (body: { steps: { starts_on: string }[] }, day: string) =>
    body.steps.find(({ starts_on }) => starts_on === day)

  test('count a day until midnight in the site’s time zone', async () => {
    world.setClock(NOW)
    await setOrder(inReview, { placed_at: new Date('2026-11-20T05:59:59Z') })
    await setOrder(approved, { placed_at: new Date('2026-11-20T06:00:00Z') })
    const body = await ordered()
    expect(body.steps).toHaveLength(30)
    expect(on(body, '2026-11-19')).toMatchObject({ order_count: 1, total_cents: totalCents })
    expect(on(body, '2026-11-20')).toMatchObject({ order_count: 1, total_cents: totalCents })
    expect(body.total).toEqual({ order_count: 2, total_cents: 2 * totalCents })
  })

  test('show delivery methods that add up to the whole', async () => {
    world.setClock(NOW)
    const step = on(await ordered(), '2026-11-20') as unknown as Record<string, number>
    expect(step.direct_cents! + step.bulk_cents! + step.digital_cents!).toBe(totalCents)
    expect(Math.min(step.direct_cents!, step.bulk_cents!, step.digital_cents!)).toBeGreaterThan(0)
  })

  test('start with a whole day, and end the period before at the same time of day', async () => {
    world.setClock(NOW)
    // Midnight of October 23, with summer time: the first moment that counts.
    await setOrder(inReview, { placed_at: new Date('2026-10-23T05:00:00Z') })
    // Noon of October 22 there, thirty days before now.
    await setOrder(approved, { placed_at: new Date('2026-10-22T17:00:00Z') })
    expect(await ordered()).toMatchObject({ total: { order_count: 1 }, before: { order_count: 1 } })
    await setOrder(inReview, { placed_at: new Date('2026-10-23T04:59:59Z') })
    await setOrder(approved, { placed_at: new Date('2026-10-22T17:00:01Z') })
    expect(await ordered()).toMatchObject({ total: { order_count: 0 }, before: { order_count: 0 } })
  })

  test('count weeks from Monday and months from their first day', async () => {
    world.setClock(NOW)
    await setOrder(inReview, { placed_at: new Date('2026-11-16T06:00:00Z') })
    await setOrder(approved, { placed_at: new Date('2026-11-16T05:59:59Z') })
    const weeks = await ordered('weeks')
    expect(weeks.steps).toHaveLength(12)
    expect(on(weeks, '2026-11-16')).toMatchObject({ order_count: 1 })
    expect(on(weeks, '2026-11-09')).toMatchObject({ order_count: 1 })
    const months = await ordered('months')
    expect(months.steps).toHaveLength(12)
    expect(on(months, '2026-11-01')).toMatchObject({ order_count: 2 })
  })

  test('exclude declined orders, other sites, and other periods', async () => {
    world.setClock(NOW)
    await setOrder(inReview, { placed_at: NOW })
    await setOrder(approved, { placed_at: NOW, status: 'declined' })
    expect((await ordered()).total.order_count).toBe(1)
    expect((await ordered('days', await world.staff('owner', 'acorn'))).total.order_count).toBe(0)
    expect(
      (await (await world.staff()).call('GET', '/api/v1/office/ordered_over_time/?period=years')).status,
    ).toBe(400)
  })
})
