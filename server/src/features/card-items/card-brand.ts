import type { CardBrand as CardBrandWire } from '@laurel/contract/card-items'
import type * as z from 'zod'
import { cardMarkOf } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What of a site's brand is seen on its cards. A placed order keeps it: a new color of the site is for new cards. */
export type CardBrand = z.infer<typeof CardBrandWire>

/** The site's current brand for cards, stored with an order. */
function cardBrandOf(site: SiteRow): CardBrand {
  const { site_primary_color, site_secondary_color, site_tertiary_color, network_name } = site
  const colors = { site_primary_color, site_secondary_color, site_tertiary_color }
  return { ...colors, card_mark: cardMarkOf(site), network_name }
}

/** As a placed order keeps it: each card has the network of its reward. */
export type OrderedBrand = CardBrand & { networks?: Record<number, string> }

/** Each card's network is its reward's, kept with the brand: the catalog may change. */
export function cardBrandOfOrder(
  site: SiteRow,
  items: readonly { id: number; reward: { network: string } }[],
): OrderedBrand {
  const networks = Object.fromEntries(items.map(({ id, reward }) => [id, reward.network]))
  return { ...cardBrandOf(site), networks }
}

/** The stored brand for one of the order's cards. */
export function brandOf({ id }: { id: number }, { networks, ...brand }: OrderedBrand): CardBrand {
  return { ...brand, network_name: networks?.[id] ?? brand.network_name }
}

/** The brand on an item's card: as it was ordered, in a cart as the site and the reward are now. */
export function cardBrandOfItem(
  site: SiteRow,
  { brand, reward_network }: { brand: CardBrand | null; reward_network: string },
): CardBrand {
  return brand ?? { ...cardBrandOf(site), network_name: reward_network || site.network_name }
}
