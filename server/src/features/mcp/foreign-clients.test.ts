import type { AddressInfo } from 'node:net'
import { auth as authByAiSdk, createMCPClient } from '@ai-sdk/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CALLBACK } from '../../testing/assistant-world.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let dana: Person
let url: URL

beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  url = new URL(`http://localhost:${port}/api/v1/mcp/`)
}, 60_000)
beforeEach(async () => {
  dana = await companySteps(world).person()
})
afterAll(() => world.close())

/** What a client keeps, and a person who allows its request as soon as their browser would open. */
function keeper() {
  // biome-ignore lint/suspicious/noExplicitAny: each client has its own types of the same values
  const kept: Record<string, any> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Foreign client', redirect_uris: [CALLBACK] },
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    async redirectToAuthorization(asked: URL) {
      const { headers } = await fetch(asked, { redirect: 'manual' })
      const page = new URL(headers.get('location')!, asked)
      expect(page.pathname).toBe('/connect-assistant')
      const given = { request: page.searchParams.get('request')! }
      const { status, body } = await dana.call('POST', '/api/v1/assistants/', given, { host: url.host })
      expect(status, JSON.stringify(body)).toBe(200)
      kept.back = new URL(body.url).searchParams
    },
  }
  return { kept, provider }
}

type Called = { content: Array<{ text: string }>; isError?: boolean }
const PLAN = { reward_type: 'digital', denomination_cents: 2_500, count: 4 }

async function use(call: (name: string, args: Record<string, unknown>) => Promise<Called>) {
  const { content } = await call('plan_order', PLAN)
  expect(JSON.parse(content[0]!.text)).toMatchObject({ card_count: 4, value: { cents: 10_000 } })
  const refused = await call('get_order', { id: 999_999_999 })
  expect(refused.isError).toBe(true)
  expect(JSON.parse(refused.content[0]!.text)).toMatchObject({ code: 'not_found' })
}

test.each(['2025', '2026'])('the official client connects and calls, in the protocol of %s', async (era) => {
  const { kept, provider } = keeper()
  const options = era === '2026' ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const make = () => new Client({ name: 'foreign', version: '1' }, options)
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
  await expect(make().connect(first)).rejects.toThrow(/unauthori/i)
  await first.finishAuth(kept.back)
  const client = make()
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  expect(client.getNegotiatedProtocolVersion()?.slice(0, 4)).toBe(era)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('propose_order')
  await use(async (name, args) => (await client.callTool({ name, arguments: args })) as Called)
  // A token that stopped working is refreshed without asking the person.
  kept.tokens = { ...kept.tokens, access_token: 'stale' }
  await use(async (name, args) => (await client.callTool({ name, arguments: args })) as Called)
  expect(kept.tokens.access_token).not.toBe('stale')
  await client.close()
})

test('the former official client connects and calls', async () => {
  const { kept, provider } = keeper()
  const make = () => new FormerClient({ name: 'former', version: '1' })
  const first = new FormerTransport(url, { authProvider: provider })
  await expect(make().connect(first as never)).rejects.toThrow(/unauthori/i)
  await first.finishAuth(kept.back.get('code'))
  const client = make()
  await client.connect(new FormerTransport(url, { authProvider: provider }) as never)
  await use(async (name, args) => (await client.callTool({ name, arguments: args })) as Called)
  await client.close()
})

test('the client of another SDK connects and calls', async () => {
  const { kept, provider } = keeper()
  expect(await authByAiSdk(provider as never, { serverUrl: url })).toBe('REDIRECT')
  const answer = { authorizationCode: kept.back.get('code'), callbackIssuer: kept.back.get('iss') }
  expect(await authByAiSdk(provider as never, { serverUrl: url, ...answer })).toBe('AUTHORIZED')
  const client = await createMCPClient({
    transport: { type: 'http', url: url.href, authProvider: provider as never },
  })
  const tools = await client.tools()
  await use(async (name, args) => {
    const options = { toolCallId: '1', messages: [], context: undefined }
    return (await tools[name]!.execute!(args, options as never)) as Called
  })
  await client.close()
})
