// The page's policy allows no style attributes.
import { Site } from '@laurel/contract/site'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'
import { onEveryHost, withoutStyles } from './visitor-pages.ts'

test('styles of elements become a stylesheet, and text that looks like one stays', () => {
  const html =
    '<i style="--ground:#123;background:url(&quot;/a.png?b=1&amp;c=2&quot;)">a style=&quot;b&quot;</i><b style="transform:none"></b>'
  expect(withoutStyles(html)).toEqual({
    html: '<i data-style="0">a style=&quot;b&quot;</i><b data-style="1"></b>',
    css: '[data-style="0"]{--ground:#123;background:url("/a.png?b=1&c=2")}\n[data-style="1"]{transform:none}',
  })
})

test('a site has the same pages on every port, so that made-up ones don’t fill the cache', async () => {
  const world = await makeWorld()
  const siteAt = async (host: string) =>
    Site.parse((await world.visit(host)('GET', '/api/v1/actual_rewards_site/')).body)
  const [one, other] = [await siteAt('localhost:1'), await siteAt('localhost:2')]
  expect(other).not.toEqual(one)
  expect(onEveryHost(other)).toEqual(onEveryHost(one))
  await world.close()
})
