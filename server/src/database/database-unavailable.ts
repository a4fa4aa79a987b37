/**
 * The database can't be reached, or has no room: nothing is wrong with the request, and it may be sent again.
 * Its `statusCode` is for those who answer in a protocol of their own.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly statusCode = 503
}

/** SQLSTATE classes: connection exception, insufficient resources (a full disk too), operator intervention. */
const UNAVAILABLE_CLASSES = /^(08|53|57P0)/
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
/** What `pg` throws without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Makes an outage of the database recognizable; every other error stays what it is. */
export function outageOr(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  const { code = '' } = cause as { code?: string }
  const isOutage =
    typeof code === 'string' &&
    (NETWORK_CODES.has(code) || UNAVAILABLE_CLASSES.test(code) || LOST.test(cause.message))
  return isOutage ? new DatabaseUnavailable(cause.message, { cause }) : cause
}
