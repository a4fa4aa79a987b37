import { type Accounts, after } from './accounts.ts'

const KEPT_MS = 7 * 86_400_000

/**
 * Deletes accounts that stayed unconfirmed for a week, so that a stranger can't block an address. Until then the
 * name is taken: if a second sign-up replaced the password, the owner's code could confirm a stranger's password.
 */
export async function deleteNeverConfirmed(accounts: Accounts): Promise<void> {
  const { db, now } = accounts
  await db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('identity.users')
      .where('status', '=', 'UNCONFIRMED')
      .where('created_at', '<=', after(now(), -KEPT_MS))
      // A new code was just requested.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('identity.one_time_codes as code')
              .select('code.sub')
              .whereRef('code.sub', '=', 'identity.users.sub')
              .where('code.used_at', 'is', null)
              .where('code.expires_at', '>', now()),
          ),
        ),
      )
      .returning(['pool_id', 'username', 'sub'])
      .execute()
    for (const { pool_id, username, sub } of deleted) {
      await accounts.audit(tx, { poolId: pool_id, name: 'sign_up_expired', username, sub, at: now() })
    }
  })
}
