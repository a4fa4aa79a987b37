import { describe, expect, test } from 'vitest'
import { daysAfter } from './day-in.ts'
import {
  amountFor,
  arrivalOf,
  businessDaysBefore,
  type Got,
  occasionsOf,
  type ProgramPerson,
  type ProgramRules,
  planProgram,
} from './programs.ts'

const RULES: ProgramRules = {
  kind: 'birthday',
  weekend: 'friday_before',
  leadDays: 5,
  amounts: [{ years: 0, cents: 2_500 }],
}

const person = (id: number, birthday: string, startDate = ''): ProgramPerson => ({
  id,
  key: 1_000 + id,
  birthday,
  startDate,
})

test.each([
  ['2026-11-27', 'friday_before', '2026-11-27'],
  ['2026-11-28', 'friday_before', '2026-11-27'],
  ['2026-11-29', 'friday_before', '2026-11-27'],
  ['2028-01-01', 'friday_before', '2027-12-31'],
  ['2026-11-28', 'same_day', '2026-11-28'],
] as const)('what is due on %s arrives, %s, on %s', (day, weekend, arrives) => {
  expect(arrivalOf(day, weekend)).toBe(arrives)
})

test.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-11-30', 1, '2026-11-27'],
  // Thanksgiving isn't a working day.
  ['2026-11-27', 1, '2026-11-25'],
  ['2026-12-31', 5, '2026-12-23'],
])('for %s, %i working days before is %s', (day, count, before) => {
  expect(businessDaysBefore(day, count)).toBe(before)
})

test.each([
  [0, undefined],
  [1, 2_500],
  [4, 2_500],
  [5, 10_000],
  [30, 10_000],
])('after %i years of service, the amount is %s', (years, cents) => {
  const amounts = [
    { years: 5, cents: 10_000 },
    { years: 1, cents: 2_500 },
  ]
  expect(amountFor(amounts, years)).toBe(cents)
})

describe('the days of a person', () => {
  const days = (
    rules: Partial<ProgramRules>,
    date: [number | null, number, number],
    from: string,
    until: string,
  ) => {
    const [year, month, day] = date
    return occasionsOf({ ...RULES, ...rules }, 1, { year, month, day }, from, until).map(
      ({ occasionOn, sendOn, years }) => [occasionOn, sendOn, years],
    )
  }

  test('February 29 is February 28 in ordinary years', () => {
    expect(days({ weekend: 'same_day' }, [2000, 2, 29], '2027-01-01', '2028-12-31')).toEqual([
      ['2027-02-28', '2027-02-28', 0],
      ['2028-02-29', '2028-02-29', 0],
    ])
  })

  test('a birthday on January 1 can arrive the year before', () => {
    expect(days({}, [null, 1, 1], '2027-12-01', '2027-12-31')).toEqual([['2028-01-01', '2027-12-31', 0]])
  })

  test('an anniversary begins a year after the start, and counts the years', () => {
    const kind = 'anniversary'
    expect(days({ kind }, [2026, 3, 2], '2026-01-01', '2028-12-31')).toEqual([
      ['2027-03-02', '2027-03-02', 1],
      ['2028-03-02', '2028-03-02', 2],
    ])
  })

  test('a first day is once', () => {
    expect(days({ kind: 'start' }, [2026, 3, 2], '2026-01-01', '2028-12-31')).toEqual([
      ['2026-03-02', '2026-03-02', 0],
    ])
  })
})

