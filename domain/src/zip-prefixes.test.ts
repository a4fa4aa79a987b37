import { expect, test } from 'vitest'
import { US_STATES } from './us-states.ts'
import { statesOfZip } from './zip-prefixes.ts'

test.each([
  ['97214', ['OR']],
  ['53703', ['WI']],
  ['90210', ['CA']],
  ['04101', ['ME']],
  ['80302', ['CO']],
  ['55802', ['MN']],
  ['02903', ['RI']],
  ['27701', ['NC']],
  ['52401', ['IA']],
  ['05401', ['VT']],
  ['78401', ['TX']],
  ['58102', ['ND']],
  ['01852', ['MA']],
  ['45402', ['OH']],
  ['20500', ['DC']],
  ['20170-0001', ['VA']],
  ['00501', ['NY']],
  ['06390', ['CT', 'NY']],
  ['00901', ['PR']],
  ['00802', ['VI']],
  ['96701', ['HI', 'AS']],
  ['96910', ['GU', 'MP']],
  ['09001', ['AE']],
  ['34001', ['AA']],
  ['96201', ['AP']],
  ['99950', ['AK']],
  ['00000', []],
  ['21300', []],
  ['', []],
])('%s belongs to %j', (zip, states) => {
  expect(statesOfZip(zip)).toEqual(states)
})

test('every place has ZIP codes, and few prefixes have two places', () => {
  const all = Array.from({ length: 1000 }, (_, prefix) => statesOfZip(String(prefix).padStart(3, '0')))
  expect(new Set(all.flat()).size).toBe(US_STATES.length)
  expect(all.filter((states) => states.length > 1)).toHaveLength(4)
  expect(all.filter((states) => states.length > 0).length).toBeGreaterThan(880)
})
