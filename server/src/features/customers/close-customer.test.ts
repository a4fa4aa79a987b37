import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { unseal } from '../../secrets/sealed.ts'
import { accountsWorld, PASSWORD } from '../../testing/accounts-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, PROFILE, type SignedIn, type World } from '../../testing/world.ts'
import { closeCustomerHandler } from './close-customer.jobs.ts'
import { findOrMakeCustomer } from './customers.service.ts'

let world: World
let accounts: ReturnType<typeof accountsWorld>
beforeAll(async () => {
  world = await makeWorld()
  accounts = accountsWorld(world)
}, 60_000)
afterAll(() => world.close())

const storedKeys = async () => (await Readable.from(world.kit.files.list()).toArray()).sort()

/** A registered customer who is signed in. */
async function enter() {
  const account = await accounts.addAccount()
  const { tokens } = await accounts.signIn(account.username)
  const bearer = { authorization: `Bearer ${tokens.IdToken}` }
  const call: SignedIn['call'] = (method, path, body, headers = {}) =>
    world.visit('localhost')(method, path, body, { ...bearer, ...headers })
  await call('PUT', '/api/v1/actual_user/', PROFILE)
  return { ...account, tokens, host: 'localhost', token: tokens.IdToken as string, call }
}

const closing = () => accounts.work('customer.close', [closeCustomerHandler(world.kit)])
const remove = ({ tokens }: Awaited<ReturnType<typeof enter>>) =>
  accounts.ask('DeleteUser', { AccessToken: tokens.AccessToken })

async function rowOf(sub: string) {
  const { id } = await accounts.site()
  return inSite(world.kit.pool, id, (db) =>
    db.selectFrom('customers').selectAll().where('identity_subject', '=', sub).executeTakeFirstOrThrow(),
  )
}
const count = async (table: string, where: string, id: number) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(where)} = ${id}`.execute(
      world.kit.pool,
    )
  ).rows[0]!.n

test('a customer without orders is erased completely, and the row is closed', async () => {
  const dana = await enter()
  await customerSteps(dana).fillCart('bulk')
  const { id } = await rowOf(dana.sub)
  await sql`update customers set invoice_emails = '["ap@halden.example"]' where id = ${id}`.execute(
    world.kit.pool,
  )
  expect(await count('orders', 'customer_id', id)).toBe(1)
  expect(await count('registered_addresses', 'customer_id', id)).toBeGreaterThan(0)
  await dana.call('POST', '/api/v1/file_folders/', { folder: 'own', name: 'Brand' })
  const about = { name: 'a.txt', bytes: 5, sha256: '0'.repeat(64), folder: 'own' }
  const { parts } = (await dana.call('POST', '/api/v1/files/uploads/', about)).body
  const { url, headers } = parts[0]
  const sent = { method: 'PUT' as const, url, headers: { host: dana.host, ...headers }, payload: 'hello' }
  const before = await storedKeys()
  expect((await world.app.inject(sent)).statusCode).toBe(200)
  expect(await storedKeys()).toHaveLength(before.length + 1)

  expect((await remove(dana)).status).toBe(200)
  expect(await closing()).toHaveLength(1)

  for (const table of [
    'orders',
    'customer_notes',
    'registered_addresses',
    'files',
    'file_folders',
    'file_uploads',
    'saved_people',
    'recipient_lists',
  ]) {
    expect([table, await count(table, 'customer_id', id)]).toEqual([table, 0])
  }
  expect(await storedKeys()).toEqual(before)
  const row = await rowOf(dana.sub)
  expect(row.closed_at).toBeInstanceOf(Date)
  const {
    id: _,
    site_id,
    identity_subject,
    created_at,
    updated_at,
    closed_at,
    claims_issued_at,
    invoice_emails,
    disabled_at,
    ...rest
  } = row
  expect(disabled_at).toBeNull()
  expect(invoice_emails).toEqual([])
  const kept = Object.values(rest).filter(
    (value) => typeof value !== 'boolean' && String(value).trim() !== '',
  )
  expect(kept).toEqual([])
  const claims = {
    subject: dana.sub,
    email: dana.email,
    emailVerified: true,
    phone: '',
    issuedAt: new Date(),
  }
  await expect(findOrMakeCustomer(world.kit.pool, site_id, claims)).rejects.toThrow('sign_in_required')
})

test('an order stays with its billing details, and the cart beside it is removed', async () => {
  const dana = await enter()
  const steps = customerSteps(dana)
  const order = await steps.fillCart('bulk')
  await steps.pay(order, 'self_hosted_bank')
  await steps.fillCart('digital')
  const { id } = await rowOf(dana.sub)
  expect(await count('orders', 'customer_id', id)).toBe(2)

  await remove(dana)
  await closing()

  expect(await count('orders', 'customer_id', id)).toBe(1)
  expect(await count('card_items', 'order_id', order)).toBe(1)
  expect(await count('payments', 'order_id', order)).toBe(1)
  expect(await rowOf(dana.sub)).toMatchObject({
    email: dana.email,
    legal_business_name: PROFILE.legal_business_name,
    business_zip: PROFILE.business_zip,
    tax_number_last4: '6789',
    phone: '',
    heard_about: '',
    referral_source: '',
    purpose_of_order: '',
    registration_complete: false,
  })
})

test('the closing can run twice, records itself once, and never starts for an account that stays', async () => {
  const dana = await enter()
  expect(await closing()).toEqual([])
  await remove(dana)
  const [promise] = await closing()
  await closeCustomerHandler(world.kit).run((promise as { data: never }).data)
  const { id } = await rowOf(dana.sub)
  const { rows } = await sql`select from audit_entries
    where event = 'customer.closed' and subject = ${`customer:${id}`}`.execute(world.kit.pool)
  expect(rows).toHaveLength(1)
})

test('a cart with a payment in progress waits for its outcome, and the job returns for it', async () => {
  const dana = await enter()
  const steps = customerSteps(dana)
  const order = await steps.fillCart('bulk')
  await steps.pay(order, 'elavon_cc')
  await remove(dana)
  const { id: siteId } = await accounts.site()
  const close = () => closeCustomerHandler(world.kit).run({ siteId, subject: dana.sub } as never)
  await sql`delete from pgboss.job where name = 'customer.close'`.execute(world.kit.pool)
  await close()
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job where name = 'customer.close'`.execute(world.kit.pool)
  expect(rows).toHaveLength(1)
  expect(new Date(rows[0]!.start_after).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect(await count('card_items', 'order_id', order)).toBe(1)

  const later = new Date(Date.now() + 3 * 86_400_000)
  await sql`update payments set state = 'expired' where order_id = ${order}`.execute(world.kit.pool)
  world.setClock(later)
  await close()
  world.setClock(undefined)
  expect(await count('card_items', 'order_id', order)).toBe(0)
  expect(await count('payments', 'order_id', order)).toBe(1)
})

