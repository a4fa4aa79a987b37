/** The first name of the customer as whom an API key orders; the last name is the key's. */
export const KEY_FIRST_NAME = 'API key'

/** What a company's API key can be allowed. */
export const COMPANY_KEY_SCOPES = ['orders.place', 'orders.read', 'cards.resend'] as const
export type CompanyKeyScope = (typeof COMPANY_KEY_SCOPES)[number]

/** How each is shown, and what it allows. */
export const COMPANY_KEY_SCOPE_WORDS: Readonly<Record<CompanyKeyScope, { label: string; says: string }>> = {
  'orders.place': {
    label: /*i18n*/ 'Place orders',
    says: /*i18n*/ 'Quotes and places orders, pays for approved ones, and cancels them.',
  },
  'orders.read': {
    label: /*i18n*/ 'Read orders',
    says: /*i18n*/ 'Sees the company’s placed orders, and where each card is.',
  },
  'cards.resend': {
    label: /*i18n*/ 'Send cards again',
    says: /*i18n*/ 'Corrects where cards of the key’s own orders go, and sends them again.',
  },
}

/** How many keys of a company work at the same time. */
export const MAX_COMPANY_KEYS = 20

/** How long the secret before a rotation still works, in hours. */
export const KEY_OVERLAP_HOURS = [0, 24, 168] as const

/** How many ranges of addresses one key is limited to at most. */
export const MAX_KEY_RANGES = 20

/** People in one order that is placed with a single call. */
export const MAX_PEOPLE_IN_CALL = 1_000

/** The name under which a program knows its order. `.` and `..` have another meaning in an address. */
export const EXTERNAL_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,100}$/

/** Whether a key orders, or tries ordering out: then nothing is charged, and no one gets anything. */
export const KEY_MODES = ['live', 'test'] as const
export type KeyMode = (typeof KEY_MODES)[number]

/** How every key begins. */
export const KEY_START = 'lk_'

/** How a key begins, before its number: `lk_7_…`, `lk_test_7_…`. */
export const KEY_STARTS: Readonly<Record<KeyMode, string>> = { live: KEY_START, test: `${KEY_START}test_` }

export type KeyState = 'active' | 'expired' | 'revoked'

export function keyState(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

/** A key's parts, or undefined for what isn't one. */
export function readKey(key: string): { id: number; mode: KeyMode; secret: string } | undefined {
  const [, test, id = '', secret = ''] = /^lk_(test_)?([1-9]\d{0,14})_([\w-]{43})$/.exec(key) ?? []
  return id === '' ? undefined : { id: Number(id), mode: test ? 'test' : 'live', secret }
}
