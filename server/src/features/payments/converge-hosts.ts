import { WrongSetting } from '../../wrong-setting.ts'

/** Converge's own hosts, today's and those of before; and this machine, for the sandbox. */
const HOSTS = {
  live: ['api.convergepay.com', 'www.convergepay.com'],
  demo: ['api.demo.convergepay.com', 'demo.convergepay.com'],
  sandbox: ['localhost', '127.0.0.1', '[::1]'],
} as const
const EXPECTED = `expects https://${HOSTS.live[0]}/…, https://${HOSTS.demo[0]}/…, or the sandbox on this machine`

type Kind = keyof typeof HOSTS
const KINDS: readonly Kind[] = ['live', 'demo', 'sandbox']
type Variables = Record<'PAYMENT_TOKEN_URL' | 'PAYMENT_PAGE_URL' | 'PAYMENT_XML_URL', string>
/** The provider's three addresses. They come from the settings alone, so the PIN goes nowhere else. */
export type ConvergeUrls = { tokenUrl: string; pageUrl: string; xmlUrl: string }

/**
 * Converge's three addresses, all of one kind: live, demo, or the sandbox on this machine. The merchant's PIN
 * is sent there and their answers are trusted, so no others are allowed.
 *
 * @param isDemo the demo takes no real money
 * @returns undefined if none is set
 * @throws {WrongSetting} naming the variable and what it expects
 */
export function convergeUrls(
  given: {
    [Name in keyof Variables]?: string | undefined
  },
  isDemo = false,
): ConvergeUrls | undefined {
  const names = ['PAYMENT_TOKEN_URL', 'PAYMENT_PAGE_URL', 'PAYMENT_XML_URL'] as const
  if (names.every((name) => given[name] === undefined)) return undefined
  const problems = names.flatMap((name) => problemOf(name, given[name]) ?? [])
  if (problems.length > 0) throw new WrongSetting(problems.join('\n'))
  const { PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, PAYMENT_XML_URL } = given as Variables
  const kind = kindOf(PAYMENT_TOKEN_URL)
  const others = names.filter((name) => kindOf(given[name]!) !== kind)
  if (others.length > 0) {
    throw new WrongSetting(
      others.map((name) => `${name} is wrong: expects a ${kind} address, as PAYMENT_TOKEN_URL is`).join('\n'),
    )
  }
  if (isDemo && kind === 'live') {
    throw new WrongSetting(
      'DEMO is wrong: the demo takes no real money, and PAYMENT_TOKEN_URL is live. Set DEMO=0',
    )
  }
  return { tokenUrl: PAYMENT_TOKEN_URL, pageUrl: PAYMENT_PAGE_URL, xmlUrl: PAYMENT_XML_URL }
}

/** The simulator's addresses, below its own. */
export function sandboxConverge(origin: string): ConvergeUrls {
  const pageUrl = `${origin}/converge/hosted-payments`
  return { tokenUrl: `${pageUrl}/transaction_token`, pageUrl, xmlUrl: `${origin}/converge/processxml.do` }
}

/** Real money is at stake only at the live addresses. */
export function isLive({ pageUrl }: ConvergeUrls): boolean {
  return kindOf(pageUrl) === 'live'
}

function kindOf(url: string): Kind | undefined {
  const { hostname } = new URL(url)
  return KINDS.find((kind) => HOSTS[kind].some((host) => host === hostname))
}

function problemOf(name: keyof Variables, text: string | undefined): string | undefined {
  if (text === undefined) {
    return `${name} is missing: Converge’s three addresses are given together; it ${EXPECTED}`
  }
  const url = new URL(text)
  const kind = kindOf(text)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const isSealed = url.protocol === 'https:' && url.port === ''
  const isRight = kind !== undefined && isPlain && (isSealed || kind === 'sandbox')
  return isRight ? undefined : `${name} is wrong: ${EXPECTED}`
}
