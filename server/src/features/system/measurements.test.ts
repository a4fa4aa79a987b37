import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as yaml from 'yaml'
import { inSite } from '../../database/in-site.ts'
import { countProcess } from '../../observability/metrics.ts'
import { jobEnded, mailEnded } from '../../observability/signals.ts'
import { customerSteps, paidOrder } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { GAUGES, measureDue, readMeasurements } from './measurements.ts'

const ROOT = new URL('../../../../', import.meta.url)

let world: World
const counted = countProcess('server-1', {
  connections: () => [{ name: 'primary', idle: 3, used: 1, waiting: 0 }],
})
beforeAll(async () => {
  world = await makeWorld({}, undefined, { watch: async (app) => counted.watch(app) })
})
afterAll(() => world.close())

/** Measures now, whatever was measured before. */
async function measured(unconnectedQueues: string[] = []): Promise<string> {
  const { pool } = world.kit
  await sql`update measurements set due_at = now()`.execute(pool)
  await measureDue({ pool, unconnectedQueues })
  return readMeasurements(pool)
}

test('requests are counted by route template, method, and status', async () => {
  const customer = await world.signIn()
  await customer.call('GET', '/api/v1/orders/4711/')
  await customer.call('GET', '/api/v1/orders/4712/')
  await world.visit(customer.host)('GET', '/wp-login.php')
  const text = await counted.text()
  expect(text).toContain(
    'laurel_http_request_duration_seconds_count{process="server-1",method="GET",route="/api/v1/orders/:id/",status="404"} 2',
  )
  expect(text).not.toMatch(/4711|wp-login/)
})

test('queues, to-dos, payments, and a sound ledger are measured', async () => {
  await paidOrder(world)
  const staff = await world.staff()
  const { pool, jobs } = world.kit
  await sql`delete from pgboss.job`.execute(pool)
  await inSite(pool, staff.siteId, (db) =>
    jobs.enqueue(db, orderMail.placed, { siteId: staff.siteId, orderId: 1 }),
  )
  const text = await measured()
  expect(text).toContain('laurel_jobs_waiting{queue="mail.order-placed",state="due"} 1')
  expect(text).toMatch(/laurel_todos\{kind="review"\} \d/)
  expect(text).toContain('laurel_payments{state="settled"} 1')
  expect(text).toContain('laurel_ledger_drift_cents 0')
  expect(text).toContain('laurel_ledger_problems{problem="unbalanced_posting"} 0')
  expect(text).toContain('laurel_ledger_problems{problem="payment_without_posting"} 0')
})

test('jobs that wait for a mail server aren’t due', async () => {
  const { siteId } = await world.staff()
  const { pool, jobs } = world.kit
  await sql`delete from pgboss.job`.execute(pool)
  await inSite(pool, siteId, (db) => jobs.enqueue(db, orderMail.placed, { siteId, orderId: 1 }))
  await sql`update pgboss.job set start_after = now() - interval '1 hour'`.execute(pool)
  const oldest = (text: string) =>
    Number(/oldest_due_seconds\{queue="mail.order-placed"\} (\d+)/.exec(text)?.[1])
  expect(oldest(await measured())).toBeGreaterThan(3_000)
  const text = await measured([orderMail.placed.name])
  expect(oldest(text)).toBe(0)
  expect(text).toContain('laurel_jobs_waiting{queue="mail.order-placed",state="due"} 0')
  expect(text).toContain('laurel_jobs_waiting{queue="mail.order-placed",state="later"} 1')
})

test('a posting that doesn’t balance, and money that isn’t posted, are found', async () => {
  const customer = await world.signIn()
  const { siteId } = await world.staff()
  const steps = customerSteps(customer)
  const orderId = await steps.fillCart('digital')
  await steps.pay(orderId)
  await inSite(world.kit.pool, siteId, async (db) => {
    await sql`update payments set state = 'settled' where order_id = ${orderId}`.execute(db)
    await sql`insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
      values (${siteId}, ${orderId}, 'money.received', 'by hand', 'receivable', 250, now())`.execute(db)
  })
  const text = await measured()
  expect(text).toContain('laurel_ledger_drift_cents 250')
  expect(text).toContain('laurel_ledger_problems{problem="unbalanced_posting"} 1')
  expect(text).toContain('laurel_ledger_problems{problem="payment_without_posting"} 1')
})

test('a fresh measurement isn’t repeated, by any process', async () => {
  const { pool } = world.kit
  const times = () =>
    pool.selectFrom('measurements').select(['name', 'measured_at']).orderBy('name').execute()
  await measured()
  const before = await times()
  await Promise.all([measureDue(world.kit), measureDue(world.kit)])
  expect(await times()).toEqual(before)
})

/** The names of all metrics, as they are exposed. */
async function names(): Promise<Set<string>> {
  jobEnded.publish({ name: 'mail.code', outcome: 'completed', seconds: 1 })
  mailEnded.publish({ outcome: 'sent' })
  await sql`insert into backup_runs (id, started_at, finished_at, address) values ('a', now(), now(), 'a.laurel')
    on conflict do nothing`.execute(world.kit.pool)
  const text = `${await counted.text()}${await measured()}`
  return new Set([...text.matchAll(/^(\w+?)(?:\{| )/gm)].map(([, name]) => name!))
}

const used = (text: string) =>
  [...text.matchAll(/\b(?:laurel|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)

test('every metric that an alert or the dashboard names exists, and every gauge is exposed', async () => {
  const exposed = await names()
  const alerts = yaml.parse(readFileSync(new URL('ops/alerts.yaml', ROOT), 'utf8'))
  const rules: Array<{ alert: string; expr: string; annotations: { runbook: string } }> =
    alerts.groups.flatMap(({ rules }: { rules: unknown[] }) => rules)
  const dashboard = JSON.parse(readFileSync(new URL('ops/dashboard.json', ROOT), 'utf8'))
  const charts: string[] = dashboard.panels.flatMap(({ targets }: { targets: Array<{ expr: string }> }) =>
    targets.map(({ expr }) => expr),
  )
  expect(rules).toHaveLength(10)
  expect(charts.length).toBeGreaterThan(8)
  for (const expression of [...rules.map(({ expr }) => expr), ...charts]) {
    expect(used(expression), expression).not.toEqual([])
    for (const name of used(expression)) expect(exposed, expression).toContain(name)
  }
  for (const name of Object.keys(GAUGES)) expect(exposed).toContain(name)
})

test('every alert says where its runbook is', () => {
  const alerts = readFileSync(new URL('ops/alerts.yaml', ROOT), 'utf8')
  const runbook = readFileSync(new URL('docs/runbooks/observability.md', ROOT), 'utf8')
  const anchors = [...alerts.matchAll(/observability\.md#([\w-]+)/g)].map(([, anchor]) => anchor!)
  const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title]) => title!.toLowerCase())
  expect(anchors).toHaveLength(10)
  for (const anchor of anchors) expect(headings).toContain(anchor)
})