describe('a plan', () => {
  const WINDOW = { from: '2026-06-01', until: '2026-06-30' }
  const reasons = (
    people: readonly ProgramPerson[],
    rules: Partial<ProgramRules> = {},
    got: readonly Got[] = [],
  ) => {
    const { cards, leftOut } = planProgram({ ...RULES, ...rules }, people, got, WINDOW)
    return {
      cards: cards.map(({ personId }) => personId),
      leftOut: leftOut.map((one) => [one.personId, one.reason]),
    }
  }

  test('says who gets a card, and who does not and why', () => {
    const people = [
      person(1, '06-14'),
      person(2, ''),
      person(3, '2/30'),
      { ...person(4, '06-15'), key: undefined },
      { ...person(5, '06-16'), key: 1_001 },
      person(6, '07-14'),
      // Whose name needs correcting keeps no one of the same email from a card.
      { ...person(7, '06-17'), key: 1_008, isInvalid: true },
      person(8, '06-17'),
    ]
    expect(reasons(people)).toEqual({
      cards: [1, 8],
      leftOut: [
        [2, 'no_date'],
        [3, 'invalid_date'],
        [4, 'no_email'],
        [5, 'twice_on_list'],
        [7, 'invalid_details'],
      ],
    })
  })

  test('an anniversary needs a year and an amount for its years', () => {
    const people = [person(1, '', '2021-06-14'), person(2, '', '06-14'), person(3, '', '2024-06-14')]
    const amounts = [{ years: 5, cents: 10_000 }]
    expect(reasons(people, { kind: 'anniversary', amounts })).toEqual({
      cards: [1],
      leftOut: [
        [2, 'no_year'],
        [3, 'no_amount'],
      ],
    })
  })

  test('the same day is not planned twice, and a moved date gives no second card', () => {
    const got = (occasionOn: string) => [{ personId: 1, key: 1_001, occasionOn }]
    expect(reasons([person(1, '06-14')], {}, got('2026-06-14'))).toEqual({ cards: [], leftOut: [] })
    expect(reasons([person(1, '06-14')], {}, got('2026-03-02')).leftOut).toEqual([[1, 'already_got']])
    expect(reasons([person(1, '06-14')], {}, got('2025-06-14')).cards).toEqual([1])
    // With another email, it is the same person; saved again, the same email.
    expect(reasons([{ ...person(1, '06-14'), key: 7 }], {}, got('2026-03-02')).leftOut).toHaveLength(1)
    expect(reasons([{ ...person(9, '06-14'), key: 1_001 }], {}, got('2026-03-02')).leftOut).toHaveLength(1)
  })
})

test('a year of programs, day by day: every birthday once, and none of people who left', () => {
  // Everyone of a leap year has a birthday, and one person has February 29.
  const everyone = Array.from({ length: 366 }, (_, index) =>
    person(index + 1, daysAfter('2024-01-01', index).slice(5)),
  )
  const leaver = everyone.find(({ birthday }) => birthday === '09-15')!
  const got: Got[] = []
  const sent = new Map<number, string>()
  for (let today = '2026-12-01'; today <= '2027-12-15'; today = daysAfter(today, 1)) {
    const people = today < '2027-06-01' ? everyone : everyone.filter(({ id }) => id !== leaver.id)
    const plan = planProgram(RULES, people, got, { from: today, until: daysAfter(today, 14) })
    // In the second December, cards are for the year after, and for those whose last one is a year old.
    for (const card of plan.cards.filter(
      ({ orderOn, occasionOn }) => orderOn <= today && occasionOn.startsWith('2027'),
    )) {
      expect(sent.has(card.personId)).toBe(false)
      expect(card.sendOn >= today).toBe(true)
      sent.set(card.personId, card.sendOn)
      got.push({ personId: card.personId, key: card.key, occasionOn: card.occasionOn })
    }
  }
  expect([...sent.keys()].sort((a, b) => a - b)).toEqual(
    everyone
      .filter(({ id }) => id !== leaver.id && everyone[id - 1]!.birthday <= '12-22')
      .map(({ id }) => id),
  )
  const sentTo = (birthday: string) => sent.get(everyone.find((one) => one.birthday === birthday)!.id)
  // 2027 is an ordinary year, and its February 28 a Sunday.
  expect([sentTo('02-29'), sentTo('02-28'), sentTo('01-01')]).toEqual([
    '2027-02-26',
    '2027-02-26',
    '2027-01-01',
  ])
  const weekdays = [...sent.values()].map((day) => new Date(`${day}T00:00:00Z`).getUTCDay())
  expect(weekdays.filter((day) => day === 0 || day === 6)).toEqual([])
})
