import { EMAIL_INVALID, isEmail, normalizeEmail } from './email.ts'
import { tidyLine } from './printable-text.ts'
import type { FieldProblem } from './refusal.ts'
import { normalizeProfile, profileProblems } from './registration.ts'

/** Whom a company's orders are billed to. The business is described as in a customer's profile. */
export type BillingDetails = {
  legalBusinessName: string
  /** A person or department under the name, or ''. Documents print “Attn:” before it. */
  attention: string
  businessAddress1: string
  businessAddress2: string
  businessCity: string
  businessState: string
  businessZip: string
  /** Also gets invoices, receipts, and reminders, or ''. */
  email: string
}

export const ATTENTION_MAX = 60

const REQUIRED = [
  'legalBusinessName',
  'businessAddress1',
  'businessCity',
  'businessState',
  'businessZip',
] as const

/** The stored form: as of a profile, and the email's domain in lower case. */
export function tidyBilling({ attention, email, ...business }: BillingDetails): BillingDetails {
  return {
    ...business,
    ...(normalizeProfile(business) as typeof business),
    attention: tidyLine(attention).replace(/^att(n|ention)\b[.:]*\s*/i, ''),
    email: normalizeEmail(email),
  }
}

/** The problems with tidy details, one sentence per field. */
export function billingProblems({ attention, email, ...business }: BillingDetails): FieldProblem[] {
  const problems = profileProblems(business, REQUIRED)
  if (attention.length > ATTENTION_MAX) {
    const message = `Use at most ${ATTENTION_MAX} characters.`
    problems.push({ field: 'attention', code: 'too_long', message })
  }
  if (email !== '' && !isEmail(email)) {
    problems.push({ field: 'email', code: 'invalid', message: EMAIL_INVALID })
  }
  return problems
}

/** As on an envelope, without the name and the attention line. Lines of a profile can be missing. */
export function billingAddress(
  given: Pick<
    BillingDetails,
    'businessAddress1' | 'businessAddress2' | 'businessCity' | 'businessState' | 'businessZip'
  >,
): string[] {
  const region = [given.businessState, given.businessZip].filter(Boolean).join(' ')
  return [
    given.businessAddress1,
    given.businessAddress2,
    [given.businessCity, region].filter(Boolean).join(', '),
  ].filter((line) => line !== '')
}
