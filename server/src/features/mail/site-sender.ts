import type { Kit } from '../../kit.ts'
import { darkLogo, plainLogo, readLogo } from '../sites/site-brand.ts'
import type { LogoPicture } from '../sites/site-records.ts'
import { findSite } from '../sites/sites.repo.ts'
import { DARK_LOGO_CID, LOGO_CID } from './mail-html.ts'
import { readMailFrom } from './mail-sender.service.ts'
import type { FindSender, Sender } from './mailer.ts'

/** How long a changed sender may take to show. */
const KEEP_MS = 60_000

type SenderKit = Pick<Kit, 'pool' | 'keys' | 'files'>

/** As of now: a test mail shows what was changed a moment ago. */
export async function readSender(kit: SenderKit, siteId: number): Promise<Sender> {
  const [sender, logos] = await Promise.all([readMailFrom(kit, siteId), readLogos(kit, siteId)])
  return { ...sender, logos }
}

/** A missing logo doesn't stop a mail: programs then show the name. */
async function readLogos(kit: SenderKit, siteId: number): Promise<NonNullable<Sender['logos']>> {
  const site = await findSite(kit.pool, siteId)
  const read = (logo: LogoPicture | undefined) => readLogo(kit.files, logo).catch(() => undefined)
  const [light, dark] = await Promise.all([read(site && plainLogo(site)), read(site && darkLogo(site))])
  return { [LOGO_CID]: light, [DARK_LOGO_CID]: dark }
}

/**
 * Each site's own sender, read once a minute: ten thousand mails ask for it one after the other. Logos are those that
 * the mail was written with.
 */
export function makeFindSender(kit: SenderKit): FindSender {
  const kept = new Map<number, { sender: ReturnType<typeof readMailFrom>; until: number }>()
  const keep = (siteId: number) => {
    const entry = kept.get(siteId)
    if (entry !== undefined && entry.until > Date.now()) return entry.sender
    const sender = readMailFrom(kit, siteId)
    kept.set(siteId, { sender, until: Date.now() + KEEP_MS })
    sender.catch(() => kept.delete(siteId))
    return sender
  }
  return async (siteId) => {
    const [sender, logos] = await Promise.all([keep(siteId), readLogos(kit, siteId)])
    return { ...sender, logos }
  }
}
