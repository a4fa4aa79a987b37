import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { printSteps } from '../../testing/batch-world.ts'
import { enqueueNews } from '../../testing/sweeps.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { sendOrderNews } from '../order-mails/send-order-news.ts'
import { tellAllArrived } from './write-notices.ts'

const MINUTE_MS = 60_000

let world: World
let steps: ReturnType<typeof printSteps>
let enqueued: unknown[]
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  steps = printSteps(world)
  enqueued = []
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const later = (ms: number) => world.setClock(new Date(world.kit.now().getTime() + ms))
const noticesOf = async (customer: SignedIn) => (await customer.call('GET', '/api/v1/notices/')).body
type Told = { kind: string; card_count: number; order_id: number }
const told = async (customer: SignedIn) =>
  (await noticesOf(customer)).results.map(({ kind, card_count }: Told) => [kind, card_count])

/** Enqueues what is due, and mails what was enqueued about an order. */
async function mailNews(orderId: number) {
  const jobs = {
    ...world.kit.jobs,
    enqueue: async (...[, definition, payload]: Parameters<typeof world.kit.jobs.enqueue>) => {
      if (definition.name === orderMail.news.name) enqueued.push(payload)
    },
  }
  await enqueueNews({ ...world.kit, jobs })
  const before = steps.mailer.accepted.length
  for (const payload of enqueued.splice(0).map((one) => orderMail.news.payload.parse(one))) {
    if (payload.orderId === orderId) await sendOrderNews(steps.kit, steps.mailer, payload)
  }
  return steps.mailer.accepted.slice(before)
}

async function bounce(orderId: number, which: number) {
  const { id } = (await steps.deliveries(orderId)).filter((one) => one.reward_type === 'digital')[which]!
  const at = world.kit.now()
  const move = { ids: [id], type: 'digital', from: 'sent', to: 'bounced', actor: 'mail server', at } as const
  await steps.inSite(async (db) => moveDeliveries(db, (await steps.site()).id, move))
  return id
}

test('an order is reported stage by stage, its email cards as one, and one mail covers what is due together', async () => {
  const { id, customer, dana } = await steps.approved('digital')
  await steps.send()
  await steps.sweep()
  expect(await told(customer)).toEqual([
    ['order_fulfilled', 0],
    ['cards_sent', 2],
    ['order_approved', 0],
    ['order_placed', 0],
  ])

  steps.mailer.accepted.length = 0
  const { number } = await dana.order(id)
  const [mail, ...others] = await mailNews(id)
  expect(others).toEqual([])
  expect(mail!.subject).toBe(`2 cards from order ${number} were sent by email`)
  expect(mail!.text).toContain(`Dana, 2 cards from order ${number} were sent by email.`)
  expect(mail!.text).toContain('We emailed every recipient their card.')
  expect(mail!.text).not.toMatch(/is approved|Everything in order/)
  expect(mail!.text).toContain(`/my-rewards?openDetails=${id}#where-the-cards-are`)
  expect(await mailNews(id)).toEqual([])
})

test('bounces are one notice and one mail five minutes after the first; new ones after reading are another', async () => {
  const { id, customer } = await steps.approved('digital')
  await steps.send()
  await mailNews(id)
  await bounce(id, 0)
  later(4 * MINUTE_MS)
  expect(await mailNews(id)).toEqual([])
  await bounce(id, 1)
  const { results, unseen_count } = await noticesOf(customer)
  expect(results[0]).toMatchObject({ kind: 'cards_bounced', card_count: 2, delivery_id: null, seen_at: null })
  expect(unseen_count).toBe(5)

  later(2 * MINUTE_MS)
  const mails = await mailNews(id)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^2 card emails for order \S+ bounced$/),
  ])
  expect(mails[0]!.text).toContain('Fix the addresses: http')
  expect(await mailNews(id)).toEqual([])

  const seen = await customer.call('POST', `/api/v1/notices/${results[0].id}/seen/`)
  expect(seen.body).toEqual({ unseen_count: 4 })
  later(9 * MINUTE_MS)
  const resent = await customer.call('POST', `/api/v1/orders/${id}/deliveries/resend/`, {
    group: 'needs_a_hand',
  })
  expect(resent.status).toBe(200)
  await steps.send()
  await bounce(id, 0)
  expect((await told(customer)).slice(0, 2)).toEqual([
    ['cards_bounced', 1],
    ['cards_bounced', 2],
  ])
})

