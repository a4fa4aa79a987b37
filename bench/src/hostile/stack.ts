import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, launch, stackSettings } from '../stack.ts'
import { type Filled, fill } from './filled.ts'
import { makeSender } from './send.ts'

/** Each caller is as busy as a hundred people, and only the busiest should reach the limit. */
const LIMIT_PER_MINUTE = '3000'
/** What customers see of their own that staff of their site don't change. */
const KEPT = ['actual_user', 'registered_addresses', 'card_items', 'recipient_lists', 'saved_people']

/** A filled database, and the server and sandbox on it, on this machine only. */
export async function startHostileStack(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-hostile-'))
  const env = {
    ...(await stackSettings(dataDir, databaseUrl)),
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: LIMIT_PER_MINUTE,
    TRUST_PROXY: '1',
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
  }
  const port = Number(env.PORT)
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
    /** The rows of the silent customers, as they see them. */
    readSilent: () => readSilent(port, filled),
    async stop() {
      await Promise.all([end(server), end(sandbox)])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A logged error without its numbers, so that equal ones are counted together. */
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
