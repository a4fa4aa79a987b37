import { MAX_INVITED } from '@laurel/domain/company-roles'
import { isEmail, normalizeEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'

const NAMED_AT_MOST = 3
const words = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** The addresses in a text: one or many, separated by commas, semicolons, spaces, or lines, each once. */
export function parseAddresses(text: string): string[] {
  const typed = text.split(/[\s,;]+/).filter((part) => part !== '')
  // `Dana Whitlock <dana@halden.example>`, as mail programs copy people: the name is no address.
  const hasNames = typed.some((part) => /^<.+>$/.test(part))
  const addresses = hasNames ? typed.filter((part) => part.includes('@')) : typed
  const byKey = new Map(
    addresses.map((part) => {
      const address = normalizeEmail(part.replace(/^<(.+)>$/, '$1'))
      return [address.toLowerCase(), address] as const
    }),
  )
  return [...byKey.values()]
}

/** What is wrong with the addresses of an invitation, naming the wrong ones. */
export function addressesError(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return FIELD_REQUIRED
  const wrong = addresses.filter((address) => !isEmail(address))
  if (wrong.length > 0) {
    const others = wrong.length - NAMED_AT_MOST
    const named = [...wrong.slice(0, NAMED_AT_MOST), ...(others > 0 ? [`${others} more`] : [])]
    return `Check ${words.format(named)}.`
  }
  if (addresses.length > MAX_INVITED) return `Invite at most ${MAX_INVITED} people at a time.`
  return undefined
}
