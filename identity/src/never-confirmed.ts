import { type Accounts, after } from './accounts.ts'

const KEPT_MS = 7 * 86_400_000

/**
 * Forgets accounts that nobody confirmed within a week, so that an address is not held by someone who
 * cannot read its mail. Until then its name is taken: a second sign-up that replaced the first one's
 * password would let a stranger's password be confirmed by the owner's code.
 */
export async function deleteNeverConfirmed(accounts: Accounts): Promise<void> {
  const { db, now } = accounts
  await db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('identity.users')
      .where('status', '=', 'UNCONFIRMED')
      .where('created_at', '<=', after(now(), -KEPT_MS))
      // Somebody has just asked for a new code.
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
