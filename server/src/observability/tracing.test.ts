import { createServer } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { wantsTraces } from '../observe.ts'
import { currentOrigin, rememberOrigins, runFrom, traceWith } from './origin.ts'
import { startTracing } from './tracing.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Array<{ key: string; value: { stringValue?: string } }>
  status: { code?: number; message?: string }
}
type Export = {
  resourceSpans: Array<{
    resource: { attributes: Span['attributes'] }
    scopeSpans: Array<{ spans: Span[] }>
  }>
}

/** What a collector takes, as OTLP over HTTP. */
async function collector(answer: 'takes' | 'refuses') {
  const exports: Export[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.url === '/v1/traces') exports.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(answer === 'takes' ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { origin: `http://127.0.0.1:${port}`, exports, close: () => server.close() }
}

test('nothing is traced unless a collector is named', () => {
  expect(wantsTraces({})).toBe(false)
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(false)
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toBe(true)
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' })).toBe(false)
})

test.each(['takes', 'refuses'] as const)(
  'a request, its queries, and its jobs are one trace, and no request fails if the collector %s them',
  async (how) => {
    const taken = await collector(how)
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = taken.origin
    process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment=test'
    const tracing = startTracing('server-1')
    traceWith(tracing)
    const app = Fastify({ logger: false })
    await tracing.watch(app)
    rememberOrigins(app)
    let enqueued: ReturnType<typeof currentOrigin>
    app.post('/claim/:token', async () => {
      tracing.query('select email from customers where id = $1', 3)
      enqueued = currentOrigin()
      return {}
    })
    app.get('/broken', async () => {
      throw new Error('Quillonia lives at 77 Marrowgate Lane')
    })

    const answer = await app.inject({
      method: 'POST',
      url: '/claim/k3p8Vn0yVnqvYp1dQw7hTg2r?name=Quillonia',
      payload: { first_name: 'Quillonia' },
    })
    const broken = await app.inject({ url: '/broken' })
    tracing.query('select 1', 1)
    await runFrom('mail.order-placed', enqueued ?? {}, async () => {
      tracing.query('update orders set status = $1', 2)
    })
    await app.close()
    await tracing.stop()
    traceWith(undefined)
    taken.close()

    expect([answer.statusCode, broken.statusCode]).toEqual([200, 500])
    const [resource] = taken.exports.flatMap(({ resourceSpans }) => resourceSpans)
    expect(JSON.stringify(resource?.resource)).toMatch(
      /"laurel".*deployment\.environment|deployment\.environment.*"laurel"/,
    )
    const spans = taken.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
    const find = (name: string) => spans.find((span) => span.name === name)
    const request = find('POST /claim/:token')
    const job = find('mail.order-placed')
    expect(find('select')).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
    expect(job).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
    expect(find('update')).toMatchObject({ traceId: request?.traceId, parentSpanId: job?.spanId })
    expect(find('GET /broken')?.status).toEqual({ code: 2 })
    expect(spans).toHaveLength(5)
    expect(JSON.stringify(taken.exports)).not.toMatch(/Quillonia|Marrowgate|k3p8Vn0y/)
  },
)

test('a collector that never answers delays no request, and a stop by two seconds at most', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  const tracing = startTracing('server-1')
  const app = Fastify({ logger: false })
  await tracing.watch(app)
  app.get('/', async () => ({}))
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
  await tracing.stop()
  server.closeAllConnections()
  server.close()
})
