import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isRegistrationComplete,
  missingProfileFields,
  normalizeProfile,
  type Profile,
  profileProblems,
  REQUIRED_PROFILE_FIELDS,
} from './registration.ts'

const complete = {
  firstName: 'Dana',
  lastName: 'Halden',
  legalBusinessName: 'Halden Tools LLC',
  businessAddress1: '90 Foundry Road',
  businessCity: 'Dayton',
  businessState: 'OH',
  businessZip: '45402',
  taxNumber: '12-3456789',
  heardAbout: 'search',
  referralSource: 'none',
  purposeOfOrder: 'Thanking our customers',
}

test('the eleven fields are those of the specification', () => {
  expect(REQUIRED_PROFILE_FIELDS).toEqual(Object.keys(complete))
  expect(REQUIRED_PROFILE_FIELDS).toHaveLength(11)
})

test('a profile with all eleven is complete and has no problems', () => {
  expect(isRegistrationComplete(complete)).toBe(true)
  expect(missingProfileFields(complete)).toEqual([])
  expect(profileProblems(complete)).toEqual([])
})

test('registration is complete exactly when none of the eleven is empty', () => {
  const empty = fc.constantFrom('', ' ', '\t\n', null, undefined)
  const fields = fc.subarray([...REQUIRED_PROFILE_FIELDS])
  fc.assert(
    fc.property(fields, empty, (emptied, nothing) => {
      const profile: Profile = {
        ...complete,
        ...Object.fromEntries(emptied.map((field) => [field, nothing])),
      }
      expect(missingProfileFields(profile)).toEqual(emptied)
      expect(isRegistrationComplete(profile)).toBe(emptied.length === 0)
      const problems = profileProblems(profile)
      expect(problems).toMatchObject(emptied.map((field) => ({ field, code: 'required' })))
      // Each names its own field.
      expect(new Set(problems.map(({ message }) => message)).size).toBe(emptied.length)
    }),
  )
})

test.each<[keyof typeof complete | 'businessAddress2', string, string]>([
  ['businessZip', '4540', 'Enter a five-digit ZIP code.'],
  ['businessZip', '45402-12', 'Enter a five-digit ZIP code.'],
  ['businessState', 'Ontario', 'Choose a state from the list.'],
  ['taxNumber', '12-34', 'Enter a tax number with nine digits, such as 12-3456789.'],
  ['businessCity', 'x'.repeat(29), 'Use at most 28 characters.'],
  ['businessAddress2', 'x'.repeat(51), 'Use at most 50 characters.'],
])('%s %j gets the error "%s"', (field, value, message) => {
  expect(profileProblems({ ...complete, [field]: value })).toEqual([
    expect.objectContaining({ field, message }),
  ])
})

test('judges a change of single fields by those alone', () => {
  expect(profileProblems({ businessZip: '1' }, ['businessZip'])).toHaveLength(1)
  expect(profileProblems({ firstName: 'Dana' }, ['firstName'])).toEqual([])
})

test('tidies loosely typed values and keeps tidy ones', () => {
  const loose = {
    ...complete,
    firstName: '  Dana ',
    businessState: 'ohio',
    businessZip: '454021234',
    taxNumber: '123456789',
    businessAddress2: null,
  }
  const kept = normalizeProfile(loose)
  expect(kept).toEqual({
    ...complete,
    businessZip: '45402-1234',
    businessAddress2: null,
  })
  expect(normalizeProfile(kept)).toEqual(kept)
  expect(profileProblems(loose)).toEqual([])
})

test('doesn’t invent a field that wasn’t sent', () => {
  expect(Object.keys(normalizeProfile({ firstName: 'Dana' }))).toEqual(['firstName'])
})
