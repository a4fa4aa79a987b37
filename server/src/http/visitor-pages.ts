import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Claim } from '@laurel/contract/claims'
import { LandingComponent, type Site } from '@laurel/contract/site'
import type { Language } from '@laurel/domain/languages'
import type * as z from 'zod'

const SCREENS = {
  home: 'src/routes/index.tsx?tsr-split=component',
  unknown: 'src/routes/$.tsx?tsr-split=component',
  claim: 'src/routes/claim.$token.tsx?tsr-split=component',
  office: 'src/features/office/Office.tsx',
} as const

/** As in the routes' `staticData`. The English texts of `shared` are in the first load. */
const CATALOGS = {
  home: ['shared', 'home'],
  unknown: ['shared'],
  claim: ['shared', 'claim', 'card-words'],
  office: [],
} as const

type SiteData = z.output<typeof Site>
/** A page of one of these screens. */
export type PageToDraw = {
  screen: keyof typeof SCREENS
  /** Its address, as the router sees it. */
  path: string
  language: Language
  /** The card of a claim page; null if its link opens none. */
  claim?: z.input<typeof Claim> | null
}
/** The web app's own renderer (web/src/app/render-page.tsx). */
type Renderer = { renderPage(given: Given): Promise<string> }
type Given = Omit<PageToDraw, 'screen'> & {
  site: SiteData
  landing?: z.output<typeof LandingComponent>[] | undefined
}

/** A page's body as visitors see it, and what its elements' `style` would say, which the page's policy forbids. */
type RenderedPage = { html: string; css: string }
export type VisitorPage = RenderedPage & {
  /** Files that the page's script loads next, for its head. */
  links: string
  /** The data the page was rendered from, by the ID that its script reads it by. */
  data: Record<string, unknown>
  /** Looks the same to people who are signed in. */
  isForAll: boolean
  /** Shows fields, which its script renders again: hydration empties those that are filled in. */
  isInert?: boolean
}
export type VisitorPages = { draw(page: PageToDraw, site: SiteData): Promise<VisitorPage> }

/** All links that open no card have one page. */
const NO_CARD = '/claim/none'
/** Of this many sites at once. A page takes 40 kB. */
const KEPT = 100
const RENDERER = fileURLToPath(new URL('../../../web/dist-server/render-page.js', import.meta.url))

/**
 * Pages as they look without a session. Those that are the same for every visitor of a site are rendered once per
 * version of their content; a card's page is never cached.
 *
 * @param web the built web app's folder
 * @param rendererFile the module of the renderer
 * @returns undefined if the renderer isn't built
 */
export function makeVisitorPages(
  web: string,
  readLanding: (siteId: number) => Promise<z.input<typeof LandingComponent>[]>,
  rendererFile = RENDERER,
): VisitorPages | undefined {
  if (!existsSync(rendererFile)) return undefined
  const manifest: Manifest = JSON.parse(readFileSync(`${web}.vite/manifest.json`, 'utf8'))
  const pages = new Map<string, Promise<RenderedPage>>()
  let renderer: Promise<Renderer> | undefined
  const make = async (given: Given) => {
    // Loaded with the first page: it takes memory, and workers never need it.
    renderer ??= import(pathToFileURL(rendererFile).href)
    const { renderPage } = await renderer
    return withoutStyles(await renderPage(given))
  }
  return {
    async draw({ screen, ...page }, given) {
      const site = onEveryHost(given)
      const links = linksOf(manifest, screen, page.language)
      const isOffice = screen === 'office'
      const data = isOffice ? { 'office-signed-out': null } : { 'claim-data': page.claim }
      if (page.claim) return { ...(await make({ ...page, site })), links, data, isForAll: true }
      const isForAll = isOffice || page.claim === null
      const landing = isForAll ? undefined : LandingComponent.array().parse(await readLanding(site.id))
      const content = { ...page, ...(page.claim === null && { path: NO_CARD }), site, landing }
      const version = createHash('sha256')
        .update(JSON.stringify([content, new Date().getFullYear()]))
        .digest('base64')
      const rendered = pages.get(version) ?? make(content)
      // Moved to the end: the least recently used page is dropped first.
      pages.delete(version)
      pages.set(version, rendered)
      rendered.catch(() => pages.delete(version))
      const [oldest] = pages.keys()
      if (pages.size > KEPT && oldest !== undefined) pages.delete(oldest)
      const embedded = isForAll ? data : { 'landing-data': landing }
      return { ...(await rendered), links, data: embedded, isForAll, isInert: isOffice }
    },
  }
}

/** Leaves out addresses with the visitor's host and port, because made-up ones would fill the cache. */
function onEveryHost(site: SiteData): SiteData {
  const { user_pool_endpoint: _, identity_pool_endpoint: __, ...accounts } = site.accounts
  return { ...site, accounts }
}

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>

/** The screen's chunks and styles, which the browser would otherwise ask for one after the other. */
function linksOf(manifest: Manifest, screen: PageToDraw['screen'], language: Language): string {
  const catalogs = CATALOGS[screen].map((name) => `../domain/src/texts/${name}/${language}.json`)
  const chunks = new Set([SCREENS[screen], ...catalogs])
  // The set grows during iteration.
  for (const name of chunks) {
    for (const next of manifest[name]?.imports ?? []) if (!manifest[next]?.isEntry) chunks.add(next)
  }
  const all = [...chunks].flatMap((name) => manifest[name] ?? [])
  return [
    ...all
      .flatMap(({ css = [] }) => css)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...all.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n')
}

/** In text, React escapes the quotes that an attribute needs. */
const STYLE = / style="([^"]*)"/g

/** Moves each element's style to a stylesheet, which can have a nonce. */
export function withoutStyles(html: string): RenderedPage {
  const rules: string[] = []
  const moved = html.replaceAll(STYLE, (_, style: string) => {
    const name = rules.length
    rules.push(
      `[data-style="${name}"]{${style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')}}`,
    )
    return ` data-style="${name}"`
  })
  return { html: moved, css: rules.join('\n') }
}
