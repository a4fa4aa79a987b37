import type { Accounts } from './accounts.ts'
import type { Pool, User } from './database.ts'
import { sealedVerifier } from './srp-verifiers.ts'

/** The password columns, always replaced together so that no old form keeps working. */
export type PasswordColumns = Pick<User, 'password_hash' | 'password_set_at' | 'has_password'> & {
  srp_verifier: string | null
}

/** @param sub the password's owner: a verifier works for one user only */
export async function passwordColumns(
  accounts: Accounts,
  pool: Pool,
  sub: string,
  password: string,
): Promise<PasswordColumns> {
  return {
    password_hash: await accounts.hasher.hash(password),
    password_set_at: accounts.now(),
    has_password: true,
    srp_verifier: sealedVerifier(accounts, pool, sub, password),
  }
}
