import { createHash } from 'node:crypto'
import { MAX_ASSISTANTS } from '@laurel/domain/assistants'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { accountsWorld, PASSWORD } from '../../testing/accounts-world.ts'
import { assistantSteps, CALLBACK } from '../../testing/assistant-world.ts'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, PROFILE, type World } from '../../testing/world.ts'
import { closeCustomer, closeCustomerHandler } from '../customers/close-customer.jobs.ts'
import { retiringPeople } from '../privacy/retention.jobs.ts'

let world: World
let dana: Person
let steps: ReturnType<typeof assistantSteps>

beforeAll(async () => {
  world = await makeWorld()
  steps = assistantSteps(world)
}, 60_000)
beforeEach(async () => {
  dana = await companySteps(world).person()
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const statusOf = async (access: string) => (await steps.send(access, LIST)).status
const assistantsOf = async (who: Person) => (await who.call('GET', '/api/v1/assistants/')).body
const later = (ms: number) => world.setClock(new Date(Date.now() + ms))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

async function entriesOf(who: Person) {
  const { id } = await world.kit.sites.readByHost('localhost')
  const rows = await inSite(world.kit.pool, id, (db) =>
    db
      .selectFrom('audit_entries')
      .select(['event', 'facts'])
      .where('site_id', '=', id)
      .where('actor', '=', `customer:${who.id}`)
      .where('event', 'like', 'assistant.%')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ event }) => event)
}

describe('metadata', () => {
  test('names the site’s own endpoints', async () => {
    for (const [host, origin] of [
      ['localhost', 'http://localhost'],
      ['acorn.localhost', 'http://acorn.localhost'],
    ]) {
      const read = async (url: string) => (await world.app.inject({ url, headers: { host: host! } })).json()
      const server = await read('/.well-known/oauth-authorization-server')
      expect(server).toMatchObject({
        issuer: origin,
        authorization_endpoint: `${origin}/api/v1/oauth/authorize/`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      })
      for (const path of ['', '/api/v1/mcp', '/api/v1/mcp/']) {
        expect(await read(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
          resource: `${origin}/api/v1/mcp/`,
          authorization_servers: [origin],
        })
      }
    }
    const { statusCode } = await world.app.inject({
      url: '/.well-known/oauth-authorization-server',
      headers: { host: 'unknown.example' },
    })
    expect(statusCode).toBe(404)
  })
})

describe('registration', () => {
  test('takes https and loopback addresses, and no others', async () => {
    const good = [
      'https://claude.ai/api/mcp/auth_callback',
      'http://localhost:3000/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:9/cb',
    ]
    for (const uri of good) expect((await steps.register({ redirect_uris: [uri] })).status, uri).toBe(201)
    const bad = [
      'http://evil.example/cb',
      'http://localhost.evil.example/cb',
      'http://127.0.0.1@evil.example/cb',
      'https://user:pass@good.example/cb',
      'https://good.example/cb#x',
      'https://good.example/c b',
      'javascript:alert(1)',
      'data:text/html,x',
      'cursor://callback',
      '//evil.example',
      '',
    ]
    for (const uri of bad) {
      const { status, body } = await steps.register({ redirect_uris: [uri] })
      expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri'])
    }
    for (const given of [{}, { redirect_uris: [] }, { redirect_uris: Array(11).fill(CALLBACK) }]) {
      expect((await steps.register(given)).status).toBe(400)
    }
  })

  test('stores nothing, keeps a short name, and gives no secret', async () => {
    const { body } = await steps.register({
      client_name: `Cl\u202eaude\n${'x'.repeat(100)}`,
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_basic',
    })
    expect(body.client_name).toBe(`Cl aude ${'x'.repeat(52)}`)
    expect(body.token_endpoint_auth_method).toBe('none')
    expect(body.client_secret).toBeUndefined()
  })

  test('is limited by network', async () => {
    const limited = await makeWorld({ RATE_LIMIT_PER_MINUTE: '20' })
    const { register } = assistantSteps(limited)
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await register()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429])
    await limited.close()
  }, 60_000)
})

