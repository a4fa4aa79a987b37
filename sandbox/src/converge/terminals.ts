/** The address the payment page calls after a transaction, server to server. */
export type ExportScript = {
  url: string
  user?: string
  password?: string
  /** Text the answer has to contain, or the export counts as failed. */
  confirmation?: string
}

/** One merchant's setup at the payment provider: its credentials, and what it receives. */
export type Terminal = {
  merchantId: string
  userId: string
  pin: string
  /** The merchant's name on the payment page. */
  name: string
  returnUrl: string
  /** REDG: redirect with the fields in the query. POST: a form the browser submits automatically. */
  returnMethod: 'REDG' | 'POST'
  /** Whether a request can set its own return address (on this machine only). */
  allowCallbackUrl: boolean
  /** The merchant's own fields, returned unchanged after a payment. */
  customFields: readonly string[]
  forwardOnApproval: readonly string[]
  forwardOnDecline: readonly string[]
  exportScript?: ExportScript
  /** Time zone of `ssl_txn_time` and of search dates. */
  timeZone: string
}

/** What the return address receives. docs/spec.md §2, "Order confirmation" */
const FORWARDED = [
  'cpi_order_id',
  'ssl_token_response',
  'ssl_result_message',
  'ssl_card_number',
  'ssl_bank_account_number',
] as const

const DEFAULTS = {
  returnMethod: 'REDG',
  allowCallbackUrl: true,
  customFields: ['cpi_order_id'],
  forwardOnApproval: FORWARDED,
  forwardOnDecline: FORWARDED,
  timeZone: 'America/New_York',
} as const satisfies Partial<Terminal>

const DEMO_LOGIN = {
  userId: 'laurelweb',
  pin: 'SANDBOX000000000000000000000000000000000000000000000000000000PIN',
}

/** The default terminals: one per demo site. */
export const DEMO_TERMINALS: readonly Terminal[] = [
  {
    ...DEFAULTS,
    ...DEMO_LOGIN,
    merchantId: '700001',
    name: 'Northwind Rewards',
    returnUrl: 'http://localhost:3000/order-confirmation',
  },
  {
    ...DEFAULTS,
    ...DEMO_LOGIN,
    merchantId: '700002',
    name: 'Acorn & Co.',
    returnUrl: 'http://acorn.localhost:3000/order-confirmation',
  },
]

/** An invalid setting of the sandbox. The message says what is expected. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isZone(value: unknown): value is string {
  if (typeof value !== 'string') return false
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

const CHECKS: Record<keyof Terminal, [expected: string, holds: (value: unknown) => boolean]> = {
  merchantId: ['6 to 15 digits', (value) => typeof value === 'string' && /^\d{6,15}$/.test(value)],
  userId: [
    '1 to 15 letters and digits',
    (value) => typeof value === 'string' && /^[a-z0-9]{1,15}$/i.test(value),
  ],
  pin: [
    '1 to 64 letters and digits',
    (value) => typeof value === 'string' && /^[a-z0-9]{1,64}$/i.test(value),
  ],
  name: ['a text', (value) => typeof value === 'string' && value !== ''],
  returnUrl: ['an http or https address', isWebAddress],
  returnMethod: ['REDG or POST', (value) => value === 'REDG' || value === 'POST'],
  allowCallbackUrl: ['true or false', (value) => typeof value === 'boolean'],
  customFields: ['a list of names', isNames],
  forwardOnApproval: ['a list of names', isNames],
  forwardOnDecline: ['a list of names', isNames],
  exportScript: [
    'an object with url and, if wanted, user, password, confirmation',
    (value) =>
      value === undefined ||
      (typeof value === 'object' && value !== null && 'url' in value && isWebAddress(value.url)),
  ],
  timeZone: ['a time zone such as America/New_York', isZone],
}

/**
 * Parses terminals from a setting's JSON. Missing values are the demo's.
 *
 * @throws {BadSetting} naming the terminal, the key, and what it expects
 */
export function parseTerminals(json: string): Terminal[] {
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch {
    throw new BadSetting('SANDBOX_TERMINALS is not JSON')
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new BadSetting('SANDBOX_TERMINALS is a list of terminals')

  return list.map((given, at) => {
    const terminal = { ...DEFAULTS, name: 'Sandbox merchant', ...given }
    for (const [key, [expected, holds]] of Object.entries(CHECKS)) {
      if (!holds(terminal[key])) throw new BadSetting(`SANDBOX_TERMINALS[${at}].${key} is ${expected}`)
    }
    return terminal
  })
}
