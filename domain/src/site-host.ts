const MAX_LENGTH = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/**
 * The host name in a site's address as typed or pasted: in lower case, without the scheme and the last dot or slash.
 * The server encodes letters beyond ASCII.
 */
export function hostIn(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
}

/**
 * A sentence about what is wrong with a site's host; undefined if a site can have it. Checks only syntax: the server
 * checks whether another site has the host, and where it points.
 *
 * @param host with letters beyond ASCII already encoded (`xn--…`)
 */
export function siteHostProblem(host: string): string | undefined {
  if (host === '') return 'Enter the site’s address.'
  if (/[/?#@\\\s]/.test(host)) return 'Enter only the name, such as rewards.example.com.'
  if (/:\d*$/.test(host)) return 'Leave out the port.'
  if (host.length > MAX_LENGTH) return 'This name is too long.'
  if (IPV4.test(host) || host === 'localhost') return undefined
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(last)
  return isName ? undefined : 'Enter a full name, such as rewards.example.com.'
}

const SLUG_LENGTH = 40

/** A short name for addresses and usernames, such as `northwind-rewards`; `site` when no letter is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-+$/, '')
  return slug === '' ? 'site' : slug
}
