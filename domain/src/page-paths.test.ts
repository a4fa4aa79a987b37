import { expect, test } from 'vitest'
import { isPagePath } from './page-paths.ts'

test('knows pages with and without a slash at the end, and parts that can be anything', () => {
  for (const path of [
    '/',
    '/my-rewards',
    '/my-rewards/',
    '/claim/a-b_c',
    '/office',
    '/office/orders/12',
    '/setup/',
  ]) {
    expect([path, isPagePath(path)]).toEqual([path, true])
  }
})

test('knows no others', () => {
  for (const path of [
    '',
    '///',
    '/my-rewards/x',
    '/claim',
    '/claim/a/b',
    '/offices',
    '/MY-REWARDS',
    '/wp-login',
  ]) {
    expect([path, isPagePath(path)]).toEqual([path, false])
  }
})
