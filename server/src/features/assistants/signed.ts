import { createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'

/** What a signature is for, so that one can't be used as another. */
type Purpose = 'client' | 'code' | 'access' | 'refresh'

/** Signs a value for one site. Anyone who holds it can read it. */
export function signed(key: Buffer, purpose: Purpose, siteId: number, value: object): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${mac(key, purpose, siteId, payload)}`
}

/** @returns undefined for what we didn't sign for this purpose and site */
export function readSigned<T>(
  key: Buffer,
  purpose: Purpose,
  siteId: number,
  schema: z.ZodType<T>,
  given: string,
): T | undefined {
  const [payload = '', signature = '', ...more] = given.split('.')
  const [one, other] = [Buffer.from(signature), Buffer.from(mac(key, purpose, siteId, payload))]
  if (more.length > 0 || one.length !== other.length || !timingSafeEqual(one, other)) return undefined
  // An older server may have signed it.
  return schema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data
}

function mac(key: Buffer, purpose: Purpose, siteId: number, payload: string): string {
  return createHmac('sha256', key).update(`${purpose}:${siteId}:${payload}`).digest('base64url')
}
