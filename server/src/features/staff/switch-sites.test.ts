import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { chainAccountEvents } from '../accounts/chain-account-events.ts'
import { record } from '../audit/audit.service.ts'
import { addMember } from './people.repo.ts'

const PASSWORD = 'a-desk-lamp-and-tea'
const NORTHWIND = 'localhost'
const ACORN = 'acorn.localhost'
const START = new Date('2026-11-21T10:00:00Z')

let world: World
let now: number
let email: string
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  now = START.getTime()
  world.setClock(START)
  email = `${randomUUID()}@staff.example`
  await changeAcorn({ organization_id: (await siteOf(NORTHWIND)).organization_id, suspended_at: null })
})

const siteOf = (host: string) => world.kit.sites.readByHost(host)
async function changeAcorn(changes: { organization_id?: number; suspended_at?: Date | null }) {
  const { id } = await siteOf(ACORN)
  await world.kit.pool.updateTable('sites').set(changes).where('id', '=', id).execute()
  world.kit.sites.forget(id)
}
const wait = (seconds: number) => {
  now += seconds * 1000
  world.setClock(new Date(now))
}

/** @returns the staff account's ID */
async function employ(host: string, address = email, role = 'finance') {
  const { id: siteId } = await siteOf(host)
  const { pool, staffPools } = world.kit
  const kept = await staffPools.hashPassword(PASSWORD)
  const person = { email: address, name: 'Robin', role, kept, isTemporary: false }
  const member = await inSite(pool, siteId, (db) => addMember(db, staffPools, siteId, person))
  return member!.id
}

type Headers = Record<string, string>
const ask = (host: string, method: string, path: string, body?: Record<string, unknown>, headers?: Headers) =>
  world.visit(host)(method, `/api/v1/office/${path}`, body, headers)
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!

/** Of the apps that were set up. */
const secrets = new Map<string, string>()

/** With password and app, as a person does in a browser that may bring something from another site. */
async function signIn(host: string, brought: { ticket?: string; verifier?: string } = {}, address = email) {
  const { body } = await ask(host, 'POST', 'sign_in/', { email: address, password: PASSWORD })
  if (body.secret !== undefined) secrets.set(`${host} ${address}`, body.secret)
  const code = new TOTP({ secret: secrets.get(`${host} ${address}`)! }).generate({ timestamp: now })
  const { ticket: switch_ticket = '', verifier: switch_verifier = '' } = brought
  const given = { ticket: body.ticket, code, switch_ticket, switch_verifier }
  return cookieOf(await ask(host, 'POST', 'sign_in/code/', given))
}

/** The whole way through both sites, up to the ticket. */
async function bring(cookie: string, from = NORTHWIND, to = ACORN) {
  const { body } = await ask(to, 'POST', 'arrivals/', { from })
  const page = new URL(body.url)
  expect(page.hostname).toBe(from)
  const asked = Object.fromEntries(page.searchParams)
  const { status, body: made } = await ask(from, 'POST', 'switches/', asked, { cookie })
  const ticket = status === 200 ? new URL(made.url).hash.slice(1) : ''
  return { status, url: made.url as string, ticket, verifier: body.verifier as string }
}
const arrive = (
  host: string,
  { ticket, verifier }: { ticket: string; verifier: string },
  headers?: Headers,
) => ask(host, 'POST', 'arrivals/finish/', { ticket, verifier }, headers)
const statusOf = async (host: string, cookie: string) =>
  (await ask(host, 'GET', 'me/', undefined, { cookie })).status

/** Works on both sites, and has signed in to both once. @returns the first site's cookie */
async function connected() {
  await employ(NORTHWIND)
  await employ(ACORN, email, 'support')
  const cookie = await signIn(NORTHWIND)
  const there = await signIn(ACORN, await bring(cookie))
  return { cookie, there }
}

