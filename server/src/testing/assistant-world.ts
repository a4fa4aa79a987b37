import { createHash, randomBytes } from 'node:crypto'
import type { SignedIn, World } from './world.ts'

export const CALLBACK = 'http://127.0.0.1:7777/callback'

/** What an assistant does to be connected, step by step, without a library. */
export function assistantSteps(world: World, host = 'localhost') {
  const origin = `http://${host}`
  const MCP = `${origin}/api/v1/mcp/`

  async function post(url: string, payload: unknown, headers: Record<string, string> = {}) {
    const answer = await world.app.inject({
      method: 'POST',
      url,
      headers: { host, ...headers },
      payload: payload as object,
    })
    const { statusCode: status, body } = answer
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status, headers: answer.headers, body: isJson ? answer.json() : body }
  }
  const register = async (given: object = { client_name: 'Claude', redirect_uris: [CALLBACK] }) =>
    post('/api/v1/oauth/register/', given)
  const exchange = (fields: Record<string, string>) =>
    post('/api/v1/oauth/token/', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })

  async function request(more: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const { client_id } = (await register()).body
    const asked = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'st',
      resource: MCP,
      ...more,
    }
    return { asked, verifier }
  }

  const requestOf = (asked: Record<string, string>) =>
    Buffer.from(new URLSearchParams(asked).toString()).toString('base64url')

  /** A person allows a request, without its exchange. */
  async function allowed(who: SignedIn, more: Record<string, string> = {}) {
    const { asked, verifier } = await request(more)
    const { status, body } = await who.call('POST', '/api/v1/assistants/', { request: requestOf(asked) })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const back = new URL(body.url).searchParams
    const fields = {
      ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: asked.redirect_uri },
      ...{ client_id: asked.client_id, code_verifier: verifier, resource: MCP },
    }
    return { fields, back }
  }

  async function connected(who: SignedIn, more: Record<string, string> = {}) {
    const { fields } = await allowed(who, more)
    const { body, status } = await exchange(fields)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return {
      access: body.access_token as string,
      refresh: body.refresh_token as string,
      fields,
      tokens: body,
    }
  }

  /** One message of the 2025 protocol, as plain JSON. */
  async function send(access: string | undefined, message: unknown, headers: Record<string, string> = {}) {
    const answer = await post('/api/v1/mcp/', message, {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...headers,
    })
    const event = /^data: (.*)$/m.exec(String(answer.body))?.[1]
    return { ...answer, body: event === undefined ? answer.body : JSON.parse(event) }
  }

  async function callTool(access: string, name: string, args: object = {}) {
    const params = { name, arguments: args }
    const { status, body } = await send(access, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const text = body.result?.content?.[0]?.text
    return { status, isError: body.result?.isError === true, said: text && JSON.parse(text), body }
  }
  const refreshed = (refresh: string, client_id: string) =>
    exchange({ grant_type: 'refresh_token', refresh_token: refresh, client_id })

  return {
    post,
    register,
    request,
    requestOf,
    exchange,
    allowed,
    connected,
    send,
    callTool,
    refreshed,
    MCP,
    origin,
  }
}
