// What is left of a person anywhere in the database and the file store.
import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { carrierSteps } from '../../testing/batch-world.ts'
import { tokenIn } from '../../testing/delivery-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { integrator, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { erasureHandler } from './erasures.service.ts'
import { retiringPeople } from './retention.jobs.ts'

const EMAIL = 'zebulon@quackenbush.example'
const MISTYPED = 'zebulom@quackenbush.example'
const NAME = 'Zebulon Quackenbush'
const HOME = { address1: '7731 Vortigern Lane', city: 'Dayton', state: 'OH', zip: '45402' }
/** Words that nothing but this person's data has. */
const PERSONAL = 'zebulo[nm]|quackenbush|vortigern'
const PRIVACY = '/api/v1/office/privacy/'

let sandbox: Sandbox
let world: World
let robin: Awaited<ReturnType<World['staff']>>
let room: ReturnType<typeof carrierSteps>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({
    SANDBOX_PORT: String(sandbox.port),
    UPS_CALLS_PER_HOUR: '1000000',
    USPS_CALLS_PER_HOUR: '1000000',
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
  })
  robin = await world.staff('owner')
  room = carrierSteps(world, sandbox, robin)
})
afterEach(() => room.reset())
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

/** Every column of every schema with a value that names the person, by table. */
async function namedIn(): Promise<Record<string, string[]>> {
  const { pool } = world.kit
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
    order by 1, 2, 3`.execute(pool)
  const found: Record<string, string[]> = {}
  for (const { schema, table, column, type } of columns) {
    const words = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} where ${words} ~* ${PERSONAL} limit 1`.execute(pool)
    const name = schema === 'public' ? table : `${schema}.${table}`
    if (rows.length > 0) found[name] = [...(found[name] ?? []), column]
  }
  return found
}

/** Every stored file, and those whose bytes name the person. */
async function files(): Promise<{ all: string[]; naming: string[] }> {
  const [all, naming]: [string[], string[]] = [[], []]
  for await (const key of world.kit.files.list()) {
    all.push(key)
    const bytes = await world.kit.files.find(key)
    if (new RegExp(PERSONAL, 'i').test(bytes?.toString('latin1') ?? '')) naming.push(key)
  }
  return { all, naming }
}

/**
 * An order by email, letter, and parcel, with the person in each, in an imported list, saved, noted, bounced,
 * corrected, labeled, and announced to an integrator. All cards arrive. The person is invited to the company.
 */
