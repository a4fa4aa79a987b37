import { WrongSetting } from '../../wrong-setting.ts'

/** The carriers' own addresses: production, and where integrations are tried. */
const HOSTS = {
  UPS_URL: ['https://onlinetools.ups.com', 'https://wwwcie.ups.com'],
  USPS_URL: ['https://apis.usps.com', 'https://apis-tem.usps.com'],
} as const
export const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A carrier's address: one of its own hosts, or a simulator on this machine. Client secrets are sent there, so
 * no other host is allowed.
 *
 * @returns undefined if none is set
 * @throws {WrongSetting} naming the variable and what it expects
 */
export function carrierUrl(variable: keyof typeof HOSTS, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = given.replace(/\/$/, '')
  const isOwn = HOSTS[variable].some((host) => host === url)
  const { protocol, hostname } = new URL(url)
  const isHere = LOOPBACK.has(hostname) && (protocol === 'http:' || protocol === 'https:')
  if (isOwn || isHere) return url
  throw new WrongSetting(`${variable} is wrong: expects ${HOSTS[variable].join(' or ')}`)
}
