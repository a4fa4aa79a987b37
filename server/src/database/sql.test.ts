import { createHash } from 'node:crypto'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import type { Db } from './database.ts'
import {
  after,
  ago,
  anyOf,
  beside,
  containing,
  dayBegins,
  failUnless,
  folded,
  fromNow,
  isAnyNaming,
  isWithin,
  jsonPart,
  jsonText,
  literal,
  literals,
  lockAcrossSites,
  lockUntilCommit,
  nextHour,
  now,
  numberedTableOf,
  setLocal,
  slice,
  sumOf,
  tableOf,
  tableOfColumns,
  unnest,
  withTimes,
} from './sql.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return world.kit.pool.transaction().execute(work)
}

test('any of no values matches no row', async () => {
  const sites = world.kit.pool.selectFrom('sites').select('slug').orderBy('slug')
  expect(await sites.where('slug', '=', anyOf([])).execute()).toEqual([])
  const slugs = ['acorn', 'northwind', "o'neill"]
  expect(await sites.where('slug', '=', anyOf(slugs)).execute()).toEqual([
    { slug: 'acorn' },
    { slug: 'northwind' },
  ])
})

test('a hash of the audit log is the one that Node computes', async () => {
  const { hash } = await world.kit.pool
    .selectNoFrom(({ fn, val }) => fn.agg('chained', [val('first'), val('Grüße",{"a":1}]')]).as('hash'))
    .executeTakeFirstOrThrow()
  expect(hash).toBe(createHash('sha256').update('["firstGrüße",{"a":1}]').digest('base64url'))
})

test('rows read as JSON have the same times as others', async () => {
  const sites = world.kit.pool.selectFrom('sites').select(['slug', 'created_at']).orderBy('slug')
  const { rows } = await world.kit.pool
    .selectNoFrom(jsonArrayFrom(sites).as('rows'))
    .executeTakeFirstOrThrow()
  expect(rows.map((row) => withTimes(row, 'created_at'))).toEqual(await sites.execute())
  expect(withTimes({ at: null, other: 'text' }, 'at')).toEqual({ at: null, other: 'text' })
})

test('a literal is part of the text, quoted', async () => {
  const query = world.kit.pool.selectFrom('sites').select('id').where('slug', 'in', literals("o'neill"))
  expect(query.compile()).toMatchObject({ parameters: [], sql: expect.stringContaining("'o''neill'") })
  expect(await query.execute()).toEqual([])
})

test('an interval counts from the start of the transaction', async () => {
  const times = await world.kit.pool
    .selectNoFrom(({ eb }) => [
      eb(ago('1 day'), '<', now).as('past'),
      eb(fromNow('20 seconds'), '>', now).as('future'),
      eb(after(now, 20_000.5), '>', fromNow('20 seconds')).as('later'),
    ])
    .executeTakeFirst()
  expect(times).toEqual({ past: true, future: true, later: true })
})

test('a day begins by the clock of its time zone, also when daylight saving time ends', async () => {
  const days = await world.kit.pool
    .selectNoFrom([
      dayBegins('2026-11-01', 'America/Chicago').as('day'),
      dayBegins('2026-11-01', 'America/Chicago', 1).as('next'),
    ])
    .executeTakeFirst()
  expect(days).toEqual({
    day: new Date('2026-11-01T05:00:00Z'),
    next: new Date('2026-11-02T06:00:00Z'),
  })
})

test('the next hour of a day is by its time zone, and later than now', async () => {
  const zone = literal<string>('America/Chicago')
  const hours = await world.kit.pool
    .selectNoFrom([
      nextHour(8, new Date('2026-11-01T13:59:00Z'), zone).as('same'),
      nextHour(8, new Date('2026-11-01T14:00:00Z'), zone).as('next'),
    ])
    .executeTakeFirst()
  expect(hours).toEqual({ same: new Date('2026-11-01T14:00:00Z'), next: new Date('2026-11-02T14:00:00Z') })
})

test('a moment is within a time after another', async () => {
  const at = new Date('2026-11-01T00:00:00Z')
  const answer = await world.kit.pool
    .selectNoFrom(({ cast, val }) => {
      const moment = (plusMs: number) => cast<Date>(val(new Date(at.getTime() + plusMs)), 'timestamptz')
      return [
        isWithin('10 minutes', moment(0), moment(599_999)).as('is'),
        isWithin('10 minutes', moment(0), moment(600_000)).as('isNot'),
      ]
    })
    .executeTakeFirst()
  expect(answer).toEqual({ is: true, isNot: false })
})

test('a sum without rows is 0', async () => {
  const none = world.kit.pool.selectFrom('sites').where('slug', '=', 'none')
  expect(await none.select(({ ref }) => sumOf(ref('id')).as('sum')).executeTakeFirst()).toEqual({ sum: 0 })
})

test('an ID has a text beside it', async () => {
  const { two, other } = await world.kit.pool
    .selectNoFrom(({ cast, val }) => [
      beside(cast(val(2), 'bigint'), [7, 2], ['seven', 'two']).as('two'),
      beside(cast(val(3), 'bigint'), [7, 2], ['seven', 'two']).as('other'),
    ])
    .executeTakeFirstOrThrow()
  expect([two, other]).toEqual(['two', null])
})

test('an array has parts and rows', async () => {
  const letters = await world.kit.pool
    .selectNoFrom(({ fn, val }) =>
      slice(fn<string[]>('string_to_array', [val('a,b,c'), val(',')]), 2, 3).as('part'),
    )
    .executeTakeFirst()
  expect(letters).toEqual({ part: ['b', 'c'] })
  const rows = await world.kit.pool.selectNoFrom(unnest([3, 1]).as('id')).execute()
  expect(rows).toEqual([{ id: 3 }, { id: 1 }])
})

