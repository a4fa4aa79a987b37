import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database/open-database.ts'
import type { Kit } from './kit.ts'
import { answerMetrics, mergeMetrics, servePlainMetrics } from './observability/metrics-port.ts'
import { traceWith } from './observability/origin.ts'

export type Observed = {
  /** Before any route. */
  watch(app: FastifyInstance): Promise<void>
  /** Once requests are answered. */
  open(kit: Pick<Kit, 'pool' | 'unconnectedQueues'>, onError: (cause: unknown) => void): Promise<void>
  /** Before the database closes. */
  endMetrics(): void
  /** At the very end: what closing did is sent too. */
  endTraces(): Promise<void>
}

/** Do the usual variables of OpenTelemetry name a collector? */
export function wantsTraces(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = environment
  if (OTEL_SDK_DISABLED === 'true') return false
  return Boolean(OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/**
 * Traces and metrics of this process, if set. Their libraries take tens of megabytes, so they're loaded on demand.
 *
 * @param openIt opens the database, whose queries are traced too
 */
export async function observe(
  config: Pick<Config, 'metrics'>,
  openIt: () => Promise<OpenDatabase>,
): Promise<{ database: OpenDatabase; observed: Observed }> {
  const name = process.env.LAUREL_PROCESS_NAME ?? 'server-1'
  const tracing = wantsTraces(process.env)
    ? (await import('./observability/tracing.ts')).startTracing(name)
    : undefined
  traceWith(tracing)
  const database = await openIt()
  const counting = config.metrics && (await import('./observability/metrics.ts')).countProcess(name, database)
  let isOver = false
  let port: { close(): void } | undefined

  const observed: Observed = {
    async watch(app) {
      counting?.watch(app)
      await tracing?.watch(app)
    },
    async open(kit, onError) {
      if (config.metrics === undefined || counting === undefined) return
      const { makeMeasurements } = await import('./features/system/measurements.ts')
      const installation = makeMeasurements(kit, (cause) => {
        if (!isOver) onError(cause)
      })
      const read = async (whole: boolean) =>
        mergeMetrics(await Promise.all([counting.text(), ...(whole ? [installation()] : [])]))
      // The supervisor serves the port.
      if (cluster.isWorker) answerMetrics(read)
      else port = await servePlainMetrics(config.metrics, () => read(true))
    },
    endMetrics() {
      isOver = true
      port?.close()
    },
    async endTraces() {
      await tracing?.stop()
    },
  }
  return { database, observed }
}
