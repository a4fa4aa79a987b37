import { freshKey } from './fresh-key.ts'

/**
 * A secret this browser keeps from sign-up until the code comes back. The accounts service confirms a
 * password only by the code that comes from where the password was typed.
 */
export function startSignUp(username: string): { browser: string } {
  const browser = freshKey()
  keepBrowser(username, browser)
  return { browser }
}

/** What a sign-in is sent with: where the account waits for its code, the password was typed here too. */
export function browserForSignIn(username: string): { browser: string } {
  return { browser: signUpBrowser(username).browser || freshKey() }
}

/** The account waits for its code, which may come back from this browser. */
export function keepBrowser(username: string, browser: string): void {
  localStorage.setItem(keyOf(username), browser)
}

/** Empty where another browser signed up. */
export function signUpBrowser(username: string): { browser: string } {
  return { browser: localStorage.getItem(keyOf(username)) ?? '' }
}

export function endSignUp(username: string): void {
  localStorage.removeItem(keyOf(username))
}

function keyOf(username: string): string {
  return `laurel.sign-up.${username.toLowerCase()}`
}
