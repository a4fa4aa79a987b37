import { canMoveDelivery, type DeliveryStatus } from '@laurel/domain/delivery-status'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { readBatch } from '../batches/batches.repo.ts'
import { printedCards } from '../batches/print/batch-pages.ts'
import { issueCards } from '../issuing/issue-cards.ts'
import { checkMailSender } from '../mail/mail-sender.service.ts'
import { makeMailer } from '../mail/mailer.ts'
import { makeFindSender } from '../mail/site-sender.ts'
import { makeSender } from './deliveries.jobs.ts'
import { listEventsOfDelivery } from './deliveries.repo.ts'
import { messageKey, type Sending } from './message-key.ts'

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
const look = (token: string) => visit('GET', `/api/v1/claims/${token}/`)
const reveal = (token: string) => visit('POST', `/api/v1/claims/${token}/reveal/`)
const statuses = async (id: number) => (await steps.deliveries(id)).map(({ status }) => status)

const report = (key: string, action = 'failed') =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@recipient.example',
    `Action: ${action}`,
    'Status: 5.2.2',
    'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${key}@example.com>`,
    '--b1--',
    '',
  ].join('\r\n')

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
    expect(ada!.text).toContain('Ada, Halden Tools sent you $50.00.')
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
    expect(tries.map(Math.round)).toEqual([1, 1, 2, 2, 3, 5])
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

  test('declined while its mails are on their way, an order’s cards are worth nothing', async () => {
    const { id, owner } = await steps.approved('digital')
    const path = `/api/v1/office/orders/${id}/decline/`
    let declining: ReturnType<typeof owner.call> | undefined
    steps.mailer.setAnswer(async () => {
      declining ??= owner.call('POST', path, { seen_status: 'approved', reason: 'Ordered twice' })
      await declining
    })
    await steps.send()
    expect((await declining)!.status).toBe(200)
    expect(await statuses(id)).toEqual(['cancelled', 'cancelled'])
    await steps.withdraw(id)
    expect((await steps.cards(id)).map(({ status, balance_cents }) => [status, balance_cents])).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
    ])
    expect((await look(tokenIn(steps.mailer.accepted[0]))).body.state).toBe('cancelled')
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

