import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bucketProblems,
  columnsByHeading,
  columnsProblem,
  type FileRow,
  findColumnsAgain,
  hasLeft,
  isHeldBack,
  type ListedPerson,
  nextNight,
  type PersonFields,
  planSync,
} from './people-files.ts'

const fields = (given: Partial<PersonFields>): PersonFields => ({
  ...{ first_name: '', last_name: '', email: '', address1: '', address2: '', city: '', state: '', zip: '' },
  ...{ birthday: '', start_date: '', language: '' },
  ...given,
})
const row = (number: number, given: Partial<PersonFields>, more: Partial<FileRow> = {}): FileRow => ({
  ...{ number, key: `key ${number}`, personKey: null, unread: [] },
  fields: fields(given),
  ...more,
})
const listed = (id: number, given: Partial<PersonFields>, fileKey: string | null = null): ListedPerson => ({
  ...{ id, fileKey, personKey: null },
  fields: fields(given),
})
const READS = new Set(['name', 'email', 'birthday', 'address1', 'address2', 'city'] as const)

describe('a bucket', () => {
  test.each(['acme-hr', 'acme.hr', 'acme--hr', 'a1-s3'])('%s has a file', (bucket) => {
    expect(bucketProblems(bucket, 'us-east-1')).toEqual({})
  })

  test.each([
    'abc--use1-az4--x-s3',
    'acme--ol-s3',
    'acme--op-s3',
    'arn:aws:s3:us-east-1:1:accesspoint/acme',
    '-acme',
  ])('%s isn’t read from', (bucket) => {
    expect(bucketProblems(bucket, 'us-east-1').bucket).toMatch(/bucket/)
  })

  test.each(['--', '-us-east-1', 'us-east-1-', 'a', 'us.east'])('isn’t in the region %s', (region) => {
    expect(bucketProblems('acme-hr', region)).toEqual({ region: 'Enter a region, such as us-east-1.' })
  })
})

describe('the guard', () => {
  test.each([
    [3, 30, false],
    [4, 30, true],
    [3, 29, true],
    [2, 5, false],
    [3, 5, true],
    [43, 430, false],
    [44, 430, true],
    [0, 0, false],
  ])('%i of %i: held back is %j', (lost, of, held) => {
    expect(isHeldBack(lost, of)).toBe(held)
  })

  test('never lets through more than a tenth, but for two people, and never holds back less', () => {
    const people = fc.nat(30_000).chain((of) => fc.tuple(fc.nat(of), fc.constant(of)))
    fc.assert(
      fc.property(people, ([lost, of]) => {
        expect(isHeldBack(lost, of)).toBe(lost > 2 && lost / of > 0.1)
      }),
    )
  })
})

