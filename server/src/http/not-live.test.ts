import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerSteps } from '../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'

let world: World
let customer: SignedIn
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
})
afterAll(() => world.close())
beforeEach(() => setLive(null))

const NOT_LIVE = [403, 'site_not_live']
const visit = (...asked: Parameters<SignedIn['call']>) => world.visit('localhost')(...asked)
const told = ({ status, body }: { status: number; body?: { code?: string } }) => [status, body?.code]

async function setLive(at: Date | null) {
  const { pool, sites } = world.kit
  const { id } = await pool
    .updateTable('sites')
    .set({ live_at: at })
    .where('slug', '=', 'northwind')
    .returning('id')
    .executeTakeFirstOrThrow()
  sites.forget(id)
}

async function cookieOf(...person: Parameters<World['staff']>) {
  return { cookie: `sessionid=${(await world.staff(...person)).token}` }
}

describe('a site that is not live', () => {
  test.each([
    ['GET', '/api/v1/rewards/'],
    ['GET', '/api/v1/landing_components/'],
    ['GET', '/api/v1/actual_user/'],
    ['POST', '/api/v1/add_to_cart/'],
    ['POST', '/api/v1/payments/'],
  ])('refuses %s %s to customers and strangers', async (method, path) => {
    for (const answer of [await customer.call(method, path), await visit(method, path)]) {
      expect(told(answer)).toEqual(NOT_LIVE)
    }
    await setLive(new Date())
    expect(told(await customer.call(method, path))).not.toEqual(NOT_LIVE)
  })

  test('still opens claimed cards, pictures, the office, and the site data that its pages need', async () => {
    const paths = [
      ['/api/v1/actual_rewards_site/', 200],
      [`/api/v1/claims/${'a'.repeat(43)}/`, 404],
      [`/api/v1/files/${'a'.repeat(32)}/`, 404],
      ['/api/v1/office/me/', 401],
      ['/api/v1/events/', 401],
    ] as const
    for (const [path, status] of paths)
      expect([path, (await visit('GET', path)).status]).toEqual([path, status])
    const staff = await world.staff('viewer')
    expect((await staff.call('GET', '/api/v1/office/orders/')).status).toBe(200)
  })

  test('answers programs as before', async () => {
    const staff = await world.staff()
    const key = { name: 'ERP', scopes: JSON.stringify(['catalog']) }
    const { body } = await staff.call('POST', '/api/v1/office/api_credentials/', key)
    const ask = (secret: string, path: string) => {
      const basic = Buffer.from(`${body.credential.username}:${secret}`).toString('base64')
      return visit('GET', path, undefined, { authorization: `Basic ${basic}` })
    }
    expect((await ask(body.secret, '/api/v1/rewards/')).status).toBe(200)
    expect((await ask('wrong', '/api/v1/rewards/')).status).toBe(401)
    // What anyone may read on a live site isn't open to any name and password.
    expect(told(await ask('wrong', '/api/v1/landing_components/'))).toEqual(NOT_LIVE)
  })
})

describe('the preview', () => {
  test('is for staff who can change the site, signed in to this site', async () => {
    const owner = await cookieOf()
    const look = async (headers: Record<string, string>) =>
      (await visit('GET', '/api/v1/landing_components/', undefined, headers)).status
    expect(await look(owner)).toBe(200)
    expect(await look(await cookieOf('support'))).toBe(403)
    expect(await look(await cookieOf('owner', 'acorn'))).toBe(403)
    expect(await look({ cookie: 'sessionid=forged' })).toBe(403)
  })

  test('ends with the session, so a kept cookie opens nothing', async () => {
    const staff = await world.staff()
    const look = async () => (await staff.call('GET', '/api/v1/landing_components/')).status
    expect(await look()).toBe(200)
    await staff.call('POST', '/api/v1/office/sign_out/')
    expect(await look()).toBe(403)
  })

  test('lets a signed-in customer order, but not by card', async () => {
    const owner = await cookieOf()
    expect((await customer.call('GET', '/api/v1/actual_user/', undefined, owner)).status).toBe(200)
    expect((await customer.call('GET', '/api/v1/rewards/', undefined, owner)).status).toBe(200)
    expect(told(await customer.call('POST', '/api/v1/card_items/', {}, owner))[1]).toBe('validation_failed')
    const { body } = await customer.call('GET', '/api/v1/organization_payment_providers/', undefined, owner)
    const methods = body.map(({ method_code }: { method_code: string }) => method_code)
    expect(methods).toEqual(['self_hosted_bank', 'self_hosted_check'])
    const previewed = {
      ...customer,
      call: (...[method, path, given]: Parameters<SignedIn['call']>) =>
        customer.call(method, path, given, owner),
    }
    const steps = customerSteps(previewed)
    const id = await steps.fillCart('digital')
    expect(told(await steps.pay(id, 'elavon_cc'))[1]).toBe('payment_method_unavailable')
    expect(world.gateway.minted).toEqual([])
    expect((await steps.pay(id, 'self_hosted_check')).status).toBe(200)
  })
})

test('before the site is live, only its preview allows sign-up', async () => {
  const { accounts } = await world.kit.sites.readByHost('localhost')
  const signUp = async (email: string, headers: Record<string, string> = {}, host = 'localhost') => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
        ...headers,
      },
      payload: JSON.stringify({
        ClientId: accounts.client_id,
        Username: `${email}#northwind`,
        Password: 'kettle-of-plum-jam-7',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'custom:rewards_site_id', Value: 'northwind' },
        ],
      }),
    })
    return [answer.statusCode, answer.json().message]
  }
  const closed = [400, 'This site isn’t accepting new accounts.']
  expect(await signUp('ann@halden.example')).toEqual(closed)
  // Another site's address reaches the same accounts service.
  expect(await signUp('ann@halden.example', {}, 'acorn.localhost')).toEqual(closed)
  expect(await signUp('ann@halden.example', await cookieOf('owner', 'acorn'), 'acorn.localhost')).toEqual(
    closed,
  )
  expect((await signUp('ann@halden.example', await cookieOf()))[0]).toBe(200)
  await setLive(new Date())
  expect((await signUp('bea@halden.example'))[0]).toBe(200)
})
