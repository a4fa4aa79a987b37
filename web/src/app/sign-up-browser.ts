import { freshKey } from './call.ts'

/**
 * A secret this browser keeps from sign-up until confirmation. The accounts service confirms a
 * password only if the code comes from the browser in which it was typed.
 */
export function startSignUp(username: string): { browser: string } {
  const browser = freshKey()
  rememberBrowser(username, browser)
  return { browser }
}

/** Sent with a sign-in: if the account awaits confirmation, its password was typed here too. */
export function browserForSignIn(username: string): { browser: string } {
  return { browser: signUpBrowser(username).browser || freshKey() }
}

/** Lets this browser confirm the account. */
export function rememberBrowser(username: string, browser: string): void {
  localStorage.setItem(keyOf(username), browser)
}

/** Empty if another browser signed up. */
export function signUpBrowser(username: string): { browser: string } {
  return { browser: localStorage.getItem(keyOf(username)) ?? '' }
}

export function endSignUp(username: string): void {
  localStorage.removeItem(keyOf(username))
}

function keyOf(username: string): string {
  return `laurel.sign-up.${username.toLowerCase()}`
}
