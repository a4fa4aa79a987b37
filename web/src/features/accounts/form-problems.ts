import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'

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
