import type { CardLogo } from './site-records.ts'
import type { SiteRow } from './sites.repo.ts'

type Logos = Pick<
  SiteRow,
  'site_logo' | 'iso_logo' | 'negative_logo' | 'favicon' | 'logo_files' | 'logo_has_name' | 'card_mark'
>

/** The addresses of a site's logos as pages show them: a logo that wasn't uploaded is made from another. */
export function shownLogos(site: Logos) {
  const { logo, dark, icon } = site.logo_files ?? {}
  const light = site.site_logo || site.iso_logo
  const [, small] = (icon ?? logo)?.icons ?? []
  return {
    site_logo: light,
    iso_logo: site.iso_logo || light,
    negative_logo: site.negative_logo || (dark ?? logo)?.white.url || light,
    favicon: small?.url ?? site.favicon,
    logo_has_name: site.logo_has_name && light !== '',
    card_mark: cardMarkOf(site),
  }
}

/** The logo on cards: a word that is part of the picture isn't set next to it. */
export function cardMarkOf({
  card_mark,
  logo_has_name,
}: Pick<Logos, 'card_mark' | 'logo_has_name'>): CardLogo {
  return logo_has_name && card_mark.picture ? { ...card_mark, word: '' } : card_mark
}
