import { BlockList, isIP, isIPv6 } from 'node:net'

/** What IANA lists as not globally reachable: https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Inside 2000::/3, where public addresses are; several of these carry an IPv4 address within. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Does this IP address belong to a server on the internet, and to none of a private network or this machine? */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return globalV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}

/** A host as a URL has it: `localhost`, or an address of this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = bareHost(host)
  if (isIP(bare) !== 0) return loopback.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
  return bare === 'localhost' || bare.endsWith('.localhost')
}

/** A URL writes an IPv6 address in brackets. */
export function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host
}
