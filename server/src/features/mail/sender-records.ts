import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type WantedRecord = { name: 'spf' | 'dkim' | 'dmarc'; host: string; value: string }
export type RecordAnswer = {
  name: WantedRecord['name']
  state: 'right' | 'missing' | 'different' | 'unreachable'
  found: string
}
/** The texts under a name, each in its pieces; as node:dns gives them. */
export type ResolveTxt = (host: string) => Promise<string[][]>

const TIMEOUT_MS = 3_000
const MAX_FOUND = 500

/** Asks the machine's own name servers, three seconds at most for each. */
export function makeResolveTxt(): ResolveTxt {
  return (host) => new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolveTxt(host)
}

/** The DNS records a domain needs so that its mail is accepted: SPF, DKIM, and DMARC. */
export function wantedRecords(
  sender: { from_address: string; dkim_selector: string; dkim_public_key: string },
  smtpUrl: string | undefined,
): WantedRecord[] {
  const domain = sender.from_address.slice(sender.from_address.lastIndexOf('@') + 1).toLowerCase()
  return [
    // Without a mail server, it's unknown which server may send.
    ...(smtpUrl === undefined
      ? []
      : [{ name: 'spf' as const, host: domain, value: `v=spf1 ${sendingServer(smtpUrl)} ~all` }]),
    {
      name: 'dkim',
      host: `${sender.dkim_selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${sender.dkim_public_key}`,
    },
    {
      name: 'dmarc',
      host: `_dmarc.${domain}`,
      value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
    },
  ]
}

/** The mail server as SPF names one. */
function sendingServer(smtpUrl: string): string {
  const host = new URL(smtpUrl).hostname.replace(/^\[|\]$/g, '')
  const kind = isIP(host)
  return kind === 0 ? `a:${host}` : `ip${kind}:${host}`
}

/** Checks all records at once. A name server that doesn't answer says nothing about a record. */
export function askRecords(wanted: readonly WantedRecord[], resolveTxt: ResolveTxt): Promise<RecordAnswer[]> {
  return Promise.all(
    wanted.map(async ({ name, host, value }) => {
      try {
        const texts = (await resolveTxt(host)).map((pieces) => pieces.join(''))
        const own = texts.find((text) => text.toLowerCase().startsWith(MARKS[name]))
        if (own === undefined) return { name, state: 'missing', found: '' } as const
        const state = isRight(name, own, value) ? 'right' : 'different'
        return { name, state, found: own.slice(0, MAX_FOUND) } as const
      } catch (cause) {
        const { code } = cause as { code?: string }
        const isAbsent = code === 'ENOTFOUND' || code === 'ENODATA'
        return { name, state: isAbsent ? 'missing' : 'unreachable', found: '' } as const
      }
    }),
  )
}

const MARKS = { spf: 'v=spf1', dkim: 'v=dkim1', dmarc: 'v=dmarc1' } as const

/** A domain may say more than we ask for: other senders, a stricter policy. */
function isRight(name: WantedRecord['name'], found: string, wanted: string): boolean {
  const words = found.replaceAll(/\s+/g, ' ').trim().split(' ')
  if (name === 'spf') return words.includes(wanted.split(' ')[1] ?? '')
  if (name === 'dkim') return tag(found, 'p') === tag(wanted, 'p')
  return tag(found, 'p') !== ''
}

function tag(record: string, name: string): string {
  const [, value = ''] = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(record) ?? []
  return value.replaceAll(/\s/g, '')
}
