import { setTimeout as pause } from 'node:timers/promises'

/**
 * The database can't be reached, is out of space, or rolled a transaction back in favor of another one: the
 * request itself is fine and can be sent again. Protocols that write their own answers use its `statusCode`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly statusCode = 503
}

/**
 * SQLSTATE classes: connection exception, insufficient resources (including a full disk), operator intervention.
 * And a server that takes no writes: the primary has moved.
 */
const UNAVAILABLE_CLASSES = /^(08|53|57P0|25006)/
/** Serialization failures and deadlocks, also between nodes of a distributed database. */
const CONFLICTS = /^(40001|40P01)/
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
])
/**
 * Messages of `pg` errors that have no code; and of Citus about a node, in its words or in libpq's, which have codes
 * of all kinds.
 */
const LOST = new RegExp(
  `^(${[
    'Connection terminated',
    'Client has encountered a connection error',
    'SSL SYSCALL error',
    'server closed the connection unexpectedly',
    'could not (receive data from|send data to) server',
    'connection not open',
    'no connection to the server',
    'failure on connection marked as essential',
    'failed to COPY to shard',
    'could not commit transaction (for|on)',
  ].join('|')})`,
)
const TOO_LATE = /^(timeout e|Query read timeout)/

/** Turns a database outage into a recognizable error; other errors are returned unchanged. */
export function outageOr(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  const { code = '' } = cause as { code?: string }
  const isOutage =
    typeof code === 'string' &&
    (NETWORK_CODES.has(code) ||
      UNAVAILABLE_CLASSES.test(code) ||
      CONFLICTS.test(code) ||
      LOST.test(cause.message) ||
      TOO_LATE.test(cause.message))
  return isOutage ? new DatabaseUnavailable(cause.message, { cause }) : cause
}

/** The transaction was rolled back in favor of another one. */
export function isConflict({ cause }: DatabaseUnavailable): boolean {
  return cause instanceof Error && 'code' in cause && CONFLICTS.test(String(cause.code))
}

/** A connection that ended, also one between nodes of a distributed database: the next one may work. */
const LOST_CODES = /^(08|57P0|ECONNRESET|EPIPE)/
const REPEATS = 2
const REPEAT_WITHIN_MS = 250

/**
 * Repeats work whose transaction was rolled back in favor of another one, or whose connection was lost.
 *
 * @param work only reads, or does the same if it had been committed after all
 */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work()
    } catch (cause) {
      if (repeats === REPEATS || !(cause instanceof DatabaseUnavailable) || !isPassing(cause)) throw cause
      // A random delay, so that the same requests don't conflict again.
      await pause(Math.random() * REPEAT_WITHIN_MS)
    }
  }
}

function isPassing(outage: DatabaseUnavailable): boolean {
  const { cause } = outage
  // Without a cause, the server is a standby: it stays one for longer than a request waits.
  if (!(cause instanceof Error)) return false
  return (
    isConflict(outage) || ('code' in cause && LOST_CODES.test(String(cause.code))) || LOST.test(cause.message)
  )
}
