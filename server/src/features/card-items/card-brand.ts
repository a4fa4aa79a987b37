import type { CardBrand as CardBrandWire } from '@laurel/contract/card-items'
import type { BrandColors } from '@laurel/domain/brand-roles'
import type * as z from 'zod'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What of a site's brand is seen on its cards. A placed order keeps it: a new color of the site is for new cards. */
export type CardBrand = z.infer<typeof CardBrandWire>

/** The site's brand as it is on cards now, to be kept with an order. */
export function cardBrandOf(site: SiteRow): CardBrand {
  const { site_primary_color, site_secondary_color, site_tertiary_color, card_mark, network_name } = site
  return { site_primary_color, site_secondary_color, site_tertiary_color, card_mark, network_name }
}

export function brandColors(
  brand: Pick<CardBrand, 'site_primary_color' | 'site_secondary_color' | 'site_tertiary_color'>,
): BrandColors {
  return {
    primary: brand.site_primary_color,
    secondary: brand.site_secondary_color,
    tertiary: brand.site_tertiary_color,
  }
}
