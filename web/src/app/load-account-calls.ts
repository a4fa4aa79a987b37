import { loadAccounts } from './session.ts'

/** Loads the calls to the accounts service together with its library. */
export async function loadAccountCalls() {
  const [{ accountCalls }] = await Promise.all([import('./account-calls.ts'), loadAccounts()])
  return accountCalls
}
