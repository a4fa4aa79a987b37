import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersTooMany } from './card-name-width.ts'
import { BLANK_ROW } from './recipient-fields.ts'
import { judgeRecipient, type RecipientInput } from './recipient-row.ts'
import { REWARD_TYPES, type RewardType } from './reward-type.ts'

const limits = { minValueCents: 1000, maxValueCents: 100000 }
const maya: RecipientInput = {
  ...BLANK_ROW,
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.com',
  address1: '418 Juniper Street',
  city: 'Portland',
  state: 'OR',
  zip: '97214',
  amountCents: 5000,
}

const judge = (type: RewardType, change: RecipientInput = {}) =>
  judgeRecipient(type, { ...maya, ...change }, limits)
const said = (type: RewardType, change: RecipientInput) =>
  judge(type, change).problems.map(({ severity, field, code }) => `${severity} ${field} ${code}`)

const text = fc.option(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '4101',
      '9O210',
      'ME',
      'Oregon',
      'Orgeon',
      '97214',
      'a@b.co',
      'a@gmial.con',
      '{name}',
      '🎉 hi',
    ),
  ),
)
const anyInput: fc.Arbitrary<RecipientInput> = fc.record(
  {
    firstName: text,
    lastName: text,
    email: text,
    address1: text,
    address2: text,
    city: text,
    state: text,
    zip: text,
    language: text,
    amountCents: fc.option(fc.oneof(fc.integer(), fc.double())),
    message: text,
  },
  { requiredKeys: [] },
)

test.each([
  ['', '', []],
  ['Spanish', 'es', []],
  ['EN', 'en', []],
  ['Vietnamese', 'Vietnamese', ['warning language language_unknown']],
])('reads the language %j as %j, and warns about an unsupported one', (language, read, problems) => {
  expect(judge('digital', { language }).row.language).toBe(read)
  expect(said('direct', { language })).toEqual(problems)
})

test.each(REWARD_TYPES)('keeps a complete recipient of a %s card as it is', (type) => {
  expect(judge(type)).toEqual({ row: maya, problems: [] })
})

test('a direct card needs a name and an address', () => {
  expect(judgeRecipient('direct', {}, limits).problems.map(({ field, message }) => [field, message])).toEqual(
    [
      ['firstName', 'Enter a first name.'],
      ['lastName', 'Enter a last name.'],
      ['address1', 'Enter a street address.'],
      ['city', 'Enter a city.'],
      ['state', 'Enter a state, such as OR.'],
      ['zip', 'Enter a five-digit ZIP code.'],
    ],
  )
})

test.each<[RecipientInput, object]>([
  [{ city: '' }, { code: 'no_city', suggestions: [{ city: 'Portland' }], isSure: true }],
  [
    { city: '', zip: '97214-1234' },
    { code: 'no_city', suggestions: [{ city: 'Portland' }], isSure: true },
  ],
  [
    { city: '', state: '' },
    { code: 'no_city', suggestions: [{ city: 'Portland', state: 'OR' }], isSure: true },
  ],
  // Either the state or the ZIP code is wrong.
  [{ city: '', state: 'ME' }, { code: 'required' }],
  [{ city: '', zip: '00012' }, { code: 'required' }],
  [{ city: '', zip: '9721' }, { code: 'required' }],
])('an empty city with %j is found by its ZIP code: %j', (change, expected) => {
  const placeOfZip = (zip: string) => (zip === '97214' ? { zip, city: 'Portland', state: 'OR' } : undefined)
  const { problems } = judgeRecipient('direct', { ...maya, ...change }, { ...limits, placeOfZip })
  const problem = problems.find(({ field }) => field === 'city')
  expect(problem).toMatchObject({ severity: 'error', ...expected })
  expect(problem?.suggestions).toEqual((expected as { suggestions?: object }).suggestions)
})

test('a digital card needs a first name and an email', () => {
  const { problems } = judgeRecipient('digital', { firstName: ' ', email: null }, limits)
  expect(problems.map(({ field, code }) => [field, code])).toEqual([
    ['firstName', 'required'],
    ['email', 'required'],
  ])
})

