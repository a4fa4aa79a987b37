import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'

/** What is wrong with a typed email, in the words of docs/spec.md §5. */
export function emailProblem(typed: string): string | undefined {
  const email = typed.trim()
  if (!email) return FIELD_REQUIRED
  return isEmail(email) ? undefined : EMAIL_INVALID
}