describe('a link', () => {
  const sent = async () => {
    const order = await steps.approved('digital')
    await steps.send()
    return { ...order, token: tokenIn(steps.mailer.accepted[0]) }
  }

  test('shows the card without number and PIN, and the first look is remembered', async () => {
    const { id, token } = await sent()
    const { body } = await look(token)
    expect(body.sender_name).toBe('Halden Tools')
    expect(body).toMatchObject({ state: 'ready', first_name: 'Ada', value_cents: 5_000 })
    expect(JSON.stringify(body)).not.toMatch(/\d{12}/)
    expect(await statuses(id)).toEqual(['opened', 'sent'])
    const [first] = await steps.deliveries(id)
    later(MINUTE_MS)
    await look(token)
    expect((await steps.deliveries(id))[0]!.opened_at).toEqual(first!.opened_at)
    const picture = await visit('GET', body.picture_url)
    expect(picture.headers['content-type']).toBe('image/jpeg')
  })

  test('shows the card in the brand it was ordered in, and so do press and orders, whatever the site becomes', async () => {
    const { id, dana, owner } = await steps.approved('digital', 'direct')
    const { siteId } = owner
    await steps.send()
    const url = `/api/v1/claims/${tokenIn(steps.mailer.accepted[0])}/picture/`
    const picture = async () => (await world.app.inject({ url, headers: { host: 'localhost' } })).rawPayload
    const ordered = { picture: await picture(), site: await steps.site() }
    const change = async (brand: { site_primary_color: string; network_name: string }) => {
      await world.kit.pool.updateTable('sites').set(brand).where('id', '=', siteId).execute()
      const { network_name: network } = brand
      await world.kit.pool
        .updateTable('rewards')
        .set({ network })
        .where('site_id', '=', siteId)
        .where('network', 'in', ['meridian', 'Ridge'])
        .execute()
      world.kit.sites.forget(siteId)
    }
    const brand = (({ site_primary_color, network_name }) => ({ site_primary_color, network_name }))(
      ordered.site,
    )
    const printed = { colors: { primary: brand.site_primary_color }, networkName: brand.network_name }

    await change({ site_primary_color: '#1144cc', network_name: 'Ridge' })
    try {
      expect((await picture()).equals(ordered.picture)).toBe(true)
      expect(await pressed(id, siteId)).toMatchObject([printed, printed, printed])
      const { order } = (await owner.call('GET', `/api/v1/office/orders/${id}/`)).body
      for (const { card_items } of [await dana.order(id), order]) {
        expect(card_items).toMatchObject([{ brand }, { brand }])
      }
      await dana.addCards('bulk')
      expect((await dana.cart()).card_items[0].brand).toBeUndefined()
    } finally {
      await change(brand)
    }
  })

  /** What the press is given to paint of an order's letters: a back, and everybody's front. */
  async function pressed(orderId: number, siteId: number) {
    const kit = { ...world.kit, log: { warn: () => {}, error: () => {} } }
    const letters = (await steps.deliveries(orderId)).filter((one) => one.reward_type === 'direct')
    const staff = await world.staff('fulfillment')
    const asked = { kind: 'direct', order_id: orderId }
    const { id } = (await staff.call('POST', '/api/v1/office/batches/', asked)).body
    await issueCards(
      kit,
      siteId,
      letters.map((letter) => letter.id),
    )
    const batch = await steps.inSite((db) => readBatch(db, siteId, id))
    const given: object[] = []
    const paint = async (card: object) => {
      given.push(card)
      return Buffer.alloc(0)
    }
    const press = { front: (_: string, face: object) => paint(face), back: paint }
    for await (const _ of printedCards(kit, await steps.site(), batch, press));
    return given
  }

  test('a program that looks ahead does not open it', async () => {
    const { id, token } = await sent()
    const url = `/api/v1/claims/${token}/`
    expect((await world.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } })).statusCode).toBe(
      200,
    )
    await visit('GET', `/api/v1/claims/${token}/`, { 'sec-purpose': 'prefetch' })
    expect(await statuses(id)).toEqual(['sent', 'sent'])
  })

  test('behind its button number and PIN are shown, the card works from then on, and nothing is kept by browsers', async () => {
    const { id, token } = await sent()
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['issued', 'issued'])
    const { body, headers } = await reveal(token)
    expect(body).toMatchObject({
      number: expect.stringMatching(/^9999\d{15}$/),
      pin: expect.stringMatching(/^\d{8}$/),
    })
    expect(headers['cache-control']).toBe('no-store')
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['active', 'issued'])
    expect(await statuses(id)).toEqual(['claimed', 'sent'])
    expect((await reveal(token)).body).toEqual(body)
    expect((await look(token)).body.state).toBe('claimed')
  })

  test('works before we know that its mail arrived: who has it, has the mail', async () => {
    const { id, token } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending' })
      .where('order_id', '=', id)
      .execute()
    await reveal(token)
    later(6 * MINUTE_MS)
    await steps.send()
    expect(await statuses(id)).toEqual(['claimed', 'sent'])
    expect(steps.mailer.accepted).toHaveLength(3)
  })

  test('that nobody has opens nothing, nor does it on another site; who tries many is told to wait', async () => {
    const { token } = await sent()
    const miss = await look('A'.repeat(32))
    expect([miss.status, miss.body.code]).toEqual([404, 'claim_not_found'])
    const elsewhere = await world.visit('acorn.localhost')('GET', `/api/v1/claims/${token}/`)
    expect(elsewhere.body.code).toBe('claim_not_found')
    for (let n = 0; n < 30; n += 1) await look(`B${n}`)
    expect((await look('C')).body.code).toBe('too_many_requests')
    expect((await look(token)).status).toBe(200)
    await world.kit.pool.deleteFrom('use_counters').execute()
  })

  test('is asked for its number twenty times an hour, and no more', async () => {
    const { token } = await sent()
    for (let n = 0; n < 20; n += 1) await reveal(token)
    expect((await reveal(token)).body.code).toBe('too_many_requests')
    later(61 * MINUTE_MS)
    expect((await reveal(token)).status).toBe(200)
  })

  test('opens nothing once its time is over, or its order is held or declined', async () => {
    const { id, token, owner } = await sent()
    const hold = (held_at: Date | null) =>
      world.kit.pool.updateTable('orders').set({ held_at }).where('id', '=', id).execute()
    await hold(new Date())
    expect((await look(token)).body.state).toBe('on_hold')
    expect((await reveal(token)).body.code).toBe('claim_not_found')
    await hold(null)

    later(366 * 24 * 60 * MINUTE_MS)
    expect((await look(token)).body.state).toBe('expired')
    expect((await reveal(token)).body.code).toBe('claim_not_found')
    world.setClock(undefined)

    await world.kit.pool.updateTable('orders').set({ status: 'approved' }).where('id', '=', id).execute()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'We could not confirm your business.',
    })
    expect(declined.status).toBe(200)
    expect((await look(token)).body.state).toBe('cancelled')
    expect((await reveal(token)).body.code).toBe('claim_not_found')
    expect(await statuses(id)).toEqual(['cancelled', 'cancelled'])
  })

  test('once its number was shown, its order is not declined any more', async () => {
    const { id, token, owner } = await sent()
    await reveal(token)
    await world.kit.pool.updateTable('orders').set({ status: 'approved' }).where('id', '=', id).execute()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'Too late',
    })
    expect(declined.body.code).toBe('order_move_not_allowed')
  })
})

