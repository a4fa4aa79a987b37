import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { handles, job, startJobs } from '../jobs/jobs.ts'
import { customerSteps } from '../testing/ordering-world.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { makeWorld, PROFILE } from '../testing/world.ts'
import { runFrom } from './origin.ts'

/** Each is unlike anything else that a log could hold. */
const MARKED = {
  name: 'Quillonia',
  business: 'Zephyrwick Tools',
  street: '77 Marrowgate Lane',
  email: 'quillonia@marked.example',
  password: 'Marked-Pass-4711!',
  token: 'k3p8Vn0yVnqvYp1dQw7hTg2rLx5sZa9B',
  card: '4124939999999990',
  taxNumber: '98-7654321',
}

test('the log names requests, and no person, secret, or card', async () => {
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const world = await makeWorld({ LOG_LEVEL: 'trace' }, undefined, { log })
  const customer = await world.signIn({ registered: false })
  const profile = {
    ...PROFILE,
    first_name: MARKED.name,
    legal_business_name: MARKED.business,
    business_address1: MARKED.street,
    tax_number: MARKED.taxNumber,
  }
  const visit = world.visit(customer.host)
  const accounts = (operation: string, body: object) =>
    world.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        host: customer.host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify(body),
    })
  const { accounts: pool } = await world.kit.sites.readByHost(customer.host)
  const known = { ClientId: pool.client_id, Username: MARKED.email, Password: MARKED.password }
  const step = customerSteps(customer)

  const statuses = [
    (await customer.call('PUT', '/api/v1/actual_user/', profile)).status,
    (await customer.call('PUT', '/api/v1/actual_user/', { ...profile, business_zip: MARKED.email })).status,
    (await customer.call('GET', `/api/v1/orders/?search=${MARKED.name}`)).status,
    (await accounts('SignUp', known)).statusCode,
    (
      await accounts('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: pool.client_id,
        AuthParameters: { USERNAME: MARKED.email, PASSWORD: MARKED.password },
      })
    ).statusCode,
    (await visit('POST', '/api/v1/office/sign_in/', { email: MARKED.email, password: MARKED.password }))
      .status,
    (await visit('GET', `/claim/${MARKED.token}`)).status,
    (await visit('GET', `/api/v1/claims/${MARKED.token}/`)).status,
    (
      await visit('POST', `/api/v1/payment_provider_reports/${MARKED.token}/`, {
        ssl_card_number: MARKED.card,
      })
    ).status,
    (await visit('GET', '/api/v1/orders/', undefined, { authorization: `Bearer ${MARKED.token}` })).status,
  ]
  const item = await step.addCards('direct', { draft: true })
  await step.ok('POST', '/api/v1/card_recipient_details/', {
    card_item_id: item.id,
    first_name: MARKED.name,
    last_name: MARKED.business,
    address1: MARKED.street,
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
  })
  // A fault, whose error carries the values of its query.
  await sql`alter table customers rename column business_address1 to gone`.execute(world.kit.pool)
  statuses.push((await customer.call('PUT', '/api/v1/actual_user/', profile)).status)
  await world.close()

  expect(statuses).toContain(200)
  expect(statuses.at(-1)).toBe(500)
  const text = lines.join('')
  expect(lines.filter((line) => JSON.parse(line).reqId !== undefined).length).toBeGreaterThan(20)
  expect(text).toContain('42703')
  for (const [what, value] of Object.entries(MARKED)) expect(text, what).not.toContain(value)
  expect(text).not.toContain(customer.token)
})

const first = job({ name: 'test.first', payload: z.object({ email: z.string() }), retries: 0, seconds: 10 })
const second = job({ name: 'test.second', payload: z.unknown(), retries: 0, seconds: 10 })

test('a failed job is logged with the request it came from, through the job in between', async () => {
  const database = await openTestDatabase()
  await sql`create role laurel_app`.execute(database.db).catch(() => undefined)
  const failed = Promise.withResolvers<unknown>()
  const jobs = await startJobs(database, [first, second], (_error, about) => failed.resolve(about), true)
  const given: unknown[] = []
  await jobs.work([
    handles(first, async (payload) => {
      given.push(payload)
      await database.db.transaction().execute((db) => jobs.enqueue(db, second, {}))
    }),
    handles(second, async () => {
      throw new Error('out of paper')
    }),
  ])
  const request = randomUUID()

  await runFrom('a request', { request }, () =>
    database.db.transaction().execute((db) => jobs.enqueue(db, first, { email: 'ada@example.com' })),
  )

  expect(await failed.promise).toEqual({ job: 'test.second', jobId: expect.any(String), request })
  expect(given).toEqual([{ email: 'ada@example.com' }])
  await jobs.stop()
  await database.close()
})
