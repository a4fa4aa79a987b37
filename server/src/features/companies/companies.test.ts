import { randomUUID } from 'node:crypto'
import { COMPANY_CAPABILITIES } from '@laurel/domain/company-roles'
import { startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { makeMailWorld } from '../../testing/mail-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import type { SignedIn, World } from '../../testing/world.ts'
import { leaveAllCompanies } from './companies.service.ts'
import { shareOrdersHandler } from './share-orders.jobs.ts'

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
let steps: ReturnType<typeof companySteps>
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
  steps = companySteps(world)
}, 60_000)
afterEach(() => {
  world.setClock(undefined)
  vi.restoreAllMocks()
})
afterAll(() => mails.close())

const PEOPLE = '/api/v1/company/people/'
const INVITATIONS = '/api/v1/company/invitations/'

const companiesOf = async (one: Person): Promise<{ id: number; name: string; role: string }[]> =>
  (await one.call('GET', '/api/v1/companies/')).body

const tokenOf = (invitation: { link: string }) => invitation.link.split('/').at(-1)!
const accept = (one: Person, token: string) => steps.accept(one, { link: token })

async function placeOrder(one: SignedIn): Promise<number> {
  const steps = customerSteps(one)
  const id = await steps.fillCart('digital')
  expect((await steps.pay(id, 'self_hosted_check')).status).toBe(200)
  return id
}

const ordersOf = async (one: SignedIn): Promise<number[]> => {
  const { body } = await one.call('GET', '/api/v1/orders/?status=in_review,pending_payment,approved')
  return body.results.map(({ id }: { id: number }) => id)
}

let admin: Person
beforeEach(async () => {
  admin = await steps.person()
})

describe('everyone has a company', () => {
  test('named as their business, once they are registered, and only once', async () => {
    const [first, second] = await Promise.all([companiesOf(admin), companiesOf(admin)])
    expect(first).toEqual([
      {
        id: expect.any(Number),
        name: 'Halden Tools',
        role: 'admin',
        role_name: 'Admin',
        capabilities: [...COMPANY_CAPABILITIES],
        people_count: 1,
        join_request_count: 0,
        time_zone: 'America/Chicago',
        has_budgets: false,
        has_approval_rules: false,
        merged_ids: [],
        balance_cents: 0,
      },
    ])
    expect(second).toEqual(first)
    const unregistered = await world.signIn({ registered: false })
    expect((await unregistered.call('GET', '/api/v1/companies/')).body).toEqual([])
    expect((await unregistered.call('GET', PEOPLE)).body.code).toBe('registration_incomplete')
  })

  test('an admin renames it', async () => {
    const { status, body } = await admin.call('PATCH', '/api/v1/company/', { name: 'Halden Group' })
    expect({ status, name: body.name }).toEqual({ status: 200, name: 'Halden Group' })
    // Mails are written with it.
    const lines = await admin.call('PATCH', '/api/v1/company/', { name: 'Halden\nPay us at evil.example' })
    expect(lines.body.errors).toMatchObject([{ field: 'name', message: 'Use a single line.' }])
    const backwards = await admin.call('PATCH', '/api/v1/company/', { name: 'Halden\u202Ecni' })
    expect(backwards.body.errors).toMatchObject([
      { field: 'name', message: 'Remove unsupported characters.' },
    ])
    expect((await companiesOf(admin))[0]?.name).toBe('Halden Group')
  })
})

