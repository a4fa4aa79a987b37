/** A site's password rules. Only those that are on are checked. docs/spec.md §5. */
export type PasswordPolicy = {
  minLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumbers: boolean
  requireSpecialCharacters: boolean
}

/** Length only, unless the site says otherwise. docs/spec.md §9. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minLength: 8,
  requireLowercase: false,
  requireUppercase: false,
  requireNumbers: false,
  requireSpecialCharacters: false,
}

/** docs/spec.md §5, "Special characters": these and no others, the space among them. */
export const SPECIAL_CHARACTERS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+- '

/** Passwords this long are compared even before both fields lose focus. docs/spec.md §9. */
export const CONFIRM_MATCH_THRESHOLD = 6

export const PASSWORDS_MUST_MATCH = /*i18n*/ 'Your passwords must match'

/**
 * What a password still lacks, one sentence each, in the specification's order. Passwords are never trimmed.
 *
 * @see docs/spec.md §5
 */
export function passwordProblems(policy: PasswordPolicy, password: string): string[] {
  const problems: string[] = []
  if (password.length < policy.minLength) {
    problems.push(`Password must have at least ${policy.minLength} characters`)
  }
  if (policy.requireLowercase && !/[a-z]/.test(password)) {
    problems.push(/*i18n*/ 'Password must have lower case letters')
  }
  if (policy.requireUppercase && !/[A-Z]/.test(password)) {
    problems.push(/*i18n*/ 'Password must have upper case letters')
  }
  if (policy.requireNumbers && !/[0-9]/.test(password)) {
    problems.push(/*i18n*/ 'Password must have numbers')
  }
  if (policy.requireSpecialCharacters && ![...password].some((each) => SPECIAL_CHARACTERS.includes(each))) {
    problems.push(/*i18n*/ 'Password must have special characters')
  }
  return problems
}

/**
 * Whether to say that the two passwords differ. Not while the second is being typed: only once both fields were
 * touched, or both have at least six characters.
 *
 * @see docs/spec.md §5, "Confirm password"
 */
export function shouldShowMismatch(entry: {
  password: string
  confirm: string
  bothTouched: boolean
}): boolean {
  if (entry.password === entry.confirm) return false
  const bothLong =
    entry.password.length >= CONFIRM_MATCH_THRESHOLD && entry.confirm.length >= CONFIRM_MATCH_THRESHOLD
  return entry.bothTouched || bothLong
}
