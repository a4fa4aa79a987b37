import { hkdfSync } from 'node:crypto'

/** Without what is mistaken for another letter when read aloud or typed from paper: 32 are left. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16

/**
 * A password for a demo account: 80 bits, different in every installation. It is made from the
 * installation's secret, so that a first start that was cut short can be run again with the same.
 */
export function demoPassword(secret: Buffer, account: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'laurel', `demo account ${account}`, LENGTH))
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}