describe('an invitation', () => {
  test('is mailed, and joins the invited person', async () => {
    const one = await steps.person()
    const { body } = await steps.invite(admin, [
      one.email.toUpperCase().replace('@CUSTOMER.EXAMPLE', '@customer.example'),
    ])
    await mails.work('mail.company-invitation')
    const [mail] = await mails.inbox(body[0].email)
    expect(mail?.subject).toBe('Join Halden Tools on Northwind Rewards')
    expect(mail?.text).toContain(body[0].link)

    const token = tokenOf(body[0])
    const read = await world.visit('localhost')('GET', `/api/v1/company_invitations/${token}/`)
    expect(read.body).toEqual({
      company: 'Halden Tools',
      invited_by: 'Dana Whitlock',
      role: 'buyer',
      role_name: 'Buyer',
      email_hint: `${body[0].email[0]}…@customer.example`,
      is_expired: false,
    })
    const joined = await accept(one, token)
    expect(joined.body).toMatchObject({ name: 'Halden Tools', role: 'buyer', people_count: 2 })
    expect((await accept(one, token)).body.code).toBe('invitation_not_found')
    expect((await companiesOf(one)).map(({ role }) => role)).toEqual(['admin', 'buyer'])
    const { people, invitations } = (await admin.call('GET', PEOPLE)).body
    expect(people.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual(
      expect.arrayContaining([
        [admin.id, 'admin'],
        [one.id, 'buyer'],
      ]),
    )
    expect(invitations).toEqual([])
  })

  test('is only for its own address, and its site', async () => {
    const other = await steps.person()
    const { body } = await steps.invite(admin, ['k.stone@halden.example'])
    const refused = await accept(other, tokenOf(body[0]))
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      code: 'invitation_for_other',
      detail: 'It was sent to k…@halden.example. Sign in with that address to accept it.',
    })
    const elsewhere = await steps.person('acorn')
    expect((await accept(elsewhere, tokenOf(body[0]))).body.code).toBe('invitation_not_found')
    expect((await accept(other, randomUUID())).body.code).toBe('invitation_not_found')
  })

  test('expires, can be mailed again after some hours, and withdrawn', async () => {
    const one = await steps.person()
    const { body } = await steps.invite(admin, [one.email])
    const token = tokenOf(body[0])
    const again = `${INVITATIONS}${body[0].id}/send_again/`
    expect((await admin.call('POST', again)).body.code).toBe('too_many_requests')
    world.setClock(new Date(Date.now() + 8 * 86_400_000))
    expect((await accept(one, token)).body.code).toBe('invitation_expired')
    expect((await admin.call('POST', again)).body.link).toBe(body[0].link)
    expect((await admin.call('DELETE', `${INVITATIONS}${body[0].id}/`)).status).toBe(204)
    expect((await accept(one, token)).body.code).toBe('invitation_not_found')
  })

  test('replaces the one that the person had, and names the addresses that are wrong', async () => {
    const first = await steps.invite(admin, ['b.osei@halden.example'])
    world.setClock(new Date(Date.now() + 5 * 3_600_000))
    const second = await steps.invite(admin, ['B.Osei@halden.example', 'b.osei@HALDEN.example'], 'viewer')
    expect(second.body).toHaveLength(1)
    const { invitations } = (await admin.call('GET', PEOPLE)).body
    expect(invitations).toMatchObject([{ role: 'viewer' }])
    expect(tokenOf(first.body[0])).not.toBe(tokenOf(second.body[0]))
    const problems = async (emails: string[]) => (await steps.invite(admin, emails)).body.errors
    expect(await problems(['fine@halden.example', 'no address'])).toMatchObject([
      { field: 'emails', message: 'Please enter a valid email: no address' },
    ])
    expect(await problems([admin.email])).toMatchObject([
      { field: 'emails', message: `Already in your company: ${admin.email}` },
    ])
  })
})

