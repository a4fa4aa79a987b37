import { expect, test } from 'vitest'
import { siteStateOf } from './site-state.ts'

const day = new Date(0)
test.each([
  [null, null, 'setting_up'],
  [day, null, 'live'],
  [day, day, 'suspended'],
  [null, day, 'suspended'],
] as const)('live at %s, suspended at %s: %s', (live_at, suspended_at, state) => {
  expect(siteStateOf({ live_at, suspended_at })).toBe(state)
})
