import { freshKey } from './fresh-key.ts'

/**
 * A secret this browser keeps from sign-up until the code comes back. The accounts service confirms a
 * password only by the code that comes from where the password was typed.
 */
export function startSignUp(username: string): { browser: string } {
  const browser = freshKey()
  localStorage.setItem(keyOf(username), browser)
  return { browser }
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
