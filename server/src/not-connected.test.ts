import { startSandbox } from '@laurel/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inSite } from './database/in-site.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { findAccount } from './features/carriers/carrier-accounts.ts'
import { housekeepingJob } from './features/system/housekeeping.jobs.ts'
import { accountsWorld, PASSWORD } from './testing/accounts-world.ts'
import { payingSteps } from './testing/checkout-world.ts'
import { approval, customerSteps } from './testing/ordering-world.ts'
import { carryOutAll, reconcilePayments } from './testing/sweeps.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { makeWorld, type SignedIn, type World } from './testing/world.ts'

/** Shared by both starts, as an operator's is. */
const LAUREL_SECRET = 'the-secret-of-one-installation-0123'
const REAL = { DEMO: '0', WITHOUT_WORKER: '0', LAUREL_SECRET }

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await openTestDatabase()
  // Closed once, by the start that connects a mail server.
  world = await makeWorld(REAL, { ...database, close: async () => {} })
  // Two sites to test with; the installation isn't a demo.
  await seedDemo({ ...world.kit, identity: world.identity })
  world.kit.sites.forget(1)
}, 60_000)
afterAll(() => database.close().catch(() => {}))

function disconnectProvider() {
  const { pageUrl } = world.gateway
  world.gateway.pageUrl = undefined
  onTestFinished(() => {
    world.gateway.pageUrl = pageUrl
  })
}

describe('without a payment provider', () => {
  const methods = async (customer: SignedIn) =>
    (await customer.call('GET', '/api/v1/organization_payment_providers/')).body.map(
      ({ method_code }: { method_code: string }) => method_code,
    )

  test('cards and bank accounts aren’t offered, other ways are, and the office says what to connect', async () => {
    const dana = await payingSteps(world).newCustomer()
    expect(await methods(dana.customer)).toContain('elavon_cc')
    disconnectProvider()
    expect(await methods(dana.customer)).toContain('self_hosted_check')
    expect(await methods(dana.customer)).not.toContain('elavon_cc')
    expect(await methods(dana.customer)).not.toContain('elavon_ach')

    const owner = await world.staff()
    const { body } = await owner.call('GET', '/api/v1/office/site/')
    const connected = Object.fromEntries(
      body.payment_providers.map((one: { method_code: string; is_connected: boolean }) => [
        one.method_code,
        one.is_connected,
      ]),
    )
    expect(connected).toMatchObject({ elavon_cc: false, elavon_ach: false, self_hosted_check: true })
  })

  test('a card payment is refused, and the cart is kept and can be paid another way', async () => {
    const dana = await payingSteps(world).newCustomer()
    const id = await dana.fillCart('bulk')
    disconnectProvider()
    const minted = world.gateway.minted.length
    const { status, body } = await dana.pay(id, 'elavon_cc')
    expect([status, body.type]).toEqual([422, expect.stringContaining('payment_method_unavailable')])
    expect(world.gateway.minted).toHaveLength(minted)
    expect(await dana.order(id)).toMatchObject({ status: 'cart', frozen_until: null })
    expect((await dana.pay(id, 'self_hosted_check')).status).toBe(200)
  })

  test('an open payment stays open, and is paid once the provider is connected again', async () => {
    const dana = await payingSteps(world).newCustomer()
    const id = await dana.fillCart('bulk')
    expect((await dana.pay(id, 'elavon_cc')).status).toBe(200)
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    const { pageUrl } = world.gateway
    world.gateway.pageUrl = undefined
    world.setClock(new Date(Date.now() + 3_600_000))
    onTestFinished(() => world.setClock(undefined))
    await reconcilePayments(world.kit)
    expect(await dana.order(id)).toMatchObject({
      status: 'cart',
      payments: [{ state: 'started', hosted_page: null }],
    })
    world.gateway.pageUrl = pageUrl
    await reconcilePayments(world.kit)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review' })
  })

  test('a refund doesn’t count as sent', async () => {
    const steps = payingSteps(world)
    const dana = await steps.newCustomer()
    const id = await dana.fillCart('bulk')
    await dana.pay(id, 'elavon_cc')
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    await dana.verify(id)
    disconnectProvider()
    const sent = world.gateway.refunds.length
    const owner = await world.staff()
    const declined = await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'in_review',
    })
    expect(declined.status).toBe(200)
    await carryOutAll(world.kit)
    expect(world.gateway.refunds).toHaveLength(sent)
    const { payments } = await dana.order(id)
    const { rows } = await sql<{ state: string }>`
      select state from refunds where payment_id = ${payments[0].id}`.execute(world.kit.pool)
    expect(rows).toEqual([{ state: 'approved' }])
  })
})

test('without carriers, a site’s account there isn’t used, and its test says what to set', async () => {
  const { kit } = world
  expect(kit.carriers.hosts).toEqual({ UPS: undefined, USPS: undefined })
  const owner = await world.staff()
  const accounts = (await owner.call('GET', '/api/v1/office/carriers/')).body
  expect(accounts).toMatchObject([
    { carrier: 'UPS', enabled: true, host: '' },
    { carrier: 'USPS', enabled: true, host: '' },
  ])
  for (const carrier of ['UPS', 'USPS'] as const) {
    const found = await inSite(kit.pool, owner.siteId, (db) => findAccount(db, kit, owner.siteId, carrier))
    expect(found).toBeUndefined()
    const { body } = await owner.call('POST', `/api/v1/office/carriers/${carrier}/test/`)
    expect(body).toMatchObject({ works: false, steps: [{ outcome: 'not_asked' }] })
    expect(body.steps[0].words).toContain(`${carrier}_URL`)
  }
})

