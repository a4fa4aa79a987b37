import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { listSteps, requests } from './requests.repo.ts'

/** How long a mail's link opens its request. */
const LINK_MS = 7 * 86_400_000

type Linked = { request: number; position: number; person: number; until: number }

/**
 * The secret of a mail's link: sealed for one person, one step, and a time. It opens the request for that person once
 * they're signed in, and decides nothing.
 */
export function sealLink(
  { keys }: Pick<Kit, 'keys'>,
  siteId: number,
  { at, ...about }: Omit<Linked, 'until'> & { at: Date },
): string {
  const linked: Linked = { ...about, until: at.getTime() + LINK_MS }
  return seal(keys.dataSeal, sealContext(siteId), JSON.stringify(linked))
}

/**
 * @throws {Refusal} `approval_link_invalid` if it's forged, or another person's; `approval_link_expired`;
 * `approval_link_used` once the step is decided
 */
export async function openLink(
  { pool, keys, now }: Pick<Kit, 'pool' | 'keys' | 'now'>,
  siteId: number,
  actor: Customer,
  token: string,
): Promise<{ approval_id: number; company_id: number }> {
  const linked = readLink(keys.dataSeal, siteId, token)
  if (linked === undefined || linked.person !== actor.customerId) throw new Refusal('approval_link_invalid')
  if (linked.until <= now().getTime()) throw new Refusal('approval_link_expired')
  return inSite(pool, siteId, async (db) => {
    const request = await requests(db, siteId)
      .where('request.id', '=', linked.request)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('company_members as m')
            .select('m.customer_id')
            .whereRef('m.site_id', '=', 'request.site_id')
            .whereRef('m.company_id', '=', 'request.company_id')
            .where('m.customer_id', '=', actor.customerId),
        ),
      )
      .executeTakeFirst()
    if (request === undefined) throw new Refusal('approval_link_invalid')
    const steps = await listSteps(db, siteId, [request.id])
    const step = steps.find(({ position }) => position === linked.position)
    if (request.state !== 'open' || step?.state !== 'open') throw new Refusal('approval_link_used')
    return { approval_id: request.id, company_id: request.company_id }
  })
}

function readLink(key: Buffer, siteId: number, token: string): Linked | undefined {
  try {
    return JSON.parse(unseal(key, sealContext(siteId), token))
  } catch {
    return undefined
  }
}

function sealContext(siteId: number): string {
  return `approval-link:${siteId}`
}
