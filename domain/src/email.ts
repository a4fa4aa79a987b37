/** docs/spec.md §5, word for word. */
export const EMAIL_INVALID = /*i18n*/ 'Please enter a valid email'

const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
const MAX_LABEL_LENGTH = 63

/**
 * Could mail be sent to this address? Syntax only. Quoted names and domains without a dot are refused, as mail
 * services do.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > MAX_LENGTH) return false
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** The stored form of an address: trimmed, with its domain in lower case. */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  return at === -1 ? trimmed : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase()
}

/** As shown to people who may not own the address: `k…@halden.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

function isLocalPart(local: string): boolean {
  if (local.length > MAX_LOCAL_LENGTH) return false
  return local.split('.').every((atom) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom))
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every(isLabel)) return false
  return /^([a-z]{2,}|xn--[a-z0-9-]+)$/i.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  if (label.length > MAX_LABEL_LENGTH || label.startsWith('-') || label.endsWith('-')) return false
  return /^[a-z0-9-]+$/i.test(label)
}
