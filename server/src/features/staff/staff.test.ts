import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { addMember } from './people.repo.ts'

const PASSWORD = 'a-desk-lamp-and-tea'
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
  email = await employ()
})

async function employ(role = 'finance') {
  const address = `${randomUUID()}@staff.example`
  const { id: siteId } = await world.kit.sites.readByHost('localhost')
  const { pool, staffPools } = world.kit
  const kept = await staffPools.hashPassword(PASSWORD)
  await inSite(pool, siteId, (db) =>
    addMember(db, staffPools, siteId, { email: address, name: 'Robin', role, kept, isTemporary: false }),
  )
  return address
}
const wait = (seconds: number) => {
  now += seconds * 1000
  world.setClock(new Date(now))
}
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: now })
const visit = () => world.visit('localhost')
const start = (name = email, password = PASSWORD) =>
  visit()('POST', '/api/v1/office/sign_in/', { email: name, password })
const finish = (ticket: string, code: string, headers = {}) =>
  visit()('POST', '/api/v1/office/sign_in/code/', { ticket, code }, headers)
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!
const me = (cookie: string, method = 'GET', path = '/api/v1/office/me/', headers = {}) =>
  visit()(method, path, method === 'GET' ? undefined : {}, { cookie, ...headers })

/** The first sign-in, with the app being set up. */
async function enroll() {
  const { body } = await start()
  const answer = await finish(body.ticket, codeOf(body.secret))
  return { secret: body.secret as string, answer, cookie: cookieOf(answer) }
}

