import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actingFor, companySteps, type Person } from '../../testing/company-world.ts'
import { makeFakeMailer } from '../../testing/delivery-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeFile } from './make-file.ts'
import { reportMailHandler } from './report-mail.jobs.ts'
import { walkingReports } from './reports.jobs.ts'

const SAVED = '/api/v1/company/saved_reports/'
const FILES = '/api/v1/company/reports/files/'
const HOUR_MS = 3_600_000

let world: World
let steps: ReturnType<typeof companySteps>
let admin: Person
let companyId: number
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
}, 60_000)
beforeEach(async () => {
  const one = await steps.person()
  const { body } = await one.call('GET', '/api/v1/companies/')
  companyId = body[0].id
  admin = actingFor(one, companyId)
  await admin.call('PATCH', '/api/v1/company/', { time_zone: 'America/Chicago' })
  await sql`delete from pgboss.job where name in ('reports.make', 'mail.report')`.execute(world.kit.pool)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

type Given = Record<string, unknown>
const save = async (given: Given = {}, as = admin) => {
  const body = { name: 'Monthly spend', kind: 'spend', range: 'last_month', ...given }
  const answer = await as.call('POST', SAVED, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const monthly = (...readers: Person[]) => ({
  every: 'monthly',
  day: 1,
  time: '08:00',
  reader_ids: readers.map(({ id }) => id),
})
const at = (moment: string) => world.setClock(new Date(moment))
const walk = () => walkingReports(world.kit).run()
const filesOf = async (one: Person): Promise<{ id: number; name: string; by: string; state: string }[]> =>
  (await one.call('GET', FILES)).body

/** Does the enqueued jobs of this name, as a worker would. @returns how many */
async function work(name: 'reports.make' | 'mail.report', mailer = makeFakeMailer()) {
  const { rows } = await sql<{ data: { siteId: number; fileId: number } }>`
    delete from pgboss.job where name = ${name} and state = 'created' returning data`.execute(world.kit.pool)
  const kit = { ...world.kit, log: { error: () => {} } }
  for (const { data } of rows) {
    if (name === 'mail.report') await reportMailHandler(kit, mailer).run(data as never)
    else await makeFile(kit, data.siteId, data.fileId, new AbortController().signal)
  }
  return rows.length
}

test('a saved report is listed, changed, and removed by people who see reports', async () => {
  const finance = await steps.colleague(admin, 'finance')
  const saved = await save({ by: 'person', ...monthly(finance) })
  expect(saved).toMatchObject({
    name: 'Monthly spend',
    settings: { kind: 'spend', range: 'last_month', by: 'person' },
    readers: [{ id: finance.id, name: 'Dana Whitlock' }],
    every: 'monthly',
  })
  const changed = { name: 'Spend', kind: 'spend', range: 'this_year', every: 'never' }
  const { body } = await finance.call('PUT', `${SAVED}${saved.id}/`, changed)
  expect(body).toMatchObject({ name: 'Spend', every: null, next_at: null, readers: [] })
  expect((await admin.call('GET', SAVED)).body).toEqual([body])

  const other = await steps.person()
  const buyer = await steps.colleague(admin)
  expect((await other.call('GET', SAVED)).body).toEqual([])
  expect((await buyer.call('GET', SAVED)).status).toBe(403)
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', 'send/'],
  ] as const) {
    expect((await other.call(method, `${SAVED}${saved.id}/${path}`, changed)).status).toBe(404)
  }
  for (const reader of [other, buyer]) {
    const given = { name: 'x', kind: 'orders', range: 'all', ...monthly(reader) }
    expect((await admin.call('POST', SAVED, given)).status).toBe(404)
  }
  const wrongDay = { name: 'x', kind: 'orders', range: 'all', every: 'weekly', day: 8 }
  expect((await admin.call('POST', SAVED, wrongDay)).status).toBe(400)
  expect((await finance.call('DELETE', `${SAVED}${saved.id}/`)).status).toBe(204)
  const { results } = (await admin.call('GET', '/api/v1/company/activity/')).body
  const does = results.map((line: { does: string }) => line.does)
  expect(does).toEqual(
    expect.arrayContaining([
      'saved the report “Monthly spend”',
      'renamed the saved report “Monthly spend” to “Spend”',
      'removed the saved report “Spend”',
    ]),
  )
})

test('a due report is made once in each period, of the days that its range meant then', async () => {
  at('2026-11-28T23:00:00Z')
  const saved = await save(monthly(admin))
  expect(saved.next_at).toBe('2026-12-01T14:00:00.000Z')
  at('2026-12-01T13:59:00Z')
  await walk()
  expect(await filesOf(admin)).toEqual([])
  at('2026-12-01T14:00:30Z')
  // Two servers at once, and again after a crash.
  await Promise.all([walk(), walk()])
  await walk()
  expect(await filesOf(admin)).toMatchObject([
    { name: 'Monthly spend 2026-11-01 to 2026-11-30', by: '', state: 'waiting' },
  ])
  expect(await work('reports.make')).toBe(1)
  // After an outage of months, only the latest is made.
  at('2027-03-15T00:00:00Z')
  await walk()
  expect((await filesOf(admin)).map(({ name }) => name)).toEqual(['Monthly spend 2026-12-01 to 2026-12-31'])
  expect((await admin.call('GET', SAVED)).body[0].next_at).toBe('2027-04-01T13:00:00.000Z')
})

test('its readers get one mail with a link that needs a sign-in, unless they left', async () => {
  const [finance, left, demoted] = [
    await steps.colleague(admin, 'finance'),
    await steps.colleague(admin, 'finance'),
    await steps.colleague(admin, 'finance'),
  ]
  const saved = await save(monthly(admin, finance, left, demoted))
  world.setClock(new Date(Date.parse(saved.next_at) + HOUR_MS))
  await walk()
  await work('reports.make')
  // Whose mail waits already gets none, either.
  await admin.call('DELETE', `/api/v1/company/people/${left.id}/`)
  await admin.call('PATCH', `/api/v1/company/people/${demoted.id}/`, { role: 'buyer' })
  const mailer = makeFakeMailer()
  expect(await work('mail.report', mailer)).toBe(4)
  expect(mailer.accepted.map(({ to }) => to).toSorted()).toEqual([admin.email, finance.email].toSorted())
  expect(new Set(mailer.accepted.map(({ key }) => key)).size).toBe(2)
  const { text, attachments = [] } = mailer.accepted[0]!
  const [file] = await filesOf(admin)
  expect(text).toContain(`/company/reports?company=${companyId}&file=${file!.id}`)
  expect(attachments).toEqual([])
  expect((await world.visit(admin.host)('GET', `${FILES}${file!.id}/download/`)).status).toBe(401)

  // The next one isn't even addressed to them.
  await walk()
  world.setClock(new Date(Date.parse((await admin.call('GET', SAVED)).body[0].next_at) + HOUR_MS))
  await walk()
  await work('reports.make')
  expect(await work('mail.report')).toBe(2)
})

test('without a reader left, nothing is made', async () => {
  const finance = await steps.colleague(admin, 'finance')
  const saved = await save(monthly(finance))
  await admin.call('DELETE', `/api/v1/company/people/${finance.id}/`)
  world.setClock(new Date(Date.parse(saved.next_at) + HOUR_MS))
  await walk()
  expect(await filesOf(admin)).toEqual([])
})

test('can be sent now, which changes nothing about its schedule', async () => {
  const saved = await save(monthly(admin))
  const { status, body } = await admin.call('POST', `${SAVED}${saved.id}/send/`)
  expect([status, body.by]).toEqual([200, 'Dana Whitlock'])
  await work('reports.make')
  const mailer = makeFakeMailer()
  await work('mail.report', mailer)
  expect(mailer.accepted).toMatchObject([{ to: admin.email }])
  expect((await admin.call('GET', SAVED)).body).toEqual([saved])
})
