import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Query } from '../database-beside.ts'
import type { Line } from './line.ts'
import { ask, type Colleague } from './office.ts'

const POINTS = [
  { point: 'webhook.sent', passes: 2 },
  { point: 'webhook.claimed', passes: 1 },
] as const
/** Enough that every round sends something, and few enough that this isn't a webhook benchmark. */
const EVENT_TYPES = [
  'order.approved',
  'order.fulfilled',
  'order.shipped',
  'delivery.bounced',
  'delivery.mailed',
]
/** Percentages: refused for now; accepted, but the answer is lost. */
const REFUSED = 6
const LOST = 4

type Heard = { body: string; times: number }

/** Events for an integrator who refuses some and whose answer is sometimes lost. */
export async function openWebhookLine(random: () => number) {
  const heard = new Map<string, Heard>()
  const contradictions: string[] = []
  let isCalm = false
  let secret = ''
  const listener = createServer(async (request, response) => {
    const body = await text(request)
    const dice = isCalm ? 100 : random() * 100
    if (dice < REFUSED) {
      response.writeHead(503).end()
      return
    }
    const id = String(request.headers['webhook-id'])
    const signed = signatureOf(secret, id, String(request.headers['webhook-timestamp']), body)
    if (request.headers['webhook-signature'] !== signed) contradictions.push(`${id} is not signed by us`)
    const before = heard.get(id)
    if (before !== undefined && before.body !== body) contradictions.push(`${id} came with two contents`)
    heard.set(id, { body, times: (before?.times ?? 0) + 1 })
    if (dice < REFUSED + LOST) request.socket.destroy()
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo

  const line: Line = {
    points: POINTS,
    share: 1,
    prepare: async () => undefined,
    work: () => undefined,
    isOpen: () => false,
    async findBroken(query) {
      const events = await readEvents(query)
      const unknown = [...heard.keys()].filter((id) => !events.has(id))
      const lacking = [...events].filter(([id, { status }]) => status === 'delivered' && !heard.has(id))
      const twice = await query(
        'select event_id from webhook_messages group by endpoint_id, event_id having count(*) > 1',
      )
      return [
        ...contradictions,
        ...unknown.slice(0, 3).map((id) => `${id} was heard, and never happened`),
        ...lacking.slice(0, 3).map(([id]) => `${id} stands as delivered, and was never heard`),
        ...twice.map(({ event_id }) => `event ${event_id} has two messages for one endpoint`),
      ]
    },
    async findUnfinished(query) {
      const events = await readEvents(query)
      const missing = [...events].filter(([id, { status }]) => status !== 'delivered' || !heard.has(id))
      return missing.length > 0 ? [`${missing.length} events were not heard, such as ${missing[0]![0]}`] : []
    },
    progress: () => heard.size,
    outcome: 'events heard',
    async calm() {
      isCalm = true
    },
    async tell() {
      const times = [...heard.values()].reduce((sum, one) => sum + one.times, 0)
      return [`${heard.size} events heard by an endpoint, ${times - heard.size} came again under the same id`]
    },
    close: () => new Promise((resolve) => void listener.close(() => resolve()).closeAllConnections()),
  }
  return { line, subscribe }

  async function subscribe({ origin, colleague }: { origin: string; colleague: Colleague }): Promise<void> {
    const url = `http://127.0.0.1:${port}/`
    const { status, body } = await ask(origin, colleague, 'webhooks/', { url, event_types: EVENT_TYPES })
    if (status !== 200) throw new Error(`no endpoint: ${JSON.stringify(body)}`)
    secret = body.secret
  }
}

/** The events the endpoint has subscribed to since it exists, by ID. */
async function readEvents(query: Query): Promise<Map<string, { status: string }>> {
  const rows = await query(
    `select 'evt_' || e.id as id, coalesce(m.status, 'not spread') as status
      from webhook_endpoints w join site_events e on e.site_id = w.site_id and e.type = any(w.event_types)
        and e.at >= w.created_at
      left join webhook_messages m on m.site_id = e.site_id and m.event_id = e.id and m.endpoint_id = w.id`,
  )
  return new Map(rows.map(({ id, status }) => [id, { status }]))
}

/** The Standard Webhooks signature, computed independently here. */
function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