describe('the list of sites', () => {
  const list = async (host: string, cookie: string) =>
    (await ask(host, 'GET', 'sites/', undefined, { cookie })).body

  test('has the organization’s other sites where the person works, with their brand', async () => {
    await employ(NORTHWIND)
    const cookie = await signIn(NORTHWIND)
    expect(await list(NORTHWIND, cookie)).toEqual([])
    const id = await employ(ACORN)
    expect(await list(NORTHWIND, cookie)).toEqual([
      {
        name: 'Acorn & Co.',
        host: ACORN,
        url: 'http://acorn.localhost',
        site_primary_color: expect.stringMatching(/^#/),
        site_secondary_color: expect.stringMatching(/^#/),
        card_mark: expect.objectContaining({ paths: expect.any(Array) }),
        is_connected: false,
      },
    ])
    const there = await signIn(ACORN, await bring(cookie))
    expect(await list(ACORN, there)).toMatchObject([{ host: NORTHWIND, is_connected: true }])

    const owner = await world.staff('owner', 'acorn')
    const { version } = (await owner.call('GET', '/api/v1/office/staff/')).body.find(
      (one: { id: number }) => one.id === id,
    )
    await owner.call('PATCH', `/api/v1/office/staff/${id}/`, { seen_version: version, active: false })
    // That sign-in included both sites, and has ended with it.
    expect(await statusOf(NORTHWIND, cookie)).toBe(401)
    wait(30)
    expect(await list(NORTHWIND, await signIn(NORTHWIND))).toEqual([])
  })

  test('has no suspended site, none of another organization, and is for people only', async () => {
    const { cookie } = await connected()
    await changeAcorn({ suspended_at: START })
    expect(await list(NORTHWIND, cookie)).toEqual([])
    await changeAcorn({ suspended_at: null, organization_id: await anotherOrganization() })
    expect(await list(NORTHWIND, cookie)).toEqual([])
    expect((await ask(NORTHWIND, 'GET', 'sites/')).status).toBe(401)
  })
})

async function anotherOrganization(): Promise<number> {
  const slug = randomUUID()
  const { id } = await world.kit.pool
    .insertInto('organizations')
    .values({ name: slug, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('a switch', () => {
  test('asks for a sign-in the first time, and opens the other site’s office from then on', async () => {
    await employ(NORTHWIND)
    await employ(ACORN, email, 'support')
    const cookie = await signIn(NORTHWIND)
    const first = await bring(cookie)
    expect(first.url).toBe(`http://acorn.localhost/office/arrive#${first.ticket}`)
    expect((await arrive(ACORN, first)).status).toBe(401)
    const there = await signIn(ACORN, first)

    wait(60)
    const { status, body, headers } = await arrive(ACORN, await bring(cookie), { cookie: there })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email, role: 'support' })
    expect(body.capabilities).not.toContain('money.record')
    expect(headers['set-cookie']).toMatch(/HttpOnly.*SameSite=Strict/)
    expect(await statusOf(ACORN, cookieOf({ headers }))).toBe(200)
    // The browser's former session there is over, and the first site's stays.
    expect(await statusOf(ACORN, there)).toBe(401)
    expect(await statusOf(NORTHWIND, cookie)).toBe(200)
    expect(await statusOf(NORTHWIND, cookieOf({ headers }))).toBe(401)

    const back = await bring(cookieOf({ headers }), ACORN, NORTHWIND)
    expect((await arrive(NORTHWIND, back)).body).toMatchObject({ email, role: 'finance' })
  })

  test('asks for no sign-in where the browser is signed in to both', async () => {
    await employ(NORTHWIND)
    await employ(ACORN)
    const cookie = await signIn(NORTHWIND)
    const there = await signIn(ACORN)
    expect((await arrive(ACORN, await bring(cookie), { cookie: there })).status).toBe(401)
    expect(await statusOf(ACORN, there)).toBe(200)
    expect((await arrive(ACORN, await bring(cookie), { cookie: there })).status).toBe(200)
  })

  test('is in the audit logs of both sites', async () => {
    const { cookie } = await connected()
    await arrive(ACORN, await bring(cookie))
    const read = async (host: string) => {
      const { id: siteId } = await siteOf(host)
      await chainAccountEvents(world.kit.pool, siteId)
      const staff = await inSite(world.kit.pool, siteId, (db) =>
        db.selectFrom('staff_accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
      )
      const rows = await inSite(world.kit.pool, siteId, (db) =>
        db
          .selectFrom('audit_entries')
          .select(['event', 'facts'])
          .where('actor', '=', `staff:${staff.id}`)
          .where('event', 'in', ['staff.site_connected', 'staff.switched_from', 'staff.switched_to'])
          .orderBy('event')
          .execute(),
      )
      return rows.map(({ event, facts }) => [event, facts])
    }
    expect(await read(NORTHWIND)).toEqual([
      ['staff.site_connected', { to: 'Acorn & Co.' }],
      ['staff.switched_to', { to: 'Acorn & Co.' }],
    ])
    expect(await read(ACORN)).toEqual([
      ['staff.site_connected', { from: 'Northwind Rewards' }],
      ['staff.switched_from', { from: 'Northwind Rewards' }],
    ])
  })

  test('needs a session, and an account on the other site', async () => {
    await employ(NORTHWIND)
    const cookie = await signIn(NORTHWIND)
    expect((await bring(cookie)).status).toBe(404)
    expect((await bring('')).status).toBe(401)
  })

  test('leads only to hosts of the same organization', async () => {
    const { cookie } = await connected()
    const challenge = 'a'.repeat(43)
    for (const to of ['evil.example', 'localhost', 'acorn.localhost@evil.example', '//evil.example', '']) {
      const made = await ask(NORTHWIND, 'POST', 'switches/', { to, challenge }, { cookie })
      expect([400, 404]).toContain(made.status)
      const begun = await ask(NORTHWIND, 'POST', 'arrivals/', { from: to })
      expect([400, 404]).toContain(begun.status)
    }
    await changeAcorn({ organization_id: await anotherOrganization() })
    expect((await ask(NORTHWIND, 'POST', 'arrivals/', { from: ACORN })).status).toBe(404)
    const made = await ask(NORTHWIND, 'POST', 'switches/', { to: ACORN, challenge }, { cookie })
    expect(made.status).toBe(404)
  })
})

describe('a ticket', () => {
  test('works once, on its own site, within a minute', async () => {
    const { cookie } = await connected()
    const used = await bring(cookie)
    expect((await arrive(ACORN, used)).status).toBe(200)
    expect((await arrive(ACORN, used)).status).toBe(401)
    expect((await arrive(NORTHWIND, await bring(cookie))).status).toBe(401)
    const late = await bring(cookie)
    wait(60)
    expect((await arrive(ACORN, late)).status).toBe(401)
  })

  test('does not sign another browser in: neither a thief’s nor a victim’s', async () => {
    const { cookie } = await connected()
    const mine = await bring(cookie)
    const { body: theirs } = await ask(ACORN, 'POST', 'arrivals/', { from: NORTHWIND })
    expect((await arrive(ACORN, { ticket: mine.ticket, verifier: theirs.verifier })).status).toBe(401)
    expect((await arrive(ACORN, mine)).status).toBe(401)
  })

  test('is accepted from this site’s own page only', async () => {
    const { cookie } = await connected()
    const proof = await bring(cookie)
    const foreign: Headers[] = [
      { origin: 'http://localhost' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      expect((await arrive(ACORN, proof, headers)).status).toBe(403)
      expect((await ask(ACORN, 'POST', 'arrivals/', { from: NORTHWIND }, headers)).status).toBe(403)
    }
    const given = { to: ACORN, challenge: 'a'.repeat(43) }
    const forged = { cookie, origin: 'https://evil.example' }
    expect((await ask(NORTHWIND, 'POST', 'switches/', given, forged)).status).toBe(403)
  })

  test('opens a new session, whatever cookie the browser brings', async () => {
    const { cookie } = await connected()
    const planted = `sessionid=${'x'.repeat(43)}`
    const { headers } = await arrive(ACORN, await bring(cookie), { cookie: planted })
    expect(cookieOf({ headers })).not.toBe(planted)
    expect(await statusOf(ACORN, planted)).toBe(401)
  })

  test('opens nothing on a suspended site, nor from one', async () => {
    const { cookie, there } = await connected()
    const proof = await bring(cookie)
    await changeAcorn({ suspended_at: START })
    expect(await arrive(ACORN, proof)).toMatchObject({ body: { code: 'site_suspended' } })
    const challenge = 'a'.repeat(43)
    const to = await ask(NORTHWIND, 'POST', 'switches/', { to: ACORN, challenge }, { cookie })
    expect(to.status).toBe(404)
    const away = await ask(ACORN, 'POST', 'switches/', { to: NORTHWIND, challenge }, { cookie: there })
    expect(away).toMatchObject({ body: { code: 'site_suspended' } })
    expect((await ask(NORTHWIND, 'POST', 'arrivals/', { from: ACORN })).status).toBe(404)
  })

  test('opens nothing for a person who was removed, on either site', async () => {
    for (const from of [NORTHWIND, ACORN]) {
      email = `${randomUUID()}@staff.example`
      const { cookie } = await connected()
      const proof = await bring(cookie)
      const { headers } = await arrive(ACORN, await bring(cookie))
      const owner = await world.staff('owner', from === NORTHWIND ? 'northwind' : 'acorn')
      const { body } = await owner.call('GET', '/api/v1/office/staff/')
      const { id, version } = body.find((one: { email: string }) => one.email === email)
      await owner.call('PATCH', `/api/v1/office/staff/${id}/`, { seen_version: version, active: false })
      expect((await arrive(ACORN, proof)).status).toBe(401)
      expect(await statusOf(ACORN, cookieOf({ headers }))).toBe(401)
    }
  })
})

describe('an owner of one site', () => {
  test('gets no account of another site by inviting its address', async () => {
    await employ(ACORN, email, 'owner')
    const owner = await world.staff('owner', 'northwind')
    const invited = await owner.call('POST', '/api/v1/office/staff/', {
      ...{ name: 'Robin', email, role: 'owner', delivery: 'shown' },
    })
    const password = invited.body.password
    const { body } = await ask(NORTHWIND, 'POST', 'sign_in/', { email, password })
    const code = new TOTP({ secret: body.secret }).generate({ timestamp: now })
    const cookie = cookieOf(await ask(NORTHWIND, 'POST', 'sign_in/code/', { ticket: body.ticket, code }))
    const untouched = await bring(cookie)
    expect([untouched.status, untouched.ticket]).toEqual([200, ''])
    await ask(
      NORTHWIND,
      'POST',
      'password/',
      { current_password: password, new_password: 'seven green lanterns' },
      { cookie },
    )
    expect((await bring(cookie)).ticket).toBe('')
    // The victim signs in on their own site at the same moment, in their own browser.
    await signIn(ACORN)
    wait(7 * 86_400)
    const { body: again } = await ask(NORTHWIND, 'POST', 'sign_in/', {
      email,
      password: 'seven green lanterns',
    })
    const next = new TOTP({ secret: body.secret }).generate({ timestamp: now })
    const later = cookieOf(
      await ask(NORTHWIND, 'POST', 'sign_in/code/', { ticket: again.ticket, code: next }),
    )
    const proof = await bring(later)
    expect(proof.ticket).not.toBe('')
    expect((await arrive(ACORN, proof)).status).toBe(401)
  })

  test('gets none by resetting the password or app of a person who works on both', async () => {
    for (const path of ['password', 'authenticator']) {
      email = `${randomUUID()}@staff.example`
      const { cookie } = await connected()
      const owner = await world.staff('owner', 'northwind')
      const { body } = await owner.call('GET', '/api/v1/office/staff/')
      const { id } = body.find((one: { email: string }) => one.email === email)
      const proof = await bring(cookie)
      const url = `/api/v1/office/staff/${id}/${path === 'password' ? 'new_password' : 'reset_authenticator'}/`
      const reset = await owner.call('POST', url, { delivery: 'shown' })
      expect(reset.status).toBe(200)
      expect((await arrive(ACORN, proof)).status).toBe(401)
    }
  })

  test('gives a person who works elsewhere access, and takes seven days until theirs opens the other', async () => {
    await employ(NORTHWIND)
    const cookie = await signIn(NORTHWIND)
    const invited = await employ(ACORN)
    const { id: siteId } = await siteOf(ACORN)
    await inSite(world.kit.pool, siteId, async (db) =>
      record(db, siteId, {
        ...{
          actor: 'staff:1',
          event: 'staff.invited',
          subject: `staff:${invited}`,
          facts: {},
          at: new Date(now),
        },
      }),
    )
    const there = await signIn(ACORN, await bring(cookie))
    expect((await arrive(ACORN, await bring(cookie))).status).toBe(200)
    expect((await bring(there, ACORN, NORTHWIND)).ticket).toBe('')
  })
})

test('signing out on one site ends the sign-in on all of them', async () => {
  const { cookie } = await connected()
  const { headers } = await arrive(ACORN, await bring(cookie))
  const left = await ask(ACORN, 'POST', 'sign_out/', {}, { cookie: cookieOf({ headers }) })
  expect(left.status).toBe(204)
  expect(await statusOf(NORTHWIND, cookie)).toBe(401)
  expect((await bring(cookie)).status).toBe(401)
})