describe('after-care', () => {
  const sent = async () => {
    const order = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = await steps.deliveries(order.id)
    return { ...order, ada: ada!, grace: grace!, token: tokenIn(steps.mailer.accepted[0]) }
  }
  const returned = async () => {
    const order = await steps.approved('direct')
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'returned', returned_at: new Date() })
      .where('order_id', '=', order.id)
      .execute()
    const [ada, grace] = await steps.deliveries(order.id)
    return { ...order, ada: ada!, grace: grace! }
  }

  test('a customer sees what became of each card, by group, and nobody else’s', async () => {
    const { id, customer, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const { body } = await customer.call('GET', `/api/v1/orders/${id}/deliveries/?group=needs_a_hand`)
    expect(body).toMatchObject({
      count: 1,
      total_count: 2,
      counts: { needs_a_hand: 1, under_way: 1, arrived: 0 },
    })
    expect(body.results[0]).toMatchObject({
      first_name: 'Ada',
      may_fix_email: true,
      may_resend: true,
      may_convert: false,
    })
    const found = await customer.call('GET', `/api/v1/orders/${id}/deliveries/?search=grace`)
    expect(found.body.results.map((one: { first_name: string }) => one.first_name)).toEqual(['Grace'])
    const history = (await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body.events
    expect(history.map((one: { event: string }) => one.event)).toEqual(['planned', 'sending', 'sent'])

    const stranger = await world.signIn()
    expect((await stranger.call('GET', `/api/v1/orders/${id}/deliveries/`)).status).toBe(404)
    expect((await stranger.call('GET', `/api/v1/deliveries/${ada.id}/`)).status).toBe(404)
    expect((await stranger.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})).status).toBe(404)
    expect(
      (await stranger.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'thief@x.example' })).status,
    ).toBe(404)
    expect((await stranger.call('POST', `/api/v1/orders/${id}/deliveries/resend/`, {})).status).toBe(404)
  })

  test('sent again to another address, the old link opens nothing; sent again to the same, both open the card', async () => {
    const { id, customer, ada, token } = await sent()
    const fixed = await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'ada@new.example' })
    expect(fixed.body).toMatchObject({ status: 'queued', email: 'ada@new.example', attempt: 2 })
    expect((await look(token)).status).toBe(404)
    await steps.send()
    const second = steps.mailer.accepted.at(-1)!
    expect(second.to).toBe('ada@new.example')
    expect((await look(token)).status).toBe(404)
    expect((await look(tokenIn(second))).status).toBe(200)
    expect(new Set(steps.mailer.accepted.map(({ key }) => key)).size).toBe(3)

    later(11 * MINUTE_MS)
    await customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})
    await steps.send()
    expect(tokenIn(steps.mailer.accepted.at(-1))).toBe(tokenIn(second))
    expect(new Set(steps.mailer.accepted.map(({ key }) => key)).size).toBe(4)
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('nobody floods a mailbox: not twice in ten minutes, not without end', async () => {
    const { customer, ada } = await sent()
    const resend = () => customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})
    expect((await resend()).body).toMatchObject({ code: 'limit_exceeded' })
    later(11 * MINUTE_MS)
    expect((await resend()).status).toBe(200)
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced', attempt: 10 })
      .where('id', '=', ada.id)
      .execute()
    expect((await resend()).body.code).toBe('limit_exceeded')
    const elsewhere = await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, {
      email: 'ada@other.example',
    })
    expect(elsewhere.body.code).toBe('limit_exceeded')
  })

  test('all that bounced are sent again at once; the rest stay where they are', async () => {
    const { id, customer, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const path = `/api/v1/orders/${id}/deliveries/resend/`
    expect((await customer.call('POST', path, { status: ['bounced'] })).body).toEqual({ found: 1, resent: 0 })
    later(11 * MINUTE_MS)
    const key = { 'idempotency-key': 'again-1' }
    const once = await customer.call('POST', path, { status: ['bounced'] }, key)
    expect(once.body).toEqual({ found: 1, resent: 1 })
    expect((await customer.call('POST', path, { status: ['bounced'] }, key)).body).toEqual(once.body)
    expect(await statuses(id)).toEqual(['queued', 'sent'])
  })

  test('of two people who fix one delivery the second is told', async () => {
    const { ada, customer, owner } = await sent()
    const seen = (await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body.updated_at
    const change = { email: 'ada@first.example', seen_updated_at: seen }
    expect((await customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, change)).status).toBe(200)
    const path = `/api/v1/office/deliveries/${ada.id}/`
    const second = await owner.call('PATCH', path, { ...change, email: 'ada@second.example' })
    expect([second.status, second.body.code]).toEqual([409, 'delivery_changed_meanwhile'])
    expect((await owner.call('GET', path)).body.email).toBe('ada@first.example')
  })

  test('a mail that is being sent, or a card that was claimed, cannot be sent elsewhere', async () => {
    const { ada, customer, token } = await sent()
    const fix = () => customer.call('PATCH', `/api/v1/deliveries/${ada.id}/`, { email: 'ada@new.example' })
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending' })
      .where('id', '=', ada.id)
      .execute()
    expect((await fix()).body.code).toBe('delivery_move_not_allowed')
    await reveal(token)
    expect((await fix()).body.code).toBe('delivery_move_not_allowed')
    expect((await customer.call('POST', `/api/v1/deliveries/${ada.id}/resend/`, {})).body.code).toBe(
      'delivery_move_not_allowed',
    )
  })

  test('a letter that came back goes out again to its fixed address', async () => {
    const { id, owner, customer, ada } = await returned()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'Too late: its card may be spent.',
    })
    expect(declined.body.code).toBe('order_move_not_allowed')
    const path = `/api/v1/deliveries/${ada.id}/`
    const wrong = await customer.call('PATCH', path, { zip: '1' })
    expect(wrong.body.errors.map((one: { field: string }) => one.field)).toEqual(['zip'])
    expect((await customer.call('PATCH', path, { email: 'ada@x.example' })).body.code).toBe(
      'validation_failed',
    )
    const fixed = await customer.call('PATCH', path, { address1: '12 Elm Street' })
    expect(fixed.body).toMatchObject({ status: 'queued', address1: '12 Elm Street', attempt: 2 })
    expect(await statuses(id)).toEqual(['queued', 'returned'])
  })

  test('a letter that came back becomes a digital card once; the printed card is worth nothing', async () => {
    const { id, customer, ada } = await returned()
    const { issueCards } = await import('../issuing/issue-cards.ts')
    const { id: siteId } = await steps.site()
    await issueCards(steps.kit, siteId, [ada.id])
    const path = `/api/v1/deliveries/${ada.id}/convert_to_digital/`
    const made = await customer.call('POST', path, { email: 'ada@new.example' })
    expect(made.body).toMatchObject({ reward_type: 'digital', status: 'queued', replaces_id: ada.id })
    expect((await customer.call('POST', path, { email: 'ada@new.example' })).body.code).toBe(
      'delivery_move_not_allowed',
    )
    expect((await customer.call('GET', `/api/v1/deliveries/${ada.id}/`)).body).toMatchObject({
      status: 'replaced',
      replaced_by_id: made.body.id,
    })

    await steps.withdraw(id)
    await steps.send()
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['cancelled', 'issued'])
    const { body } = await reveal(tokenIn(steps.mailer.accepted[0]))
    expect(body.balance_cents).toBe(5_000)
  })

  test('the office lists what needs a hand, and shows one with its cards but not their numbers', async () => {
    const { id, owner, ada } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'bounced' })
      .where('id', '=', ada.id)
      .execute()
    const list = await owner.call('GET', `/api/v1/office/deliveries/?group=needs_a_hand&order_id=${id}`)
    expect(list.body).toMatchObject({ count: 1, results: [{ id: ada.id, customer_name: 'Dana Whitlock' }] })
    const one = (await owner.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).body
    expect(one).toMatchObject({ cards: [{ status: 'issued', balance_cents: 5_000 }] })
    expect(one.cards[0].last4).toMatch(/^\d{4}$/)
    expect(JSON.stringify(one)).not.toMatch(/9999\d{15}/)

    const viewer = await world.staff('viewer')
    expect((await viewer.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).status).toBe(200)
    expect((await viewer.call('POST', `/api/v1/office/deliveries/${ada.id}/resend/`, {})).status).toBe(403)
    const elsewhere = await world.staff('owner', 'acorn')
    expect((await elsewhere.call('GET', `/api/v1/office/deliveries/${ada.id}/`)).status).toBe(404)
  })
})

