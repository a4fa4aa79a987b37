import { expect, test } from 'vitest'
import { hostIn, siteHostProblem, slugOf } from './site-host.ts'

test.each([
  [' HTTPS://Rewards.Example.com/ ', 'rewards.example.com'],
  ['rewards.example.com.', 'rewards.example.com'],
  ['http://localhost', 'localhost'],
])('%j is the host %s', (typed, host) => {
  expect(hostIn(typed)).toBe(host)
})

test.each(['rewards.example.com', 'localhost', 'acorn.localhost', '203.0.113.7', 'xn--bcher-kva.example'])(
  'a site can have %s',
  (host) => {
    expect(siteHostProblem(host)).toBeUndefined()
  },
)

test.each([
  ['', /Enter the site/],
  ['rewards', /full name/],
  ['rewards.example.com:8443', /port/],
  ['rewards.example.com/shop', /only the name/],
  ['ann@example.com', /only the name/],
  ['-rewards.example.com', /full name/],
  ['rewards..example.com', /full name/],
  ['bücher.example', /full name/],
  ['1.2.3', /full name/],
  ['256.1.1.1', /full name/],
  [`${'a'.repeat(64)}.example`, /full name/],
  [`${'a.'.repeat(130)}example`, /too long/],
])('a site can’t have %j', (host, problem) => {
  expect(siteHostProblem(host)).toMatch(problem)
})

test.each([
  ['Northwind Rewards', 'northwind-rewards'],
  ['Café Ünal & Co.', 'cafe-unal-co'],
  ['O’Brien’s', 'obriens'],
  ['東京', 'site'],
])('%s is called %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
