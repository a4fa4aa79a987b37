import type { Kit } from '../../kit.ts'
import { readMailFrom } from './mail-sender.service.ts'
import type { FindSender, Sender } from './mailer.ts'

/** How long a changed sender may take to show. */
const KEEP_MS = 60_000

/** Each site's own sender, read once a minute: ten thousand mails ask for it one after the other. */
export function makeFindSender(kit: Pick<Kit, 'pool' | 'keys'>): FindSender {
  const kept = new Map<number, { sender: Promise<Sender>; until: number }>()
  return (siteId) => {
    const entry = kept.get(siteId)
    if (entry !== undefined && entry.until > Date.now()) return entry.sender
    const sender = readMailFrom(kit, siteId)
    kept.set(siteId, { sender, until: Date.now() + KEEP_MS })
    sender.catch(() => kept.delete(siteId))
    return sender
  }
}
