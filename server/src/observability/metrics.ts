import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OpenDatabase } from '../database/open-database.ts'
import { makersLoad } from '../makers/makers.ts'
import { filesCompared, jobEnded, mailEnded } from './signals.ts'

const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const JOB_SECONDS = [0.05, 0.5, 5, 30, 300]
/** The label of requests without a route, because their paths are unbounded. */
const NO_ROUTE = '(none)'

export type ProcessMetrics = {
  /** Called before any route is added: counts each request by its route's template. */
  watch(app: FastifyInstance): void
  /** In Prometheus' text format. */
  text(): Promise<string>
}

/**
 * What this process counts. Each series names its process, and none a site or a person: their number doesn't
 * grow with the installation (docs/decisions/0056). Loaded only with METRICS_PORT.
 */
export function countProcess(process: string, database: Pick<OpenDatabase, 'connections'>): ProcessMetrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'laurel_http_request_duration_seconds',
    help: 'Requests by route template, method, and status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'laurel_job_duration_seconds',
    help: 'Attempts of jobs by queue and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  })
  const mails = new Counter({
    name: 'laurel_mails_total',
    help: 'Mails given to the mail server, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  jobEnded.listen(({ name, outcome, seconds }) => jobs.observe({ queue: name, outcome }, seconds))
  mailEnded.listen(({ outcome }) => mails.inc({ outcome }))
  const strays = new Gauge({
    name: 'laurel_files_compared',
    help: 'Files that are missing in the store, and those that belong to nothing, as of last night',
    labelNames: ['state'],
    registers,
  })
  filesCompared.listen(({ missing, unnamed }) => {
    strays.set({ state: 'missing' }, missing)
    strays.set({ state: 'unnamed' }, unnamed)
  })
  new Gauge({
    name: 'laurel_makers_calls',
    help: 'Documents, pictures, and mails that wait for a maker, and those being made',
    labelNames: ['makers', 'state'],
    registers,
    collect() {
      for (const { name, waiting, working } of makersLoad()) {
        this.set({ makers: name, state: 'waiting' }, waiting)
        this.set({ makers: name, state: 'working' }, working)
      }
    },
  })
  new Gauge({
    name: 'laurel_database_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name, idle, used, waiting } of database.connections()) {
        this.set({ pool: name, state: 'idle' }, idle)
        this.set({ pool: name, state: 'used' }, used)
        this.set({ pool: name, state: 'waiting' }, waiting)
      }
    },
  })
  return {
    watch(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        const labels = { method, route: routeOptions.url ?? NO_ROUTE, status: statusCode }
        requests.observe(labels, elapsedTime / 1_000)
      })
    },
    text: () => registry.metrics(),
  }
}