test.each<[RewardType, RecipientInput, string[]]>([
  ['direct', { zip: '9721' }, ['error zip invalid']],
  ['direct', { zip: '9021', state: 'CA' }, ['error zip invalid']],
  ['direct', { state: 'Ontario' }, ['error state invalid']],
  ['direct', { state: 'ME' }, ['warning zip not_in_state']],
  ['direct', { zip: '00012' }, ['warning zip not_in_state']],
  ['direct', { zip: '4101', state: 'ME' }, ['warning zip zero_restored']],
  ['direct', { zip: '06390', state: 'NY' }, []],
  ['direct', { address1: 'PO Box 12' }, []],
  ['direct', { amountCents: null }, []],
  ['direct', { amountCents: 999 }, ['error amountCents too_small']],
  ['direct', { amountCents: 100001 }, ['error amountCents too_large']],
  ['direct', { amountCents: 10.5 }, ['error amountCents invalid']],
  ['direct', { email: 'maya@' }, []],
  ['direct', { email: 'maya@gmial.com' }, []],
  ['digital', { email: 'maya@' }, ['error email invalid']],
  ['direct', { firstName: '王' }, ['error firstName unprintable']],
  ['direct', { firstName: 'Linh', lastName: 'Nguyễn' }, []],
  ['direct', { message: 'Dear Ольга' }, ['error message unprintable']],
  ['digital', { message: 'Dear Ольга 🎉' }, []],
  ['digital', { firstName: '王' }, []],
  ['digital', { zip: '1', state: 'nowhere' }, []],
  ['direct', { firstName: 'Maximiliana', lastName: 'Featherstone-Whitmore' }, []],
  ['direct', { firstName: 'W'.repeat(20), lastName: 'W'.repeat(20) }, ['error lastName name_too_long']],
  ['digital', { firstName: 'Maximiliana', lastName: 'Featherstone-Whitmore' }, []],
  ['direct', { address1: 'x'.repeat(51) }, ['error address1 too_long']],
  ['direct', { city: 'x'.repeat(29) }, ['error city too_long']],
  ['direct', { message: 'x'.repeat(501) }, ['error message too_long']],
  ['digital', { message: 'Dear {nickname}' }, ['error message unknown_field']],
])('a %s recipient with %j: %j', (type, change, problems) => {
  expect(said(type, change)).toEqual(problems)
})

test.each<[RecipientInput, string]>([
  [{ zip: '9021', state: 'CA' }, 'Enter a five-digit ZIP code.'],
  [{ state: 'ME' }, '97214 is in Oregon, not in Maine.'],
  [{ zip: '96910' }, '96910 is in Guam or Northern Mariana Islands, not in Oregon.'],
  [{ zip: '00012' }, 'No ZIP code starts with 000.'],
  [{ zip: '4101', state: 'ME' }, 'The ZIP code was missing its leading zero. We read it as 04101.'],
  [{ amountCents: 1 }, 'Enter a value from $10 to $1,000.'],
  [{ state: 'Ontario' }, 'Ontario isn’t a state. Use two letters, such as OR.'],
  [{ lastName: '王小明' }, 'We can’t print 王 小 明. Use Latin letters instead.'],
  [
    { firstName: 'W'.repeat(20), lastName: 'W'.repeat(20) },
    'This name is wider than the card’s name line. Shorten it by 10 letters.',
  ],
])('%j gets the error "%s"', (change, message) => {
  expect(judge('direct', change).problems.map((problem) => problem.message)).toEqual([message])
})

test('a digital card’s wrong email gets the error of the specification', () => {
  const [problem] = judge('digital', { email: 'maya@' }).problems
  expect(problem?.message).toBe('Please enter a valid email')
})

