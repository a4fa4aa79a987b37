export const SECOND_STEP_TYPES = ['SMS', 'TOTP', 'EMAIL'] as const
type SecondStepType = (typeof SECOND_STEP_TYPES)[number]

/**
 * Why this rule would lock customers out. An authenticator app is set up while signing in and an email address
 * is always verified; a phone number isn't.
 *
 * @returns undefined when everyone it asks can answer
 */
export function secondStepProblem(
  mode: 'off' | 'optional' | 'required',
  types: readonly SecondStepType[],
): string | undefined {
  if (mode === 'off') return undefined
  if (types.length === 0) return 'Choose at least one second step, or turn it off.'
  if (mode === 'required' && types.every((type) => type === 'SMS')) {
    return 'Customers without a verified phone couldn’t sign in. Add the authenticator app or email.'
  }
  return undefined
}
