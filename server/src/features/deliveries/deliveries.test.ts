import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../testing/world.ts'
import { deliverySteps, tokenIn } from './delivery-world.ts'

let world: World
let steps: ReturnType<typeof deliverySteps>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  steps = deliverySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const MINUTE_MS = 60_000
const later = (ms: number) => world.setClock(new Date(world.kit.now().getTime() + ms))
const visit = (method: string, path: string, headers?: Record<string, string>) =>
  world.visit('localhost')(method, path, undefined, headers)
const reveal = (token: string) => visit('POST', `/api/v1/claims/${token}/reveal/`)
const statuses = async (id: number) => (await steps.deliveries(id)).map(({ status }) => status)

describe('planning', () => {
  test('everybody on the lists gets one delivery, and the bulk cards one parcel, however often it is planned', async () => {
    const { id } = await steps.approved('bulk', 'direct', 'digital')
    await Promise.all([steps.plan(id), steps.plan(id)])
    const made = await steps.deliveries(id)
    expect(made.map(({ reward_type }) => reward_type).toSorted()).toEqual([
      'bulk',
      'digital',
      'digital',
      'direct',
      'direct',
    ])
    const parcel = made.find(({ reward_type }) => reward_type === 'bulk')
    expect(parcel).toMatchObject({
      card_count: 4,
      value_cents: 20_000,
      address1: '90 Foundry Road',
      zip: '45402',
    })
    expect(made.every(({ status }) => status === 'queued')).toBe(true)
  })

  test('an order that nobody has approved is not planned', async () => {
    const { id } = await steps.paid('digital')
    await steps.plan(id)
    expect(await steps.deliveries(id)).toEqual([])
  })

  test('a card with a date waits for it', async () => {
    const { id } = await steps.approved('digital')
    await world.kit.pool
      .updateTable('deliveries')
      .set({ due_at: new Date(world.kit.now().getTime() + 60 * MINUTE_MS) })
      .where('order_id', '=', id)
      .execute()
    await steps.send()
    expect(await statuses(id)).toEqual(['queued', 'queued'])
    later(61 * MINUTE_MS)
    await steps.send()
    expect(await statuses(id)).toEqual(['sent', 'sent'])
  })
})

