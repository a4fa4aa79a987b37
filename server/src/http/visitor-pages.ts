import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LandingComponent, type Site } from '@laurel/contract/site'
import type { Language } from '@laurel/domain/languages'
import type * as z from 'zod'

const SCREENS = { '/': 'src/routes/index.tsx', '/404': 'src/routes/$.tsx' } as const

/** Those that the routes name; English of the first one is in the first load. */
const CATALOGS = { '/': ['shared', 'home'], '/404': ['shared'] } as const

type SiteData = z.output<typeof Site>
type Landing = z.output<typeof LandingComponent>[]
/** Home, and any page that doesn't exist. */
export type VisitorPath = keyof typeof SCREENS
/** The web app's own renderer (web/src/app/render-page.tsx). */
type Renderer = { renderPage(given: Given): Promise<string> }
type Given = { path: VisitorPath; site: SiteData; landing: Landing; language: Language }

/** A page's body as visitors see it, and what its elements' `style` would say, which the page's policy forbids. */
type RenderedPage = { html: string; css: string }
export type VisitorPage = RenderedPage & {
  /** Files that the page's script loads next, for its head. */
  links: string
  landing: Landing
}
export type VisitorPages = {
  draw(path: VisitorPath, site: SiteData, language: Language): Promise<VisitorPage>
}

/** Of this many sites at once. A page takes 40 kB. */
const KEPT = 100
const RENDERER = fileURLToPath(new URL('../../../web/dist-server/render-page.js', import.meta.url))

/**
 * Pages that are the same for every visitor of a site, rendered once per version of their content. They have nothing
 * about who requests them.
 *
 * @param web the built web app's folder
 * @returns undefined if the renderer isn't built
 */
export function makeVisitorPages(
  web: string,
  readLanding: (siteId: number) => Promise<z.input<typeof LandingComponent>[]>,
): VisitorPages | undefined {
  if (!existsSync(RENDERER)) return undefined
  const manifest: Manifest = JSON.parse(readFileSync(`${web}.vite/manifest.json`, 'utf8'))
  const pages = new Map<string, Promise<RenderedPage>>()
  let renderer: Promise<Renderer> | undefined
  const make = async (given: Given) => {
    // Loaded with the first page: it takes memory, and workers never need it.
    renderer ??= import(pathToFileURL(RENDERER).href)
    const { renderPage } = await renderer
    return withoutStyles(await renderPage(given))
  }
  return {
    async draw(path, site, language) {
      const landing = LandingComponent.array().parse(await readLanding(site.id))
      const version = createHash('sha256')
        .update(JSON.stringify([path, site, landing, language, new Date().getFullYear()]))
        .digest('base64')
      const page = pages.get(version) ?? make({ path, site, landing, language })
      pages.set(version, page)
      page.catch(() => pages.delete(version))
      const [oldest] = pages.keys()
      if (pages.size > KEPT && oldest !== undefined) pages.delete(oldest)
      return { ...(await page), links: linksOf(manifest, path, language), landing }
    },
  }
}

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>

/** The screen's chunks and styles, which the browser would otherwise ask for one after the other. */
function linksOf(manifest: Manifest, path: VisitorPath, language: Language): string {
  const catalogs = CATALOGS[path].map((name) => `../domain/src/texts/${name}/${language}.json`)
  const chunks = new Set([`${SCREENS[path]}?tsr-split=component`, ...catalogs])
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
