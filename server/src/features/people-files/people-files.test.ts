import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { openS3Server, S3_KEYS } from '../../testing/s3-server.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { digestOf } from '../privacy/person-key.ts'
import { syncingListFiles } from './people-files.jobs.ts'
import { syncFile } from './sync-file.ts'

/** A Monday morning in Chicago. */
const MONDAY = '2027-06-07T14:00:00Z'
/** After 2:40 in Chicago, when the last list of a night has begun. */
const night = (day: number) => new Date(`2027-06-${String(day).padStart(2, '0')}T07:45:00Z`)

let world: World
let people: ReturnType<typeof companySteps>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  people = companySteps(world)
})
afterEach(() => {
  world.setClock(undefined)
  vi.restoreAllMocks()
})
afterAll(() => world.close())

const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The HR system: it serves what a test says. */
async function hrSystem(first: string | Buffer) {
  let answer: RequestListener | string | Buffer = first
  const asked: { url: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
    if (typeof answer === 'function') answer(request, response)
    else response.end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(server)
  const { port } = server.address() as { port: number }
  return {
    asked,
    url: `http://127.0.0.1:${port}/people.csv`,
    origin: `http://127.0.0.1:${port}`,
    serve(next: RequestListener | string | Buffer) {
      answer = next
    },
  }
}

type Row = [name: string, email: string, birthday: string]
const HEAD = 'Name,Email,Birthday'
const csv = (rows: readonly Row[], head = HEAD) => [head, ...rows.map((row) => row.join(','))].join('\r\n')
const staffOf = (count: number, from = 1): Row[] =>
  Array.from({ length: count }, (_, nth) => {
    const number = from + nth
    return [`Person ${number}`, `person${number}@halden.example`, `${(number % 12) + 1}/14`]
  })

/** The sweep of a night. */
async function sweep() {
  const due = syncingListFiles(world.kit)
  for (const siteId of await due.due()) await due.visit(siteId)
}

/** An admin with a shared list, and the file of the HR system. */
async function connected(rows: readonly Row[], given: { admin?: Person; head?: string } = {}) {
  world.setClock(new Date(MONDAY))
  const hr = await hrSystem(csv(rows, given.head))
  const admin = given.admin ?? (await people.person())
  const { ok } = customerSteps(admin)
  const list = await ok('POST', '/api/v1/recipient_lists/', { name: 'Everyone', is_shared: true })
  const path = `/api/v1/recipient_lists/${list.id}/file/`
  const put = (body: Record<string, unknown>) =>
    admin.call('PUT', path, { kind: 'https', url: hr.url, ...body })
  expect((await put({})).status).toBe(200)
  const check = (body: Record<string, unknown> = {}) => ok('POST', `${path}check/`, body)
  const file = async () => (await ok('GET', path)).file
  const columnsOf = (checked: { columns: { heading: string; meaning: string }[] }) =>
    checked.columns.map(({ heading, meaning }) => ({ heading, meaning }))
  return {
    ...{ admin, ok, hr, list, path, put, check, file, columnsOf },
    async turnOn() {
      const checked = await check()
      await ok('POST', `${path}turn_on/`, { columns: columnsOf(checked), hash: checked.hash })
      await sweep()
      return checked
    },
    async syncNow(hash?: string) {
      const answer = await admin.call('POST', `${path}sync/`, { ...(hash && { hash }) })
      if (answer.status === 200) await sweep()
      return answer
    },
    last: async () => (await file()).last_run,
    runs: () => ok('GET', `${path}runs/`),
    async listed() {
      const { results } = await ok('GET', `/api/v1/recipient_lists/${list.id}/people/?page_size=200`)
      return results
    },
    async names(): Promise<string[]> {
      const { results } = await ok('GET', `/api/v1/recipient_lists/${list.id}/people/?page_size=200`)
      return results
        .map((one: { first_name: string; last_name: string }) => `${one.first_name} ${one.last_name}`.trim())
        .sort()
    },
    async at(moment: Date) {
      world.setClock(moment)
      await sweep()
    },
  }
}

async function notices(one: Person): Promise<string[]> {
  const { body } = await one.call('GET', '/api/v1/notices/')
  return body.results.map(({ kind }: { kind: string }) => kind)
}

describe('a list in sync with a file', () => {
  test('is checked first, follows the file each night, and keeps those added by hand', async () => {
    const { ok, hr, list, path, check, turnOn, file, last, names, listed, at, runs, admin } = await connected(
      [
        ['Ana Stone', 'ana@halden.example', '6/14'],
        ['Ben Roy', 'ben@halden.example', '1990-03-02'],
        ['Cleo Park', 'cleo@halden.example', ''],
      ],
    )
    const add = (one: Record<string, string>) => ok('POST', `/api/v1/recipient_lists/${list.id}/people/`, one)
    await add({ first_name: 'Hand', email: 'hand@halden.example' })
    await add({ first_name: 'Ben', last_name: 'Roy', email: 'BEN@halden.example' })
    expect(await check()).toMatchObject({
      ...{ row_count: 3, added_count: 2, changed_count: 1, left_count: 0, problem_count: 0, held: null },
      columns: [
        { heading: 'Name', meaning: 'name', samples: ['Ana Stone', 'Ben Roy', 'Cleo Park'] },
        { heading: 'Email', meaning: 'email' },
        { heading: 'Birthday', meaning: 'birthday' },
      ],
    })
    // Nothing happened yet.
    expect(await names()).toEqual(['Ben Roy', 'Hand'])
    expect(await file()).toMatchObject({ is_on: false, last_run: null })

    await turnOn()
    expect(await last()).toMatchObject({ state: 'done', added_count: 2, changed_count: 1, left_count: 0 })
    expect(await names()).toEqual(['Ana Stone', 'Ben Roy', 'Cleo Park', 'Hand'])
    const dates = (await listed()).map((one: { birthday: string }) => one.birthday).sort()
    expect(dates).toEqual(['', '', '06-14', '1990-03-02'])
    const fromFile = (await listed()).filter(
      (one: { file_list_ids: number[] }) => one.file_list_ids[0] === list.id,
    )
    expect(fromFile.map((one: { first_name: string }) => one.first_name).sort()).toEqual([
      ...['Ana', 'Ben', 'Cleo'],
    ])
    const on = await file()
    expect(on).toMatchObject({
      is_on: true,
      is_syncing: false,
      people_count: 3,
      time_zone: 'America/Chicago',
    })
    expect(on.next_sync_at).toMatch(/^2027-06-08T07:[0-3]\d:00/)

    hr.serve(
      csv([
        ['Ana Stone-Lee', 'ana@halden.example', '6/15'],
        ['Cleo Park', 'cleo@halden.example', ''],
        ['Dan Wu', 'dan@halden.example', '1/2'],
      ]),
    )
    await at(night(8))
    expect(await last()).toMatchObject({
      ...{ state: 'done', added_count: 1, changed_count: 1, left_count: 1, asked_by: null },
    })
    expect(await names()).toEqual(['Ana Stone-Lee', 'Cleo Park', 'Dan Wu', 'Hand'])
    // Ben left the list, not the address book.
    const { results: book } = await ok('GET', '/api/v1/saved_people/?search=ben')
    expect(book).toMatchObject([{ last_name: 'Roy', list_ids: [] }])
    // The same file changes nothing.
    await at(night(9))
    expect(await last()).toMatchObject({ added_count: 0, changed_count: 0, left_count: 0 })
    expect(await runs()).toHaveLength(3)

    const { body: activity } = await admin.call('GET', '/api/v1/company/activity/')
    const words = activity.results.map((entry: { does: string }) => entry.does)
    expect(words.slice(0, 4)).toEqual([
      'synced the list “Everyone”: 1 added, 1 changed, 1 removed',
      'synced the list “Everyone”: 2 added, 1 changed',
      'turned on sync for the list “Everyone”',
      expect.stringMatching(/^connected the list “Everyone” to a file at 127\.0\.0\.1:\d+$/),
    ])
    // Without the file, everyone stays, as if added by hand.
    expect((await admin.call('DELETE', path)).status).toBe(204)
    expect(await names()).toEqual(['Ana Stone-Lee', 'Cleo Park', 'Dan Wu', 'Hand'])
    expect(await file()).toBeNull()
  })

  test('is left as it is by a file with half the people missing, until someone applies exactly that file', async () => {
    const { admin, hr, path, turnOn, last, names, at, syncNow } = await connected(staffOf(30))
    await turnOn()
    hr.serve(csv(staffOf(14)))
    await at(night(8))
    const held = await last()
    expect(held).toMatchObject({
      state: 'held',
      says: 'The file has 14 of 30 people. We don’t apply a file automatically if it would remove more than 10% of the list’s people.',
    })
    const spanish = await admin.call('GET', path, undefined, { 'accept-language': 'es' })
    expect(spanish.body.file.last_run.says).toBe(
      'El archivo tiene 14 de 30 personas. No aplicamos un archivo automáticamente si quitaría a más del 10% de las personas de la lista.',
    )
    expect(await names()).toHaveLength(30)
    expect(await notices(admin)).toEqual(['list_sync_held'])
    // The next night says it again, but tells no one again.
    await at(night(9))
    expect(await last()).toMatchObject({ state: 'held' })
    expect(await notices(admin)).toEqual(['list_sync_held'])

    // Another file than the one that was seen.
    hr.serve(csv(staffOf(10)))
    expect((await syncNow(held.hash)).status).toBe(200)
    expect(await last()).toMatchObject({ state: 'held', says: expect.stringContaining('10 of 30') })
    expect((await syncNow(held.hash)).body.code).toBe('list_file_changed')
    expect(await names()).toHaveLength(30)

    const { hash } = await last()
    await syncNow(hash)
    expect(await last()).toMatchObject({ state: 'done', left_count: 20 })
    expect(await names()).toHaveLength(10)
  })

  test('keeps dates that a file lost for many people', async () => {
    const { hr, turnOn, last, listed, at } = await connected(staffOf(30))
    await turnOn()
    hr.serve(csv(staffOf(30).map(([name, email]) => [name, email, ''])))
    await at(night(8))
    expect(await last()).toMatchObject({
      state: 'held',
      says: 'The file lost the dates of 30 of 30 people. We don’t apply a file automatically if it would clear more than 10% of the list’s dates.',
    })
    const dated = (await listed()).filter(({ birthday }: { birthday: string }) => birthday !== '')
    expect(dated).toHaveLength(30)
  })

  test('loses up to a tenth of its people, and two of few', async () => {
    const { hr, turnOn, last, at } = await connected(staffOf(30))
    await turnOn()
    hr.serve(csv(staffOf(27)))
    await at(night(8))
    expect(await last()).toMatchObject({ state: 'done', left_count: 3 })
    hr.serve(csv(staffOf(24)))
    await at(night(9))
    expect(await last()).toMatchObject({ state: 'held' })
    hr.serve(csv(staffOf(25)))
    await at(night(10))
    expect(await last()).toMatchObject({ state: 'done', left_count: 2 })
  })

  test('says so when headings change, instead of guessing', async () => {
    const { hr, turnOn, last, names, at, check } = await connected(staffOf(5))
    await turnOn()
    hr.serve(csv(staffOf(4), 'Name,Email,Cake day'))
    await at(night(8))
    expect(await last()).toMatchObject({
      state: 'retrying',
      says: expect.stringMatching(/^The file has no column “Birthday” anymore\. Check the file/),
    })
    expect(await names()).toHaveLength(5)
    const checked = await check()
    expect(checked).toMatchObject({
      columns_problem: 'The file has no column “Birthday” anymore.',
      added_count: 0,
    })
    // In another order, and with a column more, it's read as before.
    const rows = staffOf(5).map(([name, email, birthday]) => [birthday, 'x', email, name].join(','))
    hr.serve(['birthday,Start date,EMAIL,Name', ...rows].join('\n'))
    await at(new Date(night(8).getTime() + 10 * 60_000))
    expect(await last()).toMatchObject({
      ...{ state: 'done', changed_count: 0, attempts: 2 },
      problems: [{ row: 1, message: 'The column “Start date” is new, and we don’t import it.' }],
    })
  })

  test('tells people apart by an employee ID, also after a new name and email', async () => {
    const head = 'Employee ID,Name,Email'
    const row = (id: string, name: string, email: string): Row => [id, name, email]
    const { hr, turnOn, last, listed, at } = await connected(
      [row('7', 'Ana Stone', 'ana@halden.example'), row('8', 'Ana Stone', 'ana2@halden.example')],
      { head },
    )
    await turnOn()
    const before = await listed()
    hr.serve(
      csv([row('7', 'Ana Lee', 'lee@halden.example'), row('8', 'Ana Stone', 'ana2@halden.example')], head),
    )
    await at(night(8))
    expect(await last()).toMatchObject({ added_count: 0, changed_count: 1, left_count: 0 })
    const ids = (all: { id: number }[]) => all.map(({ id }) => id).sort()
    expect(ids(await listed())).toEqual(ids(before))
  })

  test('leaves out people whose status says that they left, and keeps rehired people', async () => {
    const head = 'Employee ID,Name,Email,Birthday,Employment status'
    const row = (id: string, name: string, status: string) =>
      [`${id},${name}`, `${name.toLowerCase()}@halden.example`, '6/14', status].join(',')
    const file = (...rows: string[]) => [head, ...rows].join('\r\n')
    const { hr, turnOn, last, names, at } = await connected([], { head })
    hr.serve(file(row('1', 'Ana', 'Active'), row('2', 'Ben', 'Terminated'), row('3', 'Cleo', 'On leave')))
    await turnOn()
    expect(await names()).toEqual(['Ana', 'Cleo'])
    expect(await last()).toMatchObject({
      added_count: 2,
      problems: [
        { row: 3, message: 'This person left, as the status “Terminated” says. We don’t sync them.' },
      ],
    })
    hr.serve(
      file(
        row('1', 'Ana', 'Inactive'),
        ...[row('2', 'Ben', 'Terminated'), row('2', 'Ben', 'Active')],
        row('3', 'Cleo', 'active'),
      ),
    )
    await at(night(8))
    expect(await names()).toEqual(['Ben', 'Cleo'])
    expect(await last()).toMatchObject({
      ...{ added_count: 1, left_count: 1 },
      problems: [{ row: 2, message: '2 people left, as the status “Inactive” says. We don’t sync them.' }],
    })
  })

  test('reads what spreadsheets export, and names rows that need correcting', async () => {
    const { hr, turnOn, last, listed, ok, list, syncNow } = await connected([])
    const text = [
      'Name;E-Mail;Birthday',
      'Zoë Müller;zoe@halden.example;6/14',
      '=HYPERLINK("https://e.vil");formula@halden.example;2/30',
      'Zoë M.;ZOE@halden.example;6/15',
      ';;1/1',
    ].join('\r\n')
    hr.serve(Buffer.from(text, 'latin1'))
    await turnOn()
    expect(await last()).toMatchObject({
      ...{ state: 'done', added_count: 2, problem_count: 3 },
      problems: [
        { row: 3, message: expect.stringMatching(/^Birthday “2\/30” can’t be read/) },
        { row: 4, message: 'This is the same person as in row 2, which we read.' },
        { row: 5, message: 'There’s no name and no email.' },
      ],
    })
    expect((await listed()).map(({ last_name }: { last_name: string }) => last_name)).toContain('Müller')
    // A cell is text, and no formula in files that leave.
    const exported = await ok('GET', `/api/v1/recipient_lists/${list.id}/export/`)
    expect(String(exported)).toContain("'=HYPERLINK")
    // A date that can't be read doesn't replace one that can.
    hr.serve(Buffer.from(text.replace('6/14', '31/31'), 'latin1'))
    await syncNow()
    expect(await last()).toMatchObject({ state: 'done', changed_count: 0, problem_count: 4 })
  })

  test('names invalid emails and birthdays in the future, and syncs their people', async () => {
    const { turnOn, last, listed } = await connected([
      ['Jack Bowen', 'jack.bowen@', '6/14'],
      ['Ana Stone', 'ana@halden.example', '2027-06-09'],
      ['Ben Roy', 'ben@halden.example', '2027-06-07'],
    ])
    const problems = [
      {
        row: 2,
        message:
          'Please enter a valid email. We’ll sync this person with “jack.bowen@”, and flag it on cards.',
      },
      { row: 3, message: 'Birthday “2027-06-09” is in the future. We’ll sync this person without it.' },
    ]
    expect(await turnOn()).toMatchObject({ added_count: 3, problem_count: 2, problems })
    expect(await last()).toMatchObject({ state: 'done', added_count: 3, problems })
    const saved = (await listed()).map((one: Record<string, string>) => [one.email, one.birthday]).sort()
    expect(saved).toEqual([
      ['ana@halden.example', ''],
      ['ben@halden.example', '2027-06-07'],
      ['jack.bowen@', '06-14'],
    ])
  })

  test('holds 10,000 people, and a killed sync leaves the same list as one that wasn’t', async () => {
    const { hr, turnOn, last, list, file } = await connected(staffOf(3))
    await turnOn()
    hr.serve(csv(staffOf(10_000)))
    world.setClock(night(8))
    const { siteId } = await world.staff()
    const { id } = await world.kit.pool
      .selectFrom('list_files')
      .select('id')
      .where('list_id', '=', list.id)
      .executeTakeFirstOrThrow()
    // Dies in the middle: no lease is given back, and nothing says that it failed.
    let steps = 0
    const dying = {
      ...world.kit,
      now: () => {
        steps += 1
        if (steps > 12) throw new Error('killed')
        return night(8)
      },
    }
    await expect(syncFile(dying, siteId, id)).rejects.toThrow('killed')
    const half = await last()
    expect(half.state).toBe('syncing')
    expect(half.added_count).toBeGreaterThan(0)
    expect(half.added_count).toBeLessThan(9_997)
    // Another one waits for the lease to end.
    await sweep()
    expect((await last()).added_count).toBe(half.added_count)
    world.setClock(new Date(night(8).getTime() + 4 * 60_000))
    await Promise.all([sweep(), syncFile(world.kit, siteId, id)])
    expect(await last()).toMatchObject({ state: 'done', added_count: 9_997, attempts: 2, left_count: 0 })
    expect(await file()).toMatchObject({ people_count: 10_000 })
    const { count } = await world.kit.pool
      .selectFrom('recipient_list_people')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('list_id', '=', list.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(10_000)
  })
})

describe('a file that can’t be read', () => {
  test('leaves the list as it is, is retried the same night, and is reported once to the person who turned it on', async () => {
    const { admin, hr, turnOn, last, names, at, runs, file } = await connected(staffOf(5))
    const colleague = await people.colleague(admin, 'admin')
    const told = async () => (await notices(admin)).filter((kind) => kind !== 'person_joined')
    await turnOn()
    hr.serve((_, response) => response.writeHead(403).end('who are you?'))
    for (const [minutes, state] of [
      [0, 'retrying'],
      [5, 'retrying'],
      [25, 'retrying'],
      [85, 'retrying'],
      [205, 'failed'],
    ] as const) {
      expect(await told()).toEqual([])
      await at(new Date(night(8).getTime() + minutes * 60_000))
      expect(await last()).toMatchObject({ state, says: expect.stringContaining('refused access (403)') })
    }
    expect(await last()).toMatchObject({ attempts: 5 })
    expect(await told()).toEqual(['list_sync_failed'])
    expect(await notices(colleague)).not.toContain('list_sync_failed')
    expect((await file()).next_sync_at).toMatch(/^2027-06-09T07/)
    for (const minutes of [0, 5, 25, 85, 205]) {
      await at(new Date(night(9).getTime() + minutes * 60_000))
    }
    expect(await last()).toMatchObject({ state: 'failed' })
    expect(await told()).toEqual(['list_sync_failed'])
    expect(await names()).toHaveLength(5)
    expect(await runs()).toHaveLength(3)
    // Once it works, a later failure is news again.
    hr.serve(csv(staffOf(5)))
    await at(night(10))
    hr.serve('')
    for (const minutes of [0, 5, 25, 85, 205]) {
      await at(new Date(night(11).getTime() + minutes * 60_000))
    }
    expect(await last()).toMatchObject({ state: 'failed', says: 'This list is empty.' })
    expect(await told()).toEqual(['list_sync_failed', 'list_sync_failed'])
  })

  test.each<[what: string, serve: RequestListener | string, says: RegExp]>([
    ['an endless stream', endless, /larger than 10 MB/],
    ['headings alone', HEAD, /no people/],
    ['rows without names', `${HEAD}\n,,6/14\n,,6/15`, /no people/],
    ['a web page', '<!DOCTYPE html><p>Sign in</p>', /can’t read this kind of file/],
    ['too many rows', csv(staffOf(20_001)), /more than 20,000 rows/],
    ['far too many rows', `${HEAD}\n${'A\n'.repeat(200_000)}`, /more than 20,000 rows/],
    ['a server that cuts it off', cut, /closed before the file was complete/],
    ['a missing file', (_, response) => response.writeHead(404).end(), /no file at this address/],
  ])('says what is wrong with %s', async (_, serve, says) => {
    const { admin, hr, turnOn, last, names, syncNow, path } = await connected(staffOf(4))
    await turnOn()
    hr.serve(serve)
    const { status, body } = await admin.call('POST', `${path}check/`, {})
    expect([status, body.code]).toEqual([409, 'list_file_failed'])
    expect(body.errors[0].message).toMatch(says)
    await syncNow()
    expect(await last()).toMatchObject({ state: 'failed', says: expect.stringMatching(says), attempts: 1 })
    expect(await names()).toHaveLength(4)
  })
})

test.each([
  ['is changed', 'PUT', ''],
  ['is turned off', 'POST', 'turn_off/'],
])('a run that waits to be tried again ends when the sync %s', async (_, method, action) => {
  const { admin, hr, turnOn, runs, path, at } = await connected(staffOf(4))
  await turnOn()
  hr.serve((_request, response) => response.writeHead(403).end())
  await at(night(8))
  expect((await runs())[0]).toMatchObject({ state: 'retrying', ended_at: null })
  const body = method === 'PUT' ? { kind: 'https', url: hr.url } : {}
  expect((await admin.call(method, `${path}${action}`, body)).status).toBe(200)
  expect((await runs())[0]).toMatchObject({
    ...{ state: 'failed', says: 'The sync was changed before this was done.' },
    ended_at: night(8).toISOString(),
  })
})

test('a fault on our side ends the sync after a few attempts', async () => {
  const { turnOn, list, last, names } = await connected(staffOf(4))
  await turnOn()
  world.setClock(night(8))
  const { siteId } = await world.staff()
  const { id } = await world.kit.pool
    .selectFrom('list_files')
    .select('id')
    .where('list_id', '=', list.id)
    .executeTakeFirstOrThrow()
  const broken = { ...world.kit, keys: { ...world.kit.keys, dataSeal: Buffer.alloc(32) } }
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await last()).state).toBe(attempt === 1 ? 'done' : 'syncing')
    await expect(syncFile(broken, siteId, id)).rejects.toThrow()
  }
  expect(await last()).toMatchObject({ state: 'failed', says: expect.stringMatching(/on our side/) })
  expect((await last()).ended_at).not.toBeNull()
  expect(await names()).toHaveLength(4)
})

