import { Refusal } from '@laurel/domain/refusal'
import { isLoopbackHost } from './public-address.ts'

/**
 * An address events may be sent to, in its one spelling.
 *
 * @throws {Refusal} `validation_failed` at `url`
 */
export function webhookUrl(typed: string, { toPrivateHosts }: { toPrivateHosts: boolean }): string {
  // The parser drops line breaks and tabs silently: what is kept would not be what was typed.
  if (/[\s\p{Cc}\\]/u.test(typed) || !URL.canParse(typed)) {
    throw wrongUrl('Enter a full URL, such as https://example.com/laurel.')
  }
  const url = new URL(typed)
  const isLocal = url.protocol === 'http:' && isLoopbackHost(url.hostname)
  const isOpen = isLocal && toPrivateHosts
  if (isLocal && !toPrivateHosts) {
    throw wrongUrl('Enter the address of a public server. We don’t send to addresses on this machine.')
  }
  if (url.protocol !== 'https:' && !isOpen) throw wrongUrl('The URL must start with https://.')
  if (url.username !== '' || url.password !== '') {
    throw wrongUrl('Remove the user name and password. Every message is signed.')
  }
  url.hash = ''
  return url.href
}

export function wrongUrl(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'url', code: 'invalid', message }])
}
