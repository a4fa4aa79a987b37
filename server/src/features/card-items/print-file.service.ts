import type { CardBitmap, CardFace } from '@laurel/domain/card-face'
import { mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { brandColors, cardBrandOfItem } from './card-brand.ts'
import type { CardItemRow } from './card-item-row.ts'
import { readCardItemRow } from './card-items.repo.ts'
import { readDesign } from './design-wire.ts'
import { findTemplateImages } from './offers.repo.ts'
import { type RecipientRow, readRecipientRow } from './recipients.repo.ts'

/** Loaded with the first card that is drawn: canvas and fonts take 30 MB. */
const painter = () => import('./card-painter.ts')

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
  const shown = await faceWithPictures({ files, log }, cardFace(site, item, recipient), item, images)
  const { paintPrintFile } = await painter()
  const bytes = await paintPrintFile(shown, (layer, cause) =>
    log.warn({ err: cause, layer, card_item_id: item.id }, 'a card layer failed and is left out'),
  )
  const fileName = `card-${item.id}${recipient ? `-${recipient.position}` : ''}.jpg`
  return { bytes, contentType: 'image/jpeg', fileName, cache: 'private' }
}

/** A card's face with the pictures it is made of: its template's own, and the customer's logo. */
export async function faceWithPictures(
  { files, log }: Pick<Parts, 'files' | 'log'>,
  painted: CardFace,
  item: Pick<CardItemRow, 'design'>,
  images: TemplateImages,
): Promise<CardFace> {
  return withArtwork(painted, await loadArtwork({ files, log }, item, images))
}

/** Whose card it is, as far as it can be seen on it. */
export type CardBearer = Pick<RecipientRow, 'first_name' | 'last_name' | 'amount_cents'>

/** The pictures of an item's card. `isOwnLogo`: the customer chose one, also where it is lost. */
type Artwork = Partial<Record<keyof NonNullable<TemplateImages>, object>> & {
  bitmapLogo?: CardBitmap
  isOwnLogo: boolean
}

/** Reads the images of an item's card once for all its recipients. A missing one is left out and reported. */
export async function loadArtwork(
  { files, log }: Pick<Parts, 'files' | 'log'>,
  item: Pick<CardItemRow, 'design'>,
  images: TemplateImages,
): Promise<Artwork> {
  const load = (key: string) => loadPicture(files, key, log)
  const key = readDesign(item.design).logoFileKey
  const logo = key === null ? undefined : await load(key)
  const pictures = await templatePictures(images, load)
  return { ...pictures, ...(logo && { bitmapLogo: logo }), isOwnLogo: key !== null }
}

/** A card with its pictures. Where a logo of the customer's own is lost, the organization's would make it another card. */
export function withArtwork(
  { organization, ...face }: CardFace,
  { isOwnLogo, ...pictures }: Artwork,
): CardFace {
  return { ...face, ...pictures, ...(!isOwnLogo && organization && { organization }) }
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

type Load = (key: string) => Promise<CardBitmap | undefined>
export type TemplateImages = Awaited<ReturnType<typeof findTemplateImages>>

/** The path of uploaded images; others aren't fetched. */
const FILE_PATH = /^\/api\/v1\/files\/([A-Za-z0-9_-]{22,64})\/$/

/** The template's own pictures; a layer whose picture is lost is painted instead. */
async function templatePictures(images: TemplateImages, load: Load) {
  const pictures: Partial<Record<keyof NonNullable<TemplateImages>, object>> = {}
  for (const layer of ['backgroundImage', 'gradientImage', 'fulfillmentImage'] as const) {
    const [, key] = FILE_PATH.exec(images?.[layer] ?? '') ?? []
    const picture = key === undefined ? undefined : await load(key)
    if (picture !== undefined) pictures[layer] = picture.image
  }
  return pictures
}

async function loadPicture(files: Pick<FileStore, 'find'>, key: string, log: Parts['log']) {
  try {
    const bytes = await files.find(key)
    if (bytes !== undefined) return await (await painter()).decodeBitmap(bytes)
    log.warn({ key }, 'a picture of a card is missing and is left out')
  } catch (cause) {
    log.warn({ err: cause, key }, 'a picture of a card cannot be drawn and is left out')
  }
  return undefined
}
