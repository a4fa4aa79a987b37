import { isIPv4 } from 'node:net'

/**
 * Whether a host name is this machine.
 *
 * @param hostname as in `URL.hostname`: no port, IPv6 in brackets
 */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || name === '::1') return true
  return isIPv4(name) && name.startsWith('127.')
}

/** Whether an address is an http or https address on this machine. */
export function isLoopbackUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' && isLoopback(hostname)
}
