import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { json } from '../../database/json.ts'
import { makeInstallation, PASSPHRASE, restore } from '../../testing/backup-world.ts'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findBrokenEntry, record } from '../audit/audit.service.ts'
import { runBackup } from '../system/run-backup.ts'
import { copyErasedKeys } from './erased-keys.ts'
import { continueErasures, erasureHandler } from './erasures.service.ts'

const EMAIL = 'zebulon@quackenbush.example'
const NAME = 'Zebulon Quackenbush'
const HERS = /zebulon|quackenbush/i

let world: World
let steps: ReturnType<typeof deliverySteps>
let siteId: number
const staff = new Map<string, Awaited<ReturnType<World['staff']>>>()
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await deliverySteps(world).site()).id
  for (const name of ['ida', 'noor']) staff.set(name, await world.staff('owner'))
})
beforeEach(() => {
  steps = deliverySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const PATH = '/api/v1/office/privacy/'
const as = (name: string) => staff.get(name)!
const find = async (search: string) =>
  (await as('ida').call('POST', `${PATH}people/`, { search })).body.results

/** An order with a card for Zebulon and one for Grace, and Zebulon wherever else a name can be. */
async function orderForZebulon(of: World = world, given = deliverySteps(of)) {
  const { id, dana } = await given.paid('digital')
  const { pool } = of.kit
  const [recipient] = await pool
    .selectFrom('card_recipient_details as r')
    .innerJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
    )
    .select(['r.id', 'r.card_item_id'])
    .where('r.site_id', '=', siteId)
    .where('i.order_id', '=', id)
    .orderBy('r.id')
    .execute()
  await pool
    .updateTable('card_recipient_details')
    .set({ first_name: 'Zebulon', last_name: 'Quackenbush', email: EMAIL, address1: '9 Larch Lane' })
    .where('site_id', '=', siteId)
    .where('id', '=', recipient!.id)
    .execute()
  await given.approve(id)
  await given.plan(id)
  const { customer_id } = await orderOf(id, of)
  await pool
    .insertInto('saved_people')
    .values({ site_id: siteId, customer_id, first_name: 'Zebulon', last_name: 'Quackenbush', email: EMAIL })
    .execute()
  const about = { site_id: siteId, written_by: 'staff:1', at: new Date(), text: `Call ${EMAIL} again` }
  await pool
    .insertInto('order_notes')
    .values({ ...about, order_id: id })
    .execute()
  await pool
    .insertInto('customer_notes')
    .values({ ...about, customer_id })
    .execute()
  const company = await pool
    .insertInto('companies')
    .values({ site_id: siteId, name: 'Northwind Crew', founded_by: customer_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await pool
    .insertInto('company_notes')
    .values({ ...about, company_id: company.id })
    .execute()
  await pool
    .insertInto('company_billing')
    .values({
      ...{ site_id: siteId, company_id: company.id, legal_business_name: 'Northwind Crew', email: EMAIL },
      ...{ business_address1: '90 Foundry Road', business_city: 'Dayton', business_state: 'OH' },
      ...{ business_zip: '45402', attention: NAME },
    })
    .execute()
  const request = await pool
    .insertInto('approval_requests')
    .values({
      ...{
        site_id: siteId,
        company_id: company.id,
        order_id: id,
        hash: '',
        state: 'returned',
        name: 'Cards',
      },
      ...{ amount_cents: 1, card_count: 1, method_code: 'company_balance', asked_by: customer_id },
      ...{ note: `For ${EMAIL}`, comment: `Not for ${EMAIL}`, asked_at: new Date(), expires_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await pool
    .insertInto('approval_steps')
    .values({
      ...{ site_id: siteId, request_id: request.id, position: 0, state: 'returned', asked: json({}) },
      ...{ rules: json([]), decided_by: customer_id, comment: `Not for ${EMAIL}` },
    })
    .execute()
  await pool
    .updateTable('orders')
    .set({ invoice_emails: json([EMAIL, 'books@northwind.example']) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  await pool
    .insertInto('csv_card_item_imports')
    .values({
      ...{ site_id: siteId, card_item_id: recipient!.card_item_id, mode: 'append', state: 'finished' },
      ...{ file_name: 'quackenbush.csv', sample: json([[NAME, EMAIL]]) },
    })
    .execute()
  await given.inSite(async (db) => {
    const facts = { email: EMAIL }
    record(db, siteId, { actor: 'system', event: 'customer.noted', subject: 'x', facts, at: new Date() })
  })
  return { id, dana, customer_id }
}

const orderOf = (id: number, of = world) =>
  of.kit.pool
    .selectFrom('orders')
    .select(['customer_id', 'number'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A label and a print with Zebulon's name, mailed, and a report. @returns whether each of the files is there */
async function addPrints(orderId: number): Promise<() => Promise<boolean[]>> {
  const key = `label-${orderId}`
  const print = `print-${orderId}`
  const report = `report-${orderId}`
  for (const file of [key, print, report]) await world.kit.files.put(file, Buffer.from(NAME))
  const [delivery] = await steps.deliveries(orderId)
  const at = new Date()
  const batch = await world.kit.pool
    .insertInto('batches')
    .values({
      ...{ site_id: siteId, number: `L-${orderId}`, kind: 'direct', delivery_count: 1, card_count: 1 },
      ...{ created_by: 'staff:1', created_at: at, updated_at: at, mailed_at: at, status: 'mailed' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.kit.pool
    .insertInto('shipments')
    .values({
      ...{ site_id: siteId, delivery_id: delivery!.id, batch_id: batch.id, carrier: 'UPS', status: 'made' },
      ...{ request_key: key, label_key: `${key} seal application/pdf`, created_at: at, updated_at: at },
    })
    .execute()
  await world.kit.pool
    .insertInto('batch_files')
    .values({
      site_id: siteId,
      batch_id: batch.id,
      file: 'letters',
      key: print,
      seal: '',
      bytes: 1,
      pages: 1,
    })
    .execute()
  await world.kit.pool
    .updateTable('deliveries')
    .set({ batch_id: batch.id })
    .where('site_id', '=', siteId)
    .where('id', '=', delivery!.id)
    .execute()
  const { company_id } = await world.kit.pool
    .selectFrom('orders')
    .select('company_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await world.kit.pool
    .insertInto('report_files')
    .values({
      ...{ site_id: siteId, company_id: company_id!, name: 'Cards', settings: json({}), format: 'csv' },
      ...{ state: 'ready', key: report, created_at: at, expires_at: new Date(at.getTime() + 86_400_000) },
    })
    .execute()
  const { files } = world.kit
  return () => Promise.all([key, print, report].map(async (file) => (await files.find(file)) !== undefined))
}

/** Sends the cards; Zebulon's link. */
async function sendCards() {
  await steps.send()
  return tokenIn(steps.mailer.accepted.findLast(({ to }) => JSON.stringify(to).includes(EMAIL)))
}

async function ask(by = 'ida') {
  const [person] = await find(EMAIL)
  return as(by).call('POST', `${PATH}erasures/`, { key: person.key, name: person.name })
}

const decide = (by: string, id: number, agree = true) =>
  as(by).call('POST', `${PATH}erasures/${id}/decide/`, { agree })
const runJob = (erasureId: number) => erasureHandler(world.kit).run({ siteId, erasureId } as never)

/** Tables with a row that names Zebulon. */
async function tablesWith(pattern: RegExp, of = world): Promise<string[]> {
  const everything = await readEverything(of.kit.pool)
  return Object.entries(everything)
    .filter(([, rows]) => rows.some((row) => pattern.test(row)))
    .map(([table]) => table)
}

describe('finding a person', () => {
  test('finds one person by email or name, in all orders and lists', async () => {
    const { id } = await orderForZebulon()
    const { number } = await orderOf(id)
    for (const search of [EMAIL, 'ZEBULON QUACK', 'quackenbush z']) {
      const [person, ...others] = await find(search)
      expect(others).toEqual([])
      expect(person).toMatchObject({ name: NAME, email: EMAIL, customer_id: null })
      expect(person.order_numbers).toContain(number)
    }
    expect(await find('no one of this name')).toEqual([])
    expect(
      (await (await world.staff('viewer')).call('POST', `${PATH}people/`, { search: NAME })).status,
    ).toBe(403)
    const theirs = await world.staff('owner', 'acorn')
    expect((await theirs.call('POST', `${PATH}people/`, { search: NAME })).body.results).toEqual([])
  })

  test('exports everything as JSON and as CSV without formulas, and records that without the person', async () => {
    const { pool } = world.kit
    await pool.updateTable('saved_people').set({ city: '=1+1' }).where('email', '=', EMAIL).execute()
    const [person] = await find(EMAIL)
    const text = async (format: string) => {
      const answer = await as('ida').call('POST', `${PATH}export/`, { key: person.key, format })
      expect(answer.headers['content-disposition']).toMatch(/^attachment/)
      return String(answer.body)
    }
    const bill = (to: object | null) =>
      pool
        .updateTable('orders')
        .set({ bill_to: to && json(to) })
        .where('site_id', '=', siteId)
        .execute()
    await bill({ email: EMAIL.toUpperCase(), first_name: 'Zebulon', last_name: 'Quackenbush' })
    const told = JSON.parse(await text('json'))
    await bill(null)
    const sources = new Set([...told.records, ...told.mentions].map(({ source }) => source))
    expect([...sources].sort()).toEqual(
      [
        'approval',
        'audit',
        'company_billing',
        'company_note',
        'customer_note',
        'delivery',
        'import',
        'invoice_copy',
        'order',
        'order_note',
        'recipient',
        'saved',
      ].sort(),
    )
    await pool.updateTable('saved_people').set({ first_name: '=cmd()' }).where('email', '=', EMAIL).execute()
    const csv = await text('csv')
    expect(csv).toContain(`,'=cmd() Quackenbush,`)
    expect(csv).toContain(`Call ${EMAIL} again`)
    const entries = pool.selectFrom('audit_entries').select('facts').where('event', '=', 'privacy.exported')
    expect(JSON.stringify(await entries.execute())).not.toMatch(HERS)
    const unknown = { key: 'email|noone@x.example', format: 'csv' }
    expect((await as('ida').call('POST', `${PATH}export/`, unknown)).status).toBe(404)
  })

  test('exports only a person who was found, and no text that contains other words', async () => {
    const support = await world.staff('support')
    const about = async (key: string) =>
      (await support.call('POST', `${PATH}export/`, { key, format: 'json' })).status
    expect(await about(`email|${EMAIL}`)).toBe(200)
    for (const key of ['email|', 'email| ', 'email|a', 'email|@', 'name|grace hopper']) {
      expect([key, await about(key)]).toEqual([key, 404])
    }
  })
})

describe('erasing a person', () => {
  test('needs a second person, and can be refused', async () => {
    await orderForZebulon()
    const { body: asked } = await ask()
    expect(asked).toMatchObject({ state: 'asked', person: NAME, is_mine: true })
    expect((await ask('noor')).body.errors[0].message).toBe('This erasure was already requested.')
    expect((await decide('ida', asked.id)).body.code).toBe('other_person_needed')
    expect(await tablesWith(HERS)).not.toEqual([])
    expect((await decide('noor', asked.id, false)).body).toMatchObject({ state: 'refused', person: '' })
    expect((await decide('noor', asked.id)).body.code).toBe('changed')
    expect((await decide('noor', 999_999)).status).toBe(404)
    expect(await find(EMAIL)).toHaveLength(1)
  })

  test('doesn’t erase a person with an open account', async () => {
    const { customer_id } = await orderForZebulon()
    const change = (email: string) =>
      world.kit.pool.updateTable('customers').set({ email }).where('id', '=', customer_id).execute()
    await change(EMAIL)
    expect((await ask()).body.errors[0].message).toContain('has an account')
    await change('dana@northwind.example')
  })

  test('finds, exports, and erases text about someone whose account is closed', async () => {
    const { pool } = world.kit
    const zoe = customerSteps(await world.signIn())
    const { email, id } = await zoe.ok('GET', '/api/v1/actual_user/')
    const [company] = await zoe.ok('GET', '/api/v1/companies/')
    await as('ida').call('POST', `/api/v1/office/companies/${company.id}/notes/`, { text: `Call ${email}` })
    const [open] = await find(email)
    const key = { key: open.key, format: 'json' }
    const told = async () => JSON.parse(String((await as('ida').call('POST', `${PATH}export/`, key)).body))
    const ofCompany = expect.objectContaining({ source: 'company_member', text: `${company.name}, admin` })
    expect((await told()).mentions).toContainEqual(ofCompany)

    await pool
      .updateTable('customers')
      .set({ email: '', closed_at: new Date() })
      .where('id', '=', id)
      .execute()
    const [closed] = await find(email)
    expect(closed).toMatchObject({ key: open.key, email, customer_id: null })
    const staff = await pool.selectFrom('staff_accounts').select('email').executeTakeFirstOrThrow()
    const note = { text: `Ask ${staff.email}` }
    await as('ida').call('POST', `/api/v1/office/companies/${company.id}/notes/`, note)
    expect(await Promise.all([email.slice(1), 'call', staff.email].map(find))).toEqual([[], [], []])
    expect((await told()).mentions).toContainEqual(expect.objectContaining({ source: 'company_note' }))
    const asked = await as('ida').call('POST', `${PATH}erasures/`, { key: closed.key, name: email })
    await decide('noor', asked.body.id)
    await runJob(asked.body.id)
    // Here the account itself was only marked as closed.
    expect(await tablesWith(new RegExp(email))).toEqual(['"identity"."users"', '"public"."account_events"'])
    expect(await find(email)).toEqual([])
  })

  test('erases everything but what an unclaimed card needs, and that once it’s claimed', async () => {
    // Orders of earlier tests: their cards are claimed, or canceled.
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'claimed' })
      .where('site_id', '=', siteId)
      .execute()
    await world.kit.pool
      .updateTable('orders')
      .set({ status: 'fulfilled' })
      .where('site_id', '=', siteId)
      .where('status', '=', 'approved')
      .execute()
    const { id } = await orderForZebulon()
    const token = await sendCards()
    const books = async () => {
      const everything = await readEverything(world.kit.pool)
      return ['ledger_entries', 'payments', 'refunds', 'issued_cards'].map(
        (table) => everything[`"public"."${table}"`],
      )
    }
    const before = await books()
    const areThere = await addPrints(id)
    const { body: asked } = await ask()
    expect((await decide('noor', asked.id)).body).toMatchObject({ state: 'approved' })
    await runJob(asked.id)
    const [waiting] = (await as('ida').call('GET', `${PATH}erasures/`)).body.results
    expect(waiting).toMatchObject({ id: asked.id, state: 'approved', waiting_count: 2 })
    expect(await tablesWith(HERS)).toEqual(['"public"."card_recipient_details"', '"public"."deliveries"'])

    expect(await areThere()).toEqual([true, true, false])
    // Someone saves Zebulon again: that's later than what was asked for.
    const { customer_id } = await orderOf(id)
    const saved = { site_id: siteId, customer_id, first_name: 'Zebulon', email: EMAIL }
    await world.kit.pool.insertInto('saved_people').values(saved).execute()
    expect((await steps.reveal(token)).status).toBe(200)
    await continueErasures(world.kit, siteId)
    expect(await tablesWith(HERS)).toEqual(['"public"."saved_people"'])
    await world.kit.pool.deleteFrom('saved_people').where('email', '=', EMAIL).execute()
    expect(await tablesWith(HERS)).toEqual([])
    expect(await areThere()).toEqual([false, false, false])
    const [done] = (await as('ida').call('GET', `${PATH}erasures/`)).body.results
    expect(done).toMatchObject({ state: 'done', person: '', waiting_count: 0 })
    expect(done.erased_count).toBeGreaterThan(8)
    const after = await books()
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after[3]).toHaveLength(before[3]!.length)
    // Grace, in the same order, is as she was.
    expect((await steps.deliveries(id))[1]).toMatchObject({
      first_name: 'Grace',
      email: 'Grace@recipient.example',
    })
    expect(await steps.inSite((db) => findBrokenEntry(db, siteId))).toBeUndefined()
  })

  test('removes a person from carts, with the cart’s totals', async () => {
    const customer = await world.signIn()
    const dana = customerSteps(customer)
    const id = await dana.fillCart('digital')
    const [before] = await find('ada@recipient.example')
    expect(before.record_count).toBeGreaterThan(0)
    const asked = await as('ida').call('POST', `${PATH}erasures/`, { key: before.key, name: before.name })
    await decide('noor', asked.body.id)
    await runJob(asked.body.id)
    const order = await dana.order(id)
    expect(JSON.stringify(order)).not.toContain('Ada')
    const tallies = await world.kit.pool
      .selectFrom('recipient_tallies as t')
      .innerJoin('card_items as i', (join) =>
        join.onRef('i.site_id', '=', 't.site_id').onRef('i.id', '=', 't.card_item_id'),
      )
      .select('t.people')
      .where('t.site_id', '=', siteId)
      .where('i.order_id', '=', id)
      .execute()
    expect(tallies).toEqual([{ people: 1 }])
  })
})

test('erases people again after an older backup is restored', async () => {
  const [source, target] = [await makeInstallation('PGlite'), await makeInstallation('PGlite')]
  const shop = await makeWorld({ DATA_DIR: source.config.dataDir }, await source.open())
  onTestFinished(() => shop.close())
  const given = deliverySteps(shop)
  await orderForZebulon(shop, given)
  await shop.kit.pool.updateTable('deliveries').set({ status: 'claimed' }).execute()
  await shop.kit.pool
    .updateTable('orders')
    .set({ status: 'fulfilled' })
    .where('status', '=', 'approved')
    .execute()
  const backup = await runBackup(source.config, PASSPHRASE)

  const [ida, noor] = [await shop.staff('owner'), await shop.staff('owner')]
  const { body: found } = await ida.call('POST', `${PATH}people/`, { search: EMAIL })
  const { key, name } = found.results[0]
  const { body: asked } = await ida.call('POST', `${PATH}erasures/`, { key, name })
  await noor.call('POST', `${PATH}erasures/${asked.id}/decide/`, { agree: true })
  const kit = { ...shop.kit, config: { ...shop.kit.config, backup: source.config.backup } }
  await erasureHandler(kit).run({ siteId, erasureId: asked.id } as never)
  await copyErasedKeys(kit)
  expect(await tablesWith(HERS, shop)).toEqual([])

  const command = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url))
  const checked = await promisify(execFile)(process.execPath, [command, backup.address, '--check'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', DATA_DIR: target.config.dataDir, BACKUP_URL: source.config.backup.url },
      BACKUP_PASSPHRASE: PASSPHRASE,
    },
  })
  expect(checked.stdout).toContain('1 person who had been erased was erased again in the temporary folder.')

  await restore(backup.address, target.config)
  const restored = await makeWorld({ DATA_DIR: target.config.dataDir }, await target.open())
  onTestFinished(() => restored.close())
  expect(await tablesWith(HERS, restored)).toEqual([])
  // A person who comes back later is kept.
  await orderForZebulon(restored, deliverySteps(restored))
  await continueErasures(restored.kit, siteId)
  expect(await tablesWith(HERS, restored)).toContain('"public"."deliveries"')
})
