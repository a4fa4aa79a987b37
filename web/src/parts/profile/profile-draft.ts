import type { OutputOf } from '@laurel/contract/wire-types'
import { phoneProblem } from '@laurel/domain/phone'
import {
  FIELD_REQUIRED,
  normalizeProfile,
  profileProblems,
  REQUIRED_PROFILE_FIELDS,
} from '@laurel/domain/registration'
import type { Camelized } from '../../app/case.ts'

export type Customer = Camelized<OutputOf<'getCustomer'>>
/** The profile as it is typed: the eleven fields and what may be added to them. */
export type ProfileDraft = Omit<
  Customer,
  'id' | 'email' | 'emailVerified' | 'registrationComplete' | 'invoiceEmails'
>

export function draftOf(customer: Customer): ProfileDraft {
  const {
    id: _,
    email: _email,
    emailVerified: _verified,
    registrationComplete: _complete,
    invoiceEmails: _copies,
    ...draft
  } = customer
  return draft
}

/** A kept tax number reads as its last four digits behind dots; sent back like that it stays. */
export function isMasked(taxNumber: string): boolean {
  return taxNumber.startsWith('•')
}

/** What is wrong with the given fields, by field: what the server would say, said sooner. */
export function profileErrors(
  draft: ProfileDraft,
  judged: readonly (keyof ProfileDraft)[] = [...REQUIRED_PROFILE_FIELDS, 'phone'],
): Record<string, string> {
  const fields = REQUIRED_PROFILE_FIELDS.filter(
    (field) => judged.includes(field) && !(field === 'taxNumber' && isMasked(draft.taxNumber)),
  )
  const problems = profileProblems(draft, fields)
  const unreachable = judged.includes('phone') ? phoneProblem(draft.phone) : undefined
  return {
    ...Object.fromEntries(problems.map(({ field, message = FIELD_REQUIRED }) => [field, message])),
    ...(unreachable && { phone: unreachable }),
  }
}

/** The draft as it is sent: single blanks, the ZIP code and the tax number with their hyphens. */
export function tidyProfile(draft: ProfileDraft): ProfileDraft {
  const { businessLogo, phone, taxNumber, ...rest } = draft
  const tidy = normalizeProfile({ ...rest, ...(!isMasked(taxNumber) && { taxNumber }) })
  return { ...draft, ...(tidy as Partial<ProfileDraft>), phone: phone.trim(), businessLogo }
}

/** What a group of fields needs of the form around it. */
export type ProfileEntry = {
  draft: ProfileDraft
  change: (field: keyof ProfileDraft, value: string) => void
}

/** The props of one text field of the profile. */
export function fieldOf({ draft, change }: ProfileEntry, name: keyof ProfileDraft) {
  return { name, value: draft[name], onChange: (value: string) => change(name, value) }
}
