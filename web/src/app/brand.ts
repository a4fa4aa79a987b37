import { roleVariables } from '@laurel/domain/brand-roles'
import { hasEmbedded } from './embedded.ts'
import type { Site } from './site.ts'

/** Dresses the page in the site's three colors. A page that came with its site's data came dressed. */
export function applyBrand(site: Site): void {
  if (hasEmbedded('site-data')) return
  const root = document.documentElement.style
  for (const [name, value] of roleVariables(brandColors(site))) root.setProperty(name, value)
  if (!document.querySelector('link[rel=icon]')) addFavicon(site.favicon)
}

type Colors = Pick<Site, 'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor'>

export function brandColors(site: Colors) {
  return {
    primary: site.sitePrimaryColor,
    secondary: site.siteSecondaryColor,
    tertiary: site.siteTertiaryColor,
  }
}

function addFavicon(href: string): void {
  const link = document.createElement('link')
  link.rel = 'icon'
  link.href = href
  document.head.append(link)
}
