import type { OrderArtwork } from '@laurel/contract/office-order-desk'
import { artworkChecks, type LogoFacts } from '@laurel/domain/artwork-checks'
import { cardTone } from '@laurel/domain/card-tone'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { jsonText } from '../../database/sql.ts'
import { listCardItemsOfSite } from '../card-items/card-items.repo.ts'
import { readDesign } from '../card-items/design-wire.ts'
import { findTemplateImages } from '../card-items/offers.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { FileStore } from '../files/file-store.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { brandColors } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findPlaced } from './office-orders.service.ts'
import { groundOfPicture, hasTransparentGround } from './office-picture-facts.ts'

export type ArtworkKit = Pick<OrderKit, 'pool'> & { files: Pick<FileStore, 'find'> }
type Wire = z.input<typeof OrderArtwork>

/** The path of uploaded images; others aren't fetched. */
const FILE_PATH = /^\/api\/v1\/files\/([A-Za-z0-9_-]{22,64})\/$/

/**
 * What a printer checks of an order's designs. Pictures are read outside the transaction, each once.
 *
 * @throws {Refusal} `not_found`
 */
export async function getOrderArtwork(kit: ArtworkKit, site: SiteRow, orderId: number): Promise<Wire> {
  const { items, before } = await inSite(kit.pool, site.id, async (db) => {
    const order = await findPlaced(db, site.id, orderId)
    const ids = await db
      .selectFrom('card_items')
      .select('id')
      .where('site_id', '=', site.id)
      .where('order_id', '=', orderId)
      .execute()
    const rows = await listCardItemsOfSite(
      db,
      site.id,
      ids.map(({ id }) => id),
    )
    const items = await Promise.all(
      rows.map(async (item) => {
        const { reward_card_template_id: templateId, reward_type: type } = item
        const [logo, images] = await Promise.all([
          findLogo(db, site.id, order, readDesign(item.design).logoFileKey),
          findTemplateImages(db, site.id, templateId, type),
        ])
        const [, picture] = FILE_PATH.exec(images?.backgroundImage ?? '') ?? []
        return { item, logo, picture }
      }),
    )
    const isNew = items.some(({ logo }) => logo && !logo.is_known)
    return { items, before: isNew ? await findLogoBefore(db, site.id, order) : undefined }
  })
  const designs = items.map(async ({ item, logo, picture }) => {
    const design = readDesign(item.design)
    const checks = artworkChecks({
      design,
      message: item.message,
      tone: cardTone(design.tone, brandColors(item.brand ?? site)),
      pictureGround: picture && (await groundOfPicture(kit.files, picture)),
      logo: logo && (await logoFacts(kit, logo)),
    })
    return {
      card_item_id: item.id,
      checks: checks.map(({ isGood, ...check }) => ({ ...check, is_good: isGood })),
      logo: logo ? fileWire(logo) : null,
      logo_before:
        logo && !logo.is_known && before
          ? { ...fileWire(before), order_id: before.order_id, order_number: before.order_number }
          : null,
    }
  })
  return { designs: await Promise.all(designs) }
}

type Logo = { key: string; name: string; width: number; height: number; is_known: boolean }

/**
 * The file of a design's logo. It is known when an order of this customer that was approved had it: the same
 * file, or the same picture uploaded again.
 */
async function findLogo(
  db: Db,
  siteId: number,
  { id: orderId, customer_id: customerId }: OrderRow,
  key: string | null,
): Promise<Logo | undefined> {
  if (key === null) return undefined
  return db
    .selectFrom('files as file')
    .select(['file.key', 'file.name', 'file.width', 'file.height'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .innerJoin('card_items as item', (join) =>
            join.onRef('item.site_id', '=', 'orders.site_id').onRef('item.order_id', '=', 'orders.id'),
          )
          .innerJoin('files as known', (join) =>
            join
              .onRef('known.site_id', '=', 'orders.site_id')
              .on(({ eb, ref }) => eb('known.key', '=', jsonText(ref('item.design'), 'logo_file_key'))),
          )
          .whereRef('orders.site_id', '=', 'file.site_id')
          .where('orders.customer_id', '=', customerId)
          .where('orders.id', '<>', orderId)
          .where('orders.status', 'in', ['approved', 'fulfilled'])
          .where(({ and, eb, or, ref }) =>
            or([
              eb('known.key', '=', ref('file.key')),
              and([
                eb('known.customer_id', '=', ref('file.customer_id')),
                eb('known.bytes', '=', ref('file.bytes')),
                eb('known.width', '=', ref('file.width')),
                eb('known.height', '=', ref('file.height')),
              ]),
            ]),
          ),
      )
        .$castTo<boolean>()
        .as('is_known'),
    )
    .where('file.site_id', '=', siteId)
    .where('file.key', '=', key)
    .$narrowType<PictureSize>()
    .executeTakeFirst()
}

/** Where a logo is looked for: this many of the customer's latest orders. */
const ORDERS_BACK = 200

/** The logo of the customer's latest approved order that has one. */
async function findLogoBefore(db: Db, siteId: number, { id, customer_id }: OrderRow) {
  const latest = db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customer_id)
    .where('id', '<>', id)
    .where('status', 'in', ['approved', 'fulfilled'])
    .orderBy('id', 'desc')
    .limit(ORDERS_BACK)
  return db
    .selectFrom(latest.as('latest'))
    .innerJoin('card_items as item', (join) =>
      join.on('item.site_id', '=', siteId).onRef('item.order_id', '=', 'latest.id'),
    )
    .innerJoin('files as file', (join) =>
      join
        .on('file.site_id', '=', siteId)
        .on(({ eb, ref }) => eb('file.key', '=', jsonText(ref('item.design'), 'logo_file_key'))),
    )
    .select(['file.key', 'file.name', 'file.width', 'file.height', 'latest.id as order_id'])
    .select(({ fn, val }) => fn.coalesce('latest.number', val('')).as('order_number'))
    .orderBy('latest.id', 'desc')
    .orderBy('item.id')
    .limit(1)
    .$narrowType<PictureSize>()
    .executeTakeFirst()
}

/** A logo is a picture, which has a size. */
type PictureSize = { width: number; height: number }

function fileWire({ key, name, width, height }: Pick<Logo, 'key' | 'name' | 'width' | 'height'>) {
  return { key, name, width_px: width, height_px: height }
}

async function logoFacts({ files }: ArtworkKit, logo: Logo): Promise<LogoFacts> {
  return {
    fileName: logo.name,
    widthPx: logo.width,
    heightPx: logo.height,
    isTransparent: await hasTransparentGround(files, logo.key),
    isKnown: logo.is_known,
  }
}
