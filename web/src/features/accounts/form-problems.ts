import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'

/** Drops fields without a problem, for a form's `errors`. A new object for each attempt. */
export function problemsAmong(found: Record<string, string | undefined>): Record<string, string> {
  const problems = Object.entries(found).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Object.fromEntries(problems)
}

export function hasProblems(problems: Record<string, string>): boolean {
  return Object.keys(problems).length > 0
}

/** The field to fix after an error, such as a new password that is too weak. */
export function fieldToFix(problem: Error | undefined, otherwise?: string): string | undefined {
  return problem && /password/i.test(problem.message) ? 'newPassword' : otherwise
}

/** The problem with an email, in the words of docs/spec.md §5. */
export function emailProblem(typed: string): string | undefined {
  const email = typed.trim()
  if (!email) return FIELD_REQUIRED
  return isEmail(email) ? undefined : EMAIL_INVALID
}
