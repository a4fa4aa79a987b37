/** How many causes of an error are logged. */
const CAUSES = 5

export type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * An error for the log: what and where, without values. A database error carries its parameters, which are
 * people's names and addresses.
 */
export function loggedError(error: unknown, depth = CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const because = cause !== undefined && depth > 0 ? { cause: loggedError(cause, depth - 1) } : {}
  return { type: name, message, stack, ...code, ...because }
}
