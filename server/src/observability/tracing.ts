import { FastifyOtelInstrumentation } from '@fastify/otel'
import { context, diag, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import { loggedPath } from '../http/logged-path.ts'
import type { Tracer } from './origin.ts'

/** A collector that doesn't answer delays a stop at most this long. */
const LAST_SPANS_MS = 2_000
/** How often the log reports a collector that is down. */
const REPORT_EVERY_MS = 60_000

export type Tracing = Tracer & {
  /** Before any route or hook: each request becomes a span. */
  watch(app: FastifyInstance): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends traces to the collector that the `OTEL_*` variables name, in the background: spans that it doesn't accept are
 * dropped, and no request waits for it. Loaded only if the variables name a collector (observe.ts).
 */
export function startTracing(role: string): Tracing {
  reportSometimes()
  const names = resourceFromAttributes({ 'service.name': 'laurel', 'laurel.process': role })
  const resource = defaultResource()
    .merge(names)
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = provider.getTracer('laurel')
  return {
    current() {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    span(name, traceparent, work) {
      const from =
        traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent })
      return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER }, from, async (span) => {
        try {
          return await work()
        } catch (cause) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw cause
        } finally {
          span.end()
        }
      })
    },
    query(sql, tookMs) {
      // Polling for due jobs, once a second, belongs to no trace.
      if (!trace.getActiveSpan()?.isRecording()) return
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
      const startTime = Date.now() - tookMs
      tracer.startSpan(sql.split(' ', 1)[0]!, { kind: SpanKind.CLIENT, startTime, attributes }).end()
    },
    async watch(app) {
      const requests = new FastifyOtelInstrumentation({
        instrumentHooks: false,
        instrumentHandler: false,
        // Messages of exceptions may name people.
        recordExceptions: false,
        ignorePaths: ({ url }) => url.startsWith('/health'),
        requestHook(span, { method, url, routeOptions }) {
          span.updateName(`${method} ${routeOptions.url ?? '(no route)'}`)
          span.setAttribute('url.path', loggedPath(url) ?? '')
          const setStatus = span.setStatus.bind(span)
          span.setStatus = ({ code }) => setStatus({ code })
        },
      })
      requests.setTracerProvider(provider)
      await app.register(requests.plugin())
      // After a body is read, its handler no longer runs in the span's context.
      app.addHook('preHandler', (request, _reply, done) => {
        const { context: ofRequest } = request.opentelemetry()
        if (ofRequest === null) done()
        else context.with(ofRequest, done)
      })
    },
    async stop() {
      const isOver = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), isOver])
    },
  }
}

/** The exporter's own errors, which would otherwise be silent: at most once a minute. */
function reportSometimes() {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    console.warn('laurel: the collector in OTEL_EXPORTER_OTLP_ENDPOINT doesn’t respond. Traces are lost.')
  }
  const nothing = () => {}
  diag.setLogger({ error: report, warn: nothing, info: nothing, debug: nothing, verbose: nothing })
}
