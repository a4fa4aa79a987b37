import { createHash } from 'node:crypto'
import pg from 'pg'
import { COPY_SITES } from './idle.ts'

/** The office's calls, by a program of its own. */
export const PROGRAM = { name: 'bench', secret: 'a-secret-of-the-bench' }
const SCOPES = `{orders.read,money.read,deliveries.read,cards.print,customers.read,audit.read,events.read}`

/** One of these words, by a number. */
const pick = (words: string, number: string) => {
  const all = words.split(' ')
  return `(array[${all.map((word) => `'${word === '-' ? '' : word}'`).join(',')}])[1 + (${number}) % ${all.length}]`
}
/**
 * As many different people as rows, made once: 600 first and 5,000 last names and 400 cities, in an order that looks
 * shuffled.
 */
const PEOPLE = `create temporary table person as
  select nth, first_name, last_name, lower(first_name || '.' || last_name) || nth || '@'
      || ${pick('halden acorn larkspur juniper foundry', 'nth')} || '.example' as email, nth || ' Elm Street' as address1,
    city, state, zip from (select nth,
    initcap(${pick('ma pri jo ama we ing lu sam no die fre ca be to ru vi al ka le mi', 'a')}
      || ${pick('ya ra n rid cia uel or go a leb nna mas th las bo', 'a / 20')} || ${pick('e l', 'a / 300')}) as first_name,
    initcap(${pick('oka nai lind dia hsu sol fer ade rah hol whit mar bro ken gar pat lop che kow ros', 'b')}
      || ${pick('for ran qvi llo en berg ran ye man m more tin ok ned ci el ez n al sen', 'b / 20')}
      || ${pick('d s t k son ton ley field er a ini ova o', 'b / 400')}) as last_name,
    initcap(${pick('port madi boul du lo day aus mem tul bo fre spo', 'c')}
      || ${pick('land son der luth well ton tin phis sa ise sno kane', 'c / 12')}
      || ${pick('- ville burg', 'c / 144')}) as city,
    ${pick('OR WI CO MN MA OH TX TN OK ID CA WA', 'c')} as state, (10000 + a % 80000)::text as zip
    from (select nth, (nth * 2654435761 >> 3) % 1000003 as a, (nth * 2246822519 >> 5) % 1000033 as b,
      (nth * 3266489917 >> 7) % 1000037 as c from generate_series(1, TOTAL) nth) mixed) named`
const PERSON = Object.fromEntries(
  ['first_name', 'last_name', 'email', 'address1', 'city', 'state', 'zip'].map((name) => [name, `p.${name}`]),
)
/** Of 1,000 orders: 1 in review, 3 awaiting money, 5 approved, 50 declined, and the others fulfilled. */
const STATUS = `case when nth % 1000 = 0 then 'in_review' when nth % 1000 < 4 then 'pending_payment'
  when nth % 1000 < 9 then 'approved' when nth % 1000 < 59 then 'declined' else 'fulfilled' end`
const PLACED = "now() - interval '1 hour' - (TOTAL - nth) * (interval '1000 days' / TOTAL)"

type Made = { customerId: number; itemId: number; orderId: number }

/**
 * Fills the demo's first site: one list of this many recipients, as many orders with a recipient, a delivery, a
 * payment, and ledger entries each, as many entries of the audit log and saved people, and a site for every 100 of
 * them. Rows are copies of a real customer's, without triggers and foreign keys, so tallies are counted at the end.
 */
