/**
 * A new `Idempotency-Key`: one for one intent. Keep it over retries, so that pressing twice happens once.
 * `randomUUID` exists on secure origins only; a laptop's own address in the office network is none.
 */
export function freshKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
