import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { seal, unseal } from '../../secrets/sealed.ts'

const SECRET_BYTES = 32

/** A signing secret as Standard Webhooks writes it. */
export function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

export function sealSecret(key: Buffer, siteId: number, secret: string): string {
  return seal(key, sealContext(siteId), secret)
}

type Secrets = {
  site_id: number
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: Date | null
}

/** The signatures of one message: by the secret, and by the one before while that is still good. */
export function signatures(
  key: Buffer,
  secrets: Secrets,
  { id, at, body }: { id: string; at: Date; body: string },
): string {
  const { site_id: siteId, secret_sealed, old_secret_sealed, old_secret_until } = secrets
  const isOldGood = old_secret_sealed !== null && old_secret_until !== null && at < old_secret_until
  return [secret_sealed, ...(isOldGood ? [old_secret_sealed] : [])]
    .map((sealed) => new Webhook(unseal(key, sealContext(siteId), sealed)).sign(id, at, body))
    .join(' ')
}

/** Bound to the site and not to the endpoint, because it's encrypted before the endpoint has an ID. */
function sealContext(siteId: number): string {
  return `webhook-secret:${siteId}`
}