describe('signing in to the office', () => {
  test('sets up an authenticator app the first time and asks for its code from then on', async () => {
    const first = await start()
    expect(first.body).toMatchObject({
      step: 'set_up',
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\//),
    })

    const { secret, answer, cookie } = await enroll()
    expect(answer.body).toMatchObject({ email, role: 'finance', must_change_password: false })
    expect(answer.body.capabilities).toContain('money.record')
    expect(String(answer.headers['set-cookie'])).toMatch(/^sessionid=[^,]*HttpOnly[^,]*SameSite=Strict/)
    expect((await me(cookie)).body.email).toBe(email)

    const again = await start()
    expect(again.body).toEqual({ step: 'code', ticket: expect.any(String) })
    wait(30)
    expect((await finish(again.body.ticket, codeOf(secret))).status).toBe(200)
  })

  test('answers an unknown name and a wrong password alike', async () => {
    const wrong = await start(email, 'not-the-password')
    const unknown = await start('nobody@staff.example', 'not-the-password')
    expect([wrong.status, wrong.body.errors]).toEqual([unknown.status, unknown.body.errors])
    expect(wrong.body.errors).toMatchObject([{ field: 'password' }])
  })

  test('accepts a code once', async () => {
    const { secret } = await enroll()
    const { body } = await start()
    expect((await finish(body.ticket, codeOf(secret))).body.errors).toMatchObject([{ field: 'code' }])
    wait(30)
    expect((await finish(body.ticket, codeOf(secret))).status).toBe(200)
    expect((await finish(body.ticket, codeOf(secret))).status).toBe(401)
  })

  test('accepts a ticket for ten minutes', async () => {
    const { body } = await start()
    wait(601)
    expect((await finish(body.ticket, codeOf(body.secret))).status).toBe(401)
  })

  test('opens one session for two requests with one ticket', async () => {
    const { body } = await start()
    const code = codeOf(body.secret)
    const answers = await Promise.all([finish(body.ticket, code), finish(body.ticket, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('locks the name after five guesses, also for the right password', async () => {
    for (let guess = 0; guess < 6; guess += 1) await start(email, 'not-the-password')
    expect((await start()).status).toBe(429)
    wait(15 * 60)
    expect((await start()).status).toBe(200)
  })

  test('keeps the office open to a browser that has signed in before while others guess', async () => {
    const { secret, answer } = await enroll()
    const kept = /officedevice=[^;]+(?=;[^,]*HttpOnly; SameSite=Strict)/
    const known = { cookie: kept.exec(String(answer.headers['set-cookie']))![0] }
    const from = (headers: Record<string, string>, password: string, name = email) =>
      visit()('POST', '/api/v1/office/sign_in/', { email: name, password }, headers)
    for (let guess = 0; guess < 6; guess += 1) await from({}, 'not-the-password')
    expect((await from({}, PASSWORD)).status).toBe(429)
    const { body } = await from(known, PASSWORD)
    wait(30)
    const again = await visit()(
      'POST',
      '/api/v1/office/sign_in/code/',
      { ticket: body.ticket, code: codeOf(secret) },
      known,
    )
    expect(String(again.headers['set-cookie'])).toContain(known.cookie)

    // Its own guesses lock it, another account's owner has no advantage, and a made-up one is unknown.
    for (let guess = 0; guess < 6; guess += 1) await from(known, 'not-the-password')
    expect((await from(known, PASSWORD)).status).toBe(429)
    const other = await employ()
    for (let guess = 0; guess < 6; guess += 1) await from({}, 'not-the-password', other)
    expect((await from(known, PASSWORD, other)).status).toBe(429)
    const forged = { cookie: known.cookie.replace(/=.*\./, '=made-up.') }
    expect((await from(forged, PASSWORD, other)).status).toBe(429)
  })

  test('says how long the name is locked', async () => {
    const waits: unknown[] = []
    for (let guess = 0; guess < 8; guess += 1) {
      const { status, headers, body } = await start(email, 'not-the-password')
      if (status !== 429) continue
      const seconds = Number(headers['retry-after'])
      expect(body.detail).toContain(seconds === 1 ? '1 second' : `${seconds} seconds`)
      waits.push(seconds)
      wait(seconds)
    }
    expect(waits).toEqual([1, 2])
    expect((await start()).status).toBe(200)
  })

  test('rejects former staff, and ends their access at once', async () => {
    const { cookie } = await enroll()
    const owner = await world.staff()
    const people = '/api/v1/office/staff/'
    const { id, version } = (await owner.call('GET', people)).body.find(
      (one: { email: string }) => one.email === email,
    )
    await owner.call('PATCH', `${people}${id}/`, { seen_version: version, active: false })
    expect((await me(cookie)).status).toBe(401)
    expect((await start()).body.errors).toMatchObject([{ field: 'password' }])
  })
})

describe('a session of the office', () => {
  test('ends when its browser signs in again, and stays when another browser does', async () => {
    const { secret, cookie } = await enroll()
    const again = async (headers = {}) => {
      wait(30)
      const { body } = await start()
      return cookieOf(await finish(body.ticket, codeOf(secret), headers))
    }
    const elsewhere = await again()
    expect((await me(cookie)).status).toBe(200)
    const renewed = await again({ cookie })
    expect((await me(cookie)).status).toBe(401)
    expect((await me(renewed)).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(200)
    // A colleague's, at the same computer.
    email = await employ()
    const { body } = await start()
    await finish(body.ticket, codeOf(body.secret), { cookie: renewed })
    expect((await me(renewed)).status).toBe(401)
    // A sign-in that fails ends nothing.
    await finish('no ticket', '123456', { cookie: elsewhere })
    expect((await me(elsewhere)).status).toBe(200)
  })

  test('ends after half an hour of inactivity, and after twelve hours in any case', async () => {
    const { cookie } = await enroll()
    for (let hour = 0; hour < 23; hour += 1) {
      wait(29 * 60)
      expect((await me(cookie)).status).toBe(200)
    }
    wait(29 * 60)
    expect((await me(cookie)).status).toBe(200)
    wait(29 * 60)
    expect((await me(cookie)).status).toBe(401)

    const { token, call } = await world.staff()
    expect((await call('GET', '/api/v1/office/me/')).status).toBe(200)
    wait(31 * 60)
    expect((await me(`sessionid=${token}`)).status).toBe(401)
  })

  test('is stored as a digest, belongs to one site, and ends on request', async () => {
    const { token, call } = await world.staff('viewer')
    const { rows } =
      await sql`select 1 from identity.refresh_tokens where token_hash = ${hashSecret(token)}`.execute(
        world.kit.pool,
      )
    expect(rows).toHaveLength(1)
    const elsewhere = await world.visit('acorn.localhost')('GET', '/api/v1/office/me/', undefined, {
      cookie: `sessionid=${token}`,
    })
    expect(elsewhere.status).toBe(401)
    const left = await call('POST', '/api/v1/office/sign_out/', {})
    expect(left.status).toBe(204)
    expect(left.headers['clear-site-data']).toBe('"cache", "storage"')
    expect((await call('GET', '/api/v1/office/me/')).status).toBe(401)
  })

  test('does nothing for another site’s page', async () => {
    const { cookie } = await enroll()
    const path = '/api/v1/office/sign_out/'
    expect((await me(cookie, 'POST', path, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await me(cookie, 'POST', path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await me(cookie, 'POST', path, { origin: 'http://localhost' })).status).toBe(204)
  })

  test('has a cookie bound to its host behind TLS', async () => {
    const secure = await makeWorld({ TRUST_PROXY: '1' })
    const staff = await secure.staff()
    const ask = (name: string) =>
      secure.visit('localhost')('GET', '/api/v1/office/me/', undefined, {
        cookie: `${name}=${staff.token}`,
        'x-forwarded-proto': 'https',
      })
    expect((await ask('__Host-sessionid')).status).toBe(200)
    expect((await ask('sessionid')).status).toBe(401)
    await secure.close()
  })

  test('ends when another session sets a new password, which must be long', async () => {
    const { cookie, secret } = await enroll()
    wait(30)
    const other = await finish((await start()).body.ticket, codeOf(secret))
    const change = (current_password: string, new_password: string) =>
      visit()('POST', '/api/v1/office/password/', { current_password, new_password }, { cookie })

    expect((await change('wrong', 'a-longer-password')).body.errors).toMatchObject([
      { field: 'current_password' },
    ])
    expect((await change(PASSWORD, 'short')).body.errors).toMatchObject([{ field: 'new_password' }])
    expect((await change(PASSWORD, 'a-lighthouse-in-fog')).status).toBe(204)

    expect((await me(cookie)).status).toBe(200)
    expect((await me(cookieOf(other))).status).toBe(401)
    expect((await start()).body.errors).toMatchObject([{ field: 'password' }])
  })
})

test('another site’s page can’t sign its visitor in', async () => {
  const ask = (headers: Record<string, string>) =>
    visit()('POST', '/api/v1/office/sign_in/', { email, password: PASSWORD }, headers)
  expect((await ask({ origin: 'http://evil.example' })).status).toBe(403)
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask({ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})