test.each<[RewardType, RecipientInput, object[]]>([
  ['direct', { firstName: 'Ｍａｙａ' }, [{ firstName: 'Maya' }]],
  ['direct', { firstName: '王' }, []],
  ['direct', { message: 'Thank you 🎉' }, [{ message: 'Thank you' }]],
  ['direct', { state: 'Orgeon' }, [{ state: 'OR' }]],
  ['direct', { state: 'Ontario' }, [{ state: 'OR' }]],
  ['direct', { state: '' }, [{ state: 'OR' }]],
  ['direct', { zip: '9O210', state: 'CA' }, [{ zip: '90210' }]],
  ['direct', { zip: '2134', state: '' }, [{ zip: '02134' }]],
  ['direct', { zip: '79214' }, [{ zip: '97214' }, { state: 'TX' }]],
  ['direct', { state: 'ME' }, [{ state: 'OR' }]],
  ['digital', { email: 'maya@gmial.com' }, [{ email: 'maya@gmail.com' }]],
  ['digital', { email: 'maya@gmail' }, [{ email: 'maya@gmail.com' }]],
])('a %s recipient with %j could be %j', (type, change, suggestions) => {
  expect(judge(type, change).problems.flatMap((problem) => problem.suggestions ?? [])).toEqual(suggestions)
})

test('a suggestion solves the problem it is made for', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REWARD_TYPES), anyInput, (type, input) => {
      const { row, problems } = judgeRecipient(type, input, limits)
      for (const { field, code, suggestions = [] } of problems) {
        for (const change of suggestions) {
          const again = judgeRecipient(type, { ...row, ...change }, limits)
          expect(again.problems.map((one) => `${one.field} ${one.code}`)).not.toContain(`${field} ${code}`)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('a suggested state is sure only for a typo, not if the ZIP code may be wrong', () => {
  const [unsure] = judge('direct', { state: 'ME' }).problems
  const [typo] = judge('direct', { state: 'Orgeon' }).problems
  expect([unsure?.isSure, typo?.isSure]).toEqual([undefined, true])
})

test('warns about a PO box if a parcel service may deliver the card', () => {
  const boxed = { ...maya, address1: 'P.O. Box 12' }
  const { problems } = judgeRecipient('direct', boxed, { ...limits, isUpsOffered: true })
  expect(problems).toMatchObject([{ field: 'address1', code: 'po_box', severity: 'warning' }])
  expect(judgeRecipient('digital', boxed, { ...limits, isUpsOffered: true }).problems).toEqual([])
})

test('names the rejected value with its problem', () => {
  const [zip, amount] = judge('direct', { zip: '4101', state: 'ME', amountCents: 1 }).problems.toReversed()
  expect([zip?.value, amount?.value]).toEqual(['4101', '0.01'])
})

test('tidies loosely typed values', () => {
  const { row, problems } = judge('direct', {
    firstName: '  Siobhán ',
    lastName: 'O\u2019Brien',
    email: ' Maya@Example.COM ',
    city: 'New   York',
    state: 'new york',
    zip: '100011234',
    message: ' Thank you\n\nDana ',
  })
  expect(problems).toEqual([])
  expect(row).toMatchObject({
    firstName: 'Siobhán',
    lastName: "O'Brien",
    email: 'Maya@example.com',
    city: 'New York',
    state: 'NY',
    zip: '10001-1234',
    message: 'Thank you\n\nDana',
  })
})

test('reads any row without failing, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REWARD_TYPES), anyInput, (type, input) => {
      const { row, problems } = judgeRecipient(type, input, limits)
      const again = judgeRecipient(type, row, limits)
      expect(again.row).toEqual(row)
      const lasting = problems.filter(({ code }) => code !== 'zero_restored')
      expect(again.problems).toEqual(lasting)
    }),
    { numRuns: 1000 },
  )
})

test('a mailed row without errors has everything that printing and mailing need', () => {
  const mailed = anyInput.map((input) => ({ ...maya, ...input }))
  fc.assert(
    fc.property(mailed, (input) => {
      const { row, problems } = judgeRecipient('direct', input, limits)
      if (problems.some(({ severity }) => severity === 'error')) return
      expect(row.zip).toMatch(/^\d{5}(-\d{4})?$/)
      expect(row.state).toMatch(/^[A-Z]{2}$/)
      expect(`${row.firstName} ${row.lastName}`).toMatch(/^[ -~\u00a0-\u017f]{3,101}$/)
      expect(lettersTooMany(`${row.firstName} ${row.lastName}`)).toBe(0)
      expect(row.address1).not.toBe('')
    }),
    { numRuns: 1000 },
  )
})
