import { createHmac } from 'node:crypto'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** 192 bits can't be guessed. */
const TOKEN_BYTES = 24

type Sending = { site_id: number; id: number; link_attempt: number }

/**
 * The token in the link to a digital card. It's computed and never stored, so a mail that is sent again after a
 * crash has the same link. The database has only its digest, which opens no card.
 *
 * @see docs/decisions/0018-once-by-mail.md
 */
export function claimToken(key: Buffer, { site_id, id, link_attempt }: Sending): string {
  const mac = createHmac('sha256', key).update(`claim:${site_id}:${id}:${link_attempt}`).digest()
  return mac.subarray(0, TOKEN_BYTES).toString('base64url')
}

/** How the database knows a link. */
export function claimHash(token: string): string {
  return hashSecret(token)
}

/** Where a link leads: a page of the site's own. */
export function claimUrl(publicOrigin: string, site: SiteRow, token: string): string {
  return `${siteOrigin(publicOrigin, site)}/claim/${token}`
}
