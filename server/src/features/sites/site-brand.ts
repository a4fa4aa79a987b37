import type { BrandColors } from '@laurel/domain/brand-roles'
import { isFaintOnWhite } from '@laurel/domain/logo-colors'
import type { CardLogo, LogoPicture } from './site-records.ts'
import type { SiteRow } from './sites.repo.ts'

type Logos = Pick<
  SiteRow,
  'site_logo' | 'iso_logo' | 'negative_logo' | 'favicon' | 'logo_files' | 'logo_has_name' | 'card_mark'
>

/** The colors of a site, or those an order was placed in. */
export function brandColors(
  brand: Pick<SiteRow, 'site_primary_color' | 'site_secondary_color' | 'site_tertiary_color'>,
): BrandColors {
  return {
    primary: brand.site_primary_color,
    secondary: brand.site_secondary_color,
    tertiary: brand.site_tertiary_color,
  }
}

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

/**
 * The logo on white, as a PNG, for mails and paper.
 *
 * @returns undefined for a site without one, or with one that can't be seen there: its name is set in type
 */
export function plainLogo({ logo_files }: Pick<Logos, 'logo_files'>): LogoPicture | undefined {
  const logo = logo_files?.logo
  return logo && !isFaintOnWhite(logo.colors) ? logo.plain : undefined
}

/** The logo for dark backgrounds, as a PNG: the site's own, or its main logo in white. */
export function darkLogo({ logo_files }: Pick<Logos, 'logo_files'>): LogoPicture | undefined {
  return logo_files?.dark?.plain ?? logo_files?.logo?.white
}

const KEY = /^\/api\/v1\/files\/([\w-]+)\/$/
const KEPT = 100
type Files = { find(key: string): Promise<Buffer | undefined> }
/** By address: a file never changes at its own. */
const read = new Map<string, Promise<Buffer | undefined>>()

/** The bytes of {@link plainLogo}. @returns undefined if there is none, or if it's lost */
export function readPlainLogo(files: Files, site: Pick<Logos, 'logo_files'>): Promise<Buffer | undefined> {
  return readLogo(files, plainLogo(site))
}

/** @returns undefined if there is none, or if its file is missing */
export function readLogo(files: Files, logo: LogoPicture | undefined): Promise<Buffer | undefined> {
  const url = logo?.url ?? ''
  const [, key] = KEY.exec(url) ?? []
  if (key === undefined) return Promise.resolve(undefined)
  const known = read.get(url)
  if (known !== undefined) return known
  const found = files.find(key)
  // What is missing or unreachable now may be there later.
  const forget = () => read.delete(url)
  found.then((bytes) => bytes ?? forget(), forget)
  read.set(url, found)
  for (const oldest of read.keys()) {
    if (read.size <= KEPT) break
    read.delete(oldest)
  }
  return found
}
