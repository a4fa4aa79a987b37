import { expect, test } from 'vitest'
import { readMyRewardsSearch } from './my-rewards-route.ts'

test('createNew is true or absent', () => {
  expect(readMyRewardsSearch({ createNew: true })).toEqual({ createNew: true })
  expect(readMyRewardsSearch({ createNew: 'true' })).toEqual({ createNew: true })
  for (const no of [false, 'false', 0, '', null, {}])
    expect(readMyRewardsSearch({ createNew: no })).toEqual({})
})

test('openDetails is an order ID or absent', () => {
  expect(readMyRewardsSearch({ openDetails: 7 })).toEqual({ openDetails: 7 })
  expect(readMyRewardsSearch({ openDetails: '7' })).toEqual({ openDetails: 7 })
  for (const no of [0, -1, 1.5, 'seven', '', Number.NaN, true, null, [7], 2 ** 60]) {
    expect(readMyRewardsSearch({ openDetails: no })).toEqual({})
  }
})

test('drops unknown search params', () => {
  expect(readMyRewardsSearch({ login: 'signIn', openDetails: 7 })).toEqual({ openDetails: 7 })
})
