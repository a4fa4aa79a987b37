import type { Claim, RevealedCard } from '@laurel/contract/claims'
import { amountPlace } from '@laurel/domain/card-layer-fulfillment'
import { cardTone } from '@laurel/domain/card-tone'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull } from 'kysely'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { CardPage } from '../../http/link-preview.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import { record } from '../audit/audit.service.ts'
import { designWire, readDesign } from '../card-items/design-wire.ts'
import { cardFace } from '../card-items/print-file.service.ts'
import { activateCards, openCards, refreshBalances } from '../issuing/cards.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { mergedMessage, senderOf } from './card-mail.ts'
import type { CardPictures } from './card-pictures.ts'
import { claimHash } from './claim-links.ts'
import { type DeliveryChange, moveDeliveries, writeDeliveryEvent, writeThanks } from './delivery-moves.ts'
import { expiryOf } from './send-block.ts'
import { countUse } from './use-counters.ts'

const HOUR_MS = 3_600_000
const AN_HOUR = { seconds: 3_600 }
/** A person views a card a few times; a program that never stops is refused. */
const REVEALS = { uses: 20, withinMs: HOUR_MS }
/** One note is kept; the rest are repeated or refused. */
const NOTES = { uses: 10, withinMs: HOUR_MS }
/** Unknown links, requested from one address. */
const MISSES = { uses: 30, withinMs: HOUR_MS }

export type ClaimKit = Pick<Kit, 'pool' | 'keys' | 'issuing' | 'now'> & { pictures: CardPictures }
export type ClaimAsked = { site: SiteRow; token: string; ip: string }

type Found = NonNullable<Awaited<ReturnType<typeof findClaim>>>
type State = z.infer<typeof Claim>['state']

/**
 * The card behind a link, without its number and PIN. The first view is recorded.
 *
 * @param isPrefetch a browser prefetch, which isn't recorded
 * @throws {Refusal} `claim_not_found`; `too_many_requests` after too many unknown links
 */
export async function lookAtClaim(
  kit: ClaimKit,
  asked: ClaimAsked,
  isPrefetch: boolean,
): Promise<z.input<typeof Claim>> {
  const { site, token } = asked
  const found = await readClaim(kit, asked)
  if (!isPrefetch && stateOf(found, kit.now()) === 'ready' && found.status !== 'opened') {
    await inSite(kit.pool, site.id, async (db) => {
      const now = await findClaim(db, site.id, token, true)
      if (now !== undefined) await advanceTo(db, site, now, 'opened', kit.now())
    })
  }
  return wireOf(kit, asked, found)
}

/** Without number and PIN, which need a click. */
async function wireOf(
  kit: ClaimKit,
  { site, token }: ClaimAsked,
  found: Found,
): Promise<z.input<typeof Claim>> {
  const { item, images } = await kit.pictures.designOf(site.id, found.card_item_id)
  const { first_name, last_name, value_cents } = found
  const face = cardFace(site, item, { first_name, last_name, amount_cents: value_cents })
  const message = found.message === '' ? item.message : found.message
  const { reward_name } = item
  return {
    state: stateOf(found, kit.now()),
    first_name,
    last_name,
    message: mergedMessage({ ...found, message }),
    sender_name: senderOf(site, item),
    value_cents,
    reward_name,
    network: face.networkName,
    card: {
      art: item.art,
      design: { ...designWire(readDesign(item.design)), line1: face.line1, line2: face.line2 },
      text_color: cardTone(face.tone, face.colors).text,
      amount_place: amountPlace(face.art, !!images?.backgroundImage),
    },
    picture_url: `/api/v1/claims/${encodeURIComponent(token)}/picture/`,
    expires_at: found.expires_at?.toISOString() ?? null,
    claimed_at: found.claimed_at?.toISOString() ?? null,
    thanks: found.thanks,
  }
}

/** @throws {Refusal} as {@link lookAtClaim} */
export async function pictureOfClaim(kit: ClaimKit, asked: ClaimAsked) {
  const found = await readClaim(kit, asked)
  const design = await kit.pictures.designOf(asked.site.id, found.card_item_id)
  const { first_name, last_name, value_cents } = found
  const bearer = { first_name, last_name, amount_cents: value_cents }
  const bytes = await kit.pictures.paintBare(asked.site, design, bearer)
  return { bytes, contentType: 'image/jpeg', fileName: 'card.jpg', cache: 'private' as const }
}

