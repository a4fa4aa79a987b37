import { SignUpField } from '@laurel/contract/site'
import { expect, test } from 'vitest'
import { ATTRIBUTES, attributeProblems, attributesAmong } from './sign-up-attributes.ts'

test('every field that a site can require has a label', () => {
  expect(Object.keys(ATTRIBUTES).sort()).toEqual([...SignUpField.options].sort())
})

test('sorts fields into form order and leaves out unknown ones', () => {
  expect(attributesAmong(['phone_number', 'gender', 'given_name', 'password'])).toEqual([
    'given_name',
    'phone_number',
  ])
})

test('requires every asked field, and blanks count as empty', () => {
  expect(attributeProblems(['given_name', 'nickname'], { given_name: ' ' })).toEqual({
    given_name: 'This field is required',
    nickname: 'This field is required',
  })
  expect(attributeProblems(['given_name'], { given_name: 'Dana' })).toEqual({})
})

test.each([
  ['website', 'halden', 'Enter a web address that starts with https://'],
  ['website', 'javascript:alert(1)', 'Enter a web address that starts with https://'],
  ['website', 'https://halden.example', undefined],
  ['profile', ' http://halden.example/dana ', undefined],
  ['birthdate', '2026-11-21', 'Enter a date in the past.'],
  ['birthdate', '1980-02-03', undefined],
  ['phone_number', '+1555', 'Enter 10 digits after +1, such as (937) 555-0110.'],
  ['phone_number', '+19375550110', undefined],
] as const)('%s %j', (name, value, problem) => {
  const problems = attributeProblems([name], { [name]: value }, '2026-11-21')
  expect(problems[name]).toBe(problem)
})