describe('a report that a mail did not arrive', () => {
  test('bounces the sending it names, once, and no other', async () => {
    const { id, owner } = await steps.approved('digital')
    await steps.send()
    // Mails may be accepted in another order than their deliveries were planned in.
    const [first] = await steps.deliveries(id)
    const adaKey = messageKey(world.kit.keys.claimLink, first!)
    expect(steps.mailer.accepted.map(({ key }) => key)).toContain(adaKey)
    const tell = (raw: string) => owner.call('POST', '/api/v1/office/delivery_reports/', { report: raw })
    expect((await tell(report(adaKey, 'delayed'))).body).toMatchObject({ recognized: 1, bounced: 0 })
    const named = (sending: Partial<Sending>) =>
      report(messageKey(world.kit.keys.claimLink, { ...first!, ...sending }))
    expect((await tell(named({ attempt: 2 }))).body).toMatchObject({ recognized: 0, bounced: 0 })
    expect((await tell(named({ site_id: 999 }))).body.recognized).toBe(0)
    // IDs are sequential, but a guessed one can't forge a report.
    for (const madeUp of [adaKey.slice(0, -20), `${adaKey.slice(0, -20)}${'0'.repeat(20)}`]) {
      expect((await tell(report(madeUp))).body).toMatchObject({ recognized: 0, bounced: 0 })
    }
    expect((await tell(report(adaKey))).body).toMatchObject({ recognized: 1, bounced: 1 })
    expect((await tell(report(adaKey))).body.lines).toMatchObject([
      { outcome: 'unchanged', words: 'It stands as bounced already.' },
    ])
    const [bounced] = await steps.deliveries(id)
    expect(bounced).toMatchObject({
      id: first!.id,
      status: 'bounced',
      problem: 'The mailbox is full.',
    })
    expect((await tell('no report at all')).body).toMatchObject({ recognized: 0, bounced: 0 })
    const trail = (await owner.call('GET', '/api/v1/office/audit/?event=deliveries.reported')).body
    expect(trail.results[0]).toMatchObject({ event: 'deliveries.reported', actor: `staff:${owner.id}` })
  })

  test('is told mail by mail of a whole mailbox, and address by address where people name them', async () => {
    const { id, owner } = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = await steps.deliveries(id)
    const adaKey = messageKey(world.kit.keys.claimLink, ada!)
    const tell = async (body: Record<string, unknown>) =>
      (await owner.call('POST', '/api/v1/office/delivery_reports/', body)).body
    const mailbox = ['a private letter', report(adaKey), report('card-999-1-1')]
    const outcomes = ({ lines }: { lines: { outcome: string }[] }) => lines.map(({ outcome }) => outcome)
    const told = await tell({ report: mailbox.map((mail) => `From a@b Sat Nov 21\n${mail}\n`).join('') })
    expect(outcomes(told)).toEqual(['unreadable', 'bounced', 'not_found'])
    expect(told).toMatchObject({ recognized: 1, bounced: 1 })

    // Others may have been sent to the same address in this file: only what is of this order is looked at.
    const name = `Grace <${grace!.email.toUpperCase()}>`
    const byHand = await tell({ addresses: [name, 'nobody@nowhere.example', 'grace at work'] })
    expect(outcomes(byHand)).toEqual(['bounced', 'not_found', 'unreadable'])
    const [, second] = await steps.deliveries(id)
    expect(second).toMatchObject({ status: 'bounced', problem: expect.stringContaining('came back') })
    expect(byHand.lines[0].deliveries.map((one: { id: number }) => one.id)).toContain(second!.id)
    expect(outcomes(await tell({ addresses: [name] }))).toEqual(['unchanged'])
    const events = await steps.inSite((db) => listEventsOfDelivery(db, second!.site_id, second!.id))
    expect(events.at(-1)).toMatchObject({ event: 'bounced', actor: `staff:${owner.id}` })
    expect((await owner.call('POST', '/api/v1/office/delivery_reports/', {})).status).toBe(400)
  })
})

