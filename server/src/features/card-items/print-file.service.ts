import type { CardFace } from '@laurel/domain/card-face'
import { hasMergeField, mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { drawers } from '../../makers/makers.ts'
import type { FileStore } from '../files/file-store.ts'
import { brandColors } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { cardBrandOfItem } from './card-brand.ts'
import type { CardItemRow } from './card-item-row.ts'
import { readCardItemRow } from './card-items.repo.ts'
import type { Artwork, Failure, Painted } from './card-painter.ts'
import { readDesign } from './design-wire.ts'
import { findTemplateImages } from './offers.repo.ts'
import { type RecipientRow, readRecipientRow } from './recipients.repo.ts'

const painter = drawers.callsTo<typeof import('./card-painter.ts')>(
  new URL('./card-painter.ts', import.meta.url),
)

type Parts = { pool: Pool; files: Pick<FileStore, 'find'>; log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * The card's front as printed; for a recipient, with their name and merge fields.
 *
 * @throws {Refusal} `not_found`, also for a recipient of another card item
 */
export async function printFileOf(
  { pool, files, log }: Parts,
  actor: Customer,
  site: SiteRow,
  itemId: number,
  recipientId: number | undefined,
): Promise<FileAnswer> {
  const { item, recipient, images } = await inSite(pool, actor.siteId, async (db) => {
    const found = await readCardItemRow(db, actor, itemId)
    const person = recipientId === undefined ? undefined : await readRecipientRow(db, actor, recipientId)
    if (person !== undefined && person.card_item_id !== found.id) throw new Refusal('not_found')
    const pictures = await findTemplateImages(
      db,
      actor.siteId,
      found.reward_card_template_id,
      found.reward_type,
    )
    return { item: found, recipient: person, images: pictures }
  })
  const parts = { files, log }
  const face = cardFace(site, item, recipient)
  const bytes = await paint(
    parts,
    item,
    painter('paintPrintFile', face, await loadArtwork(parts, item, images, face)),
  )
  const fileName = `card-${item.id}${recipient ? `-${recipient.position}` : ''}.jpg`
  return { bytes, contentType: 'image/jpeg', fileName, cache: 'private' }
}

/** A card's front for a screen, as a JPEG. */
export async function drawScreenPicture(
  parts: Pick<Parts, 'files' | 'log'>,
  face: CardFace,
  item: Pick<CardItemRow, 'id' | 'design'>,
  images: TemplateImages,
  widthDots: number,
): Promise<Buffer> {
  const artwork = await loadArtwork(parts, item, images, face)
  return paint(parts, item, painter('paintScreenPicture', face, artwork, widthDots))
}

/**
 * A card for previews of links, as a JPEG: who gets it and what it's worth aren't on it, nor are texts with merge
 * fields.
 */
export async function drawSharePicture(
  parts: Pick<Parts, 'files' | 'log'>,
  face: CardFace,
  item: Pick<CardItemRow, 'id' | 'design'>,
  images: TemplateImages,
): Promise<Buffer> {
  const { amountText: _, ...shown } = face
  const shared = {
    ...shown,
    line1: withoutFields(face.line1),
    line2: withoutFields(face.line2),
    recipientName: null,
  }
  const artwork = await loadArtwork(parts, item, images, shared)
  return paint(parts, item, painter('paintSharePicture', shared, artwork))
}

function withoutFields(line: string): string {
  return hasMergeField(line) ? '' : line
}

async function paint(
  { log }: Pick<Parts, 'log'>,
  item: Pick<CardItemRow, 'id'>,
  painting: Promise<Painted>,
): Promise<Buffer> {
  const { bytes, failures } = await painting
  logFailures(log, failures, { card_item_id: item.id })
  return bytes
}

export function logFailures(log: Parts['log'], failures: readonly Failure[], about: object) {
  for (const failure of failures) log.warn({ ...failure, ...about }, 'a part of a card is left out')
}

/** Whose card it is, as far as it can be seen on it. */
export type CardBearer = Pick<RecipientRow, 'first_name' | 'last_name' | 'amount_cents'>

/** Reads the images of an item's card once for all its recipients. A missing one is left out and reported. */
export async function loadArtwork(
  { files, log }: Pick<Parts, 'files' | 'log'>,
  item: Pick<CardItemRow, 'design'>,
  images: TemplateImages,
  { organization }: Pick<CardFace, 'organization'>,
): Promise<Artwork> {
  const key = readDesign(item.design).logoFileKey
  const artwork: Artwork = { isOwnLogo: key !== null }
  const logo = key === null ? undefined : await findPicture(files, key, log)
  if (logo !== undefined) artwork.logo = logo
  const [, organizationKey] = FILE_PATH.exec(organization?.picture?.url ?? '') ?? []
  if (key === null && organizationKey !== undefined) {
    const picture = await findPicture(files, organizationKey, log)
    if (picture !== undefined) artwork.organizationLogo = picture
  }
  for (const layer of ['backgroundImage', 'gradientImage', 'fulfillmentImage'] as const) {
    const [, imageKey] = FILE_PATH.exec(images?.[layer] ?? '') ?? []
    const picture = imageKey === undefined ? undefined : await findPicture(files, imageKey, log)
    if (picture !== undefined) artwork[layer] = picture
  }
  return artwork
}

/** What is to be seen on the front of an item's card: in the brand it was ordered in, in a cart in the site's. */
export function cardFace(
  site: SiteRow,
  item: Pick<
    CardItemRow,
    'design' | 'denomination_cents' | 'art' | 'reward_type' | 'brand' | 'reward_network'
  >,
  recipient: CardBearer | undefined,
): CardFace {
  const { tone, gradient, line1, line2, logoOneColor } = readDesign(item.design)
  const brand = cardBrandOfItem(site, item)
  const cents = recipient?.amount_cents ?? item.denomination_cents
  const words = (line: string) => (recipient ? merged(line, recipient, cents) : line)
  return {
    colors: brandColors(brand),
    art: item.art,
    tone,
    gradient,
    line1: words(line1),
    line2: words(line2),
    rewardType: item.reward_type,
    ...(recipient && { recipientName: `${recipient.first_name} ${recipient.last_name}`.trim() }),
    ...(cents !== null && { amountText: formatDollars(cents) }),
    networkName: brand.network_name,
    organization: brand.card_mark,
    logoOneColor,
  }
}

function merged(line: string, { first_name, last_name }: CardBearer, cents: number | null): string {
  return mergeMessage(line, { firstName: first_name, lastName: last_name, amountCents: cents ?? 0 })
}

export type TemplateImages = Awaited<ReturnType<typeof findTemplateImages>>

/** The path of uploaded images; others aren't fetched. */
const FILE_PATH = /^\/api\/v1\/files\/([A-Za-z0-9_-]{22,64})\/$/

async function findPicture(files: Pick<FileStore, 'find'>, key: string, log: Parts['log']) {
  try {
    const bytes = await files.find(key)
    if (bytes !== undefined) return bytes
    log.warn({ key }, 'a picture of a card is missing and is left out')
  } catch (cause) {
    log.warn({ err: cause, key }, 'a picture of a card cannot be read and is left out')
  }
  return undefined
}
