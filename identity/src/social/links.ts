import { type Call, note } from '../accounts.ts'
import type { Db, Tx, User } from '../database.ts'
import { findUserForUpdate } from '../users.ts'
import type { SocialProvider } from './social-client.ts'
import { WIRE_NAMES } from './wire-provider.ts'

/**
 * The services linked to an account, as Cognito's `identities` attribute. `primary` is the service that created the
 * account; without one, it has a password.
 *
 * @returns undefined for an account with a password and no services, which has no such attribute
 */
export async function identitiesOf(db: Db, user: User): Promise<string | undefined> {
  const links = await db
    .selectFrom('identity.linked_accounts')
    .select(['provider', 'subject', 'linked_at'])
    .where('sub', '=', user.sub)
    .orderBy('linked_at')
    .execute()
  if (links.length === 0 && user.has_password) return undefined
  return JSON.stringify(
    links.map(({ provider, subject, linked_at }, index) => ({
      userId: subject,
      providerName: WIRE_NAMES[provider],
      providerType: WIRE_NAMES[provider],
      issuer: null,
      primary: String(!user.has_password && index === 0),
      dateCreated: String(linked_at.getTime()),
    })),
  )
}

/**
 * Removes an account's links to other services, with codes not traded yet. The owner can link a service again by
 * signing in with one that verified the account's address.
 *
 * @param user locked until the end of the transaction
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

/**
 * Unlinks a service for its owner. Signing in with it later links it again.
 *
 * @returns 'last', without unlinking, if it's the only way to sign in
 */
export function unlinkService(
  call: Call,
  sub: string,
  provider: SocialProvider,
): Promise<'unlinked' | 'last' | 'not_linked'> {
  return call.db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, sub)
    const links = await tx
      .selectFrom('identity.linked_accounts')
      .select('provider')
      .where('sub', '=', sub)
      .execute()
    if (!user || !links.some((link) => link.provider === provider)) return 'not_linked'
    if (!user.has_password && links.length === 1) return 'last'
    await tx
      .deleteFrom('identity.linked_accounts')
      .where('sub', '=', sub)
      .where('provider', '=', provider)
      .execute()
    await voidSocialCodes(tx, user)
    await note(call, tx, 'social_unlinked', user, provider)
    return 'unlinked'
  })
}

/** Voids codes that the app hasn't traded for tokens yet. */
export async function voidSocialCodes(tx: Tx, user: { sub: string }): Promise<void> {
  await tx.deleteFrom('identity.social_codes').where('sub', '=', user.sub).execute()
}
