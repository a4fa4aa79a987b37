import { expect, test } from 'vitest'
import { readMyRewardsSearch } from './my-rewards-search.ts'

test('createNew is a yes or it is absent', () => {
  expect(readMyRewardsSearch({ createNew: true })).toEqual({ createNew: true })
  expect(readMyRewardsSearch({ createNew: 'true' })).toEqual({ createNew: true })
  for (const no of [false, 'false', 0, '', null, {}])
    expect(readMyRewardsSearch({ createNew: no })).toEqual({})
})

test('openDetails is the id of an order or it is absent', () => {
  expect(readMyRewardsSearch({ openDetails: 7 })).toEqual({ openDetails: 7 })
  expect(readMyRewardsSearch({ openDetails: '7' })).toEqual({ openDetails: 7 })
  for (const no of [0, -1, 1.5, 'seven', '', Number.NaN, true, null, [7], 2 ** 60]) {
    expect(readMyRewardsSearch({ openDetails: no })).toEqual({})
  }
})

test('what the screen does not know is left out of its address', () => {
  expect(readMyRewardsSearch({ login: 'signIn', openDetails: 7 })).toEqual({ openDetails: 7 })
})
