import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from './database.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Secrets } from './secrecy.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A code to deliver. */
export type CodeMessage = {
  poolId: string
  /**
   * A `sign-in` code comes after the password, a `first-factor` code replaces it. An invitation's code is a
   * temporary password; `account-exists` has none.
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
  /** Whose account it is. */
  sub?: string
  expiresAt: Date
}

/** An audit event. Without an account, there's no `sub`. */
export type AuditEvent = {
  poolId: string
  name: string
  username?: string
  sub?: string
  /** The user's address before the event, for a notice. */
  email?: string
  ip?: string
  /** The second factor that was turned on or off. */
  about?: string
  /** The key that signed the staff request. */
  accessKeyId?: string
  /** The staff member, as the audit log names them. */
  by?: string
  at: Date
}

export type SendLimits = {
  perAccountPerHour: number
  /** Codes sent without sign-in, per network: sign-up, reset, and passwordless sign-in. */
  perIpPerHour: number
  /** Codes to one mailbox or phone, over all accounts. */
  perDestinationPerHour: number
  /** Text messages of a site, which cost money. */
  textsPerPoolPerHour: number
  /** Wrong passwords and codes per network; each account that signs in from there allows one more. */
  failuresPerIpPerHour: number
}

/** The key that signs staff requests, like an AWS access key. */
export type StaffKey = { accessKeyId: string; secretAccessKey: string }

/**
 * One transaction about a pool's accounts. Its work returns a function that sends the last queries at once, the first
 * audit event about the pool included. Nothing can depend on their results, so the commit may travel with them.
 */
export type Transact = <T>(poolId: string, work: (tx: Tx) => Promise<() => Promise<T>>) => Promise<T>

/** Waits for queries that were sent at once: none may still run when a failure rolls back their transaction. */
export async function together<T extends readonly Promise<unknown>[]>(...sent: T) {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}

/** What every operation works with. */
export type Accounts = {
  db: Db
  origin: string
  secrets: Secrets
  keys: SigningKeys
  hasher: PasswordHasher
  sendLimits: SendLimits
  /** Without it, staff requests are refused. */
  staffKey: StaffKey | undefined
  now(): Date
  transact: Transact
  deliver(tx: Tx, message: CodeMessage): Promise<void>
  /** Media that codes can't be sent by. */
  notDelivering: ReadonlySet<CodeMessage['medium']>
  audit(tx: Tx, event: AuditEvent): Promise<void>
  maySignUp(poolId: string, request: FastifyRequest | undefined): Promise<boolean>
}

/** How long tickets and sessions of a private pool live (private-pools.ts). */
export type PrivateRules = { answerWithinMs: number; sessionLifeMs: number; sessionIdleMs: number }

/** One request: the service and its caller. */
export type Call = Accounts & {
  ip: string
  accessKeyId?: string | undefined
  by?: string | undefined
  /** Of calls over HTTP. */
  request?: FastifyRequest
  /** What the browser kept of an earlier sign-in (known-devices.ts). */
  device?: string | undefined
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

/** Records an audit event about a user. */
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
