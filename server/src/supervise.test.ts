import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, WrongSetting } from './config.ts'
import { openTestDatabase } from './testing/test-database.ts'

const { TEST_DATABASE_URL } = process.env
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const ON_POSTGRES = { DATABASE_URL: 'postgres://laurel@localhost/laurel' }

test.each([
  ['SERVERS and WORKERS need PostgreSQL', { SERVERS: '2' }],
  ['SERVERS and WORKERS need PostgreSQL', { WORKERS: '1' }],
  ['SERVERS is wrong', { ...ON_POSTGRES, SERVERS: '0' }],
  ['WORKERS is wrong', { ...ON_POSTGRES, WORKERS: 'two' }],
  ['WORKERS is wrong: WITHOUT_WORKER', { ...ON_POSTGRES, WORKERS: '1', WITHOUT_WORKER: '1' }],
])('refuses to start with a sentence: %s', (sentence, environment) => {
  const read = () => readConfig(environment)
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(sentence)
})

/** A supervisor with its processes, on a database of its own. */
async function startMany(settings: Record<string, string>) {
  const database = await openTestDatabase()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'laurel-many-'))
  const port = await freePort()
  const main = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR,
      DATABASE_URL: database.url!,
      DATABASE_POOL: '4',
      PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  main.stderr.on('data', (text) => {
    errors += text
  })
  const ended = new Promise<number | null>((resolve) => main.once('exit', resolve))
  onTestFinished(async () => {
    main.kill('SIGTERM')
    await ended
    await database.close()
    rmSync(DATA_DIR, { recursive: true })
  })
  await said(main, 'laurel: ready')
  return { main, ended, port, errors: () => errors }
}

function said(child: ChildProcess, beginning: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (more) => {
      text += more
      if (text.includes(beginning)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function childrenOf({ pid }: ChildProcess): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

type Outcome = number | string

function request(port: number, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const asked = get(
      { port, agent, path: '/api/v1/site/', host: '127.0.0.1', headers: { host: 'localhost' } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode!))
        answer.on('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message))
      },
    ).on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // When the last socket that listens is closed, the kernel resets the connections that no server took.
      const wasTaken = asked.reusedSocket || code !== 'ECONNRESET'
      resolve(wasTaken ? (code ?? message) : 'ECONNREFUSED')
    })
  })
}

/** Asks again and again over some connections, until the server is gone. @returns how often what came back */
async function hammer(port: number, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const outcomes: Record<Outcome, number> = {}
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver()) {
        const outcome = await request(port, agent)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (outcome === 'ECONNREFUSED') return
      }
    }),
  )
  agent.destroy()
  return outcomes
}

test.skipIf(!TEST_DATABASE_URL)('several servers stop under load without dropping a request', async () => {
  const metricsPort = await freePort()
  const { main, ended, port } = await startMany({
    SERVERS: '2',
    WORKERS: '1',
    METRICS_PORT: String(metricsPort),
    // Nothing listens at the discard port.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  expect(childrenOf(main)).toHaveLength(3)

  const hammering = hammer(port, () => false)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const process of ['server-1', 'server-2', 'worker-1']) {
    expect(metrics).toContain(`process_start_time_seconds{process="${process}"}`)
  }
  expect(metrics).toMatch(/laurel_http_request_duration_seconds_count\{process="server-[12]",method="GET"/)
  main.kill('SIGTERM')
  const { 404: answered, ECONNREFUSED: _, ...others } = await hammering

  expect(answered).toBeGreaterThan(8)
  expect(others).toEqual({})
  expect(await ended).toBe(0)
})

test.skipIf(!TEST_DATABASE_URL)('replaces its processes under load without dropping a request', async () => {
  const { main, port } = await startMany({ SERVERS: '2', WORKERS: '1' })
  const before = childrenOf(main)
  let isOver = false

  const hammering = hammer(port, () => isOver)
  main.kill('SIGUSR2')
  await said(main, 'laurel: every process is replaced.')
  isOver = true
  const { 404: answered, ...others } = await hammering

  expect(answered).toBeGreaterThan(8)
  expect(others).toEqual({})
  const after = childrenOf(main)
  expect(after).toHaveLength(3)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test.skipIf(!TEST_DATABASE_URL)(
  'a server that is killed is started again, and the others continue',
  async () => {
    const { main, port, errors } = await startMany({ SERVERS: '2' })
    const [first, second] = childrenOf(main)

    process.kill(first!, 'SIGKILL')
    await expect.poll(() => childrenOf(main).length, { timeout: 60_000 }).toBe(1)
    expect(await request(port, new Agent())).toBe(404)
    await expect.poll(() => childrenOf(main).length, { timeout: 60_000 }).toBe(2)

    expect(childrenOf(main)).toContain(second)
    expect(errors()).toContain('laurel: a server ended (SIGKILL) and starts again in 1 s.')
  },
)
