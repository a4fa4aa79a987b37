import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { originOf, type SiteName } from './shop.ts'

/** A brand, and the widths its screens are checked at. */
export type Look = {
  name: string
  site: SiteName
  /** Replaces the site's own: the hardest primary color we know. */
  primary?: string
  /** Widths of the accessibility check, in px. */
  widths: readonly number[]
  /** No horizontal overflow here: a 1280 px screen at 200%, and the smallest phone. */
  narrow: readonly number[]
}

export const LOOKS: readonly Look[] = [
  { name: 'Northwind', site: 'northwind', widths: [1440, 390], narrow: [640, 320] },
  { name: 'Acorn', site: 'acorn', widths: [1440], narrow: [] },
  { name: 'a yellow primary', site: 'northwind', primary: '#FFD400', widths: [1440], narrow: [] },
]

/** Tags looks in other brands, which `npm run test:rest` checks. */
export function tagOf({ name }: Look): string[] {
  return name === 'Northwind' ? [] : ['@every-brand']
}

/** Gives every page of a browser another primary color, as site data would. */
export async function dress(context: BrowserContext, { site, primary }: Look): Promise<void> {
  if (primary === undefined) return
  const origin = originOf(site)
  await context.route(
    (url) => url.origin === origin && !/\.\w+$|^\/(api|identity)/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      // Without data and roles in the page, the app fetches them and computes the roles itself.
      const body = (await response.text())
        .replace(/<script[^>]*id="site-data">.*?<\/script>/s, '')
        .replace(/<style nonce[^>]*>.*?<\/style>/s, '')
      return route.fulfill({ response, body })
    },
  )
  await context.route('**/api/v1/actual_rewards_site/', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), site_primary_color: primary } })
  })
}

/** Checks the current screen at all widths of a look. */
export async function expectGood(page: Page, { widths, narrow, primary }: Look, what: string): Promise<void> {
  if (primary !== undefined) {
    const worn = () => getComputedStyle(document.documentElement).getPropertyValue('--brand-primary').trim()
    expect.soft((await page.evaluate(worn)).toUpperCase(), `${what} wears the color`).toBe(primary)
  }
  for (const width of widths) {
    await resize(page, width)
    await expectAccessible(page, `${what}, ${width} px`)
  }
  for (const width of narrow) {
    await resize(page, width)
    const standsOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(standsOut, `${what} stands out at the side, ${width} px`).toBeLessThanOrEqual(0)
  }
  if (widths.length + narrow.length > 1) await resize(page, widths[0]!)
}

async function resize(page: Page, width: number) {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
