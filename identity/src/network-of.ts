import { isIP } from 'node:net'

/**
 * What limits count a visitor's address as: an IPv4 address itself, of IPv6 the /64 network, because one
 * connection owns all of its addresses and could take a new one for every request.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [left = [], right = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
