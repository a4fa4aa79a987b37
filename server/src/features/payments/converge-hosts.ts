import { WrongSetting } from '../../wrong-setting.ts'

/** Converge's own hosts, today's and those of before; and this machine, for the sandbox. */
const HOSTS = {
  live: ['api.convergepay.com', 'www.convergepay.com'],
  demo: ['api.demo.convergepay.com', 'demo.convergepay.com'],
  sandbox: ['localhost', '127.0.0.1', '[::1]'],
} as const
const EXPECTED = `expects https://${HOSTS.live[0]}/…, https://${HOSTS.demo[0]}/…, or the sandbox on this machine`

type Kind = keyof typeof HOSTS
type ConvergeUrls = {
  PAYMENT_TOKEN_URL: string
  PAYMENT_PAGE_URL: string
  PAYMENT_XML_URL: string
}

/**
 * Converge's three addresses, all of one kind: live, demo, or the sandbox on this machine. The merchant's PIN
 * is sent there and their answers are trusted, so no others are allowed.
 *
 * @returns undefined if none is set: then the sandbox is used
 * @throws {WrongSetting} naming the variable and what it expects
 */
export function convergeUrls(
  given: {
    [Name in keyof ConvergeUrls]?: string | undefined
  },
): ConvergeUrls | undefined {
  const names = ['PAYMENT_TOKEN_URL', 'PAYMENT_PAGE_URL', 'PAYMENT_XML_URL'] as const
  if (names.every((name) => given[name] === undefined)) return undefined
  const kinds = names.map((name) => kindOf(name, given[name]))
  for (const [index, name] of names.entries()) {
    if (kinds[index] !== kinds[0]) {
      throw new WrongSetting(`${name} is wrong: expects a ${kinds[0]} address, as PAYMENT_TOKEN_URL is`)
    }
  }
  return given as ConvergeUrls
}

function kindOf(name: keyof ConvergeUrls, text: string | undefined): Kind {
  if (text === undefined) {
    throw new WrongSetting(
      `${name} is missing: Converge’s three addresses are given together; it ${EXPECTED}`,
    )
  }
  const url = new URL(text)
  const kind = Object.entries(HOSTS).find(([, hosts]) => hosts.some((host) => host === url.hostname))?.[0]
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const isSealed = url.protocol === 'https:' && url.port === ''
  if (kind === undefined || !isPlain || !(isSealed || kind === 'sandbox')) {
    throw new WrongSetting(`${name} is wrong: ${EXPECTED}`)
  }
  return kind as Kind
}
