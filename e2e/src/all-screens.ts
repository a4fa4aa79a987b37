/**
 * Takes a picture of every screen at 390, 768, and 1440 px, light and dark, in both demo brands, and shows them on one
 * page, `screens/index.html`: `npm run pictures`, after building the web. It starts the product with a fresh demo.
 * `npm run pictures -- orders claim` takes only screens whose name contains one of these.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, type Browser, chromium, type Page, request } from '@playwright/test'
import { type Asked, makeThings, type Screen, screens, WHO, type Who } from './pictures/screens.ts'
import { openSignedIn } from './stack/people.ts'
import { originOf, type SiteName } from './stack/shop.ts'
import { demoStaff, signInStaff } from './stack/staff.ts'
import startStack from './stack/start-stack.ts'

const FOLDER = fileURLToPath(new URL('../../screens/', import.meta.url))
const SITES: readonly SiteName[] = ['northwind', 'acorn']
const WIDTHS = [1440, 768, 390]
const THEMES = ['light', 'dark'] as const
const ONLY = process.argv.slice(2)

type Taken = { site: SiteName; name: string; width: number; theme: string; file: string }

async function shootAll(browser: Browser, api: APIRequestContext): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const site of SITES) {
    const things = await makeThings(api, site, await staffPage(browser, site))
    const wanted = screens(things).filter(
      ({ name }) => ONLY.length === 0 || ONLY.some((part) => name.includes(part)),
    )
    for (const who of WHO) {
      const ofThem = wanted.filter((screen) => screen.as === who)
      if (ofThem.length === 0) continue
      const page = await pageOf(browser, who, things)
      for (const screen of ofThem) taken.push(...(await shoot(page, site, screen)))
      await page.context().close()
    }
    await things.staff.context().close()
  }
  return taken
}

async function pageOf(browser: Browser, who: Who, things: Asked): Promise<Page> {
  if (who === 'staff') return things.staff.context().newPage()
  const context = await browser.newContext()
  if (who === 'visitor') return context.newPage()
  return openSignedIn(context, things[who], '/settings')
}

async function staffPage(browser: Browser, site: SiteName): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${originOf(site)}/office`)
  await signInStaff(page, demoStaff(site))
  await page.getByRole('navigation', { name: 'Office' }).waitFor()
  return page
}

/** Each width and theme of a screen, read once: a screen that can't be read says so and is left out. */
async function shoot(page: Page, site: SiteName, { name, path, act }: Screen): Promise<Taken[]> {
  const taken: Taken[] = []
  try {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path.startsWith('http') ? path : `${originOf(site)}${path}`)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      await act?.(page)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.evaluate(() => document.fonts.ready)
        await page.waitForTimeout(300)
        const file = `${site}-${name.replaceAll(/\W+/g, '-')}-${width}-${theme}.jpg`
        await page.screenshot({ path: `${FOLDER}${file}`, type: 'jpeg', quality: 80, fullPage: !act })
        taken.push({ site, name, width, theme, file })
      }
    }
    console.info(`${site}: ${name}`)
  } catch (cause) {
    process.exitCode = 1
    console.error(`${site}: ${name} failed: ${cause}`)
  }
  return taken
}

/** One page with a row for each screen. Links in the URL choose a brand, a width, and a theme. */
function pageOfPictures(taken: readonly Taken[]): string {
  const figures = taken.map(
    ({ site, width, theme, file }) =>
      `<figure data-site="${site}" data-width="${width}" data-theme="${theme}"><a href="${file}"><img loading="lazy" src="${file}" width="${width / 4}" alt=""></a><figcaption>${site}, ${width}, ${theme}</figcaption></figure>`,
  )
  const names = [...new Set(taken.map(({ name }) => name))]
  const rows = names.map((name) => {
    const own = figures.filter((_, index) => taken[index]!.name === name)
    return `<section><h2>${name}</h2><div>${own.join('')}</div></section>`
  })
  const choice = (key: string, values: readonly (string | number)[]) =>
    `<label>${key} <select data-key="${key}"><option value="">all</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body { font: 16px/1.5 system-ui; margin: 24px } header { position: sticky; top: 0; background: #fff; padding: 8px 0; display: flex; gap: 24px }
section > div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start } figure { margin: 0 } img { border: 1px solid #ccc; max-height: 600px; object-fit: cover; object-position: top }
figcaption { color: #555; font-size: 13px }
</style>
<header><strong>${names.length} screens, ${taken.length} pictures</strong>${choice('site', SITES)}${choice('width', WIDTHS)}${choice('theme', THEMES)}</header>
${rows.join('\n')}
<script>
const chosen = {}
for (const select of document.querySelectorAll('select')) select.onchange = () => {
  chosen[select.dataset.key] = select.value
  for (const figure of document.querySelectorAll('figure'))
    figure.hidden = Object.entries(chosen).some(([key, value]) => value && figure.dataset[key] !== value)
}
</script>`
}

process.env.DEMO_HISTORY = '1'
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const end = await startStack()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})
const api = await request.newContext()
try {
  const taken = await shootAll(browser, api)
  writeFileSync(`${FOLDER}index.html`, pageOfPictures(taken))
  console.info(`screens/index.html, ${taken.length} pictures`)
} finally {
  await api.dispose()
  await browser.close()
  await end()
}
