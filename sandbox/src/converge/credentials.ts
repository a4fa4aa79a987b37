import { createHash, timingSafeEqual } from 'node:crypto'
import { ConvergeError } from './errors.ts'
import type { Terminal } from './terminals.ts'

function isSame(given: string, kept: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(kept))
}

/**
 * The terminal of a request: merchant, user, and PIN have to match, including case.
 *
 * @throws {ConvergeError} 4025, whichever of the three is wrong
 */
export function readTerminal(terminals: readonly Terminal[], fields: Record<string, string>): Terminal {
  const merchantId = fields.ssl_merchant_id ?? fields.ssl_account_id ?? ''
  const terminal = terminals.find((one) => one.merchantId === merchantId)
  if (
    !terminal ||
    !isSame(fields.ssl_user_id ?? '', terminal.userId) ||
    !isSame(fields.ssl_pin ?? '', terminal.pin)
  ) {
    throw new ConvergeError(4025)
  }
  return terminal
}
