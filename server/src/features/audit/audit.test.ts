import type { AuditEventName } from '@laurel/domain/audit-events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { siteTime } from '../../http/site-time.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { type AuditEntry, findBrokenEntry, record } from './audit.service.ts'

let world: World
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('acorn.localhost')).id
}, 60_000)
afterAll(() => world.close())

const entry = (event: AuditEventName): AuditEntry => ({
  actor: 'staff:2',
  event,
  subject: 'order:7',
  facts: { to: 'approved', from: 'in_review', amount_cents: 5 },
  at: new Date('2026-03-04T05:06:07.089Z'),
})
const brokenEntry = () => inSite(world.kit.pool, siteId, (db) => findBrokenEntry(db, siteId))

test('detects a changed entry and a removed one', async () => {
  const { pool } = world.kit
  await Promise.all(
    (['order.held', 'order.released', 'order.moved', 'order.noted'] as const).map((event) =>
      inSite(pool, siteId, async (db) => record(db, siteId, entry(event))),
    ),
  )
  expect(await brokenEntry()).toBeUndefined()
  const ids = (
    await pool.selectFrom('audit_entries').select('id').where('site_id', '=', siteId).orderBy('id').execute()
  ).map(({ id }) => id)

  await pool.updateTable('audit_entries').set({ actor: 'staff:3' }).where('id', '=', ids.at(-3)!).execute()
  expect(await brokenEntry()).toBe(ids.at(-3))
  await pool.updateTable('audit_entries').set({ actor: 'staff:2' }).where('id', '=', ids.at(-3)!).execute()
  expect(await brokenEntry()).toBeUndefined()

  await pool.deleteFrom('audit_entries').where('id', '=', ids.at(-2)!).execute()
  expect(await brokenEntry()).toBe(ids.at(-1))
})

