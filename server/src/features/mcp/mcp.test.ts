import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import { PLANS_PER_MINUTE } from '@laurel/domain/assistants'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAssistant } from '../../http/assistant-calls.ts'
import { assistantSteps } from '../../testing/assistant-world.ts'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

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
const PLAN = { reward_type: 'digital', denomination_cents: 2_500, count: 4 }

describe('what an assistant can call', () => {
  test('are the tools that only read, and the proposal of an order', async () => {
    const { access } = await steps.connected(dana)
    const { body } = await steps.send(access, LIST)
    const names = body.result.tools.map(({ name }: { name: string }) => name)
    const reading = Object.values<Endpoint>(endpoints).flatMap(({ tool }) =>
      tool?.effect === 'reads' ? [tool.name] : [],
    )
    expect(names.sort()).toEqual([...reading, 'propose_order'].sort())
    expect(names).not.toContain('draft_card')
    expect(names).not.toContain('resend_card')
    for (const { inputSchema } of body.result.tools) expect(inputSchema.type).toBe('object')
  })

  test('follows the scopes it asked for', async () => {
    const { access, tokens } = await steps.connected(dana, { scope: 'orders:read' })
    expect(tokens.scope).toBe('orders:read')
    const { body } = await steps.send(access, LIST)
    expect(body.result.tools.map(({ name }: { name: string }) => name)).not.toContain('propose_order')
    expect((await steps.callTool(access, 'propose_order', PLAN)).said).toBeUndefined()
  })

  test('every reading tool answers as the API answers its person', async () => {
    const { access } = await steps.connected(dana)
    const { body } = await steps.send(access, LIST)
    for (const { name } of body.result.tools as Array<{ name: string }>) {
      const args = name === 'plan_order' || name === 'propose_order' ? PLAN : { id: 999_999_999 }
      const bare = ['get_order', 'find_cards'].includes(name) ? args : name.endsWith('_order') ? args : {}
      const { status, said, isError } = await steps.callTool(access, name, bare)
      expect(status, name).toBe(200)
      expect(said, name).toBeDefined()
      if (isError) expect(['not_found', 'not_allowed'], name).toContain(said.code)
    }
    const { said } = await steps.callTool(access, 'find_orders', { status: ['cart'] })
    const { body: direct } = await dana.call('GET', '/api/v1/orders/?status=cart')
    expect(said).toEqual(direct)
  })

  test('other people’s, companies’, and sites’ things aren’t found', async () => {
    const other = await companySteps(world).person()
    const acorn = await companySteps(world).person('acorn')
    const { access } = await steps.connected(dana)
    for (const one of [other, acorn]) {
      const { body: list } = await one.call('POST', '/api/v1/recipient_lists/', { name: 'Theirs' })
      const plan = { reward_type: 'digital', denomination_cents: 2_500, recipient_list_id: list.id }
      for (const name of ['plan_order', 'propose_order']) {
        expect((await steps.callTool(access, name, plan)).said).toMatchObject({ code: 'not_found' })
      }
      const theirs = await one.call('GET', '/api/v1/orders/?status=cart')
      const [{ id }] = theirs.body.results
      for (const name of ['get_order', 'find_cards']) {
        expect((await steps.callTool(access, name, { id })).said).toMatchObject({ code: 'not_found' })
      }
      expect((await steps.callTool(access, 'get_cart', { order_id: id })).said).toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('arguments that a tool doesn’t have, or that aren’t right, are refused with a reason', async () => {
    const { access } = await steps.connected(dana)
    const wrong = [
      ['plan_order', { ...PLAN, company_id: 1 }],
      ['plan_order', { ...PLAN, denomination_cents: '2500; drop table' }],
      ['plan_order', { ...PLAN, count: -1 }],
      ['find_orders', { search: { $ne: null } }],
      ['get_order', { id: '1/../../office/orders' }],
      ['propose_order', { ...PLAN, constructor: 1 }],
      ['propose_order', { ...PLAN, count: undefined }],
      ['propose_order', { ...PLAN, send_at: '2020-01-01T00:00:00Z' }],
    ] as const
    for (const [name, args] of wrong) {
      const { isError, said } = await steps.callTool(access, name, args)
      expect([isError, JSON.stringify(args), said?.code]).toEqual([
        true,
        JSON.stringify(args),
        expect.stringMatching(/^(validation_failed|not_found)$/),
      ])
    }
  })

  test('a role that can’t order can’t plan either', async () => {
    const viewer = await companySteps(world).colleague(dana, 'viewer')
    const { access } = await steps.connected(viewer)
    for (const name of ['plan_order', 'propose_order'])
      expect((await steps.callTool(access, name, PLAN)).said).toMatchObject({ code: 'not_allowed' })
  })

  test('it acts for the company it was connected for', async () => {
    const other = await companySteps(world).person()
    const both = await companySteps(world).colleague(other)
    const { body: companies } = await both.call('GET', '/api/v1/companies/')
    expect(companies.length).toBe(2)
    for (const { id, name } of companies) {
      await steps.connected(actingFor(both, id))
      const { body } = await both.call('GET', '/api/v1/assistants/')
      expect(body[0].company).toBe(name)
    }
    // A header can’t choose another.
    const [first, second] = companies
    const { access } = await steps.connected(actingFor(both, first.id))
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_budgets', arguments: {} },
    }
    const { body } = await steps.send(access, call, { 'laurel-company': `${second.id}` })
    expect(body.result.isError ?? false).toBe(false)
  })
})

describe('a proposed order', () => {
  test('waits in a conversation until its person makes it a draft', async () => {
    const { access } = await steps.connected(dana)
    const { said } = await steps.callTool(access, 'propose_order', {
      ...{ reward_type: 'bulk', denomination_cents: 5_000, count: 10 },
    })
    expect(said).toMatchObject({ title: '10 bulk cards × $50.00', can_be_drafted: true })
    expect((await dana.call('GET', '/api/v1/card_items/')).body).toEqual([])
    const id = Number(/\/guide\/(\d+)\?company=/.exec(said.confirm_url)![1])
    const { body: messages } = await dana.call('GET', `/api/v1/conversations/${id}/messages/`)
    const plan = messages[0].content.find(({ type }: { type: string }) => type === 'plan')
    expect(plan.total_cents).toBe(said.total_cents)
    const { status } = await dana.call('POST', `/api/v1/conversations/${id}/confirm/`, {
      proposal: plan.proposal.token,
    })
    expect(status).toBe(200)
    expect((await dana.call('GET', '/api/v1/card_items/')).body).toMatchObject([
      { state: 'draft', denomination_cents: 5_000, quantity: 10 },
    ])
    // The next plan is in the same conversation.
    const again = await steps.callTool(access, 'propose_order', PLAN)
    expect(again.said.confirm_url).toContain(`/guide/${id}?`)
  })

  test('has the message and the time it names, and its answer holds no token', async () => {
    const { access } = await steps.connected(dana)
    const send_at = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString()
    const { said } = await steps.callTool(access, 'propose_order', { ...PLAN, send_at, message: 'Well done' })
    expect(said.subtitle).toMatch(/^By email on /)
    expect(JSON.stringify(said)).toContain('Message: “Well done”')
    const id = Number(/\/guide\/(\d+)/.exec(said.confirm_url)![1])
    const { body } = await dana.call('GET', `/api/v1/conversations/${id}/messages/`)
    const { token } = body[0].content.find(({ type }: { type: string }) => type === 'plan').proposal
    expect(JSON.stringify(said)).not.toContain(token)
  })

  test(`can’t fill the conversations: ${PLANS_PER_MINUTE} a minute`, async () => {
    const { access } = await steps.connected(dana)
    for (let at = 0; at < PLANS_PER_MINUTE; at += 1) {
      expect((await steps.callTool(access, 'propose_order', PLAN)).isError).toBe(false)
    }
    const { said } = await steps.callTool(access, 'propose_order', PLAN)
    expect(said).toMatchObject({ code: 'too_many_requests' })
    expect((await dana.call('GET', '/api/v1/conversations/')).body).toHaveLength(1)
  })
})

describe('the endpoint refuses', () => {
  test('calls without a token, and says where to get one', async () => {
    const { status, headers } = await steps.send(undefined, LIST)
    expect(status).toBe(401)
    const metadata = `${steps.origin}/.well-known/oauth-protected-resource/api/v1/mcp/`
    expect(headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}"`)
  })

  test('forged, changed, expired, and other sites’ tokens, and those of the API', async () => {
    const { access, refresh } = await steps.connected(dana)
    const [payload, signature] = access.split('.')
    const acorn = assistantSteps(world, 'acorn.localhost')
    const theirs = await acorn.connected(await companySteps(world).person('acorn'))
    const longer = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), until: 9e15 }),
    ).toString('base64url')
    const wrong = {
      forged: `${payload}.${'A'.repeat(signature!.length)}`,
      extended: `${longer}.${signature}`,
      none: `${payload}.`,
      refresh,
      'another site': theirs.access,
      'the API': dana.token,
      'three parts': `${access}.x`,
    }
    for (const [name, token] of Object.entries(wrong)) {
      const { status, headers } = await steps.send(token, LIST)
      expect([name, status]).toEqual([name, 401])
      expect(headers['www-authenticate']).toContain('error="invalid_token"')
    }
    expect((await steps.send(access, LIST)).status).toBe(200)
    world.setClock(new Date(Date.now() + 16 * 60_000))
    expect((await steps.send(access, LIST)).status).toBe(401)
  })

  test('an assistant’s token anywhere else', async () => {
    const { access } = await steps.connected(dana)
    for (const path of ['/api/v1/orders/', '/api/v1/actual_user/', '/api/v1/reward_infos/']) {
      const answer = await world.app.inject({
        url: path,
        headers: { host: 'localhost', authorization: `Bearer ${access}` },
      })
      expect([path, answer.statusCode]).toEqual([path, 401])
    }
  })

  test('calls within the server that change something, or are for another site', async () => {
    const { body: me } = await dana.call('GET', '/api/v1/actual_user/')
    const { id: siteId } = await world.kit.sites.readByHost('localhost')
    const actor = {
      siteId,
      customerId: me.id,
      email: me.email,
      emailVerified: true,
      registrationComplete: true,
    }
    const statusOf = (method: 'GET' | 'POST', url: string, host = 'localhost') =>
      asAssistant({ actor, account: 'one' }, async () => {
        const asked = { method, url, headers: { host }, ...(method === 'POST' && { payload: {} }) }
        return (await world.app.inject(asked)).statusCode
      })
    expect(await statusOf('GET', '/api/v1/orders/')).toBe(200)
    expect(await statusOf('GET', '/api/v1/orders/', 'acorn.localhost')).toBe(401)
    for (const path of ['card_items', 'add_to_cart', 'assistants', 'conversations', 'payments']) {
      expect([path, await statusOf('POST', `/api/v1/${path}/`)]).toEqual([path, 404])
    }
    expect(await statusOf('GET', '/api/v1/actual_user/')).toBe(404)
  })

  test('pages of other sites, and hosts that aren’t a site', async () => {
    const { access } = await steps.connected(dana)
    for (const origin of ['https://evil.example', 'null', 'http://acorn.localhost']) {
      expect((await steps.send(access, LIST, { origin })).status).toBe(403)
    }
    expect((await steps.send(access, LIST, { origin: steps.origin })).status).toBe(200)
    expect((await steps.send(access, LIST, { host: 'rebound.example' })).status).toBe(404)
  })

  test('batches, huge and broken bodies, other methods, and streams', async () => {
    const { access } = await steps.connected(dana)
    expect((await steps.send(access, [LIST, LIST])).status).toBe(400)
    const huge = { ...LIST, params: { text: 'x'.repeat(70_000) } }
    expect((await steps.send(access, huge)).status).toBe(413)
    const text = { 'content-type': 'application/json' }
    expect((await steps.send(access, '{"jsonrpc":', text)).status).toBe(400)
    expect((await steps.send(access, '{"__proto__":{"a":1}}', text)).status).toBe(400)
    expect((await steps.send(access, { hello: 1 })).status).toBe(400)
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const headers = { host: 'localhost', authorization: `Bearer ${access}` }
      const { statusCode } = await world.app.inject({ method, url: '/api/v1/mcp/', headers })
      expect([method, statusCode]).toEqual([method, 405])
    }
    const listening = await steps.send(access, { ...LIST, method: 'subscriptions/listen' })
    expect(listening.body.error.code).toBe(-32_601)
  })

  test('nothing to a request that names a session: there are none', async () => {
    const { access } = await steps.connected(dana)
    const { status, headers } = await steps.send(access, LIST, { 'mcp-session-id': 'someone-elses' })
    expect(status).toBe(200)
    expect(headers['mcp-session-id']).toBeUndefined()
  })

  test('guesses, after a while', async () => {
    const limited = await makeWorld({ RATE_LIMIT_PER_MINUTE: '10' })
    const { send } = assistantSteps(limited)
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await send('guess.guess', LIST)).status)
    expect(statuses).toContain(401)
    expect(statuses.at(-1)).toBe(429)
    await limited.close()
  }, 60_000)
})
