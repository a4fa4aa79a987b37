import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './redirect-path.ts'

const KNOWN = ['/', '/my-rewards', '/account/', '/checkout/payment-confirmation', '/order-confirmation/']
const isKnown = (path: string) => KNOWN.includes(path)
const anyPath = () => true

test.each([
  '/',
  '/my-rewards',
  '/account/',
  '/my-rewards?createNew=true&openDetails=7',
  '/order-confirmation/?cpi_order_id=12&x=a%20b',
  '/my-rewards#top',
  '/my-rewards?next=https://e.vil',
  '/my-rewards?q=50%25',
])('keeps our own path %s', (path) => {
  expect(ownPath(path, isKnown)).toBe(path)
})

const FOREIGN: unknown[] = [
  '//e.vil',
  '///e.vil',
  '/\\e.vil',
  '\\\\e.vil',
  '\\/e.vil',
  '/%2F%2Fe.vil',
  '/%2fe.vil',
  '/%5ce.vil',
  '/%5C%5Ce.vil',
  'https:e.vil',
  'https://e.vil',
  'http:///e.vil',
  '/\t/e.vil',
  '/\n/e.vil',
  '\t//e.vil',
  ' //e.vil',
  '/ /e.vil',
  '/%09/e.vil',
  '/%0d%0aLocation:%20https://e.vil',
  '/my-rewards?x=%0d%0aSet-Cookie:a',
  '/%00',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/..//e.vil',
  '/../e.vil',
  '/./my-rewards',
  '/%2e%2e//e.vil',
  '/%2e%2e/e.vil',
  '/a//e.vil',
  '@e.vil',
  'e.vil',
  '?redirect=//e.vil',
  '#//e.vil',
  '／／e.vil',
  '/／e.vil',
  '/∕e.vil',
  '/\u2028/e.vil',
  '/\u0085/e.vil',
  '/%c2%85/e.vil',
  '/%ef%bc%8fe.vil',
  '/%',
  '/%zz',
  '/my-rewards?x=%',
  `/${'a'.repeat(10_000)}`,
  '',
  ['/my-rewards'],
  ['//e.vil', '/my-rewards'],
  { path: '/my-rewards' },
  null,
  undefined,
  7,
  true,
]

test.each(FOREIGN)('%j leads home, even if every path is known', (value) => {
  expect(ownPath(value, anyPath)).toBe('/')
})

test('a path without a screen leads home', () => {
  expect(ownPath('/office', isKnown)).toBe('/')
  expect(ownPath('/my-rewards/../account/', isKnown)).toBe('/')
})

test('looks up the screen without search and hash', () => {
  const asked: string[] = []
  ownPath('/my-rewards?a=1#b', (path) => asked.push(path) > 0)
  expect(asked).toEqual(['/my-rewards'])
})

const nasty = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '%252f',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'e.vil',
      'https',
      '\u0000',
      '／',
      '%',
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))

test('every path stays on our origin', () => {
  const origin = 'https://rewards.example'
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        nasty.map((text) => `/${text}`),
        fc.string(),
        fc.webUrl(),
        fc.anything(),
      ),
      (value) => {
        const path = ownPath(value, anyPath)
        expect(path).toMatch(/^\/(?![/\\])/)
        const url = new URL(path, origin)
        expect(url.origin).toBe(origin)
        expect(url.pathname.startsWith('//')).toBe(false)
        for (const each of path) expect(each > ' ' && each < '\u007f').toBe(true)
        // Read again, as a second reader would: still the same path, on the same origin.
        expect(ownPath(path, anyPath)).toBe(path)
        expect(new URL(decodeURIComponent(url.pathname), origin).origin).toBe(origin)
      },
    ),
    { numRuns: 2000 },
  )
})
