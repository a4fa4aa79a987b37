import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The request that work comes from: stored with the jobs that it enqueues, and logged with them. */
export type Origin = {
  request?: string
  /** A W3C `traceparent`, while traces are collected. */
  trace?: string
}

/** What collects traces (tracing.ts); without a collector, there's none. */
export type Tracer = {
  /** The current span as a `traceparent`. */
  current(): string | undefined
  /** Runs a job as a span of the trace it was enqueued in. */
  span<T>(name: string, trace: string | undefined, work: () => Promise<T>): Promise<T>
  /** A query that just ended, as part of the current span. */
  query(sql: string, tookMs: number): void
}

let tracer: Tracer | undefined
const origins = new AsyncLocalStorage<Origin>()

export function traceWith(given: Tracer | undefined): void {
  tracer = given
}

export function currentTracer(): Tracer | undefined {
  return tracer
}

/** Undefined outside requests and the jobs that follow from them. */
export function currentOrigin(): Origin | undefined {
  const trace = tracer?.current()
  const origin = origins.getStore()
  return trace === undefined ? origin : { ...origin, trace }
}

/** Everything that a request's handler does has that request as its origin. */
export function rememberOrigins(app: FastifyInstance): void {
  app.addHook('preHandler', ({ id }, _reply, done) => origins.run({ request: id }, done))
}

/** Runs a job as part of what enqueued it, so that the jobs it enqueues are part of that too. */
export function runFrom<T>(name: string, origin: Origin, work: () => Promise<T>): Promise<T> {
  return origins.run(origin, () => (tracer === undefined ? work() : tracer.span(name, origin.trace, work)))
}