describe('without a mail server', () => {
  test('digital cards aren’t offered, and none can be made', async () => {
    const customer = await world.signIn()
    const infos = (await customer.call('GET', '/api/v1/reward_infos/')).body
    const names = (infos.results ?? infos).map(({ name }: { name: string }) => name)
    expect(names).toEqual(['bulk', 'direct'])
    await expect(customerSteps(customer).addCards('digital')).rejects.toThrow('digital_not_offered')
    expect(await customerSteps(customer).addCards('bulk')).toMatchObject({ state: 'in_cart' })
  })

  test('a digital card that was in the cart before isn’t sold, and stays there', async () => {
    const dana = await payingSteps(world).newCustomer()
    const { config } = world.kit
    config.mail = { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'rewards@shop.example', isDemo: false }
    const id = await dana.fillCart('digital')
    config.mail = undefined
    const { status, body } = await dana.pay(id, 'self_hosted_check')
    expect([status, body.type]).toEqual([409, expect.stringContaining('digital_not_offered')])
    expect(await dana.order(id)).toMatchObject({ status: 'cart', card_items: [{ state: 'in_cart' }] })
  })

  test('a code by email is refused at once, with the same words for a known and an unknown address', async () => {
    const accounts = accountsWorld(world)
    const { username } = await accounts.addAccount()
    const email = 'new@customer.example'
    const asked = [
      await accounts.ask('SignUp', {
        Username: `${email}#northwind`,
        Password: PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'custom:rewards_site_id', Value: 'northwind' },
        ],
      }),
      await accounts.ask('ForgotPassword', { Username: username }),
      await accounts.ask('ForgotPassword', { Username: 'unknown@customer.example#northwind' }),
      await accounts.ask('ResendConfirmationCode', { Username: username }),
    ]
    for (const { status, body } of asked) {
      expect(status).toBe(400)
      expect(body).toMatchObject({
        __type: 'CodeDeliveryFailureException',
        message: 'We can’t send email right now. Try again later, or contact support.',
      })
    }
    const { user_pool_id: poolId } = (await accounts.site()).accounts
    expect(await world.identity.findUser(poolId, `${email}#northwind`)).toBeUndefined()
  })

  test('neither codes by email nor by text message are offered', async () => {
    const { body } = await world.visit('localhost')('GET', '/api/v1/actual_rewards_site/')
    expect(body.accounts).toMatchObject({ mfa_types: ['TOTP'], email_code_sign_in: false })
    expect(body.is_demo).toBe(false)
  })

  test('mail waits without a try, the office counts it, and it’s sent once a server is connected', async () => {
    const customer = await world.signIn()
    const dana = customerSteps(customer)
    const { email } = await dana.ok('GET', '/api/v1/actual_user/')
    const id = await dana.fillCart('bulk')
    await dana.ok('POST', '/api/v1/payments/', { order_id: id, method_code: 'self_hosted_check' })
    const about = sql`data ->> 'orderId' = ${String(id)}`
    // A job enqueued after it has run: the worker passed the mail by.
    await world.kit.pool.transaction().execute((db) => world.kit.jobs.enqueue(db, housekeepingJob, {}))
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select 1 from pgboss.job where name = 'housekeeping' and state = 'completed'`.execute(
          world.kit.pool,
        )
        expect(rows).not.toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    const { rows } = await sql<{ state: string; retry_count: number; days: number }>`
      select state, retry_count, extract(day from keep_until - now())::int as days from pgboss.job
      where name = 'mail.order-placed' and ${about}`.execute(world.kit.pool)
    expect(rows).toEqual([{ state: 'created', retry_count: 0, days: expect.any(Number) }])
    expect(rows[0]!.days).toBeGreaterThan(360)

    const owner = await world.staff()
    const { todos } = (await owner.call('GET', '/api/v1/office/today/')).body
    const mail = todos.filter(({ kind }: { kind: string }) => kind.startsWith('mail'))
    expect(mail).toEqual([expect.objectContaining({ kind: 'mail_off' })])
    expect(mail[0].count).toBeGreaterThanOrEqual(1)
    const { checks } = (await owner.call('GET', '/api/v1/office/system/health/')).body
    expect(checks.find(({ name }: { name: string }) => name === 'mail')).toMatchObject({
      state: 'not_set_up',
      detail: 'Ask your operator to set SMTP_URL and MAIL_FROM.',
    })

    await world.close()
    const sandbox = await startSandbox({ port: 0, smtpPort: 0 })
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`, MAIL_FROM: 'rewards@shop.example' }
    const connected = await makeWorld({ ...REAL, ...smtp }, database)
    onTestFinished(async () => {
      await connected.close()
      await sandbox.close()
    })
    const inbox = async () => {
      const answer = await fetch(`${sandbox.origin}/inbox/messages/?to=${encodeURIComponent(email)}`)
      return ((await answer.json()) as { subject: string; from: string }[]).filter(({ subject }) =>
        subject.includes('order'),
      )
    }
    await vi.waitFor(async () => expect(await inbox()).not.toEqual([]), { timeout: 60_000, interval: 200 })
    expect(await inbox()).toHaveLength(1)
  })
})
