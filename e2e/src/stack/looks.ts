import { type BrowserContext, expect, type Page } from '@playwright/test'
import { roleVariables } from '../../../domain/src/brand-style.ts'
import { ACORN, NORTHWIND as NORTHWIND_SITE } from '../../../server/src/demo/demo-sites.ts'
import { expectAccessible, expectContrast } from './axe.ts'
import { originOf, type SiteName } from './shop.ts'

/** A brand, and the widths its screens are checked at. */
export type Look = {
  name: string
  site: SiteName
  /** Replaces the site's own: the hardest primary color we know. */
  primary?: string
  /** Widths of the accessibility check, in px. */
  widths: readonly number[]
  /** The primary, secondary, and tertiary color of other brands, whose contrast is checked on the same screens. */
  alsoIn?: readonly (readonly string[])[]
  /** No horizontal overflow here: a 1280 px screen at 200%, and the smallest phone. */
  narrow: readonly number[]
}

const YELLOW = '#FFD400'

/** Its screens are checked for contrast in the colors of the other brands, too. */
export const NORTHWIND: Look = {
  name: 'Northwind',
  site: 'northwind',
  widths: [1440, 390],
  narrow: [640, 320],
  alsoIn: [ACORN.colors, [YELLOW, ...NORTHWIND_SITE.colors.slice(1)]],
}

export const LOOKS: readonly Look[] = [
  NORTHWIND,
  { name: 'Acorn', site: 'acorn', widths: [1440], narrow: [] },
  { name: 'a yellow primary', site: 'northwind', primary: YELLOW, widths: [1440], narrow: [] },
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
export async function expectGood(page: Page, look: Look, what: string): Promise<void> {
  const { widths, narrow, primary, alsoIn = [] } = look
  if (primary !== undefined) {
    const worn = () => getComputedStyle(document.documentElement).getPropertyValue('--brand-primary').trim()
    expect.soft((await page.evaluate(worn)).toUpperCase(), `${what} wears the color`).toBe(primary)
  }
  for (const width of widths) {
    await resize(page, width)
    await expectAccessible(page, `${what}, ${width} px`)
  }
  if (alsoIn.length > 0) await resize(page, widths[0]!)
  for (const colors of alsoIn) await expectContrastIn(page, colors, what)
  for (const width of narrow) {
    await resize(page, width)
    const standsOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(standsOut, `${what} stands out at the side, ${width} px`).toBeLessThanOrEqual(0)
  }
  if (widths.length + narrow.length > 1) await resize(page, widths[0]!)
}

/** Contrast is all that another brand's colors change, so nothing else is checked in them. */
async function expectContrastIn(page: Page, [primary, secondary, tertiary]: readonly string[], what: string) {
  const variables = roleVariables({ primary: primary!, secondary: secondary!, tertiary: tertiary! })
  const before = await page.evaluate((set) => {
    const { style } = document.documentElement
    const before = style.cssText
    for (const [name, value] of set) style.setProperty(name, value)
    return before
  }, variables)
  await expectContrast(page, `${what}, in ${primary}`)
  await page.evaluate((text) => {
    document.documentElement.style.cssText = text
  }, before)
}

async function resize(page: Page, width: number) {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
