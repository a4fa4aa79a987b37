/** Errors that belong at the code field. */
const OF_CODE = ['CodeMismatchException', 'EnableSoftwareTokenMFAException', 'ExpiredCodeException']

export function codeErrors(cause: unknown): Record<string, string> {
  return cause instanceof Error && OF_CODE.includes(cause.name) ? { code: cause.message } : {}
}

/** True if another account of the site already has the email or number. */
export function isTaken(cause: unknown): boolean {
  const name = nameOf(cause)
  return name === 'AliasExistsException' || name === 'UsernameExistsException'
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : ''
}
