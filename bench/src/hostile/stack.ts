import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, freePort, launch } from '../stack.ts'
import { type Filled, fill } from './filled.ts'
import { makeSender } from './send.ts'

/** Callers are many, but each calls as often as a hundred people: only the busiest meet the limits. */
const LIMIT_PER_MINUTE = '3000'
/** What a customer keeps that their site's staff don't change. */
const KEPT = ['actual_user', 'registered_addresses', 'card_items', 'recipient_lists', 'saved_people']

/** A filled database, and the server and sandbox on it, on this machine only. */
export async function startHostileStack(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-hostile-'))
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env: Record<string, string> = {
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: LIMIT_PER_MINUTE,
    TRUST_PROXY: '1',
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
    DEMO: '1',
    DATABASE_URL: databaseUrl ?? '',
  }
  const filled = await fill(env)
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  const server = await launch('server/src/main.ts', 'laurel: ready', env)
  const faults: string[] = []
  server.stdout!.setEncoding('utf8').on('data', (lines: string) => {
    for (const line of lines.split('\n')) {
      // Some requests end before their bodies on purpose.
      if (line.startsWith('{') && !line.includes('"message":"aborted"')) faults.push(faultOf(line))
    }
  })
  const origin = `http://127.0.0.1:${port}`
  return {
    port,
    origin,
    filled,
    /** What the server logged as errors. */
    faults,
    /** The rows of the customers who don't call, as they see them. */
    readSilent: () => readSilent(port, filled),
    async stop() {
      await Promise.all([end(server), end(sandbox)])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A logged error without what differs each time. */
function faultOf(line: string): string {
  const text = /"message":"((?:[^"\\]|\\.){0,120})/.exec(line)?.[1] ?? line.slice(0, 120)
  return text.replaceAll(/\d+/g, '…')
}

async function readSilent(port: number, { callers }: Filled): Promise<Record<string, unknown>> {
  const sender = makeSender(port, 1)
  const read: Record<string, unknown> = {}
  for (const { name, host, headers } of callers.filter(({ kind }) => kind === 'silent')) {
    const get = async (path: string) => {
      const sent = { method: 'GET', path: `/api/v1/${path}`, headers: { host, ...headers } }
      const answer = await sender.send({ ...sent, body: undefined, raw: undefined })
      return answer?.status === 200 ? pruned(JSON.parse(answer.text)) : answer?.status
    }
    for (const path of KEPT) read[`${name}: ${path}`] = await get(`${path}/`)
    const items = read[`${name}: card_items`]
    for (const { id } of Array.isArray(items) ? items : []) {
      read[`${name}: people of ${id}`] = await get(`card_recipient_details/?card_item_id=${id}`)
    }
  }
  sender.close()
  return read
}

/** Without what the site's staff decide about a card: its brand and reward. */
function pruned(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, one) =>
    ['brand', 'reward', 'art'].includes(key) ? undefined : one,
  )
}