function endless(_: IncomingMessage, response: ServerResponse) {
  // A length that lies.
  response.writeHead(200, { 'content-length': '99999999999' })
  const more = () => {
    while (!response.destroyed && response.write('Ana,ana@halden.example,6/14\n'.repeat(1_000)));
  }
  response.on('drain', more)
  more()
}

function cut(_: IncomingMessage, response: ServerResponse) {
  response.writeHead(200, { 'content-length': '1000' })
  response.write(csv(staffOf(2)))
  setTimeout(() => response.destroy(), 20)
}

describe('secrets and access', () => {
  test('a secret is sent to its own server only, and is never shown or recorded', async () => {
    const { admin, ok, hr, path, put, check, file, list } = await connected(staffOf(3))
    const secret = { auth: 'basic', username: 'laurel', secret: 'opensesame' }
    expect((await put({ ...secret, url: `${hr.url}?token=querysecret` })).status).toBe(200)
    await check()
    expect(hr.asked.at(-1)).toMatchObject({
      url: '/people.csv?token=querysecret',
      authorization: `Basic ${Buffer.from('laurel:opensesame').toString('base64')}`,
    })
    expect(await file()).toMatchObject({ url: hr.url, has_query: true, username: 'laurel', has_secret: true })
    // As shown, it's the same file. On another path of the server, the secret stays, and the query doesn't.
    expect((await put({ ...secret, secret: '' })).status).toBe(200)
    await check()
    expect(hr.asked.at(-1)!.url).toBe('/people.csv?token=querysecret')
    // To another server, it has to be entered again.
    const other = await hrSystem(csv(staffOf(3)))
    const { body } = await put({ ...secret, secret: '', url: other.url })
    expect(body.errors).toMatchObject([{ field: 'secret' }])
    // A redirect to another server takes no password along.
    hr.serve((_, response) => response.writeHead(302, { location: other.url }).end())
    await check()
    expect(other.asked).toEqual([{ url: '/people.csv', authorization: undefined }])

    const told = JSON.stringify([
      await ok('GET', path),
      await ok('GET', '/api/v1/company/activity/'),
      await world.kit.pool.selectFrom('audit_entries').selectAll().execute(),
      await world.kit.pool.selectFrom('list_files').selectAll().where('list_id', '=', list.id).execute(),
    ])
    expect(told).not.toMatch(/opensesame|querysecret|b3BlbnNlc2FtZQ/)
    expect(
      (await admin.call('PUT', path, { kind: 'https', url: 'https://a:b@halden.example/' })).status,
    ).toBe(400)
    expect((await admin.call('PUT', path, { kind: 'https', url: 'http://halden.example/' })).status).toBe(400)
  })

  test('is for people who manage programs and may change the list', async () => {
    const { admin, ok, path, list } = await connected(staffOf(3))
    const buyer = await people.colleague(admin)
    const { key } = await ok('POST', '/api/v1/company/roles/', {
      name: 'Programs',
      capabilities: ['programs.manage'],
    })
    const helper = await people.colleague(admin, key)
    const stranger = await people.person()
    expect((await buyer.call('GET', path)).body.code).toBe('not_allowed')
    expect((await helper.call('GET', path)).body.file).toMatchObject({ list_id: list.id })
    expect((await helper.call('POST', `${path}check/`, {})).body.code).toBe('not_allowed')
    expect((await helper.call('DELETE', path)).body.code).toBe('not_allowed')
    expect((await stranger.call('GET', path)).body.code).toBe('not_found')
    // Only a shared list.
    const own = await ok('POST', '/api/v1/recipient_lists/', { name: 'Mine' })
    const body = { kind: 'https', url: 'https://halden.example/people.csv' }
    const refused = await admin.call('PUT', `/api/v1/recipient_lists/${own.id}/file/`, body)
    expect(refused.body.errors).toMatchObject([{ code: 'not_shared' }])
  })
})

