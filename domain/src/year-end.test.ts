import { describe, expect, test } from 'vitest'
import type { DeliveryStatus } from './delivery-status.ts'
import { identityKey, personKey } from './duplicates.ts'
import {
  areApart,
  cardCount,
  type JoinReason,
  joined,
  joinReason,
  type Member,
  marksAfterUndo,
  marksOfJoin,
  mergedMarks,
  type Named,
  reconciled,
  separated,
  thresholdOf,
  warningWords,
} from './year-end.ts'

const YEARS = [
  { year: 0, form1099Cents: 60_000 },
  { year: 2026, form1099Cents: 200_000 },
]

test.each([
  [2025, 60_000],
  [2026, 200_000],
  [2031, 200_000],
])('the threshold of %i is that of the last year that has one', (year, cents) => {
  expect(thresholdOf(YEARS, year)).toBe(cents)
})

test('a year that gets a threshold of its own has it, and so do later ones', () => {
  const years = [{ year: 2027, form1099Cents: 210_000 }, ...YEARS]
  expect([2026, 2027, 2028].map((year) => thresholdOf(years, year))).toEqual([200_000, 210_000, 210_000])
  expect(thresholdOf([{ year: 2026, form1099Cents: 1 }], 2025)).toBeUndefined()
})

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const times = {
  ...{ createdAt: at('2025-12-01'), sentAt: at('2025-12-30'), claimedAt: at('2026-01-02'), mailedAt: null },
}

test.each<[DeliveryStatus, string | undefined, string?]>([
  ['claimed', 'received', '2026-01-02'],
  ['opened', 'unclaimed', '2025-12-30'],
  ['bounced', 'unclaimed', '2025-12-30'],
  ['cancelled', 'refunded', '2025-12-30'],
  ['replaced', undefined],
])('a card that is %s counts as %s on %s', (status, countsAs, day) => {
  const count = cardCount(status, times)
  expect([count?.countsAs, count?.at.toISOString().slice(0, 10)]).toEqual([countsAs, day])
})

test('a letter counts from the day it was mailed, and not while it’s back', () => {
  const letter = { ...times, sentAt: null, claimedAt: null, mailedAt: at('2026-02-01') }
  expect(cardCount('delivered', letter)).toEqual({ countsAs: 'received', at: at('2026-02-01') })
  expect(cardCount('returned', letter)?.countsAs).toBe('unclaimed')
  expect(cardCount('queued', { ...letter, mailedAt: null })?.at).toEqual(times.createdAt)
})

type Row = { firstName: string; lastName: string; email?: string; street?: string }
function named({ firstName, lastName, email = '', street = '' }: Row, employeeNumber = ''): Named {
  const person = {
    firstName,
    lastName,
    email,
    address1: street,
    address2: '',
    city: 'Portland',
    zip: '97205',
  }
  return {
    ...{ firstName, lastName, employeeNumber },
    mailKey: personKey('digital', person) ?? null,
    postKey: personKey('direct', person) ?? null,
  }
}

const ana = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' }

describe('two people', () => {
  test.each<[string, Row, Row, JoinReason | undefined]>([
    ['with one email', ana, { ...ana, email: 'ANA@example.com' }, 'email'],
    ['whose last name changed', ana, { ...ana, lastName: 'Lopez' }, 'email'],
    ['without a last name', ana, { ...ana, firstName: 'ana', lastName: '' }, 'email'],
    ['without any name', ana, { ...ana, firstName: '', lastName: '' }, 'email'],
    [
      'who share an inbox',
      { ...ana, email: 'office@example.com' },
      { firstName: 'Ben', lastName: 'Cole', email: 'office@example.com' },
      undefined,
    ],
    [
      'at one address',
      { firstName: 'Ána', lastName: 'Ruíz', street: '12 Elm Street' },
      { firstName: 'ANA', lastName: 'Ruiz', street: '12 elm st.' },
      'name_address',
    ],
    ['with one name', ana, { ...ana, email: 'a.ruiz@example.com' }, undefined],
    [
      'with nothing to compare',
      { firstName: 'Ana', lastName: '' },
      { firstName: 'Ana', lastName: '' },
      undefined,
    ],
  ])('%s', (_, one, other, why) => {
    expect(joinReason(named(one), named(other))).toBe(why)
  })

  test('with one employee number are one person, and with two aren’t', () => {
    const other = { ...ana, firstName: 'Bo', lastName: 'Li', email: 'bo@example.com' }
    expect(joinReason(named(ana, '7'), named(other, '7'))).toBe('employee_number')
    expect(joinReason(named(ana, '7'), named(ana, '8'))).toBeUndefined()
  })
})

