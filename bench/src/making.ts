import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import { stackOf } from './mail.ts'
import { startMailSink } from './mail-sink.ts'
import { placeOrder, readCatalog, timing } from './orders.ts'
import { probe } from './sign-in.ts'
import { end, launch, memoryMbOf, SERVER_FLAGS, stackSettings } from './stack.ts'

export const MADE_ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000)
const CUSTOMERS = 16
const AT_REST_MS = 3_000

/**
 * Places orders on a server without a worker, then starts one that has to draw and mail all their invoices, and
 * reads the catalog until the last mail is at a mail server on this machine.
 */
export async function benchMaking(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-making-'))
  const sink = await startMailSink()
  try {
    const env = await stackSettings(dataDir, databaseUrl)
    const stack = stackOf(env)
    const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
    const first = await launch('server/src/main.ts', 'laurel: ready', env)
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => makeCustomer(stack)))
    await end(first)

    const without = await launch('server/src/main.ts', 'laurel: ready', { ...env, WITHOUT_WORKER: '1' })
    const read = () => customers[0]!.call('GET', '/api/v1/reward_card_templates/')
    await probe(read, performance.now() + AT_REST_MS)
    const atRest = await probe(read, performance.now() + AT_REST_MS)
    let left = MADE_ORDERS
    await Promise.all(
      customers.map(async ({ call }) => {
        const catalog = await readCatalog(call)
        while (left-- > 0) await placeOrder(call, catalog, timing({}))
      }),
    )
    await end(without)

    const mailing = { ...env, SMTP_URL: sink.url }
    const server = await launch('server/src/main.ts', 'laurel: ready', mailing, SERVER_FLAGS)
    const began = performance.now()
    const made = () => sink.mails.filter(({ messageId }) => messageId.startsWith('order-placed-')).length
    const beside: number[] = []
    let peakMb = 0
    while (made() < MADE_ORDERS) {
      beside.push(...(await probe(read, performance.now() + 500)))
      peakMb = Math.max(peakMb, memoryMbOf(server.pid!))
    }
    const seconds = (performance.now() - began) / 1_000
    const longestMs = Math.max(...beside)
    await Promise.all([end(server), end(sandbox)])
    return {
      perSecond: MADE_ORDERS / seconds,
      atRestP95Ms: percentile(atRest, 0.95),
      besideP95Ms: percentile(beside, 0.95),
      longestMs,
      peakMb,
    }
  } finally {
    await sink.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
