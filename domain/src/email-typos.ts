import { isEmail, normalizeEmail } from './email.ts'
import { isOneTypo } from './one-typo.ts'

/** The most common mail domains that are long enough not to be one typo away from another service. */
const COMMON_DOMAINS = [
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'ymail.com', 'hotmail.com', 'outlook.com', 'icloud.com'],
  ...['live.com', 'protonmail.com', 'comcast.net', 'verizon.net', 'sbcglobal.net', 'bellsouth.net'],
  ...['charter.net', 'earthlink.net', 'optonline.net'],
]
/** Real domains that are one typo away from one above. */
const THEIR_OWN = new Set([
  ...['mail.com', 'email.com', 'fmail.com', 'zmail.com', 'hmail.com', 'rmail.com', 'jmail.com', 'gmail.co'],
  ...['yahoo.co', 'yahoo.cn', 'live.co', 'love.com', 'life.com', 'line.com', 'alive.com', 'olive.com'],
  ...['five.com', 'give.com', 'hive.com', 'dive.com', 'drive.com', 'liven.com', 'lives.com', 'lire.com'],
])
/** Common typos of domain endings; none of these exists. */
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  coom: 'com',
  nte: 'net',
  ent: 'net',
  nett: 'net',
  ogr: 'org',
  rog: 'org',
  orgg: 'org',
  eud: 'edu',
  edi: 'edu',
}

/**
 * The address that was probably meant: another domain, or the same text without stray characters.
 *
 * @returns undefined when the address looks fine, or there is nothing to suggest
 * @example suggestEmail('ivo@gmial.com') // 'ivo@gmail.com'
 */
export function suggestEmail(typed: string): string | undefined {
  const plain = normalizeEmail(isEmail(typed) ? typed : withoutStrays(typed))
  const at = plain.lastIndexOf('@')
  if (at < 1) return undefined
  const domain = plain.slice(at + 1)
  const meant = plain.slice(0, at + 1) + meantDomain(domain)
  return meant !== typed && isEmail(meant) ? meant : undefined
}

function meantDomain(typed: string): string {
  const dot = typed.lastIndexOf('.')
  const ending = ENDINGS[typed.slice(dot + 1)]
  const domain = ending && dot > 0 ? typed.slice(0, dot + 1) + ending : typed
  if (COMMON_DOMAINS.includes(domain) || THEIR_OWN.has(domain)) return domain
  // "ivo@gmail" lacks its ending.
  const isWhole = domain.includes('.')
  const meant = COMMON_DOMAINS.filter((common) =>
    isWhole ? isOneTypo(domain, common) : domain === common.slice(0, common.indexOf('.')),
  )
  return meant.length === 1 ? meant[0]! : domain
}

/** "<ivo@example.com>", "mailto:ivo@example.com", "ivo@example,com;" and "ivo @ example.com". */
function withoutStrays(typed: string): string {
  const inBrackets = /<([^<>]+)>/.exec(typed)?.[1] ?? typed
  return inBrackets
    .replace(/^\s*mailto:/i, '')
    .replace(/\s+/g, '')
    .replace(/,(?=[a-z]+$)/i, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^\w]+|[^\w]+$/g, '')
}
