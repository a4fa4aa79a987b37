/** What a refusal says of the code that was typed: it belongs at the code's field. */
export function codeRefusal(cause: unknown): string | undefined {
  switch (nameOf(cause)) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return (cause as Error).message
  }
}

/** Another account of the site has the address or number already. */
export function isTaken(cause: unknown): boolean {
  const name = nameOf(cause)
  return name === 'AliasExistsException' || name === 'UsernameExistsException'
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : ''
}
