import { z } from 'zod'
import { after, type Call } from './accounts.ts'
import type { Pool, User } from './database.ts'
import { keyedDigest, sameDigest } from './secrecy.ts'
import { changeUser } from './users.ts'

const REMEMBERED_MS = 86_400_000

/** What a client may say about itself at sign-up and when the code comes back. Cognito takes any text here. */
export const SignUpMetadata = z
  .object({
    /** A secret of the browser that typed the password; empty in a browser that signed nobody up. */
    browser: z.string().max(128).optional(),
  })
  .optional()
export type Metadata = z.infer<typeof SignUpMetadata>

/** Keeps from where, and by which browser, an account was opened, as digests. */
export function signUpMarks(call: Call, sub: string, metadata: Metadata) {
  return {
    signed_up_from: addressMark(call, sub),
    signed_up_by: metadata?.browser ? browserMark(call, sub, metadata.browser) : null,
  }
}

/** The right password of a registration was typed: the code may come back from here as well. */
export function markTypedHere(call: Call, user: User, metadata: Metadata): Promise<void> {
  return changeUser(call.db, user.sub, signUpMarks(call, user.sub, metadata))
}

/**
 * Whether the visitor who opened this account is asking, within a day. They know of it, so they may hear
 * that it is confirmed; anybody else must not learn who has an account, and on a site that hides it nobody.
 */
export function isWhoSignedUp(call: Call, pool: Pool, user: User): boolean {
  return !pool.hide_accounts && isFromSameAddress(call, user)
}

/**
 * Whether the code comes back from where the password was typed. Anyone can sign up with someone
 * else's address: the owner's code must not confirm a stranger's password. A client that names no
 * browser is known by its network address.
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