describe('sending', () => {
  test('each recipient gets one mail with their card, in the organization’s name', async () => {
    const { id, dana } = await steps.approved('digital')
    await steps.send()
    await steps.send()
    const [ada, grace] = steps.mailer.accepted
    expect(steps.mailer.accepted).toHaveLength(2)
    expect(ada).toMatchObject({ fromName: 'Northwind Rewards', to: expect.stringMatching(/^Ada@/i) })
    expect(ada!.subject).toBe('Ada, a $50.00 card is waiting for you')
    expect(ada!.text).toContain('/claim/')
    expect(ada!.html).toContain('cid:card@laurel')
    expect(ada!.picture!.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(ada!.picture!.bytes).toBe(grace!.picture!.bytes)
    expect(tokenIn(ada)).not.toBe(tokenIn(grace))
    expect(tokenIn(ada)).toHaveLength(32)
    expect((await dana.order(id)).status).toBe('fulfilled')
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('neither the database nor a mail holds what a thief would need', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const token = tokenIn(steps.mailer.accepted[0])
    const { body } = await reveal(token)
    expect(body.number).toMatch(/^9999\d{15}$/)
    const kept = JSON.stringify([await steps.deliveries(id), await steps.cards(id)])
    for (const secret of [token, body.number, body.pin]) expect(kept).not.toContain(secret)
    for (const { text, html } of steps.mailer.accepted) expect(text + html).not.toContain(body.number)
    const trail = await world.kit.pool.selectFrom('audit_entries').select(['facts', 'event']).execute()
    expect(JSON.stringify(trail)).not.toContain(body.number)
  })

  test('two workers at once send nobody’s card twice', async () => {
    const { id } = await steps.approved('digital')
    const site = await steps.site()
    await Promise.all([1, 2, 3].map(() => steps.sender().send(site)))
    expect(steps.mailer.accepted).toHaveLength(2)
    expect(await statuses(id)).toEqual(['sent', 'sent'])
  })

  test('a worker that died after the mail was taken sends the very same mail again', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const before = steps.mailer.accepted.map(({ key, text }) => [key, text])
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending', sent_at: null })
      .where('order_id', '=', id)
      .execute()
    await steps.send()
    expect(steps.mailer.accepted).toHaveLength(2)
    later(6 * MINUTE_MS)
    await steps.send()
    const after = steps.mailer.accepted.slice(2).map(({ key, text }) => [key, text])
    expect(after).toEqual(before)
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('a mail server that is down loses nothing: everybody’s card goes out when it is back', async () => {
    const { id } = await steps.approved('digital')
    steps.mailer.setAnswer(() => {
      throw steps.mailer.down()
    })
    await steps.send()
    const [waiting] = await steps.deliveries(id)
    expect(waiting).toMatchObject({
      status: 'queued',
      problem: 'The mail server does not answer. We keep trying.',
    })
    steps.mailer.setAnswer(() => {})
    await steps.send()
    expect(steps.mailer.accepted).toHaveLength(0)
    later(3 * MINUTE_MS)
    await steps.send()
    expect(steps.mailer.accepted.map(({ key }) => key).toSorted()).toHaveLength(2)
    expect(await statuses(id)).toEqual(['sent', 'sent'])
  })

  test('who is refused for good bounces in plain words; the others get theirs', async () => {
    const { id, dana } = await steps.approved('digital')
    steps.mailer.setAnswer(({ to }) => {
      if (/^ada/i.test(to)) throw steps.mailer.refusal(550, '550 5.1.1 No such user')
    })
    await steps.send()
    const [ada, grace] = await steps.deliveries(id)
    expect(ada).toMatchObject({
      status: 'bounced',
      problem_code: '5.1.1',
      problem: 'Nobody has this address. Check how it is spelled.',
    })
    expect(grace!.status).toBe('sent')
    expect((await dana.order(id)).status).toBe('fulfilled')
  })

  test('who is put off is asked again, less and less often, and bounces after three days', async () => {
    const { id } = await steps.approved('digital')
    steps.mailer.setAnswer(() => {
      throw steps.mailer.refusal(451)
    })
    const tries: number[] = []
    for (const days of [0, 0, 1]) {
      await steps.send()
      const [ada] = await steps.deliveries(id)
      tries.push(ada!.tries, (ada!.due_at.getTime() - world.kit.now().getTime()) / MINUTE_MS)
      if (days > 0)
        await world.kit.pool.updateTable('deliveries').set({ tries: 31 }).where('order_id', '=', id).execute()
      later(181 * MINUTE_MS)
    }
    expect(tries).toEqual([1, 1, 2, 2, 3, 5])
    await steps.send()
    const [ada] = await steps.deliveries(id)
    expect(ada).toMatchObject({ status: 'bounced', problem_code: '451' })
    expect(new Set((await steps.deliveries(id)).map(({ attempt }) => attempt))).toEqual(new Set([1]))
  })

  test('a held order sends nothing, and goes on once it is released', async () => {
    const { id, owner } = await steps.approved('digital')
    await world.kit.pool
      .updateTable('orders')
      .set({ held_at: new Date(), held_reason: 'The bank returned it.' })
      .where('id', '=', id)
      .execute()
    await steps.send()
    expect(await statuses(id)).toEqual(['queued', 'queued'])
    await owner.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid by wire' })
    await steps.send()
    expect(await statuses(id)).toEqual(['sent', 'sent'])
  })

  test('without money behind the order no card is issued', async () => {
    const { id } = await steps.approved('digital')
    await world.kit.pool
      .deleteFrom('ledger_entries')
      .where('order_id', '=', id)
      .where('event', '=', 'money.received')
      .execute()
    await steps.send()
    expect(await steps.cards(id)).toEqual([])
    expect(steps.mailer.accepted).toEqual([])
    expect(await statuses(id)).toEqual(['queued', 'queued'])
  })
})
