import { expect, test } from 'vitest'
import { isLoopbackHost, isPublicAddress } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:93.184.216.34',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
  '127.1',
])('%s isn’t a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('recognizes a host of this machine in every spelling that a URL keeps', () => {
  for (const typed of [
    'localhost',
    'a.localhost',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ]) {
    expect([typed, isLoopbackHost(new URL(`http://${typed}/`).hostname)]).toEqual([typed, true])
  }
  for (const typed of ['localhost.example', '10.0.0.1', '[2a00::1]']) {
    expect([typed, isLoopbackHost(new URL(`http://${typed}/`).hostname)]).toEqual([typed, false])
  }
})
