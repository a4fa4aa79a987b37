/** The message of an error that belongs at the code field. */
export function codeRefusal(cause: unknown): string | undefined {
  switch (nameOf(cause)) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return (cause as Error).message
  }
}

/** True if another account of the site already has the email or number. */
export function isTaken(cause: unknown): boolean {
  const name = nameOf(cause)
  return name === 'AliasExistsException' || name === 'UsernameExistsException'
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : ''
}
