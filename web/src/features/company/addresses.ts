import { MAX_INVITED } from '@laurel/domain/company-roles'
import { isEmail, normalizeEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { pageTexts } from '../../app/texts.ts'

const NAMED_AT_MOST = 3

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
  const i18n = pageTexts()

  if (addresses.length === 0) return FIELD_REQUIRED
  const wrong = addresses.filter((address) => !isEmail(address))
  if (wrong.length > 0) {
    const others = wrong.length - NAMED_AT_MOST
    const named = [
      ...wrong.slice(0, NAMED_AT_MOST),
      ...(others > 0 ? [i18n.t('{more} more', { more: others })] : []),
    ]
    return i18n.t('Check {addresses}.', { addresses: new Intl.ListFormat(i18n.locale).format(named) })
  }
  if (addresses.length > MAX_INVITED)
    return i18n.t('Invite at most {max} people at a time.', { max: MAX_INVITED })
  return undefined
}