test('accents, case, and street words don’t make another way to name a person, and another email does', () => {
  const person = { ...ana, address1: '12 Elm Street', address2: '', zip: '97205-1234' }
  expect(identityKey({ ...person, lastName: 'RUÍZ', address1: '12 elm st', zip: '97205' })).toBe(
    identityKey(person),
  )
  expect(identityKey({ ...person, email: 'a@example.com' })).not.toBe(identityKey(person))
})

/** `3 > 1 email`: a member that is joined to another one. */
function tree(personId: number, ...links: string[]): Member[] {
  return links.map((link) => {
    const [, id, to, why] = /^(\d+)(?: > (\d+) (\w+))?$/.exec(link)!
    return {
      ...{ id: Number(id), personId, joinedTo: to ? Number(to) : null, apartFrom: [], marks: null },
      joinedWhy: (why as JoinReason | undefined) ?? null,
    }
  })
}
const told = (members: readonly Member[]) =>
  members.map(({ id, personId, joinedTo, joinedWhy }) => `${id} of ${personId}: ${joinedTo} ${joinedWhy}`)

const blank = { isEmployee: false, employeeNumber: '', w9: 'not_asked', w9On: null } as const
const numbered = { ...blank, isEmployee: true, employeeNumber: '7' }
const ofJoin = marksOfJoin(blank, numbered)

describe('joins', () => {
  test('turn the tree of the person who is joined, so that each join keeps its reason', () => {
    const moved = joined(
      tree(1, '1', '2 > 1 email', '3 > 2 name_address'),
      3,
      tree(9, '9')[0]!,
      'hand',
      ofJoin,
    )
    expect(told(moved)).toEqual(['1 of 9: 2 email', '2 of 9: 3 name_address', '3 of 9: 9 hand'])
  })

  test('are undone with all that was joined below, and stay undone', () => {
    const all = tree(1, '1', '4 > 3 email', '2 > 1 email', '3 > 2 hand')
    const after = separated(all, 2)
    expect(told(after)).toEqual([
      '1 of 1: null null',
      '4 of 2: 3 email',
      '2 of 2: null null',
      '3 of 2: 2 hand',
    ])
    const [kept, ...cut] = after
    expect(areApart([kept!], cut)).toBe(true)
    expect(areApart(cut, [kept!])).toBe(true)
    expect(areApart(reconciled(cut, [kept!]), reconciled([kept!], cut))).toBe(false)
  })

  test('of the first member, or of one that isn’t there, can’t be undone', () => {
    expect(separated(tree(1, '1', '2 > 1 email'), 1)).toEqual([])
    expect(separated(tree(1, '1'), 5)).toEqual([])
  })

  test('when undone, restore what each person had, except for later changes', () => {
    expect(ofJoin.both).toEqual(numbered)
    expect(marksAfterUndo(numbered, ofJoin)).toEqual(blank)
    const asked = { ...numbered, w9: 'asked' } as const
    expect(marksAfterUndo(asked, ofJoin)).toEqual({ ...blank, w9: 'asked' })
    const renumbered = { ...numbered, employeeNumber: '8' }
    expect(marksAfterUndo(renumbered, ofJoin)).toEqual(renumbered)
  })

  test('still know what each side had after their tree is turned', () => {
    const members = tree(1, '1', '2 > 1 email').map((one) => ({
      ...one,
      marks: one.id === 2 ? ofJoin : null,
    }))
    const moved = joined(members, 2, tree(9, '9')[0]!, 'hand', marksOfJoin(blank, blank))
    expect(moved.map(({ marks }) => marks?.kept)).toEqual([numbered, blank])
  })

  test('keep the further W-9, and a number that only one has', () => {
    const none = { isEmployee: false, employeeNumber: '', w9: 'asked', w9On: null } as const
    const some = { isEmployee: true, employeeNumber: '7', w9: 'received', w9On: '2026-02-01' } as const
    expect(mergedMarks(none, some)).toEqual(some)
    expect(mergedMarks(some, none)).toEqual(some)
  })
})

test.each([
  [['Ana Ruiz'], 1, 'Ana Ruiz would pass $2,000 this year'],
  [['Ana', 'Ben'], 2, 'Ana and Ben would pass $2,000 this year'],
  [['Ana', 'Ben', 'Kim'], 15, 'Ana, Ben, Kim, and 12 others would pass $2,000 this year'],
  [['Ana', 'Ben', 'Kim'], 4, 'Ana, Ben, Kim, and 1 other would pass $2,000 this year'],
  [[], 0, undefined],
])('a warning names %j of %i people', (names, count, says) => {
  expect(warningWords({ names, count, thresholdCents: 200_000 })).toBe(says)
})
