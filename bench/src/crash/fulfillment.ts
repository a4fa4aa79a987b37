import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Json, makeCustomer } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { machine } from '../figures.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { end, freePort, launch } from '../stack.ts'
import { type CrashDatabase, openCrashDatabase } from './crash-database.ts'
import { startCrashServer } from './crash-server.ts'
import { findBroken, findUnfinished } from './fulfillment-books.ts'
import { type Approval, addPaidOrder, approve, newApproval, PEOPLE_PER_ORDER } from './fulfillment-orders.ts'
import { type Colleague, enterOffice, inviteOwner } from './office.ts'

const AT_RANDOM = 'at random'
/** Where the worker dies, by what it has just done; and how often it may pass there before. */
const POINTS = [
  { point: 'plan.step', passes: 1 },
  { point: 'mail.accepted', passes: 150 },
  { point: 'cards.issued', passes: 4 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'block.taken', passes: 4 },
  { point: 'mail.accepted', passes: 20 },
  { point: 'block.kept', passes: 4 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'plan.done', passes: 0 },
  { point: 'mail.accepted', passes: 400 },
] as const
const LIVES_AT_MOST_MS = 12_000
const RANDOM_LIFE_MS = 5_000
/** Fewer waiting than this, and somebody orders ten thousand more. */
const LEAST_WAITING = 1_000
/** What is planned while the worker dies need not all be mailed. */
const PEOPLE_TO_PLAN = 300
const FINISHES_WITHIN_MS = 20 * 60_000
/** In a hundred: put off for now; taken, and the answer lost. */
const PUT_OFF = 2
const LOST = 1

/** What a dead worker held is anybody's again, and what was put off is due. */
const AN_HOUR_LATER = [
  "update deliveries set updated_at = updated_at - interval '1 hour' where status = 'sending'",
  "update deliveries set due_at = now() where status = 'queued' and due_at > now()",
  "update orders set updated_at = updated_at - interval '1 hour' where status = 'approved'",
  'update idempotency_keys set locked_until = now() where status is null',
  "insert into pgboss.job (name, data) values ('deliveries.walk', '{}')",
]

export type CrashOptions = { rounds: number; random: () => number; isOnPglite: boolean }

/**
 * Kills server and worker while ten thousand cards after ten thousand are planned, issued and mailed,
 * starts them again, and looks whether anybody lacks their card or has two.
 *
 * @returns whether all rules held
 */
export async function crashFulfillment({ rounds, random, isOnPglite }: CrashOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-crash-'))
  const database = await openCrashDatabase(isOnPglite ? join(dataDir, 'server') : undefined)
  let isHealthy = false
  const sink = await startMailSink({
    refuses: (to) => to.startsWith('bounce'),
    answers: () => {
      const dice = isHealthy ? 100 : random() * 100
      return dice < PUT_OFF ? 'later' : dice < PUT_OFF + LOST ? 'lost' : 'taken'
    },
  })
  const tally = new Map<string, { rounds: number; met: number }>()
  let played = 0
  let broken: string[] = []
  let isOver = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
  console.info(machine())
  const began = Date.now()
  try {
    const stage = await setStage(dataDir, database, sink)
    const approvals: Approval[] = []
    while (played < rounds && broken.length === 0 && !isOver) {
      const { point, passes } = POINTS[played % POINTS.length]!
      const isPlan = point.startsWith('plan')
      await database.run(async (query) => {
        const people =
          (await countWaiting(query)) < LEAST_WAITING ? PEOPLE_PER_ORDER : isPlan ? PEOPLE_TO_PLAN : 0
        if (people > 0) approvals.push(newApproval(await addPaidOrder(query, stage.like, people)))
        for (const statement of AN_HOUR_LATER) await query(statement)
      })
      const isMet = await playRound(stage, approvals, point, Math.floor(random() * passes), random)
      played += 1
      const row = tally.get(point) ?? { rounds: 0, met: 0 }
      tally.set(point, { rounds: row.rounds + 1, met: row.met + (isMet ? 1 : 0) })
      broken = await database.run((query) => findBroken(query, cardMails(sink)))
      if (broken.length > 0) console.error(`round ${played} (${point}):\n  ${broken.join('\n  ')}`)
      if (played % 10 === 0) console.info(`${played} rounds, ${cardMails(sink).length} mails`)
    }
    isHealthy = true
    if (broken.length === 0) broken = await finish(stage, approvals)
    if (broken.length > 0) console.error(`in the end:\n  ${broken.join('\n  ')}`)
    await tell(database, sink, tally)
  } finally {
    await database.close()
    await sink.close()
    if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true })
  }
  const seconds = Math.round((Date.now() - began) / 1000)
  const where = isOnPglite ? 'PGlite' : 'PostgreSQL'
  console.info(
    `${played} rounds in ${seconds} s (${where}); ${broken.length > 0 ? `broken, see ${dataDir}` : 'all rules held'}`,
  )
  return broken.length === 0
}

type Stage = {
  env: Record<string, string>
  database: CrashDatabase
  sink: MailSink
  origin: string
  colleague: Colleague
  /** The order that all others are like: one digital card item, paid. */
  like: number
}

async function setStage(dataDir: string, database: CrashDatabase, sink: MailSink): Promise<Stage> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: join(dataDir, 'server'),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000000',
    DEMO: '1',
    DATABASE_URL: database.url ?? '',
  }
  const origin = `http://localhost:${port}`
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  try {
    // Fills the demo in; the operator's command then needs the database for itself.
    await (await startCrashServer(env)).kill()
    const invited = inviteOwner(env)
    const server = await startCrashServer(env)
    const colleague = await enterOffice(origin, invited)
    const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
    const like = await placeOrder(await makeCustomer(stack), sandboxOrigin)
    await server.kill()
    return { env: { ...env, SMTP_URL: sink.url }, database, sink, origin, colleague, like }
  } finally {
    await end(sandbox)
  }
}

