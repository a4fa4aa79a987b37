const MAX_EMAIL_LENGTH = 254

/** The `email` of an address; whatever else stands there is left out. */
export function emailSearch(search: Record<string, unknown>): { email?: string } {
  const { email } = search
  return typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH ? { email } : {}
}
