import { type Call, note } from '../accounts.ts'
import type { Tx, User } from '../database.ts'

/**
 * Takes back what opens an account besides its password: the links to other services, and what an app
 * has not traded yet. The owner links anew by entering with a service that vouches for the address the
 * account has then.
 *
 * @param user as nobody else may change it until the transaction ends
 * @see docs/decisions/0010-signing-in-with-another-service.md
 */
export async function removeLinks(call: Call, tx: Tx, user: User): Promise<void> {
  const removed = await tx
    .deleteFrom('identity.linked_accounts')
    .where('sub', '=', user.sub)
    .returning('provider')
    .execute()
  await voidSocialCodes(tx, user)
  if (removed.length > 0) await note(call, tx, 'social_unlinked', user)
}

/** Ends sign-ins by another service for whose tokens the app has not come yet. */
export async function voidSocialCodes(tx: Tx, user: { sub: string }): Promise<void> {
  await tx.deleteFrom('identity.social_codes').where('sub', '=', user.sub).execute()
}
