import type { Db, Tx } from './database.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Secrets } from './secrecy.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A code on its way to a person. */
export type CodeMessage = {
  poolId: string
  /**
   * A `sign-in` code follows the right password, a `first-factor` one stands in for it. An invitation's
   * code is a temporary password; `account-exists` carries none.
   */
  purpose:
    | 'sign-up'
    | 'reset-password'
    | 'verify-attribute'
    | 'sign-in'
    | 'first-factor'
    | 'invitation'
    | 'account-exists'
  medium: 'EMAIL' | 'SMS'
  destination: string
  code: string
  username: string
  expiresAt: Date
}

/** Something an investigator would want to read later. A name that was only tried has no `sub`. */
export type AuditEvent = {
  poolId: string
  name: string
  username?: string
  sub?: string
  /** The user's address before the event: whom a notice of it would reach. */
  email?: string
  ip?: string
  /** What of it: the second factor that was switched on or off. */
  about?: string
  /** Whose signature staff's request carried. */
  accessKeyId?: string
  /** Who of the house did it, as its own trail names them. */
  by?: string
  at: Date
}

export type SendLimits = {
  perAccountPerHour: number
  /** To strangers from one network: codes of sign-up, of a reset and of sign-in without a password. */
  perIpPerHour: number
  /** To one mailbox or phone, whichever accounts ask. */
  perDestinationPerHour: number
  /** What a site's text messages may cost at most. */
  textsPerPoolPerHour: number
  /** Wrong passwords and codes from one network; each account that gets in from there allows one more. */
  failuresPerIpPerHour: number
}

/** What requests of staff are signed with, as an AWS account's are. */
export type StaffKey = { accessKeyId: string; secretAccessKey: string }

/** What every operation works with. */
export type Accounts = {
  db: Db
  origin: string
  secrets: Secrets
  keys: SigningKeys
  hasher: PasswordHasher
  sendLimits: SendLimits
  /** Without it nothing is staff's here. */
  staffKey: StaffKey | undefined
  now(): Date
  deliver(tx: Tx, message: CodeMessage): Promise<void>
  audit(tx: Tx, event: AuditEvent): Promise<void>
}

/** How long tickets and sessions of a private pool live (private-pools.ts). */
export type PrivateRules = { answerWithinMs: number; sessionLifeMs: number; sessionIdleMs: number }

/** One request: the service and who is asking. */
export type Call = Accounts & {
  ip: string
  accessKeyId?: string | undefined
  by?: string | undefined
  /** Set where the server itself signs people of a private pool in. */
  privateRules?: PrivateRules
}

export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** The issuer of a pool's tokens: built from the configured origin, never from a Host header. */
export function issuerOf(origin: string, poolId: string): string {
  return `${origin}/identity/${poolId}`
}

/** Writes one line of the audit trail about a user. */
export function note(
  call: Call,
  tx: Tx,
  name: string,
  user: { pool_id: string; username: string; sub?: string; attributes?: { email?: string } },
  about?: string,
): Promise<void> {
  const { pool_id: poolId, username, sub, attributes } = user
  const email = attributes?.email
  return call.audit(tx, {
    poolId,
    name,
    username,
    ...(sub !== undefined && { sub }),
    ...(email !== undefined && { email }),
    ip: call.ip,
    ...(about !== undefined && { about }),
    ...(call.accessKeyId !== undefined && { accessKeyId: call.accessKeyId }),
    ...(call.by !== undefined && { by: call.by }),
    at: call.now(),
  })
}