describe('a card’s mail', () => {
  test('comes from the installation in the site’s name, and from its own signed address once its key is found', async () => {
    const { sent, port, close } = await listenForMail()
    const { mailFrom } = world.kit.config
    const mailOneOrder = async () => {
      const { owner } = await steps.approved('digital')
      sent.length = 0
      const smtp = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom }
      const mailer = makeMailer(smtp, makeFindSender(world.kit))
      await makeSender(steps.kit, mailer, steps.pictures).send(await steps.site())
      mailer.close()
      return owner
    }
    const answers = /^Reply-To: Northwind Rewards <help@northwind\.example>/m

    const owner = await mailOneOrder()
    expect(sent.length).toBeGreaterThan(0)
    for (const mail of sent) {
      expect(mail).toMatch(new RegExp(`^From: Northwind Rewards <${mailFrom.replaceAll('.', '\\.')}>`, 'm'))
      expect(mail).toMatch(answers)
      expect(mail).not.toContain('DKIM-Signature')
    }

    const own = { from_address: 'gifts@cards.northwind.example', seen_version: null }
    const { body } = await owner.call('PUT', '/api/v1/office/mail_sender/', own)
    const { host, value } = body.mail_sender.records.find((one: { name: string }) => one.name === 'dkim')
    const resolveTxt = async (asked: string) => (asked === host ? [[value]] : [])
    const actor = { siteId: owner.siteId, staffId: owner.id, role: 'owner' as const, by: `staff:${owner.id}` }
    await checkMailSender({ ...world.kit, resolveTxt }, actor)
    await mailOneOrder()
    expect(sent.length).toBeGreaterThan(0)
    const selector = host.split('.')[0]
    for (const mail of sent) {
      expect(mail).toMatch(/^From: Northwind Rewards <gifts@cards\.northwind\.example>/m)
      expect(mail).toMatch(answers)
      expect(mail).toMatch(
        new RegExp(`^DKIM-Signature: .*d=cards\\.northwind\\.example;.*s=${selector};`, 'ms'),
      )
    }
    await close()
  })
})

