import { roleVariables } from '@laurel/domain/brand-roles'
import type { Site } from './site.ts'

/** The server's `<style>` of the first paint. */
const SERVER_STYLE_ID = 'brand-roles'

/** Dresses the page in the site's three colors, unless the server did so in the first paint. */
export function applyBrand(site: Site): void {
  if (document.getElementById(SERVER_STYLE_ID)) return
  const root = document.documentElement.style
  for (const [name, value] of roleVariables(brandColors(site))) root.setProperty(name, value)
  if (!document.querySelector('link[rel=icon]')) addFavicon(site.favicon)
}

export function brandColors(site: Site) {
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
