import { after, type Call } from './accounts.ts'
import type { User } from './database.ts'
import { keyedDigest, sameDigest } from './secrecy.ts'

const REMEMBERED_MS = 86_400_000

/** Keeps from where an account was opened, without keeping the address. */
export function signUpMark(call: Call, sub: string): string {
  return keyedDigest(call.secrets.pepper, 'signed-up-from', sub, call.ip)
}

/**
 * Whether the visitor who opened this account is asking, within a day. They know of it, so they may hear
 * that it is confirmed; anybody else must not learn who has an account.
 */
export function isWhoSignedUp(call: Call, user: User): boolean {
  const { sub, signed_up_from: mark, created_at } = user
  if (mark === null || after(created_at, REMEMBERED_MS) <= call.now()) return false
  return sameDigest(mark, signUpMark(call, sub))
}