test('a bounce that is fixed before its mail is due isn’t mailed', async () => {
  const { id, customer } = await steps.approved('digital')
  await steps.send()
  await mailNews(id)
  const deliveryId = await bounce(id, 0)
  await customer.call('PATCH', `/api/v1/deliveries/${deliveryId}/`, { email: 'ada.b@example.com' })
  await customer.call('POST', `/api/v1/deliveries/${deliveryId}/resend/`)
  later(16 * MINUTE_MS)
  expect(await mailNews(id)).toEqual([])
})

test('a bounce notice counts as seen once its last bounce is fixed', async () => {
  const { id, customer } = await steps.approved('digital')
  await steps.send()
  const bounced = [await bounce(id, 0), await bounce(id, 1)]
  const unseen = async () => (await noticesOf(customer)).unseen_count
  const before = await unseen()
  const fix = (deliveryId: number, email: string) =>
    customer.call('PATCH', `/api/v1/deliveries/${deliveryId}/`, { email })
  await fix(bounced[0]!, 'ada.b@example.com')
  expect(await unseen()).toBe(before)
  await fix(bounced[1]!, 'grace.b@example.com')
  expect(await unseen()).toBe(before - 1)
})

test('a mail about sent cards counts those that didn’t bounce, and says how many couldn’t be delivered', async () => {
  const { id } = await steps.approved('digital')
  await steps.send()
  await steps.sweep()
  await bounce(id, 0)
  const [mail] = await mailNews(id)
  expect(mail!.subject).toMatch(/^1 card from order \S+ was sent by email$/)
  expect(mail!.text).toContain('1 bounced. Your order shows who has opened their card.')
  expect(mail!.text).not.toMatch(/every recipient|Everything in order/)
})

test('a parcel is reported with its carrier and number when it is mailed, and again when it has arrived', async () => {
  const { id, customer, owner } = await steps.approved('bulk', 'direct')
  await steps.mailed(owner, 'direct', id)
  const batch = await steps.printed(owner, 'bulk', id)
  const parcel = (await steps.deliveries(id)).find((one) => one.reward_type === 'bulk')!
  const tracking = { carrier: 'UPS', tracking_number: '1Z999AA10123456784' }
  await steps.call(owner, 'POST', `deliveries/${parcel.id}/tracking/`, tracking)
  await steps.call(owner, 'POST', `batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  expect((await told(customer)).slice(0, 3)).toEqual([
    ['order_fulfilled', 0],
    ['parcel_mailed', 4],
    ['letters_mailed', 2],
  ])
  const [mail] = await mailNews(id)
  expect(mail!.subject).toMatch(/^The parcel for order \S+ is on its way$/)
  expect(mail!.text).toContain('Tracking number: 1Z999AA10123456784')
  expect(mail!.text).toMatch(/Tracking number: \S+\nhttps:\/\/www\.ups\.com\//)
  expect(mail!.text).toMatch(/2 cards from order \S+ are in the mail\./)

  const arrived = { seen_status: 'mailed', outcome: 'delivered', reason: 'Seen at its door' }
  await steps.call(owner, 'POST', `deliveries/${parcel.id}/arrival/`, arrived)
  expect((await told(customer))[0]).toEqual(['parcel_arrived', 4])
  for (const { id: letterId } of (await steps.deliveries(id)).filter((one) => one.reward_type === 'direct')) {
    expect((await told(customer))[0][0]).not.toBe('all_arrived')
    await steps.call(owner, 'POST', `deliveries/${letterId}/arrival/`, arrived)
  }
  expect((await told(customer))[0]).toEqual(['all_arrived', 0])
  await steps.inSite(async (db) => tellAllArrived(db, (await steps.site()).id, [id], world.kit.now()))
  expect((await told(customer)).filter(([kind]: string[]) => kind === 'all_arrived')).toHaveLength(1)
})

test('another customer’s notices aren’t found, here or on another site', async () => {
  const { customer } = await steps.paid('digital')
  const [{ id }] = (await noticesOf(customer)).results
  for (const other of [await world.signIn(), await world.signIn({ site: 'acorn' })]) {
    expect(await noticesOf(other)).toMatchObject({ count: 0, results: [], unseen_count: 0 })
    expect((await other.call('POST', `/api/v1/notices/${id}/seen/`)).body.code).toBe('not_found')
    await other.call('POST', '/api/v1/notices/seen/', { up_to_id: id })
  }
  expect((await customer.call('GET', '/api/v1/notices/unseen_count/')).body).toEqual({ unseen_count: 1 })
})

test('all shown notices are marked as seen at once, and later ones aren’t', async () => {
  const { customer, id } = await steps.paid('digital')
  const shown = (await noticesOf(customer)).results[0].id
  await steps.approve(id)
  const { body } = await customer.call('POST', '/api/v1/notices/seen/', { up_to_id: shown })
  expect(body).toEqual({ unseen_count: 1 })
})