describe('a request', () => {
  const read = async (who: Person, asked: Record<string, string>) =>
    who.call('GET', `/api/v1/assistants/request/?request=${steps.requestOf(asked)}`)
  const allow = (who: Person, asked: Record<string, string>) =>
    who.call('POST', '/api/v1/assistants/', { request: steps.requestOf(asked) })
  const authorize = (asked: Record<string, string>) =>
    world.app.inject({
      url: `/api/v1/oauth/authorize/?${new URLSearchParams(asked)}`,
      headers: { host: 'localhost' },
    })

  test('says who asks, from where, and for what', async () => {
    const { asked } = await steps.request({ scope: 'orders:read email' })
    const { body } = await read(dana, asked)
    expect(body).toEqual({
      ...{ name: 'Claude', host: null, scopes: ['orders:read'] },
      denied_url: `${CALLBACK}?error=access_denied&state=st&iss=${encodeURIComponent(steps.origin)}`,
    })
  })

  test('with an unknown client or another address stays on the page', async () => {
    const { asked } = await steps.request()
    const elsewhere = assistantSteps(world, 'acorn.localhost')
    const foreign = (await elsewhere.register()).body.client_id
    const [payload] = asked.client_id.split('.')
    const wrong = [
      { client_id: '' },
      { client_id: 'x' },
      { client_id: `${payload}.AAAA` },
      { client_id: foreign },
      { redirect_uri: '' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${CALLBACK}/more` },
      { redirect_uri: `${CALLBACK}?more` },
      { redirect_uri: 'http://127.0.0.1.evil.example:7777/callback' },
      { redirect_uri: 'https://127.0.0.1:7777/callback' },
    ]
    for (const one of wrong) {
      for (const answer of [
        await read(dana, { ...asked, ...one }),
        await allow(dana, { ...asked, ...one }),
      ]) {
        expect([one, answer.status, answer.body.code]).toEqual([one, 400, 'assistant_unknown'])
      }
      const { location } = (await authorize({ ...asked, ...one })).headers
      expect(location).toMatch(/^\/connect-assistant\?request=/)
    }
    // A program picks its port when it starts.
    const moved = { ...asked, redirect_uri: 'http://127.0.0.1:4242/callback' }
    expect((await read(dana, moved)).status).toBe(200)
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: 'http://acorn.localhost/api/v1/mcp/' }, 'invalid_target'],
    [{ scope: 'orders:pay' }, 'invalid_scope'],
  ])('with %j goes back with %s, and no code', async (more, error) => {
    const { asked } = await steps.request(more)
    const { location } = (await authorize(asked)).headers
    expect(new URL(`${location}`).searchParams.get('error')).toBe(error)
    const allowed = await allow(dana, asked)
    const back = new URL(allowed.body.url).searchParams
    expect([back.get('error'), back.get('code')]).toEqual([error, null])
  })

  test('keeps its state as it is', async () => {
    for (const state of ['1e5', '{"a": 1}', 'ñ & =?', '007']) {
      const { asked } = await steps.request({ state })
      const page = new URL(`${(await authorize(asked)).headers.location}`, steps.origin)
      const given = { request: page.searchParams.get('request')! }
      const { body } = await dana.call('POST', '/api/v1/assistants/', given)
      expect(new URL(body.url).searchParams.get('state')).toBe(state)
    }
    const twice = `${new URLSearchParams((await steps.request()).asked)}&redirect_uri=https://evil.example`
    const request = Buffer.from(twice).toString('base64url')
    expect((await dana.call('POST', '/api/v1/assistants/', { request })).status).toBe(400)
  })

  test('needs a signed-in person', async () => {
    const { asked } = await steps.request()
    const answer = await steps.post('/api/v1/assistants/', { request: steps.requestOf(asked) })
    expect(answer.status).toBe(401)
  })

  test(`is limited to ${MAX_ASSISTANTS} for each person`, async () => {
    for (let at = 0; at < MAX_ASSISTANTS; at += 1) await steps.connected(dana)
    const { asked } = await steps.request()
    const { status, body } = await allow(dana, asked)
    expect([status, body.code]).toEqual([409, 'limit_exceeded'])
  }, 30_000)
})

describe('a code', () => {
  test('is exchanged once; a second time ends the connection', async () => {
    const { fields, access } = await steps.connected(dana)
    expect(await statusOf(access)).toBe(200)
    expect((await steps.exchange(fields)).body).toEqual({ error: 'invalid_grant' })
    expect(await statusOf(access)).toBe(401)
    expect(await assistantsOf(dana)).toEqual([])
    expect(await entriesOf(dana)).toEqual(['assistant.connected', 'assistant.token_reused'])
  })

  test('is exchanged once by two at the same time', async () => {
    const { fields } = await steps.allowed(dana)
    const both = await Promise.all([steps.exchange(fields), steps.exchange(fields)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test.each<[string, Record<string, string>, string]>([
    ['another verifier', { code_verifier: 'A'.repeat(43) }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/' }, 'invalid_target'],
    ['a changed code', { code: 'eyJrZXkiOiJ4In0.AAAA' }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'short' }, 'invalid_request'],
    ['an unknown client', { client_id: 'x' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('isn’t exchanged with %s', async (_, more, error) => {
    const { fields } = await steps.allowed(dana)
    const { status, body } = await steps.exchange({ ...fields, ...more })
    expect([status, body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
    expect((await steps.exchange(fields)).status).toBe(200)
  })

  test('isn’t exchanged by another client, without a verifier, on another site, or after a minute', async () => {
    const { fields } = await steps.allowed(dana)
    const other = (await steps.register({ client_name: 'Other', redirect_uris: [CALLBACK] })).body.client_id
    expect((await steps.exchange({ ...fields, client_id: other })).body.error).toBe('invalid_grant')
    const { code_verifier, ...without } = fields
    expect((await steps.exchange(without)).body.error).toBe('invalid_request')
    const acorn = assistantSteps(world, 'acorn.localhost')
    const there = { ...fields, client_id: (await acorn.register()).body.client_id, resource: acorn.MCP }
    expect((await acorn.exchange(there)).body.error).toBe('invalid_grant')
    later(MINUTE + 1_000)
    expect((await steps.exchange(fields)).body.error).toBe('invalid_grant')
  })

  test('that waits isn’t a connected assistant yet', async () => {
    await steps.allowed(dana)
    expect(await assistantsOf(dana)).toEqual([])
  })
})

describe('a refresh token', () => {
  test('rotates, and an old one ends the connection', async () => {
    const { refresh, fields } = await steps.connected(dana)
    const second = await steps.refreshed(refresh, fields.client_id)
    expect(second.status).toBe(200)
    // Two at once get the same.
    const again = await steps.refreshed(refresh, fields.client_id)
    expect(again.body.refresh_token).toBe(second.body.refresh_token)
    later(2 * MINUTE)
    expect((await steps.refreshed(refresh, fields.client_id)).body).toEqual({ error: 'invalid_grant' })
    expect(await statusOf(second.body.access_token)).toBe(401)
    expect((await steps.refreshed(second.body.refresh_token, fields.client_id)).status).toBe(400)
    expect(await entriesOf(dana)).toContain('assistant.token_reused')
  })

  test('of two rotations ago ends the connection, however soon', async () => {
    const { refresh, fields } = await steps.connected(dana)
    const second = await steps.refreshed(refresh, fields.client_id)
    await steps.refreshed(second.body.refresh_token, fields.client_id)
    expect((await steps.refreshed(refresh, fields.client_id)).status).toBe(400)
    expect(await assistantsOf(dana)).toEqual([])
  })

  test('works for its client only, and for 30 days', async () => {
    const { refresh, access, fields } = await steps.connected(dana)
    const other = (await steps.register({ client_name: 'Other', redirect_uris: [CALLBACK] })).body.client_id
    expect((await steps.refreshed(refresh, other)).status).toBe(400)
    expect((await steps.refreshed(access, fields.client_id)).status).toBe(400)
    later(31 * DAY)
    expect((await steps.refreshed(refresh, fields.client_id)).status).toBe(400)
  })
})

describe('a connection ends', () => {
  test('when its person disconnects it, and no one else can', async () => {
    const { access, refresh, fields } = await steps.connected(dana)
    const [{ id, ...shown }] = await assistantsOf(dana)
    expect(shown).toMatchObject({ name: 'Claude', host: null, scopes: ['orders:read', 'orders:draft'] })
    const other = await companySteps(world).person()
    expect((await other.call('DELETE', `/api/v1/assistants/${id}/`)).status).toBe(404)
    expect(await statusOf(access)).toBe(200)
    expect((await assistantsOf(dana))[0].last_used_at).not.toBeNull()
    expect((await dana.call('DELETE', `/api/v1/assistants/${id}/`)).status).toBe(204)
    expect(await statusOf(access)).toBe(401)
    expect((await steps.refreshed(refresh, fields.client_id)).status).toBe(400)
    expect(await entriesOf(dana)).toEqual(['assistant.connected', 'assistant.disconnected'])
  })

  test.each(['access', 'refresh'] as const)('when its client revokes the %s token', async (kind) => {
    const tokens = await steps.connected(dana)
    const { client_id } = tokens.fields
    const other = (await steps.register({ client_name: 'Other', redirect_uris: [CALLBACK] })).body.client_id
    const revoke = (token: string, client: string) =>
      steps.post('/api/v1/oauth/revoke/', { token, client_id: client })
    expect((await revoke(tokens[kind], other!)).status).toBe(200)
    expect(await statusOf(tokens.access)).toBe(200)
    expect((await revoke(tokens[kind], client_id!)).status).toBe(200)
    expect(await statusOf(tokens.access)).toBe(401)
  })

  test('when its person leaves the company, is blocked, or closes the account', async () => {
    const colleague = await companySteps(world).colleague(dana)
    const gone = await steps.connected(colleague)
    const own = await steps.connected(dana)
    expect((await dana.call('DELETE', `/api/v1/company/people/${colleague.id}/`)).status).toBeLessThan(300)
    expect(await statusOf(gone.access)).toBe(401)
    expect(await statusOf(own.access)).toBe(200)

    const { id: siteId } = await world.kit.sites.readByHost('localhost')
    const setDana = (disabled_at: Date | null) =>
      inSite(world.kit.pool, siteId, (db) =>
        db
          .updateTable('customers')
          .set({ disabled_at })
          .where('site_id', '=', siteId)
          .where('id', '=', dana.id)
          .execute(),
      )
    await setDana(new Date())
    expect(await statusOf(own.access)).toBe(401)
    expect((await steps.refreshed(own.refresh, own.fields.client_id)).status).toBe(400)
    await setDana(null)
    expect(await statusOf(own.access)).toBe(200)

    const subject = await inSite(world.kit.pool, siteId, (db) =>
      db
        .selectFrom('customers')
        .select('identity_subject')
        .where('site_id', '=', siteId)
        .where('id', '=', dana.id)
        .executeTakeFirstOrThrow(),
    )
    const closing = closeCustomerHandler(world.kit)
    await closing.run(closeCustomer.payload.parse({ siteId, subject: subject.identity_subject }) as never)
    expect(await statusOf(own.access)).toBe(401)
  })

  test('when its person signs out everywhere, or the password is changed', async () => {
    const accounts = accountsWorld(world)
    for (const end of ['GlobalSignOut', 'ChangePassword', 'RevokeToken'] as const) {
      const { username } = await accounts.addAccount()
      const { tokens } = await accounts.signIn(username)
      const call: Person['call'] = async (method, url, body, headers = {}) => {
        const answer = await world.app.inject({
          method: method as 'GET',
          url,
          headers: { host: 'localhost', authorization: `Bearer ${tokens.IdToken}`, ...headers },
          ...(body && { payload: body }),
        })
        return { status: answer.statusCode, body: answer.body && answer.json(), headers: answer.headers }
      }
      expect((await call('PUT', '/api/v1/actual_user/', PROFILE)).status).toBe(200)
      const { access } = await steps.connected({ ...dana, call })
      const input = {
        GlobalSignOut: { AccessToken: tokens.AccessToken },
        ChangePassword: {
          ...{ AccessToken: tokens.AccessToken, PreviousPassword: PASSWORD },
          ProposedPassword: 'another-kettle-of-plums-4712',
        },
        RevokeToken: { Token: tokens.RefreshToken },
      }[end]
      expect((await accounts.ask(end, input)).status, end).toBe(200)
      // Signing out of one browser isn't everywhere.
      expect([end, await statusOf(access)]).toEqual([end, end === 'RevokeToken' ? 200 : 401])
    }
  })

  test('on its site only when that is open', async () => {
    const { access, fields, refresh } = await steps.connected(dana)
    const { id } = await world.kit.sites.readByHost('localhost')
    const setSite = async (suspended_at: Date | null) => {
      await world.kit.pool.updateTable('sites').set({ suspended_at }).where('id', '=', id).execute()
      world.kit.sites.forget(id)
    }
    await setSite(new Date())
    expect(await statusOf(access)).toBe(403)
    expect((await steps.refreshed(refresh, fields.client_id)).status).toBe(403)
    await setSite(null)
    expect(await statusOf(access)).toBe(200)
  })

  test('and its row is removed, as are requests that no assistant came back for', async () => {
    await steps.connected(dana)
    await steps.allowed(dana)
    const { id } = await world.kit.sites.readByHost('localhost')
    const rows = () =>
      inSite(world.kit.pool, id, (db) =>
        db
          .selectFrom('assistant_connections')
          .select('id')
          .where('site_id', '=', id)
          .where('customer_id', '=', dana.id)
          .execute(),
      )
    expect(await rows()).toHaveLength(2)
    const run = () => retiringPeople(world.kit).run()
    later(2 * MINUTE)
    await run()
    expect(await rows()).toHaveLength(1)
    later(31 * DAY)
    await run()
    expect(await rows()).toHaveLength(0)
  })
})

test('an assistant for one company isn’t one for another', async () => {
  const both = await companySteps(world).colleague(dana)
  const { body: companies } = await both.call('GET', '/api/v1/companies/')
  const tokens = await steps.connected(actingFor(both, companies[1].id))
  // Leaving the other company changes nothing.
  expect(await statusOf(tokens.access)).toBe(200)
  expect((await assistantsOf(both)).map(({ company }: { company: string }) => company)).toEqual([
    companies[1].name,
  ])
})

test('the database has no token, and no code', async () => {
  const { access, refresh, fields } = await steps.connected(dana)
  const { id } = await world.kit.sites.readByHost('localhost')
  const kept = await inSite(world.kit.pool, id, (db) =>
    db.selectFrom('assistant_connections').selectAll().where('site_id', '=', id).execute(),
  )
  const text = JSON.stringify(kept)
  for (const secret of [access, refresh, fields.code!, fields.code_verifier!]) {
    expect(text).not.toContain(secret.split('.').at(-1))
  }
  expect(text).not.toContain(createHash('sha256').update(refresh).digest('base64url'))
})
