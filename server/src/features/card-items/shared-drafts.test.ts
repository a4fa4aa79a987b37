import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { atHome, type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { closeCustomerHandler } from '../customers/close-customer.jobs.ts'

/** The embedded database has the clock of its process. */
const HAS_OWN_CLOCK = Boolean(process.env.TEST_DATABASE_URL)
const ITEMS = '/api/v1/card_items/'
const PEOPLE = '/api/v1/card_recipient_details/'
const MAYA = { first_name: 'Maya', last_name: 'Okafor', email: 'maya@recipient.example' }

let world: World
let admin: Colleague
let ana: Colleague
let ben: Colleague
let id: number
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  ana = await join(world, admin)
  ben = await join(world, admin)
  id = (await customerSteps(ana).addCards('digital', { draft: true })).id
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const call = async (one: Colleague, ...asked: Parameters<Colleague['call']>) => {
  const { status, body } = await one.call(...asked)
  return { status, body, code: body?.code }
}
const act = (one: Colleague, action: string, body?: Record<string, unknown>, itemId = id) =>
  call(one, 'POST', `${ITEMS}${itemId}/${action}/`, body)
const share = (one = ana, is_shared = true) => act(one, 'share', { is_shared })
const edit = (one: Colleague, body: Record<string, unknown> = {}) => act(one, 'edit', body)
const read = (one: Colleague, itemId = id) => call(one, 'GET', `${ITEMS}${itemId}/`)
const rename = (one: Colleague, name: string, itemId = id) =>
  call(one, 'PATCH', `${ITEMS}${itemId}/`, { name })
const listed = async (one: Colleague) => (await call(one, 'GET', '/api/v1/shared_drafts/')).body
const ownNames = async (one: Colleague) =>
  (await call(one, 'GET', ITEMS)).body.map(({ name }: { name: string }) => name)
const peopleOf = async (one: Colleague, itemId = id) =>
  (await call(one, 'GET', `${PEOPLE}?card_item_id=${itemId}`)).body.results
const remove = (one: Colleague) => admin.call('DELETE', `/api/v1/company/people/${one.id}/`)
/** What is known of people is up to a minute old. */
const aMinuteLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)

async function inDatabase(query: ReturnType<typeof sql>) {
  const site = await world.kit.sites.readByHost('localhost')
  await inSite(world.kit.pool, site.id, (db) => query.execute(db))
}
/** Nothing was heard of its editor for so long. */
const leaseEnds = () =>
  inDatabase(sql`update card_items set edited_until = now() - interval '1 second' where id = ${id}`)