/**
 * The card on the page behind its link. Loading it isn't a view, because programs that scan mails load it, too.
 *
 * @returns undefined if there's no such card
 */
export async function cardOnPage(kit: ClaimKit, asked: ClaimAsked): Promise<CardPage | undefined> {
  const found = await readClaim(kit, asked).catch((cause: unknown) => {
    if (cause instanceof Refusal) return undefined
    throw cause
  })
  return found && { claim: await wireOf(kit, asked, found), language: found.language }
}

/** @throws {Refusal} as {@link lookAtClaim} */
export async function previewPictureOfClaim(kit: ClaimKit, asked: ClaimAsked) {
  const found = await readClaim(kit, asked)
  const design = await kit.pictures.designOf(asked.site.id, found.card_item_id)
  const bytes = await kit.pictures.paintPreview(asked.site, design)
  return { bytes, contentType: 'image/jpeg', fileName: 'card.jpg', cache: 'private' as const }
}

/**
 * Number and PIN of a card. It's activated first: until then, the number in the database is worth nothing.
 *
 * @throws {Refusal} `claim_not_found`, also for a card that's on hold, canceled, or expired;
 * `too_many_requests`
 */
export async function revealClaim(kit: ClaimKit, asked: ClaimAsked): Promise<z.input<typeof RevealedCard>> {
  const { site, token } = asked
  const found = await readClaim(kit, asked)
  const isFew = await inSite(kit.pool, site.id, (db) =>
    countUse(db, site.id, `reveal:${found.id}`, REVEALS, kit.now()),
  )
  if (!isFew) throw new Refusal('too_many_requests', AN_HOUR)
  if (!isOpen(stateOf(found, kit.now()))) throw new Refusal('claim_not_found')

  await activateCards(kit, site.id, [found.id])
  crashPoint('card.activated')
  // When viewed again, it shows the current balance.
  if (found.status === 'claimed') await refreshBalances(kit, site.id, [found.id])
  return inSite(kit.pool, site.id, async (db) => {
    const at = kit.now()
    const now = await findClaim(db, site.id, token, true)
    if (now === undefined || !isOpen(stateOf(now, at))) throw new Refusal('claim_not_found')
    await advanceTo(db, site, now, 'claimed', at)
    const [card] = await openCards(db, kit.keys, site.id, [now.id])
    if (card === undefined) throw new Refusal('claim_not_found')
    record(db, site.id, {
      actor: 'recipient',
      event: 'card.revealed',
      subject: `delivery:${now.id}`,
      facts: { order_id: now.order_id },
      at,
    })
    return {
      number: card.number,
      pin: card.pin,
      value_cents: card.valueCents,
      balance_cents: card.balanceCents,
      claimed_at: (now.claimed_at ?? at).toISOString(),
    }
  })
}

/**
 * Passes the recipient's note to the sender. The same note again, such as after a lost response, changes nothing.
 *
 * @throws {Refusal} `claim_not_found`, also for a card that isn't claimed; `changed` if they wrote another one;
 * `too_many_requests`
 */
export async function thankForClaim(kit: ClaimKit, asked: ClaimAsked, text: string): Promise<undefined> {
  const { site, token } = asked
  const { id } = await readClaim(kit, asked)
  const at = kit.now()
  const isFew = await inSite(kit.pool, site.id, (db) => countUse(db, site.id, `thanks:${id}`, NOTES, at))
  if (!isFew) throw new Refusal('too_many_requests', AN_HOUR)
  await inSite(kit.pool, site.id, async (db) => {
    const found = await findClaim(db, site.id, token, true)
    if (found === undefined || stateOf(found, at) !== 'claimed') throw new Refusal('claim_not_found')
    // The site no longer keeps what people wrote about this card.
    if (found.keeps === 'nothing') throw new Refusal('claim_not_found')
    if (found.thanks === text) return
    if (found.thanked_at !== null) throw new Refusal('changed')
    await writeThanks(db, site.id, found.id, text, at)
    const line = { deliveryId: found.id, orderId: found.order_id, event: 'thanked', actor: 'recipient' }
    await writeDeliveryEvent(db, site.id, { ...line, at })
  })
  return undefined
}

/** No reminder follows. @throws {Refusal} as {@link lookAtClaim} */
export async function muteClaim(kit: ClaimKit, asked: ClaimAsked): Promise<undefined> {
  const { id, order_id } = await readClaim(kit, asked)
  const siteId = asked.site.id
  await inSite(kit.pool, siteId, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ reminders_off: true })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .where('reminders_off', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const line = { deliveryId: id, orderId: order_id, event: 'reminders_off', actor: 'recipient' }
    await writeDeliveryEvent(db, siteId, { ...line, at: kit.now() })
  })
  return undefined
}