describe('a reminder', () => {
  test('goes once, in time, to who has not looked at the number and has not said no', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = steps.mailer.accepted
    const path = `/api/v1/claims/${tokenIn(grace)}/no_reminders/`
    const clicked = await world.visit('localhost')('POST', path, { 'List-Unsubscribe': 'One-Click' })
    expect(clicked.status).toBe(204)
    expect(grace!.headers!['List-Unsubscribe']).toContain(path)

    const own = () => steps.mailer.accepted.filter(({ key }) => key.startsWith('card-reminder'))
    await steps.remind()
    expect(own()).toHaveLength(0)
    later(340 * 24 * 60 * MINUTE_MS)
    await Promise.all([steps.remind(), steps.remind()])
    await steps.remind()
    const mine = own().filter(({ to }) => to === ada!.to && to !== grace!.to)
    const ids = (await steps.deliveries(id)).map((one) => `card-reminder-${one.site_id}-${one.id}`)
    expect(
      own()
        .filter(({ key }) => ids.includes(key))
        .map(({ to }) => to),
    ).toEqual([ada!.to])
    expect(mine[0]!.text).toContain('Halden Tools sent you a card with $50.00 on it')
    expect(tokenIn(mine.find(({ key }) => ids.includes(key)))).toBe(tokenIn(ada))
  })
})

