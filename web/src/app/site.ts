import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { roleVariables } from '@laurel/domain/brand-style'
import type { PasswordPolicy } from '@laurel/domain/password-policy'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type AnswerOf, call } from './call.ts'
import { toCamel } from './case.ts'

/**
 * Reads data that the server wrote into the page as `<script type="application/json" id="…">`,
 * so that the first paint needs no round trip.
 *
 * @returns undefined when there is none, or when it is invalid
 */
export function readEmbedded<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    console.error(`Can't read embedded ${id}`, cause)
    return undefined
  }
}

function hasEmbedded(id: string): boolean {
  return document.getElementById(id) !== null
}

export type Site = AnswerOf<'getSite'>
export type AccountsSettings = Site['accounts']

async function loadSite(): Promise<Site> {
  const embedded = readEmbedded<OutputOf<'getSite'>>('site-data')
  return embedded ? toCamel(embedded) : call(api.getSite)
}

/** Site data is loaded first and kept while the page is open (docs/spec.md §2). */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: loadSite,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Shows saved settings, such as a new logo, without a reload. */
export async function refreshSite(queryClient: QueryClient): Promise<void> {
  // Not siteQuery's own function: it would read the page's embedded data again.
  const site = await call(api.getSite).catch(() => undefined)
  if (site) queryClient.setQueryData(siteQuery.queryKey, site)
}

/** The page's site. The root route has loaded it before anything renders. */
export function useSite(): Site {
  return useSuspenseQuery(siteQuery).data
}

/** Sets the site's three colors. A page with embedded site data already has them. */
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

export type LandingComponent = AnswerOf<'listLandingComponents'>[number]

/** The home page's texts, which the server may have embedded in the page. */
export const landingQuery = queryOptions({
  queryKey: ['landing'],
  queryFn: async () => {
    const embedded = readEmbedded<OutputOf<'listLandingComponents'>>('landing-data')
    return embedded ? toCamel(embedded) : call(api.listLandingComponents)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The site's password policy in the domain's shape. */
export function passwordPolicyOf(site: Pick<Site, 'accounts'>): PasswordPolicy {
  const { requireSymbols, ...rest } = site.accounts.passwordPolicy
  return { ...rest, requireSpecialCharacters: requireSymbols }
}

/**
 * The username: email and site, because one address may have an account
 * on several sites (docs/spec.md §3, "Sign-up attributes").
 */
export function usernameOf(site: Pick<Site, 'slug'>, email: string): string {
  return `${email.trim()}#${site.slug}`
}
