/** The email whose sign-up waits for its code, so that a reload comes back to the code. Lasts as long as the tab. */
const KEY = 'laurel-confirming'

export function keepConfirming(email: string): void {
  sessionStorage.setItem(KEY, email.trim())
}

export function forgetConfirming(): void {
  sessionStorage.removeItem(KEY)
}

/** Only a reload leaves it behind, and it leads to the code once: the way back to sign in stays open. */
export function takeLeftConfirming(): string | null {
  const email = sessionStorage.getItem(KEY)
  forgetConfirming()
  return email
}