describe('a plan', () => {
  test('finds people by their row, then their email, then their name if they had no email', () => {
    const people = [
      listed(1, { first_name: 'Ana', email: 'old@halden.example' }, 'key 2'),
      listed(2, { first_name: 'Ben', email: 'ben@halden.example' }),
      listed(3, { first_name: 'Cleo' }),
      listed(4, { first_name: 'Dan', email: 'dan@halden.example' }, 'key 9'),
      listed(5, { first_name: 'Hand' }),
    ]
    const plan = planSync(
      [
        row(2, { first_name: 'Ana', email: 'new@halden.example' }),
        row(3, { first_name: 'Ben', email: 'BEN@halden.example' }),
        row(4, { first_name: 'Cleo', email: 'cleo@halden.example' }),
        row(5, { first_name: 'Eve', email: 'eve@halden.example' }),
      ],
      people,
      READS,
    )
    expect(plan.matched.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(plan.added.map(({ number }) => number)).toEqual([5])
    expect(plan.leaving).toEqual([4])
    expect(plan.known).toBe(2)
  })

  test('keeps names and emails that the file leaves empty, and replaces addresses and dates', () => {
    const before = { first_name: 'Ana', last_name: 'Lee', email: 'ana@halden.example', birthday: '06-14' }
    const home = { address1: '1 Elm St', address2: 'Apt 4', city: 'Dayton', state: 'OH' }
    const people = [listed(1, { ...before, ...home, start_date: '2020-01-01' }, 'key 2')]
    const [match] = planSync(
      [row(2, { first_name: 'Ana', address1: '2 Oak St', city: 'Troy' })],
      people,
      READS,
    ).matched
    expect(match!.fields).toEqual(
      fields({
        ...{ ...before, birthday: '', start_date: '2020-01-01' },
        ...{ address1: '2 Oak St', address2: '', city: 'Troy', state: 'OH' },
      }),
    )
    const unread = planSync([row(2, { first_name: 'Ana' }, { unread: ['birthday'] })], people, READS)
    expect(unread.matched[0]!.isChanged).toBe(false)
  })

  test('two of one name at one address are two people', () => {
    const twins = [1, 2].map((number) =>
      row(number, { first_name: 'Al', email: `${number}@x.example` }, { personKey: 7 }),
    )
    expect(planSync(twins, [], READS).added.map(({ personKey }) => personKey)).toEqual([7, null])
  })

  const names = fc.constantFrom('Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn')
  const person = fc.record({
    first_name: names,
    email: fc.constantFrom('', 'a@x.example', 'b@x.example', 'c@x.example'),
  })
  const uniqueRows = fc
    .uniqueArray(person, { selector: ({ first_name, email }) => email || first_name })
    .map((all) => all.map((one, nth) => row(nth + 2, one, { key: one.email || one.first_name })))
  const list = fc
    .array(fc.tuple(person, fc.boolean()))
    .map((all) =>
      all.map(([one, isOfFile], nth) => listed(nth + 1, one, isOfFile ? one.email || one.first_name : null)),
    )

  test('each row is one person, those added by hand never leave, and doing it again changes nothing', () => {
    fc.assert(
      fc.property(uniqueRows, list, (rows, people) => {
        const plan = planSync(rows, people, READS)
        expect(plan.added.length + plan.matched.length).toBe(rows.length)
        const ids = plan.matched.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(plan.leaving.every((id) => people.find((one) => one.id === id)!.fileKey !== null)).toBe(true)

        const after = new Map(people.map((one) => [one.id, one]))
        for (const { id, key, fields: next } of plan.matched) {
          after.set(id, { id, fileKey: key, personKey: null, fields: next })
        }
        for (const id of plan.leaving) after.delete(id)
        for (const [nth, one] of plan.added.entries()) {
          after.set(1_000 + nth, { id: 1_000 + nth, fileKey: one.key, personKey: null, fields: one.fields })
        }
        const again = planSync(rows, [...after.values()], READS)
        expect(again).toMatchObject({ added: [], leaving: [], emptied: 0 })
        expect(again.matched.filter(({ isChanged, isNew }) => isChanged || isNew)).toEqual([])
      }),
    )
  })
})

describe('columns', () => {
  test('are known by their headings, each meaning once', () => {
    const found = columnsByHeading(['Emp ID', 'Full name', 'Work Email', 'Hire Date', 'DOB', 'Email', 'Team'])
    expect(found.map(({ meaning }) => meaning)).toEqual([
      ...['employee_id', 'name', 'email', 'start_date', 'birthday', 'ignore', 'ignore'],
    ])
  })

  test('say in a status who left, and any other status counts as employed', () => {
    expect(columnsByHeading(['Employment Status', 'Status']).map(({ meaning }) => meaning)).toEqual([
      ...['status', 'ignore'],
    ])
    for (const left of ['Terminated', ' INACTIVE ', 'T', 'former  employee']) expect(hasLeft(left)).toBe(true)
    for (const there of ['Active', '', 'A', 'On leave', 'Full-time', 'Leave of absence']) {
      expect(hasLeft(there)).toBe(false)
    }
  })

  test('are found again in any order, and never guessed', () => {
    const kept = columnsByHeading(['Name', 'Email', 'Cake day'])
    expect(findColumnsAgain(kept, ['email ', 'Team', 'NAME', 'Cake day'])).toEqual({
      meanings: ['email', 'ignore', 'name', 'ignore'],
      added: ['Team'],
    })
    expect(findColumnsAgain(kept, ['Name', 'Mail'])).toEqual({
      problem: 'The file has no column “Email” anymore.',
    })
    expect(findColumnsAgain(kept, ['Name', 'Email', 'email'])).toEqual({
      problem: 'The file has 2 columns “Email” now.',
    })
  })

  test('need a name or an email, and each meaning once', () => {
    const read = (...meanings: ('name' | 'email' | 'birthday' | 'ignore')[]) =>
      columnsProblem(meanings.map((meaning, nth) => ({ heading: `${nth}`, meaning })))
    expect(read('name', 'birthday')).toBeUndefined()
    expect(read('birthday', 'ignore', 'ignore')).toMatch(/names or emails/)
    expect(read('email', 'email')).toBe('Two columns are imported as Email. Choose one of them.')
  })
})

test.each([
  ['2027-06-07T14:00:00Z', 'America/Chicago', 7, '2027-06-08T07:07:00.000Z'],
  ['2027-06-08T07:07:00Z', 'America/Chicago', 7, '2027-06-09T07:07:00.000Z'],
  ['2027-06-08T06:59:00Z', 'America/Chicago', 40, '2027-06-08T07:00:00.000Z'],
  // 2:00 is skipped that night, and 3:00 is the same moment.
  ['2027-03-14T06:00:00Z', 'America/Chicago', 0, '2027-03-14T08:00:00.000Z'],
])('after %s in %s, list %i syncs at %s', (after, timeZone, listId, at) => {
  expect(nextNight(new Date(after), timeZone, listId).toISOString()).toBe(at)
})
