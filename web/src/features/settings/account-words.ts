/**
 * What the accounts service refused a code or a contact for, in our words and at its field. Anything
 * else keeps the service's own sentence (docs/spec.md §8, "Other remote errors in forms").
 */
export function codeRefusal(cause: unknown): string | undefined {
  switch (nameOf(cause)) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
      return 'That is not the code. Check it, then enter it again.'
    case 'ExpiredCodeException':
      return 'That code no longer works. Ask for a new one.'
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