function isOpen(state: State): boolean {
  return state === 'ready' || state === 'claimed'
}

function stateOf(found: Found, at: Date): State {
  const isCanceled = found.status === 'cancelled' || found.status === 'replaced'
  if (isCanceled || found.order_status === 'declined' || found.card_status === 'cancelled') return 'cancelled'
  if (found.held_at !== null) return 'on_hold'
  if (found.status === 'claimed') return 'claimed'
  if (found.expires_at !== null && found.expires_at <= at) return 'expired'
  return 'ready'
}

async function readClaim(kit: ClaimKit, { site, token, ip }: ClaimAsked): Promise<Found> {
  const { found, isFew } = await inSite(kit.pool, site.id, async (db) => {
    const claim = await findClaim(db, site.id, token, false)
    if (claim !== undefined) return { found: claim, isFew: true }
    // A valid link works even if others on the same network are guessing.
    return {
      found: undefined,
      isFew: await countUse(db, site.id, `claim-miss:${hashSecret(ip)}`, MISSES, kit.now()),
    }
  })
  if (found === undefined)
    throw isFew ? new Refusal('claim_not_found') : new Refusal('too_many_requests', AN_HOUR)
  return found
}

async function findClaim(db: Db, siteId: number, token: string, isHeld: boolean) {
  const claim = db
    .selectFrom('deliveries as d')
    .where('d.site_id', '=', siteId)
    .where('d.claim_hash', '=', claimHash(token))
    .where('d.reward_type', '=', 'digital')
  // Locked before reading, so that a concurrent stop of its order is seen.
  if (isHeld) await claim.forUpdate().execute()
  return (
    claim
      .innerJoin('orders as o', (join) =>
        join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
      )
      .leftJoin('issued_cards as c', (join) =>
        join
          .onRef('c.site_id', '=', 'd.site_id')
          .onRef('c.delivery_id', '=', 'd.id')
          .on('c.position', '=', 1),
      )
      .leftJoin('card_recipient_details as r', (join) =>
        join.onRef('r.site_id', '=', 'd.site_id').onRef('r.id', '=', 'd.recipient_id'),
      )
      .select(['d.id', 'd.order_id', 'd.card_item_id', 'd.status', 'd.first_name', 'd.last_name'])
      .select(['d.value_cents', 'd.expires_at', 'd.claimed_at', 'o.held_at', 'o.status as order_status'])
      .select(['d.thanks', 'd.thanked_at', 'd.keeps'])
      .select(({ fn, val }) => [
        'c.status as card_status',
        fn.coalesce('r.message', val('')).as('message'),
        fn.coalesce('r.language', val('')).as('language'),
      ])
      // Only a parcel has no card item.
      .$narrowType<{ status: DeliveryStatus; card_item_id: NotNull }>()
      .executeTakeFirst()
  )
}

/** The moves from each state to the one that the recipient's visit proves. */
const WAY: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  // A recipient who follows the link got the mail, whatever the mail server said.
  bounced: ['queued', 'sending', 'sent'],
  queued: ['sending', 'sent'],
  sending: ['sent'],
}

/** The delivery must be locked. */
async function advanceTo(db: Db, site: SiteRow, found: Found, goal: 'opened' | 'claimed', at: Date) {
  if (found.status === 'claimed' || found.status === goal) return
  const look: DeliveryChange = { opened_at: (eb) => eb.fn.coalesce('d.opened_at', eb.val(at)) }
  const changes: Partial<Record<DeliveryStatus, DeliveryChange>> = {
    sent: {
      sent_at: (eb) => eb.fn.coalesce('d.sent_at', eb.val(at)),
      expires_at: (eb) => eb.fn.coalesce('d.expires_at', eb.val(expiryOf(site, at))),
      ...{ problem: '', problem_code: '', tries: 0 },
    },
    opened: look,
    claimed: { ...look, claimed_at: at },
  }
  let from: DeliveryStatus = found.status
  for (const to of [...(WAY[from] ?? []), goal]) {
    const move = { ids: [found.id], type: 'digital', from, to, actor: 'recipient', at } as const
    await moveDeliveries(db, site.id, { ...move, set: changes[to] ?? {} })
    from = to
  }
}
