import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { readBatch } from '../batches/batches.repo.ts'
import { printedCards } from '../batches/print/batch-pages.ts'
import { issueCards } from '../issuing/issue-cards.ts'
import { cardOnPage } from './claims.service.ts'

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

describe('a claim link', () => {
  const sent = async () => {
    const order = await steps.approved('digital')
    await steps.send()
    return { ...order, token: tokenIn(steps.mailer.accepted[0]) }
  }

  test('shows the card without number and PIN, and records the first view', async () => {
    const { id, token } = await sent()
    const { body } = await steps.look(token)
    expect(body.sender_name).toBe('Halden Tools')
    expect(body).toMatchObject({ state: 'ready', first_name: 'Ada', value_cents: 5_000 })
    expect(JSON.stringify(body)).not.toMatch(/\d{12}/)
    expect(await steps.statuses(id)).toEqual(['opened', 'sent'])
    const [first] = await steps.deliveries(id)
    steps.later(MINUTE_MS)
    await steps.look(token)
    expect((await steps.deliveries(id))[0]!.opened_at).toEqual(first!.opened_at)
    const picture = await world.visit('localhost')('GET', body.picture_url)
    expect(picture.headers['content-type']).toBe('image/jpeg')
  })

  test('is previewed with a card that names no one, which counts as no view', async () => {
    const { id, token } = await sent()
    const other = tokenIn(steps.mailer.accepted[1])
    const drawn = async (url: string) => {
      const { headers, rawPayload } = await world.app.inject({ url, headers: { host: 'localhost' } })
      expect(headers['content-type']).toBe('image/jpeg')
      return rawPayload
    }
    const preview = await drawn(`/api/v1/claims/${token}/preview/`)
    expect(preview.equals(await drawn(`/api/v1/claims/${other}/preview/`))).toBe(true)
    expect(preview.equals(await drawn('/api/v1/site_picture/'))).toBe(false)
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
    expect(await world.visit('localhost')('GET', '/api/v1/claims/unknown/preview/')).toMatchObject({
      status: 404,
    })
  })

  test('shows the card in the brand it was ordered in, like print files and orders, after the site changes its brand', async () => {
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

  /** What is painted for an order's letters: a back, and every recipient's front. */
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

  test('isn’t opened by a prefetch or a HEAD request', async () => {
    const { id, token } = await sent()
    const url = `/api/v1/claims/${token}/`
    expect((await world.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } })).statusCode).toBe(
      200,
    )
    await world.visit('localhost')('GET', `/api/v1/claims/${token}/`, undefined, {
      'sec-purpose': 'prefetch',
    })
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
  })

  test('isn’t opened by loading its page, which has neither number nor PIN', async () => {
    const { id, token } = await sent()
    const asked = { site: await steps.site(), token, ip: '192.0.2.1' }
    const page = await cardOnPage({ ...world.kit, pictures: steps.pictures }, asked)
    expect(page?.claim.state).toBe('ready')
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
    const { body } = await steps.look(token)
    expect(page?.claim).toEqual(body)
    expect(await steps.statuses(id)).toEqual(['opened', 'sent'])
    const { number, pin } = (await steps.reveal(token)).body
    const text = JSON.stringify(await cardOnPage({ ...world.kit, pictures: steps.pictures }, asked))
    expect([text.includes(number), text.includes(pin)]).toEqual([false, false])
  })

  test('reveals number and PIN, activates the card, and lets browsers store nothing', async () => {
    const { id, token } = await sent()
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['issued', 'issued'])
    const { body, headers } = await steps.reveal(token)
    expect(body).toMatchObject({
      number: expect.stringMatching(/^9999\d{15}$/),
      pin: expect.stringMatching(/^\d{8}$/),
    })
    expect(headers['cache-control']).toBe('no-store')
    expect((await steps.cards(id)).map(({ status }) => status)).toEqual(['active', 'issued'])
    expect(await steps.statuses(id)).toEqual(['claimed', 'sent'])
    expect((await steps.reveal(token)).body).toEqual(body)
    expect((await steps.look(token)).body.state).toBe('claimed')
  })

  test('works while its mail is still recorded as being sent', async () => {
    const { id, token } = await sent()
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending' })
      .where('order_id', '=', id)
      .execute()
    await steps.reveal(token)
    steps.later(6 * MINUTE_MS)
    await steps.send()
    expect(await steps.statuses(id)).toEqual(['claimed', 'sent'])
    expect(steps.mailer.accepted).toHaveLength(3)
  })

  test('opens nothing if it is unknown or of another site, and limits guesses', async () => {
    const { token } = await sent()
    const miss = await steps.look('A'.repeat(32))
    expect([miss.status, miss.body.code]).toEqual([404, 'claim_not_found'])
    const elsewhere = await world.visit('acorn.localhost')('GET', `/api/v1/claims/${token}/`)
    expect(elsewhere.body.code).toBe('claim_not_found')
    for (let n = 0; n < 30; n += 1) await steps.look(`B${n}`)
    expect((await steps.look('C')).body.code).toBe('too_many_requests')
    expect((await steps.look(token)).status).toBe(200)
    await world.kit.pool.deleteFrom('use_counters').execute()
  })

  test('takes one note to the sender, once the card is claimed', async () => {
    const { id, token, customer } = await sent()
    const other = tokenIn(steps.mailer.accepted[1])
    const note = 'Thank you, Dana!\nI bought a book.'
    expect((await steps.thank(token, note)).body.code).toBe('claim_not_found')
    await steps.reveal(token)
    expect((await steps.look(token)).body.thanks).toBe('')
    for (const bad of ['', ' \n', 'x'.repeat(501), 'a\u202eb']) {
      expect((await steps.thank(token, bad)).body.code).toBe('validation_failed')
    }
    expect((await steps.thank(token, note)).status).toBe(204)
    expect((await steps.thank(token, note)).status).toBe(204)
    expect((await steps.thank(token, 'Another one')).body.code).toBe('changed')
    expect((await steps.look(token)).body.thanks).toBe(note)

    const path = `/api/v1/orders/${id}/deliveries/`
    const { body } = await customer.call('GET', `${path}?is_thanked=true`)
    expect(body).toMatchObject({ count: 1, thanked_count: 1, total_count: 2 })
    expect(body.results[0]).toMatchObject({ thanks: note, thanked_at: expect.any(String) })
    expect((await customer.call('GET', path)).body).toMatchObject({ count: 2, thanked_count: 1 })
    const { results } = (await customer.call('GET', '/api/v1/notices/')).body
    expect(results[0]).toMatchObject({ kind: 'cards_thanked', card_count: 1, order_id: id })

    await steps.reveal(other)
    await steps.thank(other, 'Thanks')
    const both = (await customer.call('GET', '/api/v1/notices/')).body.results
    expect(both[0]).toMatchObject({ kind: 'cards_thanked', card_count: 2 })
  })

  test('takes no note for a card that was canceled, and few tries an hour', async () => {
    const { id, token } = await sent()
    const second = tokenIn(steps.mailer.accepted[1])
    await steps.reveal(token)
    for (let n = 0; n < 10; n += 1) await steps.thank(token, 'Thank you')
    expect((await steps.thank(token, 'Thank you')).body.code).toBe('too_many_requests')
    await steps.reveal(second)
    await steps.inSite((db) =>
      db.updateTable('deliveries').set({ keeps: 'nothing' }).where('order_id', '=', id).execute(),
    )
    expect((await steps.thank(second, 'Thank you')).body.code).toBe('claim_not_found')
    await steps.inSite((db) =>
      db
        .updateTable('deliveries')
        .set({ keeps: 'all', status: 'cancelled' })
        .where('order_id', '=', id)
        .execute(),
    )
    expect((await steps.thank(second, 'Thank you')).body.code).toBe('claim_not_found')
  })

  test('reveals the number at most twenty times an hour', async () => {
    const { token } = await sent()
    for (let n = 0; n < 20; n += 1) await steps.reveal(token)
    expect((await steps.reveal(token)).body.code).toBe('too_many_requests')
    steps.later(61 * MINUTE_MS)
    expect((await steps.reveal(token)).status).toBe(200)
  })

  test('opens nothing once it expired or its order is on hold or declined', async () => {
    const { id, token, owner } = await sent()
    const hold = (held_at: Date | null) =>
      world.kit.pool.updateTable('orders').set({ held_at }).where('id', '=', id).execute()
    await hold(new Date())
    expect((await steps.look(token)).body.state).toBe('on_hold')
    expect((await steps.reveal(token)).body.code).toBe('claim_not_found')
    await hold(null)

    steps.later(366 * 24 * 60 * MINUTE_MS)
    expect((await steps.look(token)).body.state).toBe('expired')
    expect((await steps.reveal(token)).body.code).toBe('claim_not_found')
    world.setClock(undefined)

    await world.kit.pool.updateTable('orders').set({ status: 'approved' }).where('id', '=', id).execute()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'We could not confirm your business.',
    })
    expect(declined.status).toBe(200)
    expect((await steps.look(token)).body.state).toBe('cancelled')
    expect((await steps.reveal(token)).body.code).toBe('claim_not_found')
    expect(await steps.statuses(id)).toEqual(['cancelled', 'cancelled'])
  })

  test('keeps its order from being declined once the number was revealed', async () => {
    const { id, token, owner } = await sent()
    await steps.reveal(token)
    await world.kit.pool.updateTable('orders').set({ status: 'approved' }).where('id', '=', id).execute()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      seen_status: 'approved',
      reason: 'Too late',
    })
    expect(declined.body.code).toBe('order_move_not_allowed')
  })
})