describe('invitations are limited', () => {
  const HOUR_MS = 3_600_000
  const addresses = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => `p${from + n}@halden.example`)
  const clockAt = (hours: number) => world.setClock(new Date(Date.now() + hours * HOUR_MS))
  const answer = async (call: ReturnType<Person['call']>) => {
    const { status, body } = await call
    return status === 200 ? 200 : [body.code, body.errors?.[0]?.message ?? body.detail]
  }

  test('an address gets one mail in some hours, however it is invited', async () => {
    const other = await steps.person()
    const { body } = await steps.invite(admin, addresses(1))
    const tooSoon = [
      'too_many_requests',
      'We recently emailed an invitation. You can send another in 4 hours: P0@halden.example',
    ]
    expect(await answer(steps.invite(admin, ['P0@halden.example', 'p9@halden.example']))).toEqual(tooSoon)
    expect((await admin.call('DELETE', `${INVITATIONS}${body[0].id}/`)).status).toBe(204)
    expect(await answer(steps.invite(admin, ['P0@halden.example']))).toEqual(tooSoon)
    expect(await answer(steps.invite(other, addresses(1)))).toBe(200)
    clockAt(4)
    expect(await answer(steps.invite(admin, addresses(1)))).toBe(200)
  })

  test('a company sends so many a day, and fewer on its first', async () => {
    const first = await steps.invite(admin, addresses(20))
    expect(await answer(steps.invite(admin, addresses(6, 20)))).toEqual([
      'too_many_requests',
      'A new company can send 25 invitations a day. You have 5 left for now.',
    ])
    expect(await answer(steps.invite(admin, addresses(5, 20)))).toBe(200)
    // Withdrawing one, or sending it again, makes no room.
    clockAt(5)
    await admin.call('DELETE', `${INVITATIONS}${first.body[0].id}/`)
    const again = `${INVITATIONS}${first.body[1].id}/send_again/`
    expect(await answer(admin.call('POST', again))).toEqual([
      'too_many_requests',
      'A new company can send 25 invitations a day. Try again in 19 hours.',
    ])
    clockAt(25)
    expect(await answer(admin.call('POST', again))).toBe(200)
    expect(await answer(steps.invite(admin, addresses(50, 100)))).toBe(200)
    expect(await answer(steps.invite(admin, addresses(50, 150)))).toEqual([
      'too_many_requests',
      'Your company can send 100 invitations a day. You have 49 left for now.',
    ])
  })

  test('two requests at once don’t share the last place', async () => {
    expect(await answer(steps.invite(admin, addresses(24)))).toBe(200)
    const both = await Promise.all([
      steps.invite(admin, ['x@halden.example']),
      steps.invite(admin, ['y@halden.example']),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  })
})

describe('people of a company', () => {
  test('see its placed orders, and not each other’s carts', async () => {
    const placed = await placeOrder(admin)
    const buyer = await steps.colleague(admin)
    const own = await placeOrder(buyer)
    await customerSteps(buyer).addCards('digital')
    const cart = (await customerSteps(buyer).cart()).id
    expect(await ordersOf(buyer)).toEqual([own, placed])
    expect(await ordersOf(admin)).toEqual([own, placed])
    const seen = (await buyer.call('GET', `/api/v1/orders/${placed}/`)).body
    expect(seen).toMatchObject({ is_own: false, placed_by: 'Dana Whitlock' })
    expect((await admin.call('GET', `/api/v1/orders/${cart}/`)).status).toBe(404)
    for (const part of ['activity/', 'invoice/', 'deliveries/']) {
      expect((await buyer.call('GET', `/api/v1/orders/${placed}/${part}`)).status).toBe(200)
    }
    const [item] = seen.card_items
    const people = await buyer.call('GET', `/api/v1/card_recipient_details/?card_item_id=${item.id}`)
    expect(people.body.count).toBe(2)
    const stranger = await steps.person()
    expect(
      (await stranger.call('GET', `/api/v1/card_recipient_details/?card_item_id=${item.id}`)).status,
    ).toBe(404)
    expect((await buyer.call('POST', `/api/v1/orders/${placed}/add_items_to_cart/`)).status).toBe(200)
    // What moves money or cards is for the person who placed it.
    expect((await buyer.call('POST', `/api/v1/orders/${placed}/cancel/`)).status).toBe(404)
    expect((await customerSteps(buyer).pay(placed, 'elavon_cc')).status).toBe(404)
    const overviewOf = async (one: Person) => (await one.call('GET', '/api/v1/orders/overview/')).body
    expect(await overviewOf(buyer)).toMatchObject({ ordered: { order_count: 2 } })
    // Only what they can do something about.
    expect((await overviewOf(buyer)).unpaid.map(({ order_id }: { order_id: number }) => order_id)).toEqual([
      own,
    ])
  })

  test('another company of the site sees nothing of it', async () => {
    const placed = await placeOrder(admin)
    const stranger = await steps.person()
    expect(await ordersOf(stranger)).toEqual([])
    for (const part of ['', 'activity/', 'invoice/', 'deliveries/']) {
      expect((await stranger.call('GET', `/api/v1/orders/${placed}/${part}`)).status).toBe(404)
    }
    const [company] = await companiesOf(admin)
    const posing = await actingFor(stranger, company!.id).call('GET', PEOPLE)
    expect([posing.status, posing.body.code]).toEqual([403, 'company_left'])
    expect((await stranger.call('PATCH', `${PEOPLE}${admin.id}/`, { role: 'viewer' })).status).toBe(404)
    expect((await stranger.call('DELETE', `${PEOPLE}${admin.id}/`)).status).toBe(404)
  })

  test('a person in two companies sees the orders of the one they act for', async () => {
    const buyer = await steps.colleague(admin)
    const [own] = await companiesOf(buyer)
    const atHome = actingFor(buyer, own!.id)
    const forOwn = await placeOrder(atHome)
    const forOther = await placeOrder(buyer)
    expect(await ordersOf(atHome)).toEqual([forOwn])
    expect(await ordersOf(buyer)).toEqual([forOther])
    expect(await ordersOf(admin)).toEqual([forOther])
    const unpaidOf = async (one: Person) => (await one.call('GET', '/api/v1/orders/overview/')).body.unpaid
    expect(await unpaidOf(atHome)).toMatchObject([{ order_id: forOwn }])
    expect(await unpaidOf(buyer)).toMatchObject([{ order_id: forOther }])
  })

  test('only roles that order can begin, fill, and pay a cart', async () => {
    const viewer = await steps.colleague(admin, 'viewer')
    const placed = await placeOrder(admin)
    const refused = async (path: string, body: Record<string, unknown> = {}) =>
      (await viewer.call('POST', path, body)).body.code
    expect(await refused('/api/v1/card_items/')).toBe('not_allowed')
    expect(await refused('/api/v1/add_to_cart/', { card_item_id: 1 })).toBe('not_allowed')
    expect(await refused('/api/v1/payments/', { order_id: 1, method_code: 'elavon_cc' })).toBe('not_allowed')
    expect(await refused(`/api/v1/orders/${placed}/add_items_to_cart/`)).toBe('not_allowed')
    expect(await ordersOf(viewer)).toEqual([placed])
  })

  test('only admins manage people, under a role that is read anew', async () => {
    const buyer = await steps.colleague(admin)
    const change = (one: Person, id: number, role: string) => one.call('PATCH', `${PEOPLE}${id}/`, { role })
    expect((await change(buyer, buyer.id, 'admin')).body.code).toBe('not_allowed')
    expect((await steps.invite(buyer, ['x@halden.example'])).body.code).toBe('not_allowed')
    expect((await buyer.call('DELETE', `${PEOPLE}${admin.id}/`)).body.code).toBe('not_allowed')
    expect((await buyer.call('GET', PEOPLE)).body.invitations).toEqual([])

    expect((await change(admin, buyer.id, 'admin')).body.role).toBe('admin')
    steps.aMinuteLater()
    expect((await change(buyer, admin.id, 'viewer')).body.role).toBe('viewer')
    // Still an admin as far as the first server remembers.
    expect((await change(admin, buyer.id, 'viewer')).body.code).toBe('not_allowed')
  })

  test('a company keeps an admin', async () => {
    const buyer = await steps.colleague(admin)
    const asViewer = await admin.call('PATCH', `${PEOPLE}${admin.id}/`, { role: 'viewer' })
    expect(asViewer.body.code).toBe('last_admin')
    expect((await admin.call('DELETE', `${PEOPLE}${admin.id}/`)).body.code).toBe('last_admin')
    await admin.call('PATCH', `${PEOPLE}${buyer.id}/`, { role: 'admin' })
    steps.aMinuteLater()
    const [company] = await companiesOf(admin)
    const both = [admin, buyer].map((one) =>
      actingFor(one, company!.id).call('DELETE', `${PEOPLE}${one.id}/`),
    )
    const codes = (await Promise.all(both)).map(({ status, body }) => body?.code ?? status)
    expect(codes.toSorted()).toEqual([204, 'last_admin'])
  })

  test('a removed person sees nothing of it within a minute; their orders stay', async () => {
    const buyer = await steps.colleague(admin)
    const placed = await placeOrder(buyer)
    const open = () => buyer.call('GET', '/api/v1/notices/unseen_count/')
    expect((await open()).status).toBe(200)
    expect((await admin.call('DELETE', `${PEOPLE}${buyer.id}/`)).status).toBe(204)
    // An open page asks once a minute, and the answer is not a minute old.
    expect((await open()).body.code).toBe('company_left')
    steps.aMinuteLater()
    expect((await buyer.call('GET', '/api/v1/orders/')).body.code).toBe('company_left')
    expect((await admin.call('GET', `/api/v1/orders/${placed}/`)).body).toMatchObject({ is_own: true })
    expect(await ordersOf(admin)).toEqual([placed])
  })

  test('a company is billed as its founder’s profile says, also after they left', async () => {
    const other = await steps.colleague(admin, 'admin')
    const move = (business_address1: string) =>
      admin.call('PATCH', '/api/v1/actual_user/', { business_address1 })
    const billing = async () => (await other.call('GET', '/api/v1/company/billing/')).body
    await move('1 Foundry Road')
    expect(await billing()).toMatchObject({
      ...{ legal_business_name: 'Halden Tools', business_address1: '1 Foundry Road' },
      from_profile_of: expect.stringMatching(/./),
    })
    expect((await admin.call('DELETE', `${PEOPLE}${admin.id}/`)).status).toBe(204)
    await move('2 Elm Street')
    expect(await billing()).toMatchObject({
      ...{ business_address1: '1 Foundry Road', attention: '', email: '', from_profile_of: null },
    })
  })

  test('the account of the only admin is closed: the next person becomes admin and gets their orders', async () => {
    const buyer = await steps.colleague(admin)
    const placed = await placeOrder(admin)
    const { pool } = world.kit
    const siteId = (await world.kit.sites.readByHost('localhost')).id
    await inSite(pool, siteId, (db) => leaveAllCompanies(db, world.kit, siteId, admin.id))
    const { people } = (await buyer.call('GET', PEOPLE)).body
    expect(people).toMatchObject([{ id: buyer.id, role: 'admin' }])
    expect((await buyer.call('GET', `/api/v1/orders/${placed}/`)).body.is_own).toBe(true)
  })

  test('orders from before there were companies are shared once others are invited', async () => {
    const placed = await placeOrder(admin)
    await world.kit.pool.updateTable('orders').set({ company_id: null }).where('id', '=', placed).execute()
    expect(await ordersOf(admin)).toEqual([placed])
    const buyer = await steps.colleague(admin)
    expect(await ordersOf(buyer)).toEqual([])
    const { id: siteId } = await world.kit.sites.readByHost('localhost')
    const [company] = await companiesOf(admin)
    await shareOrdersHandler(world.kit).run({ siteId, companyId: company!.id } as never)
    expect(await ordersOf(buyer)).toEqual([placed])
  })
})
