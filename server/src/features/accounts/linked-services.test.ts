import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsWorld } from '../../testing/accounts-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let accounts: ReturnType<typeof accountsWorld>
beforeAll(async () => {
  world = await makeWorld()
  accounts = accountsWorld(world)
}, 60_000)
afterAll(() => world.close())

async function linkedCustomer() {
  const { call } = await world.signIn()
  const { email } = (await call('GET', '/api/v1/actual_user/')).body
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const { sub } = (await world.identity.findUser(poolId, `${email}#northwind`))!
  for (const service of ['Google', 'Facebook']) {
    await sql`insert into identity.linked_accounts (pool_id, provider, subject, sub, linked_at)
      values (${poolId}, ${service}, ${randomUUID()}, ${sub}, now())`.execute(world.kit.pool)
  }
  const unlink = (service: string) => call('DELETE', `/api/v1/linked_services/${service}/`)
  return { email, sub, unlink }
}

const noticesWaiting = async () => {
  const { rows } = await sql`select 1 from pgboss.job where name = 'mail.account-notice'`.execute(
    world.kit.pool,
  )
  return rows.length
}

test('a customer unlinks their own service, with a mail and an audit entry', async () => {
  const { email, sub, unlink } = await linkedCustomer()
  const before = await noticesWaiting()
  expect((await unlink('Google')).status).toBe(204)
  expect(await noticesWaiting()).toBe(before + 1)
  expect((await accounts.lines(email)).at(-1)).toMatchObject({
    event: 'account.social_unlinked',
    actor: `account:${sub}`,
    facts: { about: 'Google' },
  })
  expect((await unlink('Google')).status).toBe(404)
  expect((await unlink('Banana')).body.code).toBe('validation_failed')
})

test('the last service of an account without a password stays linked', async () => {
  const { sub, unlink } = await linkedCustomer()
  await sql`update identity.users set has_password = false where sub = ${sub}`.execute(world.kit.pool)
  expect((await unlink('Google')).status).toBe(204)
  const last = await unlink('Facebook')
  expect([last.status, last.body.code]).toEqual([409, 'last_sign_in_method'])
})

test('a visitor can’t unlink a service', async () => {
  const answer = await world.visit('localhost')('DELETE', '/api/v1/linked_services/Google/')
  expect(answer.status).toBe(401)
})
