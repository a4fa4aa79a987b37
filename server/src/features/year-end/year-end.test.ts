import type { RewardType } from '@laurel/domain/reward-type'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { countCards } from './count-cards.ts'
import { countingYears, followMerges, moveCards } from './year-end.jobs.ts'

const YEAR_END = '/api/v1/company/year_end/'
const PEOPLE = `${YEAR_END}people/`
const YEAR = new Date().getUTCFullYear()

let world: World
let cards: ReturnType<typeof deliverySteps>
let steps: ReturnType<typeof companySteps>
let admin: Person
let companyId: number
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
  cards = deliverySteps(world)
}, 60_000)
beforeEach(async () => {
  const one = await steps.person()
  const { body } = await one.call('GET', '/api/v1/companies/')
  companyId = body[0].id
  admin = actingFor(one, companyId)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const siteId = async () => (await cards.site()).id
const count = async (batch?: number) => countingYears(world.kit, batch).visit(await siteId())

type Named = { first_name: string; last_name: string; email?: string; address1?: string; zip?: string }

/** An approved order whose cards go to these people. */
async function ordered(one: SignedIn, type: RewardType, people: readonly Named[]) {
  const order = await cards.approvedBy(one, type)
  const rows = await cards.deliveries(order.id)
  for (const [nth, row] of rows.entries()) {
    const named = people[nth]
    if (named === undefined) {
      await change(row.id, { status: 'replaced' })
      continue
    }
    await change(row.id, named)
  }
  return { ...order, ids: rows.slice(0, people.length).map(({ id }) => id) }
}

/** As moves and corrections would, with the event that each of them writes. */
async function change(id: number, set: Record<string, unknown>) {
  const { order_id, site_id } = await world.kit.pool
    .updateTable('deliveries')
    .set(set)
    .where('id', '=', id)
    .returning(['order_id', 'site_id'])
    .executeTakeFirstOrThrow()
  await world.kit.pool
    .insertInto('delivery_events')
    .values({
      ...{ site_id, delivery_id: id, order_id, event: 'fixed', actor: 'system', at: new Date() },
    })
    .execute()
}

const claimed = (ids: readonly number[], at = new Date()) =>
  Promise.all(ids.map((id) => change(id, { status: 'claimed', claimed_at: at })))

async function list(one: SignedIn, query = '') {
  const { status, body } = await one.call('GET', `${YEAR_END}?${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const brief = async (query = '') =>
  (await list(admin, query)).people.map((person: Record<string, unknown>) => [
    person.name,
    person.received_cents,
  ])
const idOf = async (name: string) =>
  (await list(admin)).people.find((person: { name: string }) => person.name === name)?.id as number
const details = async (id: number, one: SignedIn = admin) => (await one.call('GET', `${PEOPLE}${id}/`)).body

const ana = { first_name: 'Ana', last_name: 'Ruiz', email: 'ana@example.com' }
const ben = { first_name: 'Ben', last_name: 'Cole', email: 'ben@example.com' }

describe('the totals of a year', () => {
  test('count claimed cards, and show unclaimed and canceled ones apart', async () => {
    const first = await ordered(admin, 'digital', [ana, ben])
    const second = await ordered(admin, 'digital', [ana, ana])
    await claimed([first.ids[0]!, second.ids[0]!])
    await change(second.ids[1]!, { status: 'cancelled' })
    await count()

    const { people, totals, year } = await list(admin)
    expect(year).toBe(YEAR)
    expect(people).toMatchObject([
      { name: 'Ana Ruiz', received_cents: 10_000, unclaimed_cents: 0, refunded_cents: 5_000, card_count: 3 },
      { name: 'Ben Cole', received_cents: 0, unclaimed_cents: 5_000, refunded_cents: 0 },
    ])
    expect(totals).toMatchObject({
      ...{ people: 2, over: 0, received_cents: 10_000, unclaimed_cents: 5_000, refunded_cents: 5_000 },
    })
  })

  test('count a card of the real path once it’s claimed', async () => {
    const order = await cards.approvedBy(admin, 'digital')
    await cards.send()
    await count()
    expect((await brief()).map(([, cents]: unknown[]) => cents)).toEqual([0, 0])
    const mail = cards.mailer.accepted.findLast(({ to }) => JSON.stringify(to).includes('Ada@'))
    expect((await cards.reveal(tokenIn(mail))).status).toBe(200)
    await count()
    const [card] = await cards.deliveries(order.id)
    expect(await brief()).toMatchObject([
      [`Ada ${card!.last_name}`, card!.value_cents],
      [expect.anything(), 0],
    ])
  })

  test('are those of the year in which a card was claimed, in the company’s time zone', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    const zone = await admin.call('PATCH', '/api/v1/company/', { time_zone: 'America/Los_Angeles' })
    expect(zone.status).toBe(200)
    await claimed([ids[0]!], new Date('2026-01-01T05:00:00Z'))
    await claimed([ids[1]!], new Date('2026-01-01T12:00:00Z'))
    await count()
    expect(await brief('year=2025')).toEqual([['Ana Ruiz', 5_000]])
    expect(await brief('year=2026')).toEqual([['Ben Cole', 5_000]])
    expect((await list(admin, 'year=2025')).threshold_cents).toBe(60_000)
    expect((await list(admin, 'year=2026')).threshold_cents).toBe(200_000)
    expect(await list(admin, 'year=2031')).toMatchObject({ people: [], threshold_cents: 200_000 })
  })

  test('count a letter once that a digital card replaced', async () => {
    const { ids, id } = await ordered(admin, 'direct', [ana])
    const [letter] = await cards.deliveries(id)
    await change(ids[0]!, { status: 'returned', mailed_at: new Date() })
    await count()
    expect((await list(admin)).people).toMatchObject([{ received_cents: 0, unclaimed_cents: 5_000 }])
    const { site_id, order_id, card_item_id } = letter!
    const at = new Date()
    const instead = await world.kit.pool
      .insertInto('deliveries')
      .values({
        ...{ site_id, order_id, card_item_id, source: `instead:${ids[0]}`, reward_type: 'digital', ...ana },
        ...{ value_cents: 5_000, due_at: at, replaces_id: ids[0]!, created_at: at, updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await change(ids[0]!, { status: 'replaced' })
    await claimed([instead.id])
    await count()
    expect((await list(admin)).people).toMatchObject([
      { name: 'Ana Ruiz', received_cents: 5_000, unclaimed_cents: 0, card_count: 1 },
    ])
  })

  test('leave out bulk cards, whose recipients aren’t known', async () => {
    const { ids } = await ordered(admin, 'bulk', [ana])
    await change(ids[0]!, { status: 'mailed', mailed_at: new Date() })
    await count()
    expect((await list(admin)).people).toEqual([])
  })

  test('stay the same when everything is counted again, in batches of one', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    await claimed(ids)
    await count()
    const before = await list(admin)
    await world.kit.pool.updateTable('year_end_progress').set({ read_id: 0 }).execute()
    await count(1)
    expect({ ...(await list(admin)), counted_at: before.counted_at }).toEqual(before)
  })

  test('find an event that committed behind a later one', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    await count()
    // Reading went past it before it was there.
    const { id } = await world.kit.pool
      .selectFrom('delivery_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    await claimed(ids)
    await world.kit.pool
      .updateTable('year_end_progress')
      .set({ read_id: id + 1_000 })
      .execute()
    await count()
    expect(await brief()).toEqual([
      ['Ben Cole', 0],
      ['Ana Ruiz', 0],
    ])
    world.setClock(new Date(Date.now() + 16 * 60_000))
    await count()
    world.setClock(new Date(Date.now() + 32 * 60_000))
    await count()
    expect(await brief()).toEqual([
      ['Ben Cole', 5_000],
      ['Ana Ruiz', 5_000],
    ])
    await world.kit.pool
      .updateTable('year_end_progress')
      .set({ read_id: 0, head_id: 0, sure_id: 0 })
      .execute()
    world.setClock(undefined)
    await count()
  })

  test('are those of one’s own company, for people who see reports', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    await claimed(ids)
    await count()
    const id = await idOf('Ana Ruiz')
    const stranger = await steps.person()
    expect((await stranger.call('GET', YEAR_END)).body.people).toEqual([])
    expect((await stranger.call('GET', `${PEOPLE}${id}/`)).status).toBe(404)
    expect((await stranger.call('POST', `${PEOPLE}${id}/join/`, { person_id: id })).status).toBe(404)
    expect((await stranger.call('PATCH', `${PEOPLE}${id}/`, { w9: 'asked' })).status).toBe(404)
    const buyer = await steps.colleague(admin)
    expect((await buyer.call('GET', YEAR_END)).status).toBe(403)
    expect((await buyer.call('PATCH', `${PEOPLE}${id}/`, { w9: 'asked' })).status).toBe(403)
  })

  test('are searched, filtered, and read page by page', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    const more = await ordered(admin, 'digital', [
      { first_name: 'Zoë', last_name: 'Ng', email: 'zoe@example.com' },
      { ...ana, last_name: 'Abt', email: 'abt@example.com' },
    ])
    await claimed([...ids, ...more.ids])
    await Promise.all([
      change(ids[0]!, { value_cents: 200_000 }),
      change(ids[1]!, { value_cents: 199_999 }),
      change(more.ids[0]!, { value_cents: 159_999 }),
    ])
    await count()
    expect(await brief('filter=over')).toEqual([['Ana Ruiz', 200_000]])
    expect(await brief('filter=near')).toEqual([['Ben Cole', 199_999]])
    expect(await brief('search=ZOE')).toEqual([['Zoë Ng', 159_999]])
    expect(await brief('search=cole')).toEqual([['Ben Cole', 199_999]])
    expect(await brief('search=abt@')).toEqual([['Ana Abt', 5_000]])
    expect(await brief('search=%25')).toEqual([])
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await list(admin, `page_size=1&order=amount_asc${after}`)
      seen.push(...page.people.map(({ name }: { name: string }) => name))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect(seen).toEqual(['Ana Abt', 'Zoë Ng', 'Ben Cole', 'Ana Ruiz'])
    expect((await admin.call('GET', `${YEAR_END}?after=5`)).status).toBe(400)
  })
})

describe('a merged company', () => {
  test('is counted again by a job that the merge enqueues', async () => {
    const enqueued: unknown[] = []
    const jobs = {
      ...world.kit.jobs,
      enqueue: async (...[, , payload]: unknown[]) => void enqueued.push(payload),
    }
    const follow = followMerges({ jobs })
    const entry = {
      type: 'company.recorded',
      siteId: 1,
      actor: 'staff:1',
      facts: {},
      at: new Date(),
    } as const
    await inSite(world.kit.pool, await siteId(), async (db) => {
      await follow(db, { ...entry, event: 'company.renamed', subject: 'company:5' })
      await follow(db, { ...entry, event: 'company.merged', subject: 'company:5' })
      await follow(db, { ...entry, event: 'company.taken_in_undone', subject: 'company:7' })
    })
    expect(enqueued).toEqual([
      { siteId: 1, companyId: 5 },
      { siteId: 1, companyId: 7 },
    ])
  })

  test('gives its people to the other one, with what was decided about them, and gets them back', async () => {
    const other = await steps.person()
    const { body } = await other.call('GET', '/api/v1/companies/')
    const into = actingFor(other, body[0].id)
    const { ids, id: orderId } = await ordered(admin, 'digital', [ana, { ...ana, first_name: 'Luis' }])
    const more = await ordered(admin, 'digital', [
      { ...ben, email: 'b1@example.com' },
      { ...ben, email: 'b2@example.com' },
    ])
    const there = await ordered(into, 'digital', [ana])
    await claimed([...ids, ...more.ids, ...there.ids])
    await count()
    const { people } = await list(admin)
    const [b1, b2] = people.filter(({ name }: { name: string }) => name === 'Ben Cole')
    await admin.call('POST', `${PEOPLE}${b1.id}/join/`, { person_id: b2.id })
    await admin.call('PATCH', `${PEOPLE}${b1.id}/`, { w9: 'received', w9_on: '2026-02-01' })
    const anaId = await idOf('Ana Ruiz')
    const [, luis] = (await details(anaId)).identities
    await admin.call('POST', `${YEAR_END}identities/${luis.id}/separate/`, { joined_to: anaId })

    const move = async (from: number, to: number) => {
      await world.kit.pool
        .updateTable('orders')
        .set({ company_id: to })
        .where('id', 'in', [orderId, more.id])
        .execute()
      await moveCards(world.kit, await siteId(), from)
    }
    await move(companyId, body[0].id)
    expect((await list(admin)).people).toEqual([])
    const told = async (one: SignedIn) =>
      (await list(one)).people
        .map((person: Record<string, unknown>) => [person.name, person.received_cents, person.w9])
        .sort()
    expect(await told(into)).toEqual([
      ['Ana Ruiz', 10_000, 'not_asked'],
      ['Ben Cole', 10_000, 'received'],
      ['Luis Ruiz', 5_000, 'not_asked'],
    ])
    const left = world.kit.pool.selectFrom('year_end_people').select('id').where('company_id', '=', companyId)
    expect(await left.execute()).toEqual([])

    await move(body[0].id, companyId)
    expect(await told(into)).toEqual([['Ana Ruiz', 5_000, 'not_asked']])
    expect(await told(admin)).toEqual([
      ['Ana Ruiz', 5_000, 'not_asked'],
      ['Ben Cole', 10_000, 'received'],
      ['Luis Ruiz', 5_000, 'not_asked'],
    ])
  })
})

describe('people', () => {
  test('are joined by email, or by name and address, and an inbox that two share doesn’t join them', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, { ...ana, last_name: 'RUÍZ-LOPEZ' }])
    const letters = await ordered(admin, 'direct', [
      { ...ben, email: '', address1: '12 Elm Street', zip: '97205' },
      { ...ben, first_name: 'BÉN', email: '', address1: '12 elm st.', zip: '97205-1234' },
    ])
    const shared = await ordered(admin, 'digital', [
      { ...ana, first_name: 'Kim', last_name: 'Fox', email: 'office@example.com' },
      { ...ana, first_name: 'Lou', last_name: 'Day', email: 'Office@example.com' },
    ])
    await claimed([...ids, ...shared.ids])
    await Promise.all(letters.ids.map((id) => change(id, { status: 'mailed', mailed_at: new Date() })))
    await count()

    const { people } = await list(admin)
    expect(
      people.map((one: Record<string, unknown>) => [one.name, one.received_cents, one.identity_count]),
    ).toEqual(
      expect.arrayContaining([
        ['Ana Ruiz', 10_000, 2],
        ['Kim Fox', 5_000, 1],
        ['Lou Day', 5_000, 1],
      ]),
    )
    expect(people).toHaveLength(4)
    const one = await details(await idOf('Ana Ruiz'))
    expect(one.identities).toMatchObject([
      { name: 'Ana Ruiz', joined_why: null },
      { name: 'Ana RUÍZ-LOPEZ', joined_why: 'email', joined_to_name: 'Ana Ruiz' },
    ])
    expect(one.cards).toHaveLength(2)
    const kim = await details(await idOf('Kim Fox'))
    expect(kim.similar).toMatchObject([{ name: 'Lou Day', was_separated: false }])
  })

  test('aren’t joined by the email of an inbox that many share', async () => {
    const { id } = await ordered(admin, 'digital', [{ ...ana, email: 'all@example.com' }, ben])
    const [first] = await cards.deliveries(id)
    const at = new Date()
    const named = Array.from({ length: 25 }, (_, nth) => ({
      ...{ site_id: first!.site_id, order_id: id, card_item_id: first!.card_item_id, source: `many:${nth}` },
      ...{ reward_type: 'digital', status: 'claimed', value_cents: 100, due_at: at, claimed_at: at },
      ...{
        first_name: 'Ana',
        last_name: `Ruiz ${nth}`,
        email: 'all@example.com',
        created_at: at,
        updated_at: at,
      },
    }))
    const made = await world.kit.pool.insertInto('deliveries').values(named).returning('id').execute()
    const site = await cards.site()
    await inSite(world.kit.pool, site.id, (db) =>
      countCards(
        db,
        site,
        made.map((row) => row.id),
      ),
    )
    await count()
    expect((await list(admin)).people).toHaveLength(27)
  })

  test('who were separated stay separated, whatever cards come', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, { ...ana, first_name: 'Luis' }])
    await claimed(ids)
    await count()
    const id = await idOf('Ana Ruiz')
    const [, luis] = (await details(id)).identities
    const path = `${YEAR_END}identities/${luis.id}/separate/`
    const answers = await Promise.all([
      admin.call('POST', path, { joined_to: id }),
      admin.call('POST', path, { joined_to: id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await brief()).toEqual([
      ['Luis Ruiz', 5_000],
      ['Ana Ruiz', 5_000],
    ])
    // It looks like both.
    const more = await ordered(admin, 'digital', [{ ...ana, first_name: '' }])
    await claimed(more.ids)
    await count()
    expect((await list(admin)).people).toHaveLength(2)
    expect((await details(id)).similar).toMatchObject([{ name: 'Luis Ruiz', was_separated: true }])

    const again = await admin.call('POST', `${PEOPLE}${id}/join/`, { person_id: luis.id })
    expect(again.status).toBe(200)
    expect(await brief()).toEqual([['Ana Ruiz', 15_000]])
    expect((await admin.call('POST', `${PEOPLE}${id}/join/`, { person_id: id })).status).toBe(409)
    const { body } = await admin.call('GET', '/api/v1/company/activity/')
    const done = body.results.map(({ does }: { does: string }) => does)
    expect(done).toContain('joined Luis Ruiz (ana@example.com) with Ana Ruiz (ana@example.com)')
    expect(done).toContain('separated Luis Ruiz (ana@example.com) from Ana Ruiz (ana@example.com)')
  })

  test('who are separated get their earlier details, and later changes stay with the person they were joined to', async () => {
    const { ids } = await ordered(admin, 'digital', [ana, ben])
    await claimed(ids)
    await count()
    const [anaId, benId] = [await idOf('Ana Ruiz'), await idOf('Ben Cole')]
    const mark = (id: number, marks: Record<string, unknown>) => admin.call('PATCH', `${PEOPLE}${id}/`, marks)
    const join = () => admin.call('POST', `${PEOPLE}${anaId}/join/`, { person_id: benId })
    const separate = () =>
      admin.call('POST', `${YEAR_END}identities/${benId}/separate/`, { joined_to: anaId })
    await mark(anaId, { is_employee: false, w9: 'received', w9_on: '2026-02-01' })
    await mark(benId, { is_employee: true, employee_number: 'E77' })

    expect((await join()).body).toMatchObject({ is_employee: true, employee_number: 'E77', w9: 'received' })
    expect((await separate()).body).toMatchObject({
      is_employee: true,
      employee_number: 'E77',
      w9: 'not_asked',
    })
    expect(await details(anaId)).toMatchObject({
      ...{ is_employee: false, employee_number: '', w9: 'received', w9_on: '2026-02-01' },
    })
    expect(await brief('filter=employees')).toEqual([['Ben Cole', 5_000]])

    await join()
    await mark(anaId, { employee_number: 'E78' })
    expect((await separate()).body).toMatchObject({ is_employee: true, employee_number: 'E77' })
    expect(await details(anaId)).toMatchObject({ is_employee: true, employee_number: 'E78', w9: 'received' })
  })

  test('are employees by email, and those with one number are one person', async () => {
    const { ids } = await ordered(admin, 'digital', [
      ana,
      { ...ana, first_name: 'A.', email: 'a.r@example.com' },
    ])
    await claimed(ids)
    await count()
    expect(await brief('filter=employees')).toEqual([])
    const { body } = await admin.call('POST', `${YEAR_END}employee_numbers/`, {
      employees: [
        { email: 'ANA@example.com', employee_number: '=7' },
        { email: 'a.r@example.com', employee_number: '=7' },
        { email: 'nobody@example.com', employee_number: '8' },
      ],
    })
    expect(body).toEqual({ people: 2, unknown: 1 })
    expect(await brief('filter=employees')).toEqual([['Ana Ruiz', 10_000]])
    const { identities } = await details(await idOf('Ana Ruiz'))
    expect(identities[1]).toMatchObject({ joined_why: 'employee_number' })
  })

  test('say whether their W-9 came, and on which day', async () => {
    const { ids } = await ordered(admin, 'digital', [ana])
    await claimed(ids)
    await count()
    const path = `${PEOPLE}${await idOf('Ana Ruiz')}/`
    expect((await admin.call('PATCH', path, { w9: 'asked', w9_on: '2026-02-01' })).body).toMatchObject({
      ...{ w9: 'asked', w9_on: null },
    })
    expect((await admin.call('PATCH', path, { w9: 'received', w9_on: '2026-02-01' })).body).toMatchObject({
      ...{ w9: 'received', w9_on: '2026-02-01' },
    })
    expect((await admin.call('PATCH', path, { w9_on: '2026-02-31' })).status).toBe(400)

    // In Kiritimati, it's tomorrow already.
    world.setClock(new Date('2026-11-28T11:00:00Z'))
    const received = (w9_on: string) => admin.call('PATCH', path, { w9: 'received', w9_on })
    const early = 'Choose a date in 1984 or later.'
    const late = 'Choose today or an earlier date.'
    for (const [day, message] of [
      ...([
        ['0001-01-01', early],
        ['1983-12-31', early],
      ] as const),
      ...([
        ['2026-11-29', late],
        ['9999-12-31', late],
      ] as const),
    ]) {
      const { status, body } = await received(day)
      expect([day, status, body.errors]).toEqual([
        day,
        400,
        [expect.objectContaining({ field: 'w9_on', message })],
      ])
    }
    expect((await received('1984-01-01')).status).toBe(200)
    expect((await received('2026-11-28')).status).toBe(200)
    const zone = await admin.call('PATCH', '/api/v1/company/', { time_zone: 'Pacific/Kiritimati' })
    expect(zone.status).toBe(200)
    expect((await received('2026-11-29')).body.w9_on).toBe('2026-11-29')
  })

  test('whose email is corrected keep their marks', async () => {
    const { ids } = await ordered(admin, 'digital', [{ ...ana, email: 'anna@example.com' }])
    await claimed(ids)
    await count()
    await admin.call('PATCH', `${PEOPLE}${await idOf('Ana Ruiz')}/`, { w9: 'received', w9_on: '2026-02-01' })
    await change(ids[0]!, { email: 'ana@example.com' })
    await count()
    expect((await list(admin)).people).toMatchObject([{ email: 'ana@example.com', w9: 'received' }])
  })

  test('with ten thousand cards are counted in batches', async () => {
    const { id } = await ordered(admin, 'digital', [ana])
    const [first] = await cards.deliveries(id)
    const at = new Date()
    const many = Array.from({ length: 3_000 }, (_, nth) => ({
      ...{ site_id: first!.site_id, order_id: id, card_item_id: first!.card_item_id, source: `many:${nth}` },
      ...{ reward_type: 'digital', status: 'claimed', value_cents: 100, due_at: at, claimed_at: at, ...ana },
      ...{ created_at: at, updated_at: at },
    }))
    const made = []
    for (let nth = 0; nth < many.length; nth += 1_000) {
      made.push(
        ...(await world.kit.pool
          .insertInto('deliveries')
          .values(many.slice(nth, nth + 1_000))
          .returning('id')
          .execute()),
      )
    }
    const site = await cards.site()
    for (let nth = 0; nth < made.length; nth += 1_000) {
      const some = made.slice(nth, nth + 1_000).map((row) => row.id)
      await inSite(world.kit.pool, site.id, (db) => countCards(db, site, some))
    }
    expect(await brief()).toEqual([['Ana Ruiz', 300_000]])
    const personId = await idOf('Ana Ruiz')
    const page = await details(personId)
    expect(page.cards).toHaveLength(50)
    const { body } = await admin.call('GET', `${PEOPLE}${personId}/?after=${page.next}`)
    expect(body.cards).toHaveLength(50)
    expect(body.cards[0].delivery_id).toBeLessThan(page.cards.at(-1).delivery_id)
  })
})

describe('a warning of an order', () => {
  const ada = { first_name: 'Ada', last_name: 'Byron', email: 'ada@recipient.example' }
  const warning = async (one: SignedIn, orderId: number) =>
    (await one.call('GET', `/api/v1/orders/${orderId}/year_end_warning/`)).body

  /** Ada has almost as much as is reported, in cards that she has yet to claim. */
  async function almost(cents: number) {
    const { ids } = await ordered(admin, 'digital', [ada, ben])
    await change(ids[0]!, { value_cents: cents })
    await count()
  }

  test('names who would reach the threshold, and not by how much', async () => {
    await almost(195_000)
    const buyer = await steps.colleague(admin)
    const orderId = await customerSteps(buyer).fillCart('digital', 'direct')
    const told = await warning(buyer, orderId)
    expect(told).toEqual({
      ...{ year: YEAR, threshold_cents: 200_000, count: 1, names: [expect.stringMatching(/^Ada Recipient/)] },
    })
    expect((await admin.call('GET', `/api/v1/orders/${orderId}/year_end_warning/`)).status).toBe(404)
  })

  test.each([
    ['is short of it by a cent', 194_999, 0],
    ['has reached it before', 200_000, 0],
    ['reaches it exactly', 195_000, 1],
  ])('of someone who %s', async (_, cents, people) => {
    await almost(cents)
    expect(await warning(admin, await customerSteps(admin).fillCart('digital'))).toMatchObject({
      count: people,
    })
  })

  test('says nothing of employees', async () => {
    await almost(195_000)
    await admin.call('POST', `${YEAR_END}employee_numbers/`, {
      employees: [{ email: ada.email, employee_number: '7' }],
    })
    expect(await warning(admin, await customerSteps(admin).fillCart('digital'))).toMatchObject({ count: 0 })
  })

  test('adds up what someone new gets in one order', async () => {
    const orderId = await customerSteps(admin).fillCart('digital')
    await world.kit.pool
      .updateTable('card_recipient_details')
      .set({ amount_cents: 100_000 })
      .where('card_item_id', 'in', ({ selectFrom }) =>
        selectFrom('card_items').select('id').where('order_id', '=', orderId),
      )
      .execute()
    expect((await warning(admin, orderId)).count).toBe(0)
    // Both rows are Ada's.
    const [first, second] = await world.kit.pool
      .selectFrom('card_recipient_details as r')
      .innerJoin('card_items as i', (join) =>
        join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
      )
      .select(['r.id', 'r.person_key', 'r.first_name'])
      .where('i.order_id', '=', orderId)
      .orderBy('r.id')
      .execute()
    await world.kit.pool
      .updateTable('card_recipient_details')
      .set({ person_key: first!.person_key, first_name: first!.first_name })
      .where('id', '=', second!.id)
      .execute()
    expect((await warning(admin, orderId)).count).toBe(1)
  })
})
