import { tidyLine } from './printable-text.ts'
import type { FieldProblem } from './refusal.ts'
import { normalizeTaxNumber, TAX_NUMBER_INVALID } from './tax-number.ts'
import { findStateCode } from './us-states.ts'
import { isZipCode, readZipCode, ZIP_INVALID } from './zip-code.ts'

/** The eleven fields required for ordering. docs/spec.md §3, in its order. */
export const REQUIRED_PROFILE_FIELDS = [
  'firstName',
  'lastName',
  'legalBusinessName',
  'businessAddress1',
  'businessCity',
  'businessState',
  'businessZip',
  'taxNumber',
  'heardAbout',
  'referralSource',
  'purposeOfOrder',
] as const

export type RequiredProfileField = (typeof REQUIRED_PROFILE_FIELDS)[number]
export type ProfileField = RequiredProfileField | 'businessAddress2'
export type Profile = Partial<Record<ProfileField, string | null>>

/** The error of each required field while it's empty; with eleven of them, each names its own. */
const MISSING: Readonly<Record<RequiredProfileField, string>> = {
  firstName: /*i18n*/ 'Enter your first name.',
  lastName: /*i18n*/ 'Enter your last name.',
  legalBusinessName: /*i18n*/ 'Enter your legal business name.',
  businessAddress1: /*i18n*/ 'Enter a street address.',
  businessCity: /*i18n*/ 'Enter a city.',
  businessState: /*i18n*/ 'Choose a state.',
  businessZip: /*i18n*/ 'Enter a ZIP code.',
  taxNumber: /*i18n*/ 'Enter your tax number.',
  heardAbout: /*i18n*/ 'Choose how you heard about us.',
  referralSource: /*i18n*/ 'Tell us who sent you.',
  purposeOfOrder: /*i18n*/ 'Tell us what the cards are for.',
}

/** docs/spec.md §5, word for word: the identity forms' text. */
export const FIELD_REQUIRED = /*i18n*/ 'This field is required'

const MAX_LENGTHS: Readonly<Record<ProfileField, number>> = {
  firstName: 50,
  lastName: 50,
  legalBusinessName: 100,
  businessAddress1: 50, // the postal service's limit for a street
  businessAddress2: 50,
  businessCity: 28, // the postal service's limit for a city
  businessState: 30,
  businessZip: 10,
  taxNumber: 20,
  heardAbout: 100,
  referralSource: 200,
  purposeOfOrder: 500,
}

/** The required fields that are empty or blank. */
export function missingProfileFields(profile: Profile): RequiredProfileField[] {
  return REQUIRED_PROFILE_FIELDS.filter((field) => !profile[field]?.trim())
}

/**
 * Whether the customer entered everything an order needs.
 *
 * @see docs/spec.md §5: "only when all eleven profile fields are non-empty"
 */
export function isRegistrationComplete(profile: Profile): boolean {
  return missingProfileFields(profile).length === 0
}

/**
 * The stored form of a profile: single spaces, the state as its code, ZIP and tax number with their hyphens.
 * Unreadable text stays as typed, for `profileProblems` to report.
 */
export function normalizeProfile(profile: Profile): Profile {
  const tidy = Object.fromEntries(
    Object.entries(profile).map(([field, value]) => [field, value == null ? value : tidyLine(value)]),
  ) as Profile
  const state = findStateCode(tidy.businessState ?? '')
  if (state) tidy.businessState = state
  if (tidy.businessZip) tidy.businessZip = readZipCode(tidy.businessZip, state).zip
  if (tidy.taxNumber) tidy.taxNumber = normalizeTaxNumber(tidy.taxNumber) ?? tidy.taxNumber
  return tidy
}

/**
 * The problems with a profile, one sentence per field.
 *
 * @param judged the required fields to check; a partial update checks only its own
 */
export function profileProblems(
  profile: Profile,
  judged: readonly RequiredProfileField[] = REQUIRED_PROFILE_FIELDS,
): FieldProblem[] {
  const kept = normalizeProfile(profile)
  const optional = kept.businessAddress2 ? (['businessAddress2'] as const) : []
  return [...judged, ...optional]
    .map((field) => fieldProblem(field, kept[field] ?? ''))
    .filter((problem) => problem !== undefined)
}

function fieldProblem(field: ProfileField, value: string): FieldProblem | undefined {
  if (!value) {
    return {
      field,
      code: 'required',
      message: field in MISSING ? MISSING[field as RequiredProfileField] : FIELD_REQUIRED,
    }
  }
  if (value.length > MAX_LENGTHS[field]) {
    return { field, code: 'too_long', message: `Use at most ${MAX_LENGTHS[field]} characters.` }
  }
  if (field === 'businessState' && !findStateCode(value)) {
    return { field, code: 'invalid', message: /*i18n*/ 'Choose a state from the list.' }
  }
  if (field === 'businessZip' && !isZipCode(value)) return { field, code: 'invalid', message: ZIP_INVALID }
  if (field === 'taxNumber' && !normalizeTaxNumber(value)) {
    return { field, code: 'invalid', message: TAX_NUMBER_INVALID }
  }
  return undefined
}
