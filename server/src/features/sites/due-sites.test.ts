import { PostgresQueryCompiler, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../database/database.ts'
import type { JobHandler, Sweep } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { ALL_JOBS } from '../../laurel.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { chainingLeft } from '../accounts/chain-account-events.ts'
import { batchHandlers } from '../batches/batches.jobs.ts'
import { reconciling } from '../checkout/checkout.jobs.ts'
import { checkingDomains } from '../companies/domains.jobs.ts'
import { scanningFiles } from '../customer-files/scan-files.jobs.ts'
import { sweepingFiles } from '../customer-files/sweep-files.jobs.ts'
import { sweeping } from '../deliveries/deliveries.jobs.ts'
import { remindingOfUnclaimed } from '../deliveries/reminders.ts'
import { tidying } from '../imports/imports.jobs.ts'
import { carryingOut } from '../money/carry-out-refund.ts'
import { remindingOfUnpaid } from '../money/reminders.jobs.ts'
import { mailingNotices } from '../notices/notices.jobs.ts'
import { syncingListFiles } from '../people-files/people-files.jobs.ts'
import { runningPrograms } from '../programs/programs.jobs.ts'
import { walkingReports } from '../reports/reports.jobs.ts'
import { remindingOfInvoices } from '../terms/reminders.jobs.ts'
import { forgetting } from '../webhooks/webhooks.jobs.ts'
import { countingYears } from '../year-end/year-end.jobs.ts'

/** The second of the demo's sites: a look has to see beyond the first. */
const SITE = 2
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOW = new Date('2031-03-04T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const inTime = (ms: number) => new Date(NOW.getTime() + ms)

let world: World
beforeAll(async () => {
  world = await makeWorld()
  world.setClock(NOW)
})
afterAll(() => world.close())

type Row = Record<string, unknown>
type Rows = Array<[table: string, row: Row]>

const log = { warn: () => {}, error: () => {} }
const SWEEPS = {
  payments: reconciling,
  refunds: carryingOut,
  'payment reminders': remindingOfUnpaid,
  'reminders of open invoices': remindingOfInvoices,
  notices: mailingNotices,
  deliveries: (kit) => sweeping({ ...kit, log }),
  'card reminders': (kit) => {
    const { mailer, pictures } = deliverySteps(world)
    return remindingOfUnclaimed({ kit: { ...kit, log }, mailer, pictures })
  },
  batches: (kit) => batchSweep(kit, 'batches.walk'),
  tracking: (kit) => batchSweep(kit, 'deliveries.track'),
  lists: tidying,
  'webhook messages': forgetting,
  'account events': chainingLeft,
  'email domains': checkingDomains,
  reports: walkingReports,
  programs: runningPrograms,
  listFiles: syncingListFiles,
  'virus scans': scanningFiles,
  files: sweepingFiles,
} satisfies Record<string, (kit: Kit) => Sweep>

function batchSweep(kit: Kit, name: string): Sweep {
  const isSweep = (handler: JobHandler): handler is Sweep => 'due' in handler && handler.job.name === name
  return batchHandlers({ ...kit, log }).find(isSweep)!
}

const order = (row: Row): Rows[number] => [
  'orders',
  { id: 9, placed_at: ago(30 * DAY_MS), updated_at: NOW, ...row },
]
const payment = (row: Row): Rows[number] => [
  'payments',
  { order_id: 9, method_code: 'elavon_cc', updated_at: ago(2 * DAY_MS), token_sealed: 'sealed', ...row },
]
const terms = (row: Row): Rows[number] => [
  'company_terms',
  { company_id: 9, days: 30, changed_at: NOW, ...row },
]
const program = (next_look_at: Date): Rows[number] => [
  'company_programs',
  { kind: 'birthday', weekend: 'same_day', state: 'active', next_look_at },
]
const listFile = (next_sync_at: Date): Rows[number] => [
  'list_files',
  { list_id: 9, is_on: true, next_sync_at },
]
const file = (row: Row): Rows[number] => [
  'files',
  { id: 9, key: 'a-key', name: 'a', content_type: 'image/png', bytes: 1, customer_id: 9, ...row },
]
const upload = (expires_at: Date): Rows[number] => [
  'file_uploads',
  {
    ...{ id: 9, customer_id: 9, name: 'a', bytes: 1, content_type: 'image/png', sha256: '', folder: 'own' },
    ...{
      is_shared: false,
      on_conflict: 'ask',
      token_hash: '',
      key: 'a-key',
      created_at: ago(DAY_MS),
      expires_at,
    },
  },
]
const delivery = (row: Row): Rows[number] => [
  'deliveries',
  { id: 9, order_id: 9, reward_type: 'digital', ...row },
]
const shipment = (row: Row): Rows[number] => [
  'shipments',
  { delivery_id: 9, batch_id: 9, carrier: 'USPS', created_at: ago(DAY_MS), updated_at: ago(DAY_MS), ...row },
]
const letter = (row: Row) => delivery({ reward_type: 'direct', ...row })
const imported = (row: Row): Rows[number] => [
  'csv_card_item_imports',
  { card_item_id: 9, mode: 'append', ...row },
]
/** The database's own clock decides about lists. */
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const cart = order({ status: 'cart', placed_at: null })

const DUE: Array<[what: string, sweep: keyof typeof SWEEPS, due: Rows, notYet: Rows]> = [
  [
    'a page that ran out',
    'payments',
    [cart, payment({ state: 'started', expires_at: ago(MINUTE_MS) })],
    [cart, payment({ state: 'started', expires_at: inTime(MINUTE_MS) })],
  ],
  [
    'a closed page, once more',
    'payments',
    [cart, payment({ state: 'failed', expires_at: ago(DAY_MS), updated_at: ago(DAY_MS) })],
    [cart, payment({ state: 'failed', expires_at: ago(DAY_MS), updated_at: ago(DAY_MS / 2) })],
  ],
  [
    'money that settled for a pending order',
    'payments',
    [order({ status: 'pending_payment' }), payment({ state: 'settled' })],
    [order({ status: 'approved' }), payment({ state: 'settled' })],
  ],
  [
    'a debit that may be returned',
    'payments',
    [
      order({ status: 'approved' }),
      payment({ state: 'settled', method_code: 'elavon_ach', created_at: ago(DAY_MS) }),
    ],
    [
      order({ status: 'approved' }),
      payment({ state: 'settled', method_code: 'elavon_ach', created_at: ago(90 * DAY_MS) }),
    ],
  ],
  [
    'an approved refund',
    'refunds',
    [['refunds', { state: 'approved', kind: 'void' }]],
    [['refunds', { state: 'done', kind: 'void' }]],
  ],
  [
    'a promised check',
    'payment reminders',
    [order({ status: 'pending_payment' }), payment({ state: 'submitted', method_code: 'self_hosted_check' })],
    [order({ status: 'in_review' }), payment({ state: 'submitted', method_code: 'self_hosted_check' })],
  ],
  ['an open invoice', 'reminders of open invoices', [terms({ open_cents: 1 })], [terms({ open_cents: 0 })]],
  [
    'a mail',
    'notices',
    [['notices', { kind: 'order_approved', order_id: 9, mail_at: ago(1) }]],
    [['notices', { kind: 'order_approved', order_id: 9, mail_at: inTime(1) }]],
  ],
  [
    'a daily summary',
    'notices',
    [['notification_settings', { kind: 'activity', mail: 'daily', digest_at: ago(1) }]],
    [['notification_settings', { kind: 'activity', mail: 'daily', digest_at: inTime(1) }]],
  ],
  [
    'a card to send',
    'deliveries',
    [order({ status: 'approved' }), delivery({ status: 'queued', due_at: ago(1) })],
    [order({ status: 'approved' }), delivery({ status: 'queued', due_at: inTime(1) })],
  ],
  [
    'a send that a crash left',
    'deliveries',
    [delivery({ status: 'sending', updated_at: ago(10 * MINUTE_MS) })],
    [delivery({ status: 'sending', updated_at: ago(MINUTE_MS) })],
  ],
  [
    'a finished order',
    'deliveries',
    [order({ status: 'approved', planned_at: ago(DAY_MS) }), delivery({ status: 'sent' })],
    [order({ status: 'approved', planned_at: ago(DAY_MS) }), delivery({ status: 'printing' })],
  ],
  [
    'an order without a plan',
    'deliveries',
    [order({ status: 'approved', updated_at: ago(10 * MINUTE_MS) })],
    [order({ status: 'approved', updated_at: ago(MINUTE_MS) })],
  ],
  [
    'a card that expires',
    'card reminders',
    [delivery({ status: 'sent', expires_at: inTime(DAY_MS) })],
    [delivery({ status: 'sent', expires_at: ago(DAY_MS) })],
  ],
  [
    'a lost label',
    'batches',
    [shipment({ status: 'asked' })],
    [shipment({ status: 'asked', updated_at: ago(MINUTE_MS) })],
  ],
  [
    'a label being voided',
    'batches',
    [shipment({ status: 'made', void_asked_at: ago(DAY_MS) })],
    [shipment({ status: 'void', void_asked_at: ago(DAY_MS) })],
  ],
  [
    'an unneeded label',
    'batches',
    [shipment({ status: 'made' }), letter({ status: 'cancelled', batch_id: 9 })],
    [shipment({ status: 'made' }), letter({ status: 'printing', batch_id: 9 })],
  ],
  [
    'a batch that a crash left',
    'batches',
    [['batches', { status: 'making', kind: 'direct', held_until: ago(1) }]],
    [['batches', { status: 'making', kind: 'direct', held_until: inTime(1) }]],
  ],
  [
    'files of a canceled batch',
    'batches',
    [
      ['batches', { id: 9, status: 'cancelled', kind: 'direct' }],
      ['batch_files', { batch_id: 9, file: 'cards' }],
    ],
    [
      ['batches', { id: 9, status: 'ready', kind: 'direct' }],
      ['batch_files', { batch_id: 9, file: 'cards' }],
    ],
  ],
  [
    'a letter to ask about',
    'tracking',
    [letter({ status: 'mailed', tracking_number: '9400', track_at: ago(1) })],
    [letter({ status: 'mailed', tracking_number: '9400', track_at: inTime(1) })],
  ],
  [
    'a file of an ended import',
    'lists',
    [imported({ state: 'finished', file_key: 'key', finished_at: LONG_AGO })],
    [imported({ state: 'finished', file_key: '', finished_at: LONG_AGO })],
  ],
  [
    'an abandoned import',
    'lists',
    [imported({ state: 'mapping', created_at: LONG_AGO })],
    [imported({ state: 'mapping', created_at: new Date() })],
  ],
  [
    'undo data',
    'lists',
    [['recipient_changes', { action: 'set', created_at: LONG_AGO }]],
    [['recipient_changes', { action: 'set', created_at: new Date() }]],
  ],
  ['a placed order', 'lists', [order({ status: 'in_review', placed_at: new Date() })], [cart]],
  ['an endpoint', 'webhook messages', [['webhook_endpoints', {}]], []],
  [
    'an event that was never read',
    'webhook messages',
    [['site_events', { number: null }]],
    [['site_events', { number: 1 }]],
  ],
  [
    'an account event without a job',
    'account events',
    [['account_events', { at: ago(MINUTE_MS) }]],
    [['account_events', { at: NOW }]],
  ],
  [
    'an email domain to check',
    'email domains',
    [['company_domains', { next_check_at: ago(1) }]],
    [['company_domains', { next_check_at: inTime(1) }]],
  ],
  [
    'a saved report',
    'reports',
    [['saved_reports', { every: 'daily', format: 'csv', next_at: ago(1) }]],
    [['saved_reports', { every: 'daily', format: 'csv', next_at: inTime(1) }]],
  ],
  [
    'an expired file of a report',
    'reports',
    [['report_files', { state: 'ready', format: 'csv', expires_at: ago(1) }]],
    [['report_files', { state: 'ready', format: 'csv', expires_at: inTime(1) }]],
  ],
  ['a list to sync', 'listFiles', [listFile(ago(1))], [listFile(inTime(1))]],
  ['a file to scan', 'virus scans', [file({ scan: 'waiting' })], [file({ scan: 'clean' })]],
  [
    'a file in the trash',
    'files',
    [file({ deleted_at: ago(30 * DAY_MS) })],
    [file({ deleted_at: ago(29 * DAY_MS) })],
  ],
  [
    'a replaced version',
    'files',
    [file({ replaced_at: ago(30 * DAY_MS) })],
    [file({ replaced_at: ago(30 * DAY_MS), hidden_at: ago(1) })],
  ],
  ['an unfinished upload', 'files', [upload(ago(1))], [upload(inTime(1))]],
  ['a program to look at', 'programs', [program(ago(1))], [program(inTime(1))]],
]

/** Recurring jobs that aren't sweeps or visit every site, with tests of their own. */
const OTHERS = ['files.compare', 'housekeeping', 'backup', 'privacy.retire', 'year-end.count']

test('every recurring job is tested here', () => {
  const sweeps = Object.entries(SWEEPS).filter(([name]) => DUE.some(([, sweep]) => sweep === name))
  const tested = sweeps.map(([, make]) => make(world.kit).job.name)
  const recurring = ALL_JOBS.filter(({ cron }) => cron !== undefined).map(({ name }) => name)
  expect([...tested, ...OTHERS].toSorted()).toEqual(recurring.toSorted())
})

test('a site is counted for year end once, and again when something happens to a card', async () => {
  const { due } = countingYears(world.kit)
  const history = [
    ['year_end_progress', { read_id: 9 }],
    ['delivery_events', { id: 9 }],
  ] satisfies Rows
  expect(await due()).toEqual([1, SITE])
  await asReplica('insert into year_end_progress (site_id) values (1)')
  for (const [table, row] of history) await insert(table, row)
  expect(await due()).toEqual([])
  await insert('delivery_events', { id: 10 })
  expect(await due()).toEqual([SITE])
  await asReplica('delete from year_end_progress where site_id = 1')
  for (const [table] of history) await asReplica(`delete from ${table} where site_id = ${SITE}`)
})

// On a cluster, a transaction can't read its own changes as another role.
test.skipIf(process.env.TEST_CITUS_URL)('a migration can reveal another column of a table', async () => {
  const transaction = await world.kit.pool.startTransaction().execute()
  try {
    await sql`select reveal_due_work('orders', 'total_cents')`.execute(transaction)
    await sql`set local role laurel_sweep`.execute(transaction)
    expect(await transaction.selectFrom('orders').select('total_cents').execute()).toEqual([])
  } finally {
    await transaction.rollback().execute()
  }
})

afterEach(async () => {
  for (const table of new Set(DUE.flatMap(([, , rows]) => rows.map(([name]) => name)))) {
    await asReplica(`delete from ${table} where site_id = ${SITE}`)
  }
})

test.each(DUE)('the site of %s is found: %s', async (_, name, due, notYet) => {
  const sweep = SWEEPS[name](world.kit)
  for (const [table, row] of notYet) await insert(table, row)
  expect(await sweep.due()).toEqual([])
  for (const [table] of notYet) await asReplica(`delete from ${table} where site_id = ${SITE}`)
  for (const [table, row] of due) await insert(table, row)
  expect(await sweep.due()).toEqual([SITE])
})

// Plans of a cluster's nodes aren't shown.
test.skipIf(process.env.TEST_CITUS_URL).each<[name: keyof typeof SWEEPS, indexes: string[]]>([
  [
    'payments',
    ['payments_to_ask', 'payments_to_ask_once_more', 'payments_returnable', 'orders_awaiting_money'],
  ],
  ['refunds', ['refunds_to_carry_out']],
  ['payment reminders', ['orders_awaiting_money']],
  ['reminders of open invoices', ['terms_open']],
  ['notices', ['notices_to_mail', 'digests_due']],
  ['deliveries', ['deliveries_queued', 'deliveries_sending', 'orders_under_way']],
  ['card reminders', ['deliveries_to_remind']],
  ['batches', ['batches_unfinished', 'shipments_unknown', 'shipments_being_voided', 'shipments_made']],
  ['tracking', ['deliveries_to_track']],
  [
    'lists',
    [
      'imports_to_map',
      'imports_with_files',
      'recipient_changes_by_age',
      // Each has all placed orders with their times; which one is smallest depends on what was vacuumed.
      expect.stringMatching(/^orders_(placed|by_status|by_total)$/),
    ],
  ],
  ['webhook messages', ['site_events_unnumbered']],
  // A table that's almost empty.
  ['account events', ['account_events_pkey']],
  ['email domains', ['domains_to_check']],
  ['reports', ['report_files_to_remove', 'saved_reports_due']],
  ['virus scans', ['files_to_scan']],
  ['files', ['files_in_trash', 'files_replaced', 'file_uploads_expiring']],
])('an index finds the sites: %s', async (name, indexes) => {
  const looks: string[] = []
  await SWEEPS[name]({ ...world.kit, pool: heard(looks) }).due()
  // Its parts are compiled separately first.
  const look = looks.toSorted((a, b) => b.length - a.length)[0]
  const plan = await world.kit.pool.transaction().execute(async (db) => {
    await sql.raw('set local enable_seqscan = off').execute(db)
    return sql.raw<Record<string, string>>(`explain (generic_plan) ${look}`).execute(db)
  })
  const used = plan.rows.flatMap((row) => /(?:Scan on|using) (\w+)/.exec(row['QUERY PLAN']!)?.[1] ?? [])
  expect(used).toEqual(expect.arrayContaining(indexes))
})

/** The same pool, which adds the looks to a list. */
function heard(looks: string[]): Pool {
  const compiler = new PostgresQueryCompiler()
  return world.kit.pool.withPlugin({
    transformQuery({ node, queryId }) {
      const query = compiler.compileQuery(node, queryId)
      if (!query.sql.includes('set_config')) looks.push(query.sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** Inserts a row of the second site, with something in every other column that needs a value. */
async function insert(table: string, row: Row) {
  const { rows: needed } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(world.kit.pool)
  const values: Row = Object.fromEntries(needed.map(({ name, type }) => [name, fill(type)]))
  Object.assign(values, { site_id: SITE }, row)
  const names = Object.keys(values)
  const given = JSON.stringify(values).replaceAll("'", "''")
  await asReplica(`insert into ${table} (${names.join()}) overriding system value
    select ${names.join()} from jsonb_populate_record(null::${table}, '${given}')`)
}

function fill(type: string): unknown {
  if (/int|numeric/.test(type)) return 1
  if (type.startsWith('timestamp') || type === 'date') return ago(DAY_MS)
  if (type === 'boolean') return false
  if (type === 'ARRAY') return []
  return type.startsWith('json') ? {} : '1'
}

/** Without foreign keys and triggers. */
async function asReplica(query: string) {
  await world.kit.pool.transaction().execute(async (db) => {
    await sql.raw("set local session_replication_role = 'replica'").execute(db)
    await sql.raw(query).execute(db)
  })
}