/** A digital card that a customer ordered and paid: it waits for review. */
export async function placeOrder({ call }: Awaited<ReturnType<typeof makeCustomer>>, sandboxOrigin: string) {
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const design = { tone: 'deep', gradient: 'soft', line1: 'Thank you', line2: '' }
  const item: Json = await call('POST', '/api/v1/card_items/', {
    reward_type: 'digital',
    reward_card_template_id: String(template.id),
    design: JSON.stringify({ ...design, logo_file_key: null, logo_one_color: false }),
    denomination_cents: '1000',
    message: 'Thank you, {first name}.',
  })
  const card_item_id = String(item.id)
  await call('POST', '/api/v1/card_recipient_details/', {
    card_item_id,
    first_name: 'Ada',
    last_name: 'First',
    email: 'ada@halden.example',
  })
  await call('POST', '/api/v1/add_to_cart/', { card_item_id })
  const order_id = String((await call('GET', '/api/v1/orders/?status=cart')).results[0].id)
  const [option] = await call('GET', '/api/v1/shipping_options/?reward_type=digital')
  const shipping = { order_id, reward_type: 'digital', shipping_option_id: String(option.id) }
  await call('POST', '/api/v1/shipping_orders/', shipping)
  const payment = await call('POST', '/api/v1/payments/', { order_id, method_code: 'elavon_cc' })
  await fetch(`${sandboxOrigin}/converge/hosted-payments/pay`, {
    method: 'POST',
    body: new URLSearchParams({
      ssl_txn_auth_token: payment.hosted_page.fields.ssl_txn_auth_token,
      ssl_card_number: '4124939999999990',
      ssl_exp_date: '12/28',
      ssl_cvv2cvc2: '123',
    }),
    redirect: 'manual',
  })
  const { status } = await call('POST', `/api/v1/orders/${order_id}/verify_payment/`)
  if (status !== 'in_review') throw new Error(`the first order is ${status}`)
  return Number(order_id)
}

/** @returns whether the server died where it was meant to */
async function playRound(
  { env, origin, colleague }: Stage,
  approvals: readonly Approval[],
  point: string,
  passes: number,
  random: () => number,
): Promise<boolean> {
  const isRandom = point === AT_RANDOM
  const doomed = await startCrashServer({
    ...env,
    ...(!isRandom && { CRASH_AT: point, CRASH_AFTER: String(passes) }),
  })
  const open = approvals.filter(({ isDone }) => !isDone)
  void Promise.all(open.map((one) => approve(origin, colleague, one))).catch(() => undefined)
  const lifeMs = isRandom ? random() * RANDOM_LIFE_MS : LIVES_AT_MOST_MS
  await Promise.race([doomed.whenDead, wait(lifeMs, undefined, { ref: false })])
  const isMet = isRandom || doomed.isDead()
  await doomed.kill()
  return isMet
}

async function countWaiting(query: Query): Promise<number> {
  const [row] = await query(
    `select (select count(*) from deliveries where status in ('queued', 'sending'))::int +
      ${PEOPLE_PER_ORDER} * (select count(*) from orders where status in ('in_review', 'approved')
        and planned_at is null and number like 'C%')::int as waiting`,
  )
  return Number(row.waiting)
}

function cardMails({ mails }: MailSink) {
  return mails.filter(({ messageId }) => messageId.startsWith('card-'))
}

/** A server that lives sends what is left. */
async function finish(stage: Stage, approvals: readonly Approval[]): Promise<string[]> {
  const { database, env, origin, colleague, sink } = stage
  const until = Date.now() + FINISHES_WITHIN_MS
  for (;;) {
    await database.run(async (query) => {
      for (const statement of AN_HOUR_LATER) await query(statement)
    })
    const server = await startCrashServer(env)
    for (const one of approvals.filter(({ isDone }) => !isDone)) await approve(origin, colleague, one)
    // Until no mail has come for a while.
    for (let before = -1; before !== sink.mails.length && Date.now() < until; ) {
      before = sink.mails.length
      await wait(8_000)
    }
    await server.kill()
    const left = await database.run(async (query) => [
      ...(await findBroken(query, cardMails(sink))),
      ...(await findUnfinished(query)),
    ])
    if (left.length === 0 || Date.now() > until) return left
  }
}

async function tell(
  database: CrashDatabase,
  sink: MailSink,
  tally: ReadonlyMap<string, { rounds: number; met: number }>,
) {
  const mails = cardMails(sink)
  const distinct = new Set(mails.map(({ messageId }) => messageId)).size
  const [counts] = await database.run((query) =>
    query(`select concat((select count(*) from orders where planned_at is not null), ' orders planned, ',
      (select count(*) from deliveries), ' deliveries, ', (select count(*) from issued_cards), ' cards, ',
      (select count(*) from deliveries where status = 'sent'), ' sent, ',
      (select count(*) from deliveries where status = 'bounced'), ' bounced') as words`),
  )
  const lines = [...tally].map(
    ([point, { rounds, met }]) =>
      `${point.padEnd(18)}  ${String(rounds).padStart(6)}  ${String(met).padStart(12)}`,
  )
  console.info(['', 'point of death      rounds  killed there', ...lines, ''].join('\n'))
  console.info(counts.words)
  console.info(
    `${mails.length} mails taken by the sink, ${distinct} Message-IDs, ${mails.length - distinct} came again under the same one`,
  )
}
