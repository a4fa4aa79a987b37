import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { inSite } from '../database/in-site.ts'
import { announce } from '../features/webhooks/announce.ts'
import { sendAllDue } from '../features/webhooks/webhooks.jobs.ts'
import type { World } from './world.ts'

export const WEBHOOKS = '/api/v1/office/webhooks/'
export type Received = { headers: Record<string, string>; body: string }
type Happening = 'order.approved' | 'order.declined' | 'order.paid'

/** An integrator's server, which answers as a test says and keeps what it received. */
export async function integrator(answer: number | RequestListener = 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers as Record<string, string>, body })
    if (typeof answer === 'number') response.writeHead(answer).end('so it goes')
    else answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return {
    received,
    url: `http://127.0.0.1:${port}/laurel`,
    become: (next: number | RequestListener) => {
      answer = next
    },
    types: () => received.map(({ body }) => JSON.parse(body).type),
    ids: () => received.map(({ headers }) => headers['webhook-id']),
  }
}

/** A test's steps for a site's webhooks and its event log. Webhooks are sent by hand, since there is no worker. */
export async function webhookSteps(world: World) {
  const { pool } = world.kit
  let staff = await world.staff()
  const steps = {
    get staff() {
      return staff
    },

    async endpointAt(url: string, types: readonly string[] = ['order.approved', 'order.declined']) {
      const form = { url, description: 'Warehouse', event_types: JSON.stringify(types) }
      const { status, body } = await staff.call('POST', WEBHOOKS, form)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ...body.endpoint, secret: body.secret as string, path: `${WEBHOOKS}${body.endpoint.id}/` }
    },

    happen: (type: Happening = 'order.approved', siteId = staff.siteId) =>
      inSite(pool, siteId, (db) =>
        announce(db, siteId, [{ type, data: { order_id: 7 }, at: world.kit.now() }]),
      ),
    send: () => sendAllDue(world.kit, staff.siteId),
    read: async (path: string) => (await staff.call('GET', path)).body,
    messages: async (path: string) => (await steps.read(`${path}messages/`)).results,

    /** Calls as a program with these scopes. */
    async program(...scopes: string[]) {
      const form = { name: 'ERP', scopes: JSON.stringify(scopes) }
      const { body } = await staff.call('POST', '/api/v1/office/api_credentials/', form)
      const basic = Buffer.from(`${body.credential.username}:${body.secret}`).toString('base64')
      return (path: string, host = 'localhost') =>
        world.visit(host)('GET', path, undefined, { authorization: `Basic ${basic}` })
    },

    /** Signs staff in again, since sessions end sooner than some tests' days. */
    async setClock(at: Date | undefined) {
      world.setClock(at)
      staff = await world.staff()
    },
    later: (ms: number) => steps.setClock(new Date(world.kit.now().getTime() + ms)),
    async reset() {
      await steps.setClock(undefined)
      await pool.deleteFrom('webhook_endpoints').execute()
    },
  }
  return steps
}
