import { WrongSetting } from '../../wrong-setting.ts'

/** The carriers' own addresses: production, and where integrations are tried. */
const HOSTS = {
  UPS_URL: ['https://onlinetools.ups.com', 'https://wwwcie.ups.com'],
  USPS_URL: ['https://apis.usps.com', 'https://apis-tem.usps.com'],
} as const
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where a carrier is reached: one of its own hosts, or a stand-in on this machine. Client secrets go
 * there, so nothing else is taken.
 *
 * @throws {WrongSetting} naming the variable and what it expects
 */
export function carrierUrl(variable: keyof typeof HOSTS, given: string): string {
  const url = given.replace(/\/$/, '')
  const isOwn = HOSTS[variable].some((host) => host === url)
  const { protocol, hostname } = new URL(url)
  const isHere = LOOPBACK.has(hostname) && (protocol === 'http:' || protocol === 'https:')
  if (isOwn || isHere) return url
  throw new WrongSetting(`${variable} is wrong: expects ${HOSTS[variable].join(' or ')}`)
}
