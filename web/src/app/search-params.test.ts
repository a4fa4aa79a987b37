// @vitest-environment happy-dom
import type { AnyRoute } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'

const router = makeRouter(makeQueryClient())
const routes = Object.values(router.routesById as unknown as Record<string, AnyRoute>)
  .filter((route) => route.options.validateSearch !== undefined)
  .map((route) => ({ path: route.fullPath as string, read: route.options.validateSearch as Read }))
type Read = (given: Record<string, unknown>) => Record<string, unknown>

/** Search params as people, programs, and attackers write them. */
const given = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', 'true', 'false', 'null', '-1', '0', '1', '1.5', 'abc', '__proto__', '2026-13-40'),
  fc.constant('x'.repeat(10_240)),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)

const MAX_LENGTH = 2_000
const fits = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === true ||
  (typeof value === 'string' && value.length <= MAX_LENGTH) ||
  (Number.isSafeInteger(value) && Number(value) > 0)

test('lists every route with search params, in the shop and in the office', () => {
  const paths = routes.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/', '/my-rewards', '/confirm-signup', '/office/orders/']))
  expect(paths.length).toBeGreaterThan(20)
})

describe.each(routes)('The search params of $path', ({ path, read }) => {
  const names = Object.keys(read({}))
  const search = fc.dictionary(fc.constantFrom(...names, 'unknown', 'constructor'), given, { maxKeys: 10 })

  test('keep only valid values', () => {
    expect(names.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(search, (asked) => {
        const read_ = read(asked)
        expect(Object.keys(read_)).toEqual(names)
        for (const value of Object.values(read_)) expect(value).toSatisfy(fits)
        // Reading is idempotent, so the address can be rewritten from the result.
        expect(read(read_)).toEqual(read_)
      }),
    )
  })

  test('survive a round trip through the address', () => {
    fc.assert(
      fc.property(search, (asked) => {
        const address = router.options.parseSearch!(router.options.stringifySearch!(asked))
        const match = router.matchRoutes(path.replace(/\$\w+/, '7'), address).at(-1)!
        const seen = Object.fromEntries(names.map((name) => [name, match.search[name as never]]))
        expect(seen).toEqual(read(address))
      }),
      { numRuns: 30 },
    )
  })
})

test.each([
  ['/', { login: false }, {}],
  ['/', { login: 'banana' }, {}],
  ['/', { login: true }, { login: true }],
  ['/', { login: 'signUp', redirect: '/settings/' }, { login: 'signUp', redirect: '/settings/' }],
  ['/my-rewards', { openDetails: 'abc', createNew: 'banana' }, {}],
  ['/my-rewards', { openDetails: -1 }, {}],
  ['/my-rewards', { openDetails: 0 }, {}],
  ['/my-rewards', { openDetails: 1.5 }, {}],
  ['/my-rewards', { openDetails: '' }, {}],
  ['/my-rewards', { openDetails: 7, createNew: true }, { openDetails: 7, createNew: true }],
  ['/confirm-signup', { email: 5 }, {}],
  ['/reset-password', { email: ['a@b.example'], reason: 'banana' }, {}],
  ['/reset-password', { reason: 'confirmed' }, { reason: 'confirmed' }],
  ['/create-reward/value', { item: true }, {}],
])('%s with %j is read as %j', (path, asked, expected) => {
  const route = routes.find((one) => one.path === path || one.path === `${path}/`)!
  expect(route.read(asked)).toEqual(expected)
})
