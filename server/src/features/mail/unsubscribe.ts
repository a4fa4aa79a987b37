import { isNotificationKind, type NotificationKind } from '@laurel/domain/notification-kinds'
import { Refusal } from '@laurel/domain/refusal'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { siteOrigin } from './pool-site.ts'

/** What a link stops: mails of these kinds, or the daily summary. */
export type Unsubscribing = { customerId: number; kinds: readonly NotificationKind[] | 'daily' }

/**
 * The link at the end of a mail, and the headers by which mail programs unsubscribe with one click (RFC 8058). The
 * link opens a page that asks first: programs that check links open them.
 */
export function unsubscribe(
  { keys, config }: Pick<Kit, 'keys' | 'config'>,
  site: SiteRow,
  { customerId, kinds }: Unsubscribing,
): { url: string; headers: Record<string, string> } {
  const text = `${customerId} ${kinds === 'daily' ? kinds : kinds.join(',')}`
  const token = seal(keys.dataSeal, sealContext(site.id), text)
  const origin = siteOrigin(config.publicOrigin, site)
  return {
    url: `${origin}/unsubscribe/${token}`,
    headers: {
      'List-Unsubscribe': `<${origin}/api/v1/unsubscribe/${token}/>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** @throws {Refusal} `not_found` for a link that isn't the site's */
export function readUnsubscribing({ keys }: Pick<Kit, 'keys'>, siteId: number, token: string): Unsubscribing {
  const [customer = '', kinds = ''] = opened(keys, siteId, token).split(' ')
  const customerId = Number(customer)
  if (kinds === 'daily') return { customerId, kinds }
  return { customerId, kinds: kinds.split(',').filter(isNotificationKind) }
}

function opened(keys: Kit['keys'], siteId: number, token: string): string {
  try {
    return unseal(keys.dataSeal, sealContext(siteId), token)
  } catch {
    throw new Refusal('not_found')
  }
}

function sealContext(siteId: number): string {
  return `unsubscribe:${siteId}`
}