async function placeOrder(): Promise<number> {
  const hooks = await webhookSteps(world)
  const refusing = await integrator(500)
  await hooks.endpointAt(refusing.url, ['order.approved', 'order.paid'])
  const dana = customerSteps(await world.signIn())
  await dana.ok('POST', '/api/v1/company/invitations/', { emails: [EMAIL], role: 'buyer' })
  const digital = await dana.addCards('digital', { draft: true })
  const card_item_id = digital.id
  const [first_name, last_name] = NAME.split(' ')
  const person = { card_item_id, first_name, last_name, email: MISTYPED, message: `Dear ${first_name}` }
  await dana.ok('POST', '/api/v1/card_recipient_details/', person)
  await dana.ok('POST', '/api/v1/add_to_cart/', { card_item_id })
  const direct = await dana.addCards('direct', { draft: true })
  await dana.ok('POST', '/api/v1/csv_card_item_imports/', {
    card_item_id: direct.id,
    text: `First name,Last name,Email,Address,City,State,ZIP
${first_name},${last_name},${EMAIL},${HOME.address1},Dayton,OH,45402`,
  })
  await dana.ok('POST', `/api/v1/card_items/${direct.id}/save_recipients/`, { name: 'Team' })
  await dana.ok('POST', '/api/v1/add_to_cart/', { card_item_id: direct.id })
  await dana.addCards('bulk')
  const { id } = await dana.cart()
  await dana.chooseDeliveries(id, ['bulk', 'direct', 'digital'])
  const office = { name: NAME, company: 'Quackenbush Halls', ...HOME }
  const address = await dana.ok('POST', '/api/v1/registered_addresses/', office)
  const attach = `/api/v1/orders/${id}/attach_address_to_bulk_items/`
  await dana.ok('POST', attach, { registered_address_id: address.id })
  const field = await dana.ok('POST', '/api/v1/company/order_fields/', { name: 'Occasion' })
  const fields = [{ id: field.id, value: `${NAME} turns 50, ${EMAIL}` }]
  await dana.ok('PATCH', `/api/v1/orders/${id}/fields/`, { fields })
  await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  await dana.verify(id)
  await room.call(robin, 'POST', `orders/${id}/notes/`, { text: `Call ${NAME}, ${EMAIL}` })
  await room.approve(id)
  await room.plan(id)

  room.mailer.setAnswer(({ to }) => {
    if (JSON.stringify(to).includes(MISTYPED)) throw room.mailer.refusal(550, `550 5.1.1 <${MISTYPED}>`)
  })
  await room.send()
  const bounced = (await room.deliveries(id)).find(({ email }) => email === MISTYPED)!
  const seen_updated_at = bounced.updated_at.toISOString()
  await dana.ok('PATCH', `/api/v1/deliveries/${bounced.id}/`, { email: EMAIL, seen_updated_at })
  await room.send()
  for (const mail of room.mailer.accepted.slice(-3)) await room.reveal(tokenIn(mail))
  await hooks.send()
  for (const kind of ['direct', 'bulk'] as const) {
    const batch = await room.ready(robin, kind, id)
    await room.byGroundAdvantage(id)
    await room.buy(batch)
    await room.call(robin, 'POST', `batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
    await room.call(robin, 'POST', `batches/${batch.id}/mailed/`, { seen_status: 'printed' })
    const arrived = { seen_status: 'mailed', outcome: 'delivered', reason: `${NAME} called` }
    for (const letter of await room.letters(batch.id)) {
      await room.call(robin, 'POST', `deliveries/${letter.id}/arrival/`, arrived)
    }
  }
  expect(new Set(await room.statuses(id))).toEqual(new Set(['claimed', 'delivered']))
  return id
}

/** Everyone whom a search finds. */
async function erase(search: string) {
  const noor = await world.staff('owner')
  const { body } = await robin.call('POST', `${PRIVACY}people/`, { search })
  for (const { key, name } of body.results) {
    const { body: asked } = await robin.call('POST', `${PRIVACY}erasures/`, { key, name })
    const decided = await noor.call('POST', `${PRIVACY}erasures/${asked.id}/decide/`, { agree: true })
    expect(decided.body).toMatchObject({ state: 'approved' })
    await erasureHandler(world.kit).run({ siteId: robin.siteId, erasureId: asked.id } as never)
  }
  return body.results.length
}

const SAVED = {
  recipient_list_people: ['find_name'],
  registered_addresses: ['address1', 'company', 'find_first', 'find_name', 'name'],
  saved_people: [
    ...['address1', 'email', 'find_email', 'find_first', 'find_name', 'find_street'],
    ...['first_name', 'last_name'],
  ],
}

test('nothing names a person who was erased', async () => {
  await placeOrder()
  const { naming, all } = await files()
  expect(naming).toEqual([])
  const before = await namedIn()
  expect(before).toMatchObject(SAVED)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(
      [
        'audit_entries',
        'company_invitations',
        'csv_card_item_imports',
        'deliveries',
        'delivery_events',
        'order_field_values',
        'order_notes',
        'orders',
      ].concat('card_recipient_details', 'shipping_orders'),
    ),
  )
  const labels = await world.kit.pool
    .selectFrom('shipments as s')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 's.site_id').onRef('d.id', '=', 's.delivery_id'),
    )
    .select('s.label_key')
    .where('d.first_name', 'like', 'Zebulon%')
    .execute()
  expect(labels.filter(({ label_key }) => all.some((key) => label_key.includes(key)))).toHaveLength(2)

  // The email's person with the delivery that was corrected to it, and then the name at the address of the parcel.
  expect(await erase(EMAIL)).toBe(1)
  expect(Object.keys(await namedIn())).not.toContain('card_recipient_details')
  expect(await erase('Quackenbush 45401')).toBe(0)
  expect(await erase('Quackenbush 45402')).toBe(1)
  expect(await namedIn()).toEqual({})
  const left = await files()
  expect(labels.filter(({ label_key }) => left.all.some((key) => label_key.includes(key)))).toEqual([])
})

test('a person who was only invited is found, exported, and erased', async () => {
  const dana = customerSteps(await world.signIn())
  await dana.ok('POST', '/api/v1/company/invitations/', { emails: [EMAIL], role: 'buyer' })
  const key = `email|${EMAIL}`
  const { body: found } = await robin.call('POST', `${PRIVACY}people/`, { search: 'zebulon@' })
  expect(found.results).toMatchObject([{ key, email: EMAIL, record_count: 1 }])
  const { body: told } = await robin.call('POST', `${PRIVACY}export/`, { key, format: 'csv' })
  expect(told).toContain('Invitation to a company,')
  expect(await erase(EMAIL)).toBe(1)
  expect(await namedIn()).toEqual({})
})

test('after the days of retention, only what customers entered and staff noted names a person', async () => {
  const id = await placeOrder()
  const printed = (await files()).all
  await world.kit.pool
    .updateTable('sites')
    .set({ retention: json({ address_days: 30, name_days: 30, file_days: 30, audit_days: 30 }) })
    .where('id', '=', robin.siteId)
    .execute()
  world.setClock(new Date(Date.now() + 32 * 86_400_000))
  await retiringPeople(world.kit).visit(robin.siteId)
  await room.run('batches.walk')
  expect(await namedIn()).toEqual({
    ...SAVED,
    order_field_values: ['find_value', 'value'],
    order_notes: ['text'],
    orders: ['fields'],
  })
  const kept = (await files()).all
  expect(printed.length).toBeGreaterThan(3)
  expect(kept).toEqual([])
  const { priced } = await world.kit.pool
    .selectFrom('orders')
    .select('priced')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(priced).toMatchObject({ bulkAddress: null, price: { cardCount: 10 } })
})
