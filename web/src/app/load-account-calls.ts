import { loadAccounts } from './session.ts'

/** Loads what the account's screens ask of the accounts service, and the library under it. */
export async function loadAccountCalls() {
  const [{ accountCalls }] = await Promise.all([import('./account-calls.ts'), loadAccounts()])
  return accountCalls
}
