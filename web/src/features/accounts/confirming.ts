/** The email whose sign-up waits for its code, so that a reload comes back to the code. Lasts as long as the tab. */
const KEY = 'laurel-confirming'

export function keepConfirming(email: string): void {
  sessionStorage.setItem(KEY, email.trim())
}

export function forgetConfirming(): void {
  sessionStorage.removeItem(KEY)
}

/** Only a reload leaves it behind: every other way out of the screen forgets it. */
export function leftConfirming(): string | null {
  return sessionStorage.getItem(KEY)
}
