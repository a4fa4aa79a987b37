import { z } from 'zod'
import { after, type Call } from './accounts.ts'
import type { Pool, User } from './database.ts'
import { keyedDigest, sameDigest } from './secrecy.ts'
import { changeUser } from './users.ts'

const REMEMBERED_MS = 86_400_000

/** Client metadata at sign-up and confirmation. Cognito accepts any text here. */
export const SignUpMetadata = z
  .object({
    /** A secret of the browser that signed up; empty in other browsers. */
    browser: z.string().max(128).optional(),
  })
  .optional()
export type Metadata = z.infer<typeof SignUpMetadata>

/** Digests of the network and browser that signed up. */
export function signUpMarks(call: Call, sub: string, metadata: Metadata) {
  return {
    signed_up_from: addressMark(call, sub),
    signed_up_by: metadata?.browser ? browserMark(call, sub, metadata.browser) : null,
  }
}

/** After the right password of an unconfirmed account, its code may be entered here as well. */
export function markTypedHere(call: Call, user: User, metadata: Metadata): Promise<void> {
  return changeUser(call.db, user.sub, signUpMarks(call, user.sub, metadata))
}

/**
 * Whether this is the visitor who signed up within a day, who may learn that the account is confirmed. Others must
 * not learn who has an account, and on a site that hides accounts, no one.
 */
export function isWhoSignedUp(call: Call, pool: Pool, user: User): boolean {
  return !pool.hide_accounts && isFromSameAddress(call, user)
}

/**
 * Whether the code is entered where the password was typed. Anyone can sign up with another's address, and the
 * owner's code must not confirm a stranger's password. Clients without a browser secret are recognized by network.
 */
export function isPasswordTypedHere(call: Call, user: User, metadata: Metadata): boolean {
  if (metadata?.browser === undefined) return user.signed_up_by === null && isFromSameAddress(call, user)
  return (
    user.signed_up_by !== null && sameDigest(user.signed_up_by, browserMark(call, user.sub, metadata.browser))
  )
}

function isFromSameAddress(call: Call, { sub, signed_up_from: mark, created_at }: User): boolean {
  if (mark === null || after(created_at, REMEMBERED_MS) <= call.now()) return false
  return sameDigest(mark, addressMark(call, sub))
}

function addressMark(call: Call, sub: string): string {
  return keyedDigest(call.secrets.pepper, 'signed-up-from', sub, call.ip)
}

function browserMark(call: Call, sub: string, browser: string): string {
  return keyedDigest(call.secrets.pepper, 'signed-up-by', sub, browser)
}
