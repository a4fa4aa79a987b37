import type { Kit } from '../../kit.ts'
import { readPlainLogo } from '../sites/site-brand.ts'
import { findSite } from '../sites/sites.repo.ts'
import { readMailFrom } from './mail-sender.service.ts'
import type { FindSender, Sender } from './mailer.ts'

/** How long a changed sender may take to show. */
const KEEP_MS = 60_000

type SenderKit = Pick<Kit, 'pool' | 'keys' | 'files'>

/** As of now: a test mail shows what was changed a moment ago. */
export async function readSender(kit: SenderKit, siteId: number): Promise<Sender> {
  const [sender, site] = await Promise.all([readMailFrom(kit, siteId), findSite(kit.pool, siteId)])
  // A mail doesn't wait for its logo: programs then show the name.
  const logo = site && (await readPlainLogo(kit.files, site).catch(() => undefined))
  return { ...sender, logo }
}

/** Each site's own sender, read once a minute: ten thousand mails ask for it one after the other. */
export function makeFindSender(kit: SenderKit): FindSender {
  const kept = new Map<number, { sender: Promise<Sender>; until: number }>()
  return (siteId) => {
    const entry = kept.get(siteId)
    if (entry !== undefined && entry.until > Date.now()) return entry.sender
    const sender = readSender(kit, siteId)
    kept.set(siteId, { sender, until: Date.now() + KEEP_MS })
    sender.catch(() => kept.delete(siteId))
    return sender
  }
}
