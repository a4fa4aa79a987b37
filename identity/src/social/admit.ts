import { randomUUID } from 'node:crypto'
import { type Call, note } from '../accounts.ts'
import { readAttributes, SITE_ID, usernameOf } from '../attributes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Attributes, Pool, Tx, User } from '../database.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { REGISTRATION_GONE } from '../unproved-registration.ts'
import {
  addUser,
  changeUser,
  findUser,
  findUserForUpdate,
  normalizeUsername,
  type UserChanges,
} from '../users.ts'
import { whyKeptOut, whyPoolKeepsOut } from './kept-out.ts'
import type { SocialProfile } from './profile.ts'
import type { SocialProvider } from './social-client.ts'
import { denied } from './social-refusal.ts'

/**
 * Finds or creates the account for a profile of another service. One email address is one account: an address that
 * the service verified links to the account that verified it too. An account that never did goes to the owner of
 * the address.
 *
 * Runs in the transaction that issues the code.
 *
 * @param passwordHash of a random password, hashed before the transaction
 * @throws {SocialRefusal} with a message for the person
 * @see docs/decisions/0010-signing-in-with-another-service.md
 */
export async function admit(
  call: Call,
  tx: Tx,
  pool: Pool,
  provider: SocialProvider,
  profile: SocialProfile,
  passwordHash: string,
): Promise<User> {
  const linked = await findLinked(tx, pool, provider, profile.subject)
  const user = linked ?? (await link(call, tx, pool, provider, profile, passwordHash))
  assertMayEnter(pool, provider, user)
  return user
}

async function findLinked(
  tx: Tx,
  pool: Pool,
  provider: SocialProvider,
  subject: string,
): Promise<User | undefined> {
  const read = () =>
    tx
      .selectFrom('identity.linked_accounts')
      .select('sub')
      .where('pool_id', '=', pool.pool_id)
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()
  const found = await read()
  const user = found && (await findUserForUpdate(tx, found.sub))
  // A reset may have removed the link while we waited for the lock.
  return user && (await read())?.sub === user.sub ? user : undefined
}

async function link(
  call: Call,
  tx: Tx,
  pool: Pool,
  provider: SocialProvider,
  profile: SocialProfile,
  passwordHash: string,
): Promise<User> {
  const attributes = attributesOf(pool, provider, profile)
  const email = attributes.email!
  const user =
    (await addFirstComer(call, tx, pool, attributes, passwordHash)) ??
    (await findOwn(call, tx, pool, provider, attributes, passwordHash))
  if (!user)
    throw denied(
      `There is no account for ${asciiOf(email)}, and this site doesn't create accounts automatically.`,
    )
  // Before the link, so that a refusal leaves no link.
  assertMayEnter(pool, provider, user)

  await tx
    .insertInto('identity.linked_accounts')
    .values({
      pool_id: pool.pool_id,
      provider,
      subject: profile.subject,
      sub: user.sub,
      linked_at: call.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another person at the service had this address before: the account stays theirs.
  const now = await findLinked(tx, pool, provider, profile.subject)
  if (now?.sub !== user.sub) {
    throw denied(
      `This address already belongs to another ${provider} account. Sign in with your email and password.`,
    )
  }
  await note(call, tx, 'social_linked', user)
  return user
}

/** The attributes copied from a profile. */
function attributesOf(pool: Pool, provider: SocialProvider, profile: SocialProfile): Attributes {
  const { email, emailVerified, names } = profile
  if (email === undefined) {
    throw denied(`${provider} didn't share your email address. Sign in with your email and password.`)
  }
  if (emailVerified !== true) {
    throw denied(`${provider} hasn't confirmed your email address. Confirm it there, then try again.`)
  }
  try {
    const wire = Object.entries({ ...names, email, [SITE_ID]: pool.site_id })
    usernameOf(pool, email)
    return readAttributes(wire.map(([Name, Value]) => ({ Name, Value })))
  } catch (cause) {
    if (!(cause instanceof CognitoError)) throw cause
    throw denied(`We can't use the email address ${provider} has for you.`)
  }
}

async function addFirstComer(
  call: Call,
  tx: Tx,
  pool: Pool,
  attributes: Attributes,
  passwordHash: string,
): Promise<User | undefined> {
  if (!pool.self_sign_up) return undefined
  const added = await addUser(tx, {
    sub: randomUUID(),
    pool_id: pool.pool_id,
    username: usernameOf(pool, attributes.email!),
    status: 'CONFIRMED',
    password_hash: passwordHash,
    has_password: false,
    password_set_at: call.now(),
    attributes,
    email_verified: true,
    phone_number_verified: false,
    created_at: call.now(),
  })
  if (added) await note(call, tx, 'signed_up', added)
  return added
}

/** The existing account, if the address is still its own. */
async function findOwn(
  call: Call,
  tx: Tx,
  pool: Pool,
  provider: SocialProvider,
  attributes: Attributes,
  passwordHash: string,
): Promise<User | undefined> {
  const named = await findUser(tx, pool.pool_id, usernameOf(pool, attributes.email!))
  const user = named && (await findUserForUpdate(tx, named.sub))
  if (!user) return undefined
  if (user.status === 'UNCONFIRMED') return takeOver(call, tx, user, attributes, passwordHash)

  const isOwn = normalizeUsername(user.attributes.email ?? '') === normalizeUsername(attributes.email!)
  if (!isOwn || !user.email_verified) {
    throw denied(
      `We can't confirm that your ${provider} account belongs to you. Sign in with your email and password.`,
    )
  }
  return user
}

/**
 * The address was registered but never verified, and its owner signs in now: removes everything from that
 * registration, above all the password.
 */
async function takeOver(
  call: Call,
  tx: Tx,
  user: User,
  attributes: Attributes,
  passwordHash: string,
): Promise<User> {
  const fresh: UserChanges = {
    ...REGISTRATION_GONE,
    status: 'CONFIRMED',
    password_hash: passwordHash,
    has_password: false,
    password_set_at: call.now(),
    srp_verifier: null,
    attributes,
    email_verified: true,
  }
  await changeUser(tx, user.sub, fresh)
  await tx.deleteFrom('identity.one_time_codes').where('sub', '=', user.sub).execute()
  await revokeSessionsOf(call, tx, user)
  await note(call, tx, 'sign_up_confirmed', user)
  return { ...user, ...fresh }
}

/** @throws {SocialRefusal} when the site takes passwords only */
export function assertPoolLets(pool: Pool): void {
  const reason = whyPoolKeepsOut(pool)
  if (reason) throw denied(reason)
}

function assertMayEnter(pool: Pool, provider: SocialProvider, user: User): void {
  const reason = whyKeptOut(pool, provider, user)
  if (reason) throw denied(reason)
}

/** Replaces characters that OAuth doesn't allow in a description. */
function asciiOf(email: string): string {
  return email.replaceAll(/[^!#-[\]-~]/g, '?')
}
