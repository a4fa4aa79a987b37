import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { accountsWorld } from '../../testing/accounts-world.ts'
import { makeWorld, PROFILE, type SignedIn, type World } from '../../testing/world.ts'

const PATH = '/api/v1/office/customers/'

let world: World
let support: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
  support = await world.staff('support')
})
afterAll(() => world.close())

let dana: SignedIn
let id: number
let email: string
beforeEach(async () => {
  dana = await world.signIn()
  const me = (await dana.call('GET', '/api/v1/actual_user/')).body
  id = me.id
  email = me.email
})
const read = async () => (await support.call('GET', `${PATH}${id}/`)).body
const disable = (reason = 'A stolen card') => support.call('POST', `${PATH}${id}/disable/`, { reason })
/** Signs in anew under the same address. */
const tokenOf = async (password = 'wrong') => {
  const { accounts } = await world.kit.sites.readByHost('localhost')
  const answer = await world.app.inject({
    method: 'POST',
    url: '/identity/',
    headers: {
      host: 'localhost',
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    payload: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: accounts.client_id,
      AuthParameters: { USERNAME: `${email}#northwind`, PASSWORD: password },
    }),
  })
  return answer.json()
}

describe('customers in the office', () => {
  test('are found by any part of name, business, or email, newest first, page by page', async () => {
    const find = async (query: string) => (await support.call('GET', `${PATH}?${query}`)).body
    expect((await find(`search=${email.slice(0, 12)}`)).results).toMatchObject([{ id, email }])
    const first = await find('search=halden%20tools&page_size=1')
    expect(first.results[0].id).toBe(id)
    await world.signIn()
    const two = await find('search=halden%20tools&page_size=1')
    expect(two.has_more).toBe(true)
    const next = await find(`search=halden%20tools&page_size=1&before=${two.results[0].id}`)
    expect(next.results[0].id).toBe(id)
    expect((await find('search=%25')).results).toEqual([])

    const newest = (await find('search=halden%20tools')).results
    const oldest = await find('search=halden%20tools&sort=oldest&page_size=1')
    expect(oldest).toMatchObject({ results: [newest.at(-1)], has_more: true })
    const newer = await find(`search=halden%20tools&sort=oldest&page_size=1&before=${newest.at(-1).id}`)
    expect(newer.results).toEqual([newest.at(-2)])
  })

  test('show business, sign-in, and limits, and no secret', async () => {
    const one = await read()
    expect(one).toMatchObject({
      company: 'Halden Tools',
      address: '90 Foundry Road, Dayton, OH 45402',
      state: 'active',
      tax_number: '•••••6789',
      sign_in: { status: 'CONFIRMED', factors: [], last_signed_in_at: expect.any(String) },
      limits: { is_new: true, ordered_today_cents: 0 },
      orders: [],
    })
    const text = JSON.stringify(one)
    for (const secret of [PROFILE.tax_number, '123456789', 'password', 'sealed']) {
      expect(text).not.toContain(secret)
    }
  })

  test('of another site aren’t found', async () => {
    const theirs = await world.staff('support', 'acorn')
    for (const path of ['', 'disable/', 'close/', 'notes/']) {
      const method = path === '' ? 'GET' : 'POST'
      const body = path === '' ? undefined : { reason: 'x', email, text: 'x' }
      expect((await theirs.call(method, `${PATH}${id}/${path}`, body)).status).toBe(404)
    }
    expect((await theirs.call('GET', `${PATH}?search=${email}`)).body.results).toEqual([])
  })

  test('have notes of colleagues', async () => {
    const { body } = await support.call('POST', `${PATH}${id}/notes/`, { text: 'Asked for net 30.' })
    expect(body.notes).toMatchObject([{ text: 'Asked for net 30.', by_name: 'Robin Hale' }])
  })

  test('are changed only by staff with the permission', async () => {
    const viewer = await world.staff('viewer')
    expect((await viewer.call('GET', `${PATH}${id}/`)).status).toBe(200)
    expect((await viewer.call('POST', `${PATH}${id}/disable/`, { reason: 'x' })).status).toBe(403)
    expect((await viewer.call('POST', `${PATH}${id}/notes/`, { text: 'x' })).status).toBe(403)
  })
})