test('reads texts and parts of JSON, null where there are none', async () => {
  const read = await world.kit.pool
    .selectNoFrom(({ cast, val }) => {
      const object = cast(val('{"a": {"b": "c"}}'), 'jsonb')
      return [
        jsonText(jsonPart(object, 'a'), 'b').as('text'),
        jsonPart(object, 'a').as('part'),
        jsonText(object, 'z').as('none'),
      ]
    })
    .executeTakeFirst()
  expect(read).toEqual({ text: 'c', part: { b: 'c' }, none: null })
})

test('rows of one parameter keep their types and order', async () => {
  const rows = [
    { id: 7, name: "O'Neill", tags: ['a', 'b'] },
    { id: 5, name: '', tags: [] },
  ]
  const columns = { id: 'bigint', name: 'text', tags: 'text[]' } as const
  const table = world.kit.pool.selectFrom(tableOf('given', rows, columns)).selectAll()
  expect(await table.execute()).toEqual(rows)

  const numbered = world.kit.pool
    .selectFrom(numberedTableOf('given', JSON.stringify(rows), columns))
    .select(['id', 'nth'])
  expect(await numbered.execute()).toEqual([
    { id: 7, nth: 1 },
    { id: 5, nth: 2 },
  ])
})

test('columns written as arrays are read as rows with numbers', async () => {
  const columns = { id: 'integer', name: 'text', told: 'jsonb', codes: 'text[]', isNew: 'boolean' } as const
  const values = {
    id: '{7,NULL}',
    name: String.raw`{"a \"b\" \\ {c}, d",""}`,
    told: String.raw`{"[\"one\"]",NULL}`,
    codes: '{"{one,two}","{}"}',
    isNew: '{"true","false"}',
  }
  const rows = world.kit.pool.selectFrom(tableOfColumns('given', values, columns)).selectAll()
  expect(await rows.execute()).toEqual([
    { nth: 1, id: 7, name: String.raw`a "b" \ {c}, d`, told: ['one'], codes: ['one', 'two'], isNew: true },
    { nth: 2, id: null, name: '', told: null, codes: [], isNew: false },
  ])
})

test.each([
  ['a site’s locks', (db: Db) => lockUntilCommit(db, 1, 'one', 'two')],
  ['a lock of all sites', (db: Db) => lockAcrossSites(db, 'one')],
])('%s are held until the end of the transaction, the first time and later', async (_, lock) => {
  for (let time = 0; time < 2; time += 1) {
    const locked = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    const seen: string[] = []
    const first = inTransaction(async (db) => {
      await lock(db)
      locked.resolve()
      await ending.promise
      seen.push('first')
    })
    await locked.promise
    const second = inTransaction(async (db) => {
      await lock(db)
      seen.push('second')
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    seen.push('later')
    ending.resolve()
    await Promise.all([first, second])
    expect(seen).toEqual(['later', 'first', 'second'])
  }
})

test('a setting lasts until the end of the transaction', async () => {
  const settings = (db: Pick<Db, 'selectNoFrom'>) =>
    db
      .selectNoFrom(({ fn, val }) =>
        fn<string>('current_setting', [val('app.site_id'), val(true)]).as('site'),
      )
      .executeTakeFirst()
  await inTransaction(async (db) => {
    await setLocal(db, 'app.site_id', '5')
    expect(await settings(db)).toEqual({ site: '5' })
  })
  expect((await settings(world.kit.pool))?.site ?? '').toBe('')
})

test('a query fails unless its condition holds', async () => {
  const ask = (holds: boolean) =>
    world.kit.pool.selectNoFrom(({ cast, val }) =>
      failUnless(cast<boolean>(val(holds), 'boolean'), 'Not today').as('asked'),
    )
  expect(await ask(true).executeTakeFirst()).toEqual({ asked: 1 })
  await expect(ask(false).execute()).rejects.toThrow('Not today')
})

test('a searched text has no wildcards', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})

test.each([
  ['a@b.co', 'Call A@B.CO.', true],
  ['a@b.co', '["a@b.co", "c@d.co"]', true],
  ['a@b.co', 'Write to xa@b.co', false],
  ['a@b.co', 'Write to x.a@b.co', false],
  ['a@b.co', 'Write to a@b.co.uk', false],
  ['a@b.co', 'Write to a@b.com, and a@b.co', true],
  ['a+b@c.co', 'a+b@c.co', true],
  ['a+b@c.co', 'aab@c.co', false],
  ['jo lee', 'Jo Lee called', true],
  ['jo lee', 'Jo Leeds called', false],
  ['zoë o’hara (2)', 'about ZOE O’Hara (2)?', true],
])('%s is named in “%s”: %s', async (name, text, expected) => {
  const asked = world.kit.pool.selectNoFrom(({ cast, val }) =>
    cast<boolean>(isAnyNaming([val(text)], name), 'boolean').as('isNamed'),
  )
  expect(await asked.executeTakeFirst()).toEqual({ isNamed: expected })
})

test.each([
  ['Núñez', 'nunez'],
  ['N\u0303', 'n'],
  ['ÉLISE', 'elise'],
  ['Nguyễn Thị', 'nguyen thi'],
  ['Łódź, Ørsted, Đỗ', 'lodz, orsted, do'],
  ['Straße Æther Œuvre', 'strasse aether oeuvre'],
  ['İlkay Işık', 'ilkay isik'],
  ['李 Иван', '李 иван'],
  ['', ''],
])('a search takes %s for %s', async (text, expected) => {
  const row = await world.kit.pool
    .selectNoFrom(({ val }) => folded(val(text)).as('folded'))
    .executeTakeFirstOrThrow()
  expect(row.folded).toBe(expected)
})
