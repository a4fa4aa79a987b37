import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payOnPage } from './checkout.ts'
import { type Call, DESIGN, type Json, makeCustomer } from './customers.ts'
import { besidePostgres, insidePGlite } from './database-beside.ts'
import { fileOfPeople, uploadList } from './import.ts'
import { type MailSink, type SunkMail, startMailSink } from './mail-sink.ts'
import { end, launch, ROOT, type Stack, stackSettings } from './stack.ts'

export const MAIL_COUNT = Number(process.env.BENCH_MAILS ?? 10_000)
/** One buyer of ten thousand cards, whose order is approved automatically. */
const EAGER_RULES = `update sites set auto_approve_below_cents = 1000000000, money_rules = money_rules ||
  '{"day_limit_cents": 10000000000, "new_account_order_cents": 10000000000, "new_account_days": 0}'`
const WAITS_MS = 15 * 60_000
/** Measured sizes of one of our mails. */
const BARE = { textBytes: 500, htmlBytes: 2_600 }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Pays an order with ten thousand digital cards and waits until the last mail is at a mail server on this
 * machine. Then nodemailer alone sends as many mails of the same size.
 */
export async function benchMail(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-mail-'))
  const sink = await startMailSink()
  try {
    const env = await stackSettings(dataDir, databaseUrl)
    const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
    const order = await fillOrder(env)
    const run = (query: (sql: string) => Promise<unknown>) => query(EAGER_RULES)
    if (databaseUrl === undefined) await insidePGlite(dataDir, run)
    else await besidePostgres(databaseUrl, run)

    const before = await bareNodemailer(sink, pictureBytes)
    const server = await launch('server/src/main.ts', 'laurel: ready', { ...env, SMTP_URL: sink.url })
    const began = performance.now()
    const cpuBefore = cpuMsOf(server.pid!)
    await pay(env, order)
    const ours = () => sink.mails.filter(({ messageId }) => messageId.startsWith('card-'))
    const paid = performance.now()
    while (ours().length < MAIL_COUNT && performance.now() - began < WAITS_MS) await pause(200)
    const mails = ours()
    const seconds = secondsOf(mails)
    const sincePaid = (mails.at(-1)!.at - paid) / 1000
    const distinct = new Set(mails.map(({ messageId }) => messageId)).size
    if (distinct !== MAIL_COUNT) throw new Error(`${distinct} of ${MAIL_COUNT} cards arrived`)
    const cpuMs = cpuMsOf(server.pid!) - cpuBefore
    await Promise.all([end(server), end(sandbox)])
    const meanBytes = mails.reduce((sum, { bytes }) => sum + bytes, 0) / mails.length
    const after = await bareNodemailer(sink, pictureBytes)
    return {
      perSecond: MAIL_COUNT / seconds,
      perSecondSincePaid: MAIL_COUNT / sincePaid,
      barePerSecond: (before.perSecond + after.perSecond) / 2,
      cpuMsPerMail: cpuMs / MAIL_COUNT,
      bareCpuMsPerMail: (before.cpuMs + after.cpuMs) / 2 / MAIL_COUNT,
      twice: mails.length - distinct,
      meanKb: meanBytes / 1024,
    }
  } finally {
    await sink.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One of our images in bytes, before base64. */
const pictureBytes = 33_000

type Order = { id: string; call: Call }

/** The order up to payment, on a server that is then stopped. */
async function fillOrder(env: Record<string, string>): Promise<Order> {
  const server = await launch('server/src/main.ts', 'laurel: ready', env)
  const stack = stackOf(env)
  const { call, token } = await makeCustomer(stack)
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item = await call('POST', '/api/v1/card_items/', {
    reward_type: 'digital',
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
    denomination_cents: '1000',
    message: 'Thank you, {first name}, for a good year.',
    sender_name: 'Halden Tools',
  })
  const { status, body } = await uploadList(
    stack,
    token,
    { card_item_id: String(item.id) },
    fileOfPeople(MAIL_COUNT),
  )
  if (status !== 200) throw new Error(`the list was not taken: ${JSON.stringify(body)}`)
  for (;;) {
    const now: Json = await call('GET', `/api/v1/csv_card_item_imports/${body.id}/`)
    if (!['queued', 'reading'].includes(now.state)) break
    await pause(250)
  }
  await call('POST', '/api/v1/add_to_cart/', { card_item_id: String(item.id) })
  const cart = await call('GET', '/api/v1/orders/?status=cart')
  const id = String(cart.results[0].id)
  const [option] = await call('GET', '/api/v1/shipping_options/?reward_type=digital')
  const shipping = { order_id: id, reward_type: 'digital', shipping_option_id: String(option.id) }
  await call('POST', '/api/v1/shipping_orders/', shipping)
  await end(server)
  return { id, call }
}

async function pay(env: Record<string, string>, { id, call }: Order) {
  const payment = await call('POST', '/api/v1/payments/', { order_id: id, method_code: 'elavon_cc' })
  const token = payment.hosted_page.fields.ssl_txn_auth_token
  await payOnPage(stackOf(env), token)
  const order = await call('POST', `/api/v1/orders/${id}/verify_payment/`)
  if (order.status !== 'approved' && order.status !== 'fulfilled') {
    throw new Error(`the order is ${order.status}`)
  }
}

export function stackOf(env: Record<string, string>): Stack {
  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    sandboxOrigin: `http://127.0.0.1:${env.SANDBOX_PORT}`,
    startMs: 0,
    memoryMb: () => 0,
    stop: async () => {},
  }
}

/** Mails per second, and the CPU time of all of them. */
async function bareNodemailer(
  sink: MailSink,
  picture: number,
): Promise<{ perSecond: number; cpuMs: number }> {
  sink.clear()
  const file = join(ROOT, 'server/src/testing/bare-mail.ts')
  const given = [sink.url, MAIL_COUNT, BARE.textBytes, BARE.htmlBytes, picture].map(String)
  const child = spawn(process.execPath, [file, ...given], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await new Promise<void>((resolve, reject) =>
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`bare nodemailer ended with ${code}`)),
    ),
  )
  const perSecond = sink.mails.length / secondsOf(sink.mails)
  sink.clear()
  return { perSecond, cpuMs: Number(said) }
}

/** The CPU time a process has used so far, all threads included. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const HUNDREDTHS = 10
  return (Number(fields[11]) + Number(fields[12])) * HUNDREDTHS
}

function secondsOf(mails: readonly SunkMail[]): number {
  return (mails.at(-1)!.at - mails[0]!.at) / 1000
}