describe('a disabled account', () => {
  test('can neither sign in nor send requests until it is enabled again', async () => {
    const newcomer = await world.signIn({ registered: false })
    id = (await newcomer.call('GET', '/api/v1/actual_user/')).body.id
    email = (await read()).email
    expect((await disable()).body).toMatchObject({ state: 'disabled', disabled_reason: 'A stolen card' })
    expect((await newcomer.call('GET', '/api/v1/actual_user/')).status).toBe(401)
    expect((await tokenOf()).__type).toBe('NotAuthorizedException')
    const { accounts } = await world.kit.sites.readByHost('localhost')
    const user = () => world.identity.findUser(accounts.user_pool_id, `${email}#northwind`)
    expect((await user())?.disabled_at).not.toBeNull()

    expect((await support.call('POST', `${PATH}${id}/enable/`, {})).body.state).toBe('active')
    expect((await user())?.disabled_at).toBeNull()
  })

  test('is disabled once, with a reason, and the audit log says by whom', async () => {
    expect((await support.call('POST', `${PATH}${id}/disable/`, {})).body.errors).toMatchObject([
      { field: 'reason' },
    ])
    expect((await disable()).status).toBe(200)
    expect((await disable()).body.code).toBe('changed')
    const { siteId } = support
    const [entry] = await inSite(world.kit.pool, siteId, (db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor', 'facts'])
        .where('site_id', '=', siteId)
        .where('event', '=', 'customer.disabled')
        .where('subject', '=', `customer:${id}`)
        .execute(),
    )
    expect(entry).toEqual({ actor: `staff:${support.id}`, facts: { reason: 'A stolen card' } })
  })
})

test('closing an account requires its email, deletes the sign-in, and enqueues the rest', async () => {
  const close = (given: string) =>
    support.call('POST', `${PATH}${id}/close/`, { email: given, reason: 'Asked by phone' })
  expect((await close('other@customer.example')).body.errors).toMatchObject([{ field: 'email' }])
  expect((await close(email.toUpperCase())).status).toBe(204)
  const { accounts } = await world.kit.sites.readByHost('localhost')
  expect(await world.identity.findUser(accounts.user_pool_id, `${email}#northwind`)).toBeUndefined()
  expect((await read()).sign_in).toBeNull()
})

describe('a lost second step', () => {
  const reset = (body: Record<string, unknown>) =>
    support.call('POST', `${PATH}${id}/reset_second_step/`, body)

  /** A customer whose account asks for an authenticator app, with ten recovery codes. */
  async function addCustomerWithApp() {
    const accounts = accountsWorld(world)
    const account = await accounts.addAccount()
    const { tokens } = await accounts.signIn(account.username)
    const call = world.visit('localhost', tokens.IdToken)
    id = (await call('GET', '/api/v1/actual_user/')).body.id
    const withoutApp = await call('POST', '/api/v1/recovery_codes/')
    expect([withoutApp.status, withoutApp.body.code]).toEqual([409, 'authenticator_missing'])
    const { AccessToken } = tokens
    const { SecretCode } = (await accounts.ask('AssociateSoftwareToken', { AccessToken })).body
    const UserCode = TOTP.generate({ secret: Secret.fromBase32(SecretCode) })
    await accounts.ask('VerifySoftwareToken', { AccessToken, UserCode })
    await accounts.ask('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
    const { codes } = (await call('POST', '/api/v1/recovery_codes/')).body as { codes: string[] }
    return { ...account, accounts, call, codes }
  }

  async function signInBy(account: Awaited<ReturnType<typeof addCustomerWithApp>>, code: string) {
    const { body } = await account.accounts.signIn(account.username)
    return account.accounts.ask('RespondToAuthChallenge', {
      ChallengeName: body.ChallengeName,
      Session: body.Session,
      ChallengeResponses: { USERNAME: account.username, SOFTWARE_TOKEN_MFA_CODE: code },
    })
  }

  test('is replaced by a recovery code, ten of which are shown once', async () => {
    const account = await addCustomerWithApp()
    expect(account.codes).toHaveLength(10)
    expect((await account.call('GET', '/api/v1/recovery_codes/')).body).toEqual({ remaining: 10 })
    expect((await signInBy(account, account.codes[0]!)).status).toBe(200)
    expect((await account.call('GET', '/api/v1/recovery_codes/')).body).toEqual({ remaining: 9 })
  })

  test('is reset by staff with a reason: the audit log records it, sessions end, and the password signs in', async () => {
    const account = await addCustomerWithApp()
    expect((await reset({})).body.errors).toMatchObject([{ field: 'reason' }])
    const viewer = await world.staff('viewer')
    expect((await viewer.call('POST', `${PATH}${id}/reset_second_step/`, { reason: 'x' })).status).toBe(403)

    const { status, body } = await reset({ reason: 'Lost phone, checked by phone call' })
    expect([status, body.sign_in.factors]).toEqual([200, []])
    const again = await reset({ reason: 'Again' })
    expect([again.status, again.body.code]).toEqual([409, 'second_step_missing'])
    const { siteId } = support
    const entries = await inSite(world.kit.pool, siteId, (db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor', 'facts'])
        .where('site_id', '=', siteId)
        .where('event', '=', 'customer.second_step_reset')
        .where('subject', '=', `customer:${id}`)
        .execute(),
    )
    expect(entries).toEqual([
      { actor: `staff:${support.id}`, facts: { reason: 'Lost phone, checked by phone call' } },
    ])
    expect((await account.accounts.lines(account.sub)).map(({ event }) => event)).toContain(
      'account.second_factor_reset',
    )
    expect((await account.accounts.signIn(account.username)).tokens).toBeDefined()
  })
})