describe('whatever happens, in whatever order', () => {
  const ACTIONS = [
    'send',
    'send, and half is put off',
    'send, and the server is down',
    'send, and Ada is refused',
    'send, and the worker dies before it is written down',
    'plan again',
    'an hour passes',
    'look',
    'reveal',
    'resend all',
    'fix Ada’s address',
    'report',
    'hold',
    'release',
  ] as const

  test('one card each, one link and one address for each sending, and only moves of the table', async () => {
    const actions = fc.array(fc.constantFrom(...ACTIONS), { minLength: 4, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(actions, async (chosen) => {
        world.setClock(undefined)
        steps = deliverySteps(world)
        const { id, customer, owner } = await steps.approved('digital')
        for (const [nth, action] of chosen.entries()) await act(action, { id, customer, owner, nth })
        await holdsFor(id)
        // In the end everyone with a valid address has their card.
        await act('release', { id, customer, owner, nth: 0 })
        for (let rounds = 0; rounds < 3; rounds += 1) {
          later(200 * MINUTE_MS)
          await steps.send()
        }
        expect(
          (await statuses(id)).every((one) => ['sent', 'opened', 'claimed', 'bounced'].includes(one)),
        ).toBe(true)
        await holdsFor(id)
      }),
      { numRuns: 5 },
    )
  })

  type At = { id: number; customer: SignedIn; owner: SignedIn; nth: number }
  async function act(action: (typeof ACTIONS)[number], { id, customer, owner, nth }: At) {
    const { mailer } = steps
    const [ada] = await steps.deliveries(id)
    const last = mailer.accepted.at(-1)
    const set = (values: { status?: string; held_at?: Date | null }) =>
      world.kit.pool.updateTable('orders').set(values).where('id', '=', id).execute()
    const sendSo = async (answer: Parameters<typeof mailer.setAnswer>[0]) => {
      mailer.setAnswer(answer)
      await steps.send()
      mailer.setAnswer(() => {})
    }
    let mails = 0
    switch (action) {
      case 'send':
        return sendSo(() => {})
      case 'send, and half is put off':
        return sendSo(() => {
          mails += 1
          if (mails % 2 === 0) throw mailer.refusal(451)
        })
      case 'send, and the server is down':
        return sendSo(() => {
          throw mailer.down()
        })
      case 'send, and Ada is refused':
        return sendSo(({ to }) => {
          if (to === ada!.email) throw mailer.refusal(550, '550 5.1.1 No such user')
        })
      case 'send, and the worker dies before it is written down': {
        const before = await steps.deliveries(id)
        await steps.send()
        for (const one of before.filter(({ status }) => status === 'queued')) {
          await world.kit.pool
            .updateTable('deliveries')
            .set({ status: 'sending', sent_at: null })
            .where('id', '=', one.id)
            .where('status', '=', 'sent')
            .execute()
          await world.kit.pool
            .deleteFrom('delivery_events')
            .where('delivery_id', '=', one.id)
            .where('event', '=', 'sent')
            .execute()
        }
        return
      }
      case 'plan again':
        return steps.plan(id)
      case 'an hour passes':
        return later(60 * MINUTE_MS)
      case 'look':
        return void (last && (await look(tokenIn(last))))
      case 'reveal':
        return void (last && (await reveal(tokenIn(last))))
      case 'resend all':
        return void (await customer.call('POST', `/api/v1/orders/${id}/deliveries/resend/`, {}))
      case 'fix Ada’s address':
        return void (await customer.call('PATCH', `/api/v1/deliveries/${ada!.id}/`, {
          email: `ada${nth}@new.example`,
        }))
      case 'report':
        return void (
          last && (await owner.call('POST', '/api/v1/office/delivery_reports/', { report: report(last.key) }))
        )
      case 'hold':
        return void (await set({ held_at: new Date() }))
      case 'release':
        return void (await set({ held_at: null }))
    }
  }

  async function holdsFor(id: number) {
    const [deliveries, cards] = [await steps.deliveries(id), await steps.cards(id)]
    expect(deliveries).toHaveLength(2)
    for (const { id: one } of deliveries) {
      expect(cards.filter((card) => card.delivery_id === one).length).toBeLessThanOrEqual(1)
    }
    for (const same of Map.groupBy(steps.mailer.accepted, ({ key }) => key).values()) {
      expect(new Set(same.map((mail) => `${mail.to} ${tokenIn(mail)}`)).size).toBe(1)
    }
    for (const one of deliveries) {
      const came = steps.mailer.accepted.some(({ key }) => key === messageKey(world.kit.keys.claimLink, one))
      if (one.status === 'sent') expect(came).toBe(true)
      const events = await steps.inSite((db) => listEventsOfDelivery(db, one.site_id, one.id))
      const walked = events.map(({ event }) => event).filter((event) => event !== 'fixed')
      for (const [at, event] of walked.entries()) {
        if (at === 0) expect(event).toBe('planned')
        else {
          const from = (at === 1 ? 'queued' : walked[at - 1]) as DeliveryStatus
          const isAgain = from === event && event === 'sending'
          expect(
            isAgain || canMoveDelivery('digital', from, event as DeliveryStatus),
            walked.join(' → '),
          ).toBe(true)
        }
      }
    }
  }
})