describe('a shared draft', () => {
  test('is seen and edited with its people by one colleague at a time', async () => {
    expect(await listed(ben)).toEqual([])
    expect((await read(ben)).status).toBe(404)
    expect((await share()).body).toMatchObject({ id, is_shared: true })
    expect((await edit(ana)).status).toBe(200)
    expect(await listed(ben)).toMatchObject([
      {
        id,
        recipient_count: 2,
        shared: { by: 'Dana Whitlock', is_own: false, can_change: false },
        editor: { name: 'Dana Whitlock', is_you: false, is_editing: true },
      },
    ])
    expect((await listed(ana))[0].editor).toMatchObject({ is_you: true, is_editing: true })
    expect((await read(ben)).body.name).toBe('Cards for digital')
    expect(await peopleOf(ben)).toHaveLength(2)

    expect(await edit(ben)).toMatchObject({ status: 409, code: 'draft_being_edited' })
    expect((await rename(ben, 'Ben’s')).code).toBe('draft_taken_over')
    await act(ana, 'leave')
    expect((await edit(ben)).status).toBe(200)
    expect((await rename(ben, 'Ben’s')).status).toBe(200)
    expect((await call(ben, 'POST', PEOPLE, { card_item_id: id, ...MAYA })).status).toBe(200)
    expect(await ownNames(ana)).toEqual([])
    expect(await ownNames(ben)).toEqual(['Ben’s'])
    expect((await call(ben, 'GET', '/api/v1/orders/?status=cart')).body.results[0].card_items).toEqual([])
  })

  test('refuses everything that the last editor still sends', async () => {
    await share()
    await edit(ana)
    const [person] = await peopleOf(ana)
    const many = { card_item_id: id, ids: [person.id], action: 'delete' }
    const { undo_token } = (await call(ana, 'POST', `${PEOPLE}bulk_change/`, many)).body
    const [left] = await peopleOf(ana)
    const rows = 'Name\tEmail\nAda Brandt\tada@recipient.example'
    const imported = { card_item_id: id, text: rows, review: true }
    const { id: importId } = (await call(ana, 'POST', '/api/v1/csv_card_item_imports/', imported)).body
    expect((await edit(ben, { take_over: true })).status).toBe(200)

    for (const [method, path, body] of [
      ['POST', `${ITEMS}${id}/edit/`, { is_open: true }],
      ['POST', `${ITEMS}${id}/share/`, { is_shared: true }],
      ['PATCH', `${ITEMS}${id}/`, { name: 'Late' }],
      ['POST', '/api/v1/add_to_cart/', { card_item_id: id }],
      ['POST', PEOPLE, { card_item_id: id, ...MAYA }],
      ['PATCH', `${PEOPLE}${left.id}/`, { first_name: 'Late' }],
      ['DELETE', `${PEOPLE}${left.id}/`, undefined],
      ['POST', `${PEOPLE}bulk_change/`, { ...many, ids: [left.id] }],
      ['POST', `${PEOPLE}edits/`, { card_item_id: id, edited: [], added: [MAYA] }],
      ['POST', `${PEOPLE}undo/`, { undo_token }],
      ['POST', '/api/v1/csv_card_item_imports/', imported],
      ['POST', `/api/v1/csv_card_item_imports/${importId}/start/`, {}],
      ['POST', `/api/v1/csv_card_item_imports/${importId}/cancel/`, undefined],
    ] as const) {
      const answer = await call(ana, method, path, body)
      expect([path, answer.status, answer.code]).toEqual([path, 409, 'draft_taken_over'])
      expect(answer.body.detail).toBe(
        'Dana Whitlock took over this card, so your changes can’t be saved to it.',
      )
    }
    expect(await peopleOf(ben)).toHaveLength(1)
    expect((await read(ben)).body.name).toBe('Cards for digital')
  })

  test('is free once its editor stops responding, who can continue if no one took it over', async () => {
    await share()
    await edit(ana)
    await leaseEnds()
    expect((await listed(ben))[0].editor.is_editing).toBe(false)
    expect((await edit(ana, { is_open: true })).status).toBe(200)
    expect((await edit(ben)).code).toBe('draft_being_edited')
    if (HAS_OWN_CLOCK) {
      // A server whose clock is ahead doesn't end it.
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
      expect((await edit(ben)).code).toBe('draft_being_edited')
      vi.restoreAllMocks()
    }
    await leaseEnds()
    expect((await edit(ben)).status).toBe(200)
    expect((await edit(ana)).code).toBe('draft_being_edited')
    expect((await act(ana, 'leave')).status).toBe(204)
    expect((await listed(ben))[0].editor).toMatchObject({ is_you: true, is_editing: true })
  })

  test('goes to one of two people who open it at once', async () => {
    await share()
    const cy = await join(world, admin)
    const answers = await Promise.all([edit(ben), edit(cy)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = answers[0].status === 200 ? [ben, cy] : [cy, ben]
    expect((await rename(winner, 'Won')).status).toBe(200)
    expect((await rename(loser, 'Lost')).code).toBe('draft_taken_over')
    expect(await ownNames(loser)).toEqual([])
  })

  test.skipIf(!SEES_LOCK_WAITS)('refuses a write that waited while a colleague took it over', async () => {
    await share()
    const site = await world.kit.sites.readByHost('localhost')
    for (const write of [
      () => rename(ana, 'Late'),
      () => call(ana, 'POST', '/api/v1/add_to_cart/', { card_item_id: id }),
      () => edit(ana, { is_open: true }),
    ]) {
      await edit(ana, { take_over: true })
      const taken = Promise.withResolvers<void>()
      const takingOver = inSite(world.kit.pool, site.id, async (db) => {
        const cart = await db
          .insertInto('orders')
          .values({ site_id: site.id, customer_id: ben.id })
          .onConflict((conflict) =>
            conflict
              .columns(['site_id', 'customer_id'])
              .where('status', '=', 'cart')
              .doUpdateSet({ fields: null }),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        await sql`select from orders where id = (select order_id from card_items where id = ${id}) for update`.execute(
          db,
        )
        await db.updateTable('card_items').set({ order_id: cart.id }).where('id', '=', id).execute()
        taken.resolve()
        await untilLockWait(world.kit.pool)
      })
      await taken.promise
      const late = await write()
      await takingOver
      expect(late.code).toBe('draft_taken_over')
      expect((await read(ben)).body).toMatchObject({ name: 'Cards for digital', state: 'draft' })
    }
  })

  test('is finished in the cart of its editor, whom the first person still sees', async () => {
    await share()
    await edit(ben)
    expect((await call(ben, 'POST', '/api/v1/add_to_cart/', { card_item_id: id })).status).toBe(200)
    expect(await listed(ana)).toMatchObject([{ state: 'in_cart', editor: { is_you: false } }])
    expect((await edit(ana, { take_over: true })).code).toBe('draft_taken_over')
    expect((await rename(ana, 'Late')).code).toBe('draft_taken_over')
    // Out of the cart, it's their draft again.
    expect((await call(ben, 'DELETE', `${ITEMS}${id}/`)).status).toBe(204)
    expect(await listed(ana)).toMatchObject([{ id, state: 'draft' }])

    const steps = customerSteps(ben)
    await steps.ok('POST', '/api/v1/add_to_cart/', { card_item_id: id })
    const { id: orderId } = await steps.cart()
    await steps.chooseDeliveries(orderId, ['digital'])
    await steps.pay(orderId, 'self_hosted_check')
    expect(await listed(ana)).toEqual([])
    expect((await customerSteps(ana).order(orderId)).card_items).toMatchObject([{ id }])
    // A card of an order is copied with the order, by those who see it.
    expect((await act(ana, 'copy')).status).toBe(404)
  })

  test('is kept when the cart that it waits in is paid', async () => {
    const steps = customerSteps(ana)
    const orderId = await steps.fillCart('digital')
    await share()
    await steps.pay(orderId, 'self_hosted_check')
    expect(await listed(ben)).toMatchObject([{ id, state: 'draft' }])
    expect((await edit(ben)).status).toBe(200)
  })

  test('is taken back by the person who shared it, unless a colleague is editing it', async () => {
    await share()
    await edit(ben)
    expect((await share(admin, false)).code).toBe('not_allowed')
    expect((await share(ana, false)).code).toBe('draft_being_edited')
    await act(ben, 'leave')
    expect((await share(ana, false)).status).toBe(200)
    expect(await ownNames(ana)).toEqual(['Cards for digital'])
    expect((await rename(ben, 'Late')).status).toBe(404)
    expect((await read(ben)).status).toBe(404)
  })

  test('is deleted by the person who shared it and by admins', async () => {
    await share()
    await edit(ben)
    const path = `${ITEMS}${id}/`
    expect((await call(ben, 'DELETE', path)).code).toBe('not_allowed')
    expect((await call(admin, 'DELETE', path)).code).toBe('draft_being_edited')
    await leaseEnds()
    expect((await call(admin, 'DELETE', path)).status).toBe(204)
    const { results } = (await call(admin, 'GET', '/api/v1/company/activity/')).body
    expect(results.slice(0, 2)).toMatchObject([
      { does: expect.stringContaining('deleted the shared draft “Cards for digital”') },
      { does: expect.stringContaining('shared the draft “Cards for digital”') },
    ])
    id = (await customerSteps(ana).addCards('bulk', { draft: true })).id
    await share()
    expect((await call(ana, 'DELETE', path.replace(/\d+\/$/, `${id}/`))).status).toBe(204)
    expect(await listed(admin)).toEqual([])
  })

  test('is copied with its people, also while a colleague edits it', async () => {
    await share()
    await edit(ben)
    const copy = (await act(ana, 'copy')).body
    expect(copy).toMatchObject({ state: 'draft', recipient_count: 2 })
    expect(copy.is_shared).toBeUndefined()
    expect((await rename(ana, 'Mine', copy.id)).status).toBe(200)
    expect(await peopleOf(ana, copy.id)).toHaveLength(2)
    expect((await read(ben, copy.id)).status).toBe(404)
  })

  test('doesn’t exist for other companies, not even for its own people who act for one', async () => {
    await share()
    const strangers = [await atHome(ana), await atHome(ben), await makeCustomer(world)]
    for (const stranger of strangers) {
      expect(await listed(stranger)).toEqual([])
      expect((await read(stranger)).status).toBe(404)
      expect((await call(stranger, 'GET', ITEMS)).body).toEqual([])
      expect((await call(stranger, 'GET', `${PEOPLE}?card_item_id=${id}`)).status).toBe(404)
      for (const action of ['edit', 'leave', 'copy']) {
        expect([action, (await act(stranger, action, {})).status]).toEqual([action, 404])
      }
      expect((await act(stranger, 'share', { is_shared: false })).status).toBe(404)
      expect((await rename(stranger, 'Theirs')).status).toBe(404)
      expect((await call(stranger, 'DELETE', `${ITEMS}${id}/`)).status).toBe(404)
      expect((await call(stranger, 'POST', '/api/v1/add_to_cart/', { card_item_id: id })).status).toBe(404)
    }
  })

  test('can’t be changed by a role that no longer places orders', async () => {
    await share()
    await edit(ana)
    await admin.call('PATCH', `/api/v1/company/people/${ana.id}/`, { role: 'viewer' })
    expect((await edit(ana, { is_open: true })).code).toBe('not_allowed')
    aMinuteLater()
    expect((await rename(ana, 'Late')).code).toBe('not_allowed')
    expect((await call(ana, 'POST', PEOPLE, { card_item_id: id, ...MAYA })).code).toBe('not_allowed')
    expect((await call(ana, 'GET', '/api/v1/shared_drafts/')).code).toBe('not_allowed')
    expect((await read(ana)).status).toBe(200)
  })

  test.each(['removed', 'closed'])('passes on with the person who is %s', async (how) => {
    const home = await atHome(ana)
    const { id: lent } = await customerSteps(ben).addCards('bulk', { draft: true })
    await act(ben, 'share', { is_shared: true }, lent)
    await act(ana, 'edit', {}, lent)
    const own = await customerSteps(ana).addCards('bulk', { draft: true })
    await rename(ana, 'Private', own.id)
    await share()
    const taken = await customerSteps(ana).addCards('bulk', { draft: true })
    await act(ana, 'share', { is_shared: true }, taken.id)
    await act(ben, 'edit', {}, taken.id)

    if (how === 'removed') expect((await remove(ana)).status).toBe(204)
    else {
      const site = await world.kit.sites.readByHost('localhost')
      const { identity_subject: subject } = await inSite(world.kit.pool, site.id, (db) =>
        db
          .selectFrom('customers')
          .select('identity_subject')
          .where('id', '=', ana.id)
          .executeTakeFirstOrThrow(),
      )
      await closeCustomerHandler(world.kit).run({ siteId: site.id, subject } as never)
    }
    const drafts = new Map((await listed(admin)).map((each: { id: number }) => [each.id, each]))
    expect(drafts.get(id)).toMatchObject({
      shared: { is_own: true },
      editor: { is_you: true, is_editing: false },
    })
    expect(drafts.get(lent)).toMatchObject({ shared: { is_own: false }, editor: { is_you: true } })
    expect(drafts.get(taken.id)).toMatchObject({ shared: { is_own: true }, editor: { is_you: false } })
    if (how === 'closed') return

    // Before the server forgets their role.
    expect((await rename(ana, 'Late')).code).toBe('draft_taken_over')
    expect((await edit(ana, { take_over: true })).code).toBe('company_left')
    aMinuteLater()
    expect((await rename(ana, 'Late')).code).toBe('company_left')
    expect(await ownNames(home)).toEqual(['Private'])
  })
})
