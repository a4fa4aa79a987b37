/** The email of a flow that leads to signing in: nobody types it twice. Kept until somebody is in. */
let known = ''

export function keepEmail(email: string): void {
  known = email.trim()
}

export function knownEmail(): string {
  return known
}