test('the role of requests can’t change or remove an entry', async () => {
  const { pool } = world.kit
  await inSite(pool, siteId, async (db) => record(db, siteId, entry('order.held')))
  await expect(
    inSite(pool, siteId, (db) => db.updateTable('audit_entries').set({ actor: 'nobody' }).execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(inSite(pool, siteId, (db) => db.deleteFrom('audit_entries').execute())).rejects.toThrow(
    /permission denied/,
  )
})

describe('in the office', () => {
  const PATH = '/api/v1/office/audit/'
  const START = Date.parse('2026-05-01T08:00:00.000Z')
  const at = (minute: number) => new Date(START + minute * 60_000)
  let owner: Awaited<ReturnType<World['staff']>>
  beforeAll(async () => {
    owner = await world.staff('owner')
    await inSite(world.kit.pool, owner.siteId, async (db) => {
      for (let n = 0; n < 12; n++) {
        const actor = n % 3 === 0 ? `staff:${owner.id}` : 'customer:5'
        // Two in each minute: the moment alone tells no page's end.
        const event = n % 2 === 0 ? 'webhook.switched_on' : 'webhook.switched_off'
        record(db, owner.siteId, {
          actor,
          event,
          subject: `told:${n}`,
          facts: { count: n },
          at: at(Math.floor(n / 2)),
        })
      }
    })
  })
  const read = async (query: string) => (await owner.call('GET', `${PATH}?${query}`)).body
  const told = (page: { results: { facts: { value: string }[] }[] }) =>
    page.results.map(({ facts }) => Number(facts.find(({ value }) => /^\d+$/.test(value))?.value))

  test('finds entries by event, person, subject, and time, newest first', async () => {
    expect(told(await read('event=webhook.switched_on'))).toEqual([10, 8, 6, 4, 2, 0])
    expect(told(await read(`event=webhook.switched_off&actor=staff:${owner.id}`))).toEqual([9, 3])
    expect(told(await read('subject=told:7'))).toEqual([7])
    const [from, until] = [at(1).toISOString(), at(3).toISOString()]
    expect(told(await read(`event=webhook.switched_on&from=${from}&until=${until}`))).toEqual([4, 2])
    expect((await read(`event=webhook.switched_on&actor=staff:${owner.id}`)).results[0].actor_name).toBe(
      'Robin Hale',
    )
    const { events, people } = (await owner.call('GET', `${PATH}events/`)).body
    expect(events).toEqual(expect.arrayContaining(['webhook.switched_on', 'webhook.switched_off']))
    expect(people).toContainEqual({ actor: `staff:${owner.id}`, name: 'Robin Hale' })
  })

  test('shows each entry once, page by page', async () => {
    const seen: number[] = []
    for (let query = 'actor=customer:5&page_size=3'; ; ) {
      const page = await read(query)
      seen.push(...told(page))
      if (page.older === null) break
      query = `actor=customer:5&page_size=3&before=${page.older}`
    }
    expect(seen).toEqual([11, 10, 8, 7, 5, 4, 2, 1])
  })

  test('names an order by its number, and rejects an unknown one at the field', async () => {
    const { status, body } = await owner.call('GET', `${PATH}?subject=order%20999999`)
    expect([status, body.errors[0].field]).toEqual([400, 'subject'])
    for (const before of ['nonsense', '999999999999999-1', '1-']) {
      expect((await owner.call('GET', `${PATH}?before=${before}`)).status).toBe(400)
    }
  })

  test('exports the matching entries without formulas, and records the export', async () => {
    const { status, body, headers } = await owner.call('GET', `${PATH}export/?subject=told:7`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(body.split('\r\n')).toHaveLength(3)
    expect(body.split('\r\n')[0]).toContain('Entry,When (America/Chicago),Who,What,About,Details,Hash')
    const when = siteTime(at(3).toISOString(), { time_zone: 'America/Chicago' })
    expect(body).toContain(`,${when},Customer 5,Webhook endpoint turned off,Told 7,Cards: 7,`)

    await inSite(world.kit.pool, owner.siteId, async (db) =>
      record(db, owner.siteId, {
        actor: '=1+1',
        event: 'webhook.removed',
        subject: '',
        facts: {},
        at: at(9),
      }),
    )
    expect((await owner.call('GET', `${PATH}export/?event=webhook.removed`)).body).toContain(`,'=1+1,`)
    expect((await read('event=audit.exported')).results.at(-1).facts).toContainEqual({
      ...{ name: 'subject', value: 'told:7', about: '' },
      ...{ label: 'About', words: 'Told 7' },
    })
  })

  test('shows an order in a fact by its number, and people by their names', async () => {
    const { pool } = world.kit
    const customer = await pool
      .insertInto('customers')
      .values({ site_id: owner.siteId, identity_subject: 'sub-7', email: 'ida@x.example', first_name: 'Ida' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await pool
      .insertInto('orders')
      .values({ site_id: owner.siteId, customer_id: customer.id, number: '10999' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await inSite(pool, owner.siteId, async (db) =>
      record(db, owner.siteId, {
        actor: 'account:sub-7',
        event: 'payment.started',
        subject: `customer:${customer.id}`,
        facts: { order: order.id, method: 'self_hosted_bank', amount_cents: 2_500 },
        at: at(60),
      }),
    )
    const [line] = (await read('event=payment.started')).results
    expect(line).toMatchObject({ actor_name: 'Ida', subject_name: 'Ida' })
    expect(
      line.facts.map(({ label, words, about }: Record<string, string>) => [label, words, about]),
    ).toEqual([
      ['Amount', '$25.00', ''],
      ['Payment method', 'Bank transfer', ''],
      ['Order', '10999', `order:${order.id}`],
    ])
  })

  test('checks the chain part by part and names the first changed entry', async () => {
    const verify = async (after_id = 0) => (await owner.call('POST', `${PATH}verify/`, { after_id })).body
    const whole = await verify()
    expect(whole).toMatchObject({ is_done: true, broken_id: null, checked: whole.total })

    const { results } = await read('subject=told:7')
    const forge = (subject: string) =>
      world.kit.pool.updateTable('audit_entries').set({ subject }).where('id', '=', results[0].id).execute()
    await forge('told:8')
    expect(await verify()).toMatchObject({ is_done: true, broken_id: results[0].id })
    expect(await verify(results[0].id)).toMatchObject({ is_done: true, broken_id: null })
    await forge('told:7')
  })

  test('shows entries only to staff who may read them, on their own site', async () => {
    for (const role of ['support', 'fulfillment', 'viewer'] as const) {
      expect((await (await world.staff(role)).call('GET', PATH)).status).toBe(403)
    }
    const theirs = await world.staff('owner', 'acorn')
    expect((await theirs.call('GET', `${PATH}?event=webhook.switched_on`)).body.results).toEqual([])
  })
})