test('the same address can sign up again as a new customer', async () => {
  const dana = await enter()
  await remove(dana)
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const again = await world.identity.createUser({
    ...{ poolId, email: dana.email, password: PASSWORD, confirmed: true },
  })
  const { tokens } = await accounts.signIn(dana.username)
  const { body } = await world.visit('localhost')('GET', '/api/v1/actual_user/', undefined, {
    authorization: `Bearer ${tokens.IdToken}`,
  })
  expect(body).toMatchObject({ email: dana.email, first_name: '', registration_complete: false })
  await closing()
  expect((await rowOf(again.sub)).closed_at).toBeNull()
  expect((await rowOf(dana.sub)).closed_at).toBeInstanceOf(Date)
})

test('the closing covers every table with a customer’s own data', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = 'customers'::regclass order by 1`.execute(world.kit.pool)
  expect(rows.map(({ name }) => name)).toEqual([
    'assistant_connections',
    'companies',
    'company_api_keys',
    'company_api_keys',
    'company_join_requests',
    'company_members',
    // Wait for someone else to turn them on.
    'company_programs',
    'company_programs',
    'conversations',
    'customer_notes',
    'file_folders',
    'file_uploads',
    'files',
    'import_mappings',
    'notification_settings',
    'orders',
    'recipient_lists',
    'registered_addresses',
    // The company's, and removed after a week.
    'report_files',
    'saved_designs',
    'saved_people',
  ])
})

test('a new address in the token becomes the customer’s; an older token doesn’t restore the old one', async () => {
  const dana = await enter()
  const { IdToken: older } = dana.tokens
  const next = `${randomUUID()}@customer.example`
  const { AccessToken } = dana.tokens
  await accounts.ask('UpdateUserAttributes', {
    AccessToken,
    UserAttributes: [{ Name: 'email', Value: next }],
  })
  const Code = await codeOnItsWay()
  world.setClock(new Date(Date.now() + 2_000))
  expect(
    (await accounts.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).status,
  ).toBe(200)
  const { tokens } = await accounts.signIn(`${next}#northwind`)
  world.setClock(undefined)

  const read = async (token: string) =>
    (
      await world.visit('localhost')('GET', '/api/v1/actual_user/', undefined, {
        authorization: `Bearer ${token}`,
      })
    ).body.email
  expect(await read(tokens.IdToken)).toBe(next)
  await read(older)
  expect((await rowOf(dana.sub)).email).toBe(next)
})

/** What the newest enqueued mail carries, opened as its worker would. */
async function codeOnItsWay(): Promise<string> {
  const { rows } = await sql<{ data: { sealed: string } }>`
    select data from pgboss.job where name = 'mail.code' order by created_on desc limit 1`.execute(
    world.kit.pool,
  )
  return JSON.parse(unseal(world.kit.keys.dataSeal, 'mail-code', rows[0]!.data.sealed)).code
}
