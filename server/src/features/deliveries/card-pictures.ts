import type { CardFace } from '@laurel/domain/card-face'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { listCardItemsOfSite } from '../card-items/card-items.repo.ts'
import { findTemplateImages } from '../card-items/offers.repo.ts'
import {
  type CardBearer,
  cardFace,
  drawScreenPicture,
  drawSharePicture,
  type TemplateImages,
} from '../card-items/print-file.service.ts'
import { brandColors, cardMarkOf } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** Twice the width a mail shows it with, for screens that are finer than the mail knows. */
const WIDTH_DOTS = 800
/** The card's page shows it up to 560 wide. */
const BARE_WIDTH_DOTS = 1_120
/** About 45 kB each. */
const KEPT_PICTURES = 200
const KEPT_DESIGNS = 500

type Parts = Pick<Kit, 'pool' | 'files'> & { log: Pick<FastifyBaseLogger, 'warn'> }
export type Design = { item: CardItemRow; images: TemplateImages }
export type CardPictures = ReturnType<typeof makeCardPictures>

/**
 * Digital cards as pictures. Ten thousand people with the same design and amount share one; where the
 * words on a card name its recipient, everybody's is painted.
 */
export function makeCardPictures({ pool, files, log }: Parts) {
  const pictures = new Map<string, Promise<Buffer>>()
  const designs = new Map<string, Promise<Design>>()

  return {
    /** A card's design. A placed order's never changes, so it is read once. */
    designOf(siteId: number, cardItemId: number): Promise<Design> {
      return remembered(designs, KEPT_DESIGNS, `${siteId}:${cardItemId}`, () =>
        inSite(pool, siteId, (db) => readDesignOf(db, siteId, cardItemId)),
      )
    },

    /** @returns a JPEG of the card's front, number and PIN masked */
    paint(site: SiteRow, { item, images }: Design, bearer: CardBearer): Promise<Buffer> {
      const face = cardFace(site, item, bearer)
      // What digital cards do not show must not keep them from being shared.
      const { recipientName: _, ...seen } = face
      return remembered(pictures, KEPT_PICTURES, JSON.stringify([site.id, item.id, seen]), () =>
        drawScreenPicture({ files, log }, face, item, images, WIDTH_DOTS),
      )
    },

    /** @returns a JPEG of the card's front with room for number, PIN, and balance, which its page adds */
    paintBare(site: SiteRow, { item, images }: Design, bearer: CardBearer): Promise<Buffer> {
      const { recipientName: _, amountText: __, ...seen } = cardFace(site, item, bearer)
      const face = { ...seen, accountText: '' }
      return remembered(pictures, KEPT_PICTURES, JSON.stringify(['bare', site.id, item.id, face]), () =>
        drawScreenPicture({ files, log }, face, item, images, BARE_WIDTH_DOTS),
      )
    },

    /** @returns a JPEG of a card in the site's brand, for previews of links to it */
    paintSite(site: SiteRow): Promise<Buffer> {
      const face = siteFace(site)
      return remembered(pictures, KEPT_PICTURES, JSON.stringify(['site', site.id, face]), () =>
        drawSharePicture({ files, log }, face, SITE_CARD, undefined),
      )
    },

    /** @returns a JPEG for previews of links, which names no recipient and no amount */
    paintPreview(site: SiteRow, { item, images }: Design): Promise<Buffer> {
      const face = cardFace(site, item, undefined)
      return remembered(pictures, KEPT_PICTURES, JSON.stringify(['preview', site.id, item.id, face]), () =>
        drawSharePicture({ files, log }, face, item, images),
      )
    },
  }
}

/** No card item: the card that a site is shown by. */
const SITE_CARD = { id: 0, design: {} }

function siteFace(site: SiteRow): CardFace {
  return {
    colors: brandColors({ ...site }),
    ...{ art: 'laurel', tone: 'deep', gradient: 'soft', line1: 'Thank you', line2: '' },
    rewardType: 'bulk',
    networkName: site.network_name,
    organization: cardMarkOf(site),
    logoOneColor: false,
  }
}

async function readDesignOf(db: Db, siteId: number, cardItemId: number): Promise<Design> {
  const [item] = await listCardItemsOfSite(db, siteId, [cardItemId])
  if (item === undefined) throw new Error(`card item ${cardItemId} is gone`)
  // A returned letter becomes a digital card, whatever its item's type.
  const digital = { ...item, reward_type: 'digital' as const }
  return {
    item: digital,
    images: await findTemplateImages(db, siteId, item.reward_card_template_id, 'digital'),
  }
}

/** The oldest are forgotten first; what failed is not remembered. */
function remembered<T>(
  kept: Map<string, Promise<T>>,
  most: number,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  made.catch(() => kept.delete(key))
  kept.set(key, made)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(oldest)
  }
  return made
}
