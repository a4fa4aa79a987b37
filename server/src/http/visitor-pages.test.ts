// The page's policy allows no style attributes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Site } from '@laurel/contract/site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { makeVisitorPages, type PageToDraw, withoutStyles } from './visitor-pages.ts'

test('styles of elements become a stylesheet, and text that looks like one stays', () => {
  const html =
    '<i style="--ground:#123;background:url(&quot;/a.png?b=1&amp;c=2&quot;)">a style=&quot;b&quot;</i><b style="transform:none"></b>'
  expect(withoutStyles(html)).toEqual({
    html: '<i data-style="0">a style=&quot;b&quot;</i><b data-style="1"></b>',
    css: '[data-style="0"]{--ground:#123;background:url("/a.png?b=1&c=2")}\n[data-style="1"]{transform:none}',
  })
})

describe('rendered pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-pages-'))
  const renderer = join(folder, 'renderer.mjs')
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(renderer, 'let count = 0\nexport const renderPage = async () => String(++count)')
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const siteAt = async (host: string) =>
    Site.parse((await world.visit(host)('GET', '/api/v1/actual_rewards_site/')).body)
  const makePages = () => makeVisitorPages(`${folder}/`, async () => [], renderer)!
  const language = 'en'

  test('are the same on every port, so that made-up ones don’t fill the cache', async () => {
    const pages = makePages()
    const sites = [await siteAt('localhost:1'), await siteAt('localhost:2')]
    expect(sites[0]).not.toEqual(sites[1])
    const home = { screen: 'home', path: '/', language } as const
    const [one, other] = await Promise.all(sites.map((site) => pages.draw(home, site)))
    expect(other).toEqual(one)
    const acorn = await pages.draw(home, await siteAt('acorn.localhost'))
    const spanish = await pages.draw({ ...home, language: 'es' }, sites[0]!)
    expect(new Set([one, acorn, spanish].map((page) => page?.html)).size).toBe(3)
  })

  test('are shared by all links without a card, and never cached for a card', async () => {
    const pages = makePages()
    const site = await siteAt('localhost')
    const draw = async (token: string, claim: PageToDraw['claim']) =>
      (await pages.draw({ screen: 'claim', path: `/claim/${token}`, language, claim }, site)).html
    expect(await draw('one', null)).toBe(await draw('other', null))
    const card = { first_name: 'Maya' } as PageToDraw['claim']
    expect(await draw('card', card)).not.toBe(await draw('card', card))
  })
})
