import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