export async function fillSite(databaseUrl: string, size: number, made: Made): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (sql: string) => client.query(sql.replaceAll('TOTAL', String(size)))
  /** Copies of a row, with the columns that differ as SQL over `nth`, their number from 1. */
  const copy = async (
    table: string,
    where: string,
    count: number,
    differing: Record<string, string>,
  ): Promise<number> => {
    const { rows } = await client.query(
      `select attname as name, attidentity <> '' as is_id from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const [{ last }] = (await client.query(`select coalesce(max(id), 0)::bigint as last from ${table}`)).rows
    const values = rows.map(({ name, is_id }) =>
      is_id ? `${last} + nth` : (differing[name] ?? `t."${name}"`),
    )
    await run(
      `insert into ${table} (${rows.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
        select ${values.join(', ')} from (select * from ${table} where ${where} limit 1) t,
          person p where nth <= ${count}`,
    )
    await run(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    return Number(last)
  }
  try {
    await run(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'`)
    await run(PEOPLE)
    // Built at the end: a tenth of the time it takes to fill them row by row.
    const { rows: indexes } = await client.query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
        from pg_index join pg_class on pg_class.oid = indrelid
        where relnamespace = 'public'::regnamespace and not indisunique`,
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    const hash = createHash('sha256').update(PROGRAM.secret).digest('base64url')
    await run(`insert into api_credentials (site_id, name, username, secret_hash, scopes, created_at)
      values (1, 'bench', '${PROGRAM.name}', '${hash}', '${SCOPES}', now())`)
    await run(COPY_SITES.replace('SITES', String(Math.ceil(size / 100))))

    const buyers = Math.max(100, size / 10)
    const customer = await copy('customers', `id = ${made.customerId}`, buyers, {
      identity_subject: "'bench-' || nth",
      email: 'p.email',
      first_name: 'p.first_name',
      last_name: 'p.last_name',
      legal_business_name: `p.city || ' ' || ${pick('Tools Foods Motors Dental', 'nth')}`,
    })
    // One in ten is the measured customer's.
    const buyer = `case when nth % 10 = 5 then ${made.customerId} else ${customer} + 1 + nth % ${buyers} end`
    const order = await copy('orders', `id = ${made.orderId}`, size, {
      customer_id: buyer,
      number: '(500000 + nth)::text',
      status: STATUS,
      is_shipped: `${STATUS} = 'fulfilled'`,
      po_number: "case when nth % 20 = 0 then 'PO-' || nth else '' end",
      total_cents: '5000 + (nth % 977) * 10',
      placed_at: PLACED,
      created_at: PLACED,
      planned_at: PLACED,
      reminders_sent: '3',
      reminded_at: 'now()',
    })
    const item = await copy('card_items', `order_id = ${made.orderId}`, size, {
      order_id: `${order} + nth`,
      reward_type: "'direct'",
      quantity: 'null',
    })
    const person = { ...PERSON, position: 'nth', amount_cents: 'case when nth % 3 = 0 then 7500 end' }
    const long = await client.query(
      `insert into card_recipient_details (site_id, card_item_id, position) values (1, $1, 0) returning id`,
      [made.itemId],
    )
    const copied = `id = ${long.rows[0].id}`
    const flawed = 'nth % 100 = 50'
    await copy('card_recipient_details', copied, size, {
      ...person,
      zip: `case when ${flawed} then '' else p.zip end`,
      problems: `case when ${flawed} then '[{"field": "zip", "code": "required", "severity": "error", "message": "This field is required"}]'::jsonb else '[]' end`,
      needs_attention: flawed,
      codes: `case when ${flawed} then '{required}'::text[] else '{}' end`,
    })
    const recipient = await copy('card_recipient_details', copied, size, {
      ...person,
      card_item_id: `${item} + nth`,
      position: '1',
    })
    await run(`delete from card_recipient_details where ${copied}`)
    // The list is part of the order that was placed.
    await run(`update card_items set order_id = ${made.orderId} where id = ${made.itemId}`)
    await run(`insert into recipient_tallies (site_id, card_item_id, block, amount_cents, people, needing_attention)
      select site_id, card_item_id, position / 512, amount_cents, count(*), count(*) filter (where needs_attention)
      from card_recipient_details where site_id = 1 and card_item_id >= ${made.itemId} group by 1, 2, 3, 4 order by 1, 2, 3
      on conflict do nothing`)
    await run(`insert into recipient_code_tallies (site_id, card_item_id, block, code, people)
      select site_id, card_item_id, position / 512, code, count(*) from card_recipient_details, unnest(codes) code
      where site_id = 1 and card_item_id = ${made.itemId} and codes <> '{}' group by 1, 2, 3, 4`)

    await copy('payments', `order_id = ${made.orderId}`, size, {
      order_id: `${order} + nth`,
      state: `case when ${STATUS} = 'pending_payment' then t.state else 'settled' end`,
      amount_cents: '5000 + (nth % 977) * 10',
      transaction_id: "'bench-' || nth",
      created_at: PLACED,
      updated_at: PLACED,
    })
    for (const [event, account, sign] of [
      ['placed', 'receivable', ''],
      ['placed', 'card_value', '-'],
      ['paid', 'receivable', '-'],
      ['paid', 'cash_check', ''],
    ] as const) {
      await run(`insert into ledger_entries (site_id, order_id, event, source, account, cents, at)
        select 1, ${order} + nth, '${event}', 'bench:' || nth, '${account}', ${sign}(5000 + (nth % 977) * 10), ${PLACED}
        from generate_series(1, TOTAL) nth where '${event}' = 'placed' or ${STATUS} <> 'pending_payment'`)
    }
    await run(`insert into order_moves (site_id, order_id, status, at)
      select 1, ${order} + nth, ${STATUS}, ${PLACED} from generate_series(1, TOTAL) nth`)
    await run(`insert into deliveries (site_id, order_id, card_item_id, recipient_id, source, reward_type, status,
        value_cents, ${Object.keys(PERSON)}, due_at, created_at, updated_at, tracking_number)
      select 1, ${order} + nth, ${item} + nth, ${recipient} + nth, 'recipient:' || nth, 'direct',
        case when nth % 1000 < 9 then 'queued' when nth % 1000 = 500 then 'returned' else 'delivered' end,
        5000, ${Object.values(PERSON)}, ${PLACED}, ${PLACED}, ${PLACED}, '9400' || lpad(nth::text, 18, '0')
      from person p where ${STATUS} in ('approved', 'fulfilled')`)
    await run(`insert into deliveries (site_id, order_id, card_item_id, recipient_id, source, reward_type, status,
        value_cents, ${Object.keys(PERSON)}, due_at, created_at, updated_at, tracking_number)
      select 1, ${made.orderId}, ${made.itemId}, r.id, 'recipient:' || r.id, 'direct', 'delivered',
        5000, ${Object.values(PERSON)}, ${PLACED}, ${PLACED}, ${PLACED}, '9500' || lpad(nth::text, 18, '0')
      from person p join card_recipient_details r on card_item_id = ${made.itemId} and r.position = nth`)
    await run(`insert into notices (site_id, customer_id, order_id, kind, created_at, seen_at)
      select 1, ${made.customerId}, ${order} + nth, 'order_placed', ${PLACED}, ${PLACED}
      from generate_series(5, TOTAL, 10) nth`)
    await run(`insert into audit_entries (site_id, actor, event, subject, at, previous_hash, hash)
      select 1, 'staff:' || nth % 20, ${pick('order.approved order.declined order.held refund.asked', 'nth')},
        'order:' || ${order} + nth, ${PLACED}, '', '' from generate_series(1, TOTAL) nth`)
    await run(`insert into funds_received (site_id, method_code, amount_cents, reference, payer, document_number,
        received_on, order_id, recorded_by, recorded_at)
      select 1, 'self_hosted_check', 5000 + nth % 977, '', p.last_name, nth::text, '2026-01-05',
        case when nth % 1000 > 0 then ${order} + nth end, 'staff:1', ${PLACED} from person p where nth % 7 = 1`)
    await run(`insert into batches (site_id, number, kind, status, delivery_count, card_count, created_by, created_at, updated_at)
      select 1, 'B-' || nth, 'direct', 'mailed', 100, 100, 'staff:1', ${PLACED}, ${PLACED}
      from generate_series(100, TOTAL, 100) nth`)
    const columns = Object.keys(PERSON)
    await run(`insert into saved_people (site_id, customer_id, person_key, ${columns})
      select 1, ${made.customerId}, nth, ${Object.values(PERSON)} from person p`)
    await run(`with list as (
        insert into recipient_lists (site_id, customer_id, name) values (1, ${made.customerId}, 'Everyone') returning id)
      insert into recipient_list_people (site_id, list_id, person_id)
      select 1, list.id, person.id from list, saved_people person where customer_id = ${made.customerId}`)
    for (const { definition } of indexes) await run(definition)
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}
