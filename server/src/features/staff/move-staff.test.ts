import { randomBytes, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type Insertable, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffAccounts } from '../../database/generated/tables.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { seal } from '../../secrets/sealed.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { moveStaff } from './move-staff.ts'

const PASSWORD = 'a-desk-lamp-and-tea'
const START = new Date('2026-11-21T10:00:00Z')
const DAY_MS = 86_400_000

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterAll(() => world.close())
beforeEach(() => world.setClock(START))

const later = (ms: number) => new Date(START.getTime() + ms)
const visit = () => world.visit('localhost')
const start = (email: string, password = PASSWORD) =>
  visit()('POST', '/api/v1/office/sign_in/', { email, password })
const finish = (ticket: string, code: string) =>
  visit()('POST', '/api/v1/office/sign_in/code/', { ticket, code })
const me = (cookie: string) => visit()('GET', '/api/v1/office/me/', undefined, { cookie })
const codeOf = (secret: string, at = START) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: +at })
const keptHash = async (email: string) => {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from identity.users where username = ${email}`.execute(world.kit.pool)
  return rows[0]!.password_hash
}

/** A staff member as the previous version stored them: argon2id of the bare password, all in the site's tables. */
async function employBefore(values: Partial<Insertable<StaffAccounts>> = {}) {
  const email = `${randomUUID()}@staff.example`
  const password_hash = await hash(PASSWORD)
  const { id } = await world.kit.pool
    .insertInto('staff_accounts')
    .values({ site_id: siteId, email, name: 'Robin', role: 'finance', password_hash, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email }
}

async function bindApp(id: number, lastStep = 0) {
  const secret = new Secret({ size: 20 }).base32
  await world.kit.pool
    .updateTable('staff_accounts')
    .set({
      totp_secret_sealed: seal(world.kit.keys.dataSeal, `staff-authenticator:${siteId}:${id}`, secret),
      totp_last_step: lastStep,
    })
    .where('id', '=', id)
    .execute()
  return secret
}

async function signInBefore(staffId: number, lastSeen: Date) {
  const token = randomBytes(32).toString('base64url')
  await world.kit.pool
    .insertInto('staff_sessions')
    .values({
      ...{ site_id: siteId, staff_id: staffId, token_hash: hashSecret(token) },
      ...{ created_at: lastSeen, last_seen_at: lastSeen, expires_at: later(6 * 3_600_000) },
    })
    .execute()
  return `sessionid=${token}`
}

test('everyone is moved once, and no old sign-in stays behind', async () => {
  const { id, email } = await employBefore()
  await bindApp(id)
  await signInBefore(id, START)
  await employBefore()
  expect(await moveStaff(world.kit)).toBe(2)
  expect(await moveStaff(world.kit)).toBe(0)

  const row = await world.kit.pool
    .selectFrom('staff_accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id, role: 'finance', password_hash: '', totp_secret_sealed: '' })
  expect(await world.kit.pool.selectFrom('staff_sessions').selectAll().execute()).toEqual([])
})

test('the password and the authenticator app sign in as before, and a used code stays used', async () => {
  const { id, email } = await employBefore()
  const secret = await bindApp(id, Math.floor(START.getTime() / 30_000))
  await moveStaff(world.kit)

  expect((await start(email, 'not-the-password')).body.errors).toMatchObject([{ field: 'password' }])
  expect(await keptHash(email)).toMatch(/^moved:/)
  const { body } = await start(email)
  expect(body).toEqual({ step: 'code', ticket: expect.any(String) })
  // From now on only a hash under the pepper is kept, and it fits.
  expect(await keptHash(email)).toMatch(/^\$argon2id\$/)
  expect((await start(email.toUpperCase())).body.step).toBe('code')

  expect((await finish(body.ticket, codeOf(secret))).body.errors).toMatchObject([{ field: 'code' }])
  world.setClock(later(30_000))
  const opened = await finish(body.ticket, codeOf(secret, later(30_000)))
  expect([opened.status, opened.body.id, opened.body.role]).toEqual([200, id, 'finance'])
})

test('a signed-in person stays signed in until their day or half hour is over', async () => {
  const { id } = await employBefore()
  const [open, idle] = [
    await signInBefore(id, later(-5 * 60_000)),
    await signInBefore(id, later(-31 * 60_000)),
  ]
  await moveStaff(world.kit)
  expect((await me(open)).body).toMatchObject({ id, role: 'finance', must_change_password: false })
  expect((await me(idle)).status).toBe(401)
  for (let halfHours = 1; halfHours < 12; halfHours += 1) {
    world.setClock(later(halfHours * 29 * 60_000))
    expect((await me(open)).status).toBe(200)
  }
  world.setClock(later(6 * 3_600_000))
  expect((await me(open)).status).toBe(401)
})

test('a one-time password still has to be replaced, and keeps its lifetime', async () => {
  const temporary = { must_change_password: true, password_expires_at: later(DAY_MS) }
  const { id, email } = await employBefore(temporary)
  const cookie = await signInBefore(id, START)
  const endless = await employBefore({ must_change_password: true })
  await moveStaff(world.kit)
  expect((await me(cookie)).body.must_change_password).toBe(true)
  expect((await start(email)).body.step).toBe('set_up')

  world.setClock(later(DAY_MS))
  expect((await start(email)).body.errors).toMatchObject([{ field: 'password' }])
  expect((await start(endless.email)).body.step).toBe('set_up')
})

test('former staff stay out', async () => {
  const { id, email } = await employBefore({ active: false })
  const cookie = await signInBefore(id, START)
  await moveStaff(world.kit)
  expect((await me(cookie)).status).toBe(401)
  expect((await start(email)).body.errors).toMatchObject([{ field: 'password' }])
})