describe('what happens around it', () => {
  test('a person who was erased isn’t brought back', async () => {
    const { turnOn, last, names, check, hr, at } = await connected(staffOf(3))
    await turnOn()
    const digest = digestOf(
      world.kit.keys.erasure,
      (await world.staff()).siteId,
      'email|person9@halden.example',
    )
    await world.kit.pool
      .insertInto('erased_keys')
      .values({ site_id: (await world.staff()).siteId, digest, erased_at: new Date() })
      .execute()
    hr.serve(csv([...staffOf(3), ...staffOf(2, 9)]))
    const problems = [{ row: 5, message: expect.stringMatching(/asked to have their data erased/) }]
    expect(await check()).toMatchObject({ added_count: 1, problems })
    await at(night(8))
    expect(await last()).toMatchObject({ state: 'done', added_count: 1, problems })
    expect(await names()).toEqual(['Person 1', 'Person 10', 'Person 2', 'Person 3'])
  })

  test('a list that isn’t shared anymore is left alone, and a deleted one takes its file along', async () => {
    const { ok, hr, turnOn, list, names, at, file, admin } = await connected(staffOf(3))
    await turnOn()
    hr.serve(csv(staffOf(4)))
    await ok('PATCH', `/api/v1/recipient_lists/${list.id}/`, { is_shared: false })
    await at(night(8))
    expect(await names()).toHaveLength(3)
    await ok('PATCH', `/api/v1/recipient_lists/${list.id}/`, { is_shared: true })
    expect(await file()).toMatchObject({ is_on: false, people_count: 3 })
    const { results } = await ok('GET', '/api/v1/company/activity/')
    expect(results[0].does).toBe('turned off sync for the list “Everyone”')
    expect((await admin.call('DELETE', `/api/v1/recipient_lists/${list.id}/`)).status).toBe(204)
    const left = await world.kit.pool
      .selectFrom('list_files')
      .select('id')
      .where('list_id', '=', list.id)
      .execute()
    expect(left).toEqual([])
    await at(night(9))
  })

  test('continues after the person who turned it on leaves, and notifies the others', async () => {
    const admin = await people.person()
    const helper = await people.colleague(admin, 'admin')
    const { hr, list, turnOn } = await connected(staffOf(3), { admin: helper })
    await turnOn()
    const left = await admin.call('DELETE', `/api/v1/company/people/${helper.id}/`)
    expect(left.status).toBe(204)
    hr.serve(csv([...staffOf(3), ...staffOf(1, 4)]))
    world.setClock(night(8))
    await sweep()
    const { ok } = customerSteps(admin)
    const path = `/api/v1/recipient_lists/${list.id}/file/`
    expect((await ok('GET', path)).file).toMatchObject({
      people_count: 4,
      last_run: { state: 'done', added_count: 1, left_count: 0, changed_count: 0 },
    })
    hr.serve('')
    for (const minutes of [0, 5, 25, 85, 205]) {
      world.setClock(new Date(night(9).getTime() + minutes * 60_000))
      await sweep()
    }
    expect(await notices(admin)).toContain('list_sync_failed')
  })

  test('reads from a bucket by a signed URL', async () => {
    const s3 = await openS3Server()
    onTestFinished(() => s3.close())
    const { admin, path, turnOn, names } = await connected(staffOf(1))
    s3.makeBucket('acme-hr').set('exports/people list.csv', Buffer.from(csv(staffOf(3))))
    const bucket = {
      ...{ kind: 's3', bucket: 'acme-hr', object_key: 'exports/people list.csv', region: 'us-east-1' },
      ...{ endpoint: s3.endpoint, access_key_id: S3_KEYS.AWS_ACCESS_KEY_ID },
      secret: S3_KEYS.AWS_SECRET_ACCESS_KEY,
    }
    expect((await admin.call('PUT', path, bucket)).status).toBe(200)
    await turnOn()
    expect(await names()).toHaveLength(3)
    for (const [field, value] of [
      ['bucket', 'abc--use1-az4--x-s3'],
      ['region', '--'],
    ] as const) {
      const refused = await admin.call('PUT', path, { ...bucket, [field]: value })
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
    }
    const wrong = { ...bucket, secret: 'another secret' }
    expect((await admin.call('PUT', path, wrong)).status).toBe(200)
    const { body } = await admin.call('POST', `${path}check/`, {})
    expect(body.errors[0].message).toMatch(/bucket refused access/)
    expect(JSON.stringify(body)).not.toMatch(/Signature|another secret/)
  })
})
