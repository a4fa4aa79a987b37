import { phoneProblem } from '@laurel/domain/phone'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import type { Site } from '../../app/site.ts'

export type SignUpAttribute = Site['accounts']['signUpFields'][number]

type Attribute = {
  label: string
  type: 'text' | 'date' | 'url' | 'tel'
  autoComplete: string
}

/** The identity form fields of docs/spec.md §3 that a site can require, in form order. */
export const ATTRIBUTES: Record<SignUpAttribute, Attribute> = {
  given_name: { label: /*i18n*/ 'First name', type: 'text', autoComplete: 'given-name' },
  middle_name: { label: /*i18n*/ 'Middle name', type: 'text', autoComplete: 'additional-name' },
  family_name: { label: /*i18n*/ 'Last name', type: 'text', autoComplete: 'family-name' },
  name: { label: /*i18n*/ 'Full name', type: 'text', autoComplete: 'name' },
  nickname: { label: /*i18n*/ 'Nickname', type: 'text', autoComplete: 'nickname' },
  preferred_username: { label: /*i18n*/ 'Preferred username', type: 'text', autoComplete: 'off' },
  birthdate: { label: /*i18n*/ 'Birth date', type: 'date', autoComplete: 'bday' },
  phone_number: { label: /*i18n*/ 'Phone number', type: 'tel', autoComplete: 'tel-national' },
  website: { label: /*i18n*/ 'Website', type: 'url', autoComplete: 'url' },
  profile: { label: /*i18n*/ 'Profile', type: 'url', autoComplete: 'off' },
}

const NOT_AN_ADDRESS = /*i18n*/ 'Enter a web address that starts with https://'
const NOT_A_BIRTH_DATE = /*i18n*/ 'Enter a date in the past.'

/** The names that have a field here, in form order. */
export function attributesAmong(names: Iterable<string>): SignUpAttribute[] {
  const asked = new Set(names)
  return (Object.keys(ATTRIBUTES) as SignUpAttribute[]).filter((name) => asked.has(name))
}

/** Problems by field. All asked fields are required. */
export function attributeProblems(
  asked: readonly SignUpAttribute[],
  values: Readonly<Record<string, string>>,
  today = new Date().toISOString().slice(0, 10),
): Record<string, string> {
  const problems = asked.map((name) => [name, problemOf(name, values[name]?.trim() ?? '', today)] as const)
  return Object.fromEntries(
    problems.filter((pair): pair is [SignUpAttribute, string] => pair[1] !== undefined),
  )
}

function problemOf(name: SignUpAttribute, value: string, today: string): string | undefined {
  if (value === '') return FIELD_REQUIRED
  switch (ATTRIBUTES[name].type) {
    case 'tel':
      return phoneProblem(value)
    case 'url':
      return /^https?:\/\/[^\s/.]+\.\S+$/i.test(value) ? undefined : NOT_AN_ADDRESS
    case 'date':
      return value < today ? undefined : NOT_A_BIRTH_DATE
    default:
      return undefined
  }
}
