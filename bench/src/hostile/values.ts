import type { Dice } from '../dice.ts'
import type { Caller, Filled, OwnedRow } from './filled.ts'
import type { Schema } from './operations.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What a request is made for: by whom, on which path, and from which rows. */
export type Setting = { dice: Dice; filled: Filled; caller: Caller; path: string }

/** Rows that a field names, besides those that {@link tableOf} finds by the field's own name. */
const TABLES: Record<string, string> = {
  recipient_id: 'card_recipient_details',
  person_id: 'saved_people',
  person_ids: 'saved_people',
  list_id: 'recipient_lists',
  message_id: 'webhook_messages',
  note_id: 'order_notes',
  delivery_ids: 'deliveries',
  except_delivery_ids: 'deliveries',
  shipping_option_ids: 'shipping_options',
  registered_address_id: 'registered_addresses',
  card_recipient_details: 'card_recipient_details',
  received_payments: 'funds_received',
  payment_discrepancies: 'payment_doubts',
  payment_providers: 'organization_payment_providers',
  webhooks: 'webhook_endpoints',
  staff: 'staff_accounts',
  catalog: 'rewards',
  messages: 'predefined_messages',
}

/** Text that fits fields with rules of their own. */
const FITTING: Record<string, readonly Json[]> = {
  state: ['OH', 'OR'],
  business_state: ['OH', 'WI'],
  zip: ['45402', '97214-1234'],
  business_zip: ['45402'],
  address1: ['90 Foundry Road'],
  business_address1: ['90 Foundry Road'],
  city: ['Dayton'],
  business_city: ['Dayton'],
  phone: ['(937) 555-0110', ''],
  tax_number: ['12-3456789'],
  time_zone: ['America/Chicago', 'UTC'],
  tracking_number: ['1Z999AA10123456784', '9400111899223397623910'],
  url: ['http://127.0.0.1:9/laurel', 'https://hooks.invalid/laurel'],
  seen_version: [0, 1, 2],
  seen_prints: [0, 1],
  seen_reminders: [0],
  quantity: [1, 4, 40],
  denomination_cents: [500, 5_000, 100_000],
  amount_cents: [100, 1_000, 2_500],
  text: ['Name\tStreet\tCity\tState\tZIP\nMaya Okafor\t12 Elm Street\tBoston\tMA\t02108', 'Called us'],
  logo_file_key: [null],
  event_types: [['order.approved'], ['order.placed', 'refund.done']],
  method_code: ['self_hosted_check', 'elavon_cc'],
  search: ['a', 'whit', 'zq', '%', 'o'],
  received_on: ['2026-11-20'],
  password: ['Long-enough-1234'],
  current_password: ['Long-enough-1234'],
  new_password: ['Long-enough-5678'],
  heard_about: ['A colleague'],
  from_address: ['orders@shop.invalid', ''],
  business_logo: [''],
  site_logo: ['/brand/northwind/site-logo.svg'],
  content: ['Thank you'],
  after: [''],
  lines: ['LRL-1\t9400111899223397623910', ''],
}

const LONG = 100_000
/** Strings that have broken software: parsers, databases, templates, pages, paths, headers, and Unicode. */
const HOSTILE_TEXTS = [
  ...[
    '',
    ' ',
    '\t\n',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '00',
    '1e309',
    '0x10',
    '1_000',
    '+5',
  ],
  ...['١٢', '½', '９', '1,5', 'true', '9'.repeat(400), `1${'0'.repeat(LONG)}`, '-0', '1.0000000000000001'],
  ...[
    '\u0000',
    'a\u0000b',
    '\u0001\u0008\u001b[31m',
    '\u007f',
    '\u0085',
    '\u2028\u2029',
    '\ufeff',
    '\ufffe\uffff',
  ],
  ...[
    '\ud800',
    'x\udfff',
    '\udfff\ud800',
    '\u202eevil',
    '\u200b\u200d',
    'İıſK',
    'ßﬀﬃ',
    'e\u0301'.repeat(200),
  ],
  ...['👩‍👩‍👧‍👦'.repeat(50), '𝒳𠜎', 'Z̷̡̛͙'.repeat(40), 'ﷺ'.repeat(100), '\u0e33'.repeat(1_000)],
  ...[
    `' or 1=1 --`,
    `"; drop table orders; --`,
    `\\'; --`,
    `1) or (1=1`,
    `%' escape '`,
    '%',
    '_',
    '\\',
    '%\\%_',
  ],
  ...[
    '%%%%%%%%%%%%%%%%%%%%%%%%%%%%',
    '*',
    '?',
    ':*',
    '& | !',
    "a'b:*&!",
    '(((',
    '$1',
    '$$',
    '{}',
    '[',
    '"',
    '{"a":',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    `$\u007b7*7}`,
    '#{7*7}',
    '<%= 7*7 %>',
  ],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2f',
    '..\\..\\',
    '/dev/zero',
    'file:///etc/passwd',
    'C:\\con',
    '.',
    '..',
  ],
  ...['\r\nX-Injected: 1', 'a\nBcc: x@y.example', '=1+1', '@SUM(A1)', '-2+3|cmd', 'javascript:alert(1)'],
  ...[
    'http://127.0.0.1:1/latest/',
    'http://[::1]:0/',
    'http://127.0.0.1:9/',
    'https://user:pw@x.invalid/',
    'ftp://x/',
  ],
  ...['a@b', `${'a'.repeat(300)}@x.example`, 'a@b@c', '"a b"@x.example', 'a@[127.0.0.1]', 'a@xn--', 'a@b..c'],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:01Z',
  ],
  ...['2026-11-23T25:61:61Z', '0001-01-01T00:00:00Z', '1970-01-01', '24:00', '2026-W12'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(LONG), `${'a'.repeat(50_000)}!`],
  ...['('.repeat(10_000), '['.repeat(50_000), ' '.repeat(LONG), '\n'.repeat(LONG), ',,,,'.repeat(10_000)],
]
const HOSTILE_NUMBERS = [
  ...[0, -1, 1.5, -0.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21],
  ...[1e308, -1e308, 5e-324, 1e-7, 9_999_999_999, 0.1 + 0.2],
]

/** In JSON, replaced by 20,000 nested arrays: deeper than `JSON.stringify` can write. */
export const DEEP = 'deep-deep-deep'

export function hostileText(dice: Dice): string {
  return dice.pick(HOSTILE_TEXTS)
}

/** Any value, of any type. */
export function hostileValue(dice: Dice): Json {
  const kind = dice.weigh({ text: 5, number: 3, other: 2 })
  if (kind === 'text') return hostileText(dice)
  if (kind === 'number') return dice.pick(HOSTILE_NUMBERS)
  return dice.pick<() => Json>([
    () => null,
    () => dice.chance(0.5),
    () => [],
    () => ({}),
    () => [[]],
    () => [null],
    () => nested(dice.pick([5, 200, 1_000])),
    () => DEEP,
    () => ({ $ne: null, $gt: '' }),
    () => JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"x": 1}}}'),
    () => Array.from({ length: 5_000 }, (_, at) => at),
    () => [dice.pick(HOSTILE_NUMBERS), hostileText(dice)],
    () => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])),
  ])()
}

export function nested(depth: number): Json {
  let value: Json = 1
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

/** The caller's mark: every text that a caller writes carries it. */
export function markOf({ site, customer }: Caller): string {
  return customer === null ? `zq${site}s0x` : `zq${site}c${customer}x`
}

/** A value as the document describes it, from rows that exist, mostly the caller's own. */
export function fittingValue(setting: Setting, name: string, schema: Schema): Json {
  const { dice, caller } = setting
  const table = tableOf(setting, name)
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) {
    const real = choices.filter(({ type }) => type !== 'null')
    if (real.length < choices.length && dice.chance(0.15)) return null
    return fittingValue(setting, name, dice.pick(real))
  }
  if (schema.const !== undefined) return schema.const as Json
  if (schema.enum) return dice.pick(schema.enum) as Json
  if (name === 'hosts') return [caller.host]
  if (table !== undefined && schema.type === 'integer') return rowId(setting, table)
  const known = FITTING[name]
  if (known !== undefined && schema.type !== 'object') return dice.pick(known)
  switch (schema.type) {
    case 'object':
      return fittingObject(setting, schema)
    case 'array': {
      const length = Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, dice.below(4)))
      return Array.from({ length }, () => fittingValue(setting, name, schema.items ?? {}))
    }
    case 'integer':
    case 'number':
      return fittingNumber(dice, schema)
    case 'boolean':
      return dice.chance(0.5)
    default:
      return fittingText(setting, name, schema)
  }
}

function fittingObject(setting: Setting, { properties = {}, required = [] }: Schema): Json {
  const { dice } = setting
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || dice.chance(0.4))
  return Object.fromEntries(given.map(([name, schema]) => [name, fittingValue(setting, name, schema)]))
}

function fittingNumber(dice: Dice, { minimum, exclusiveMinimum, maximum }: Schema): number {
  const least =
    minimum !== undefined && minimum > -1e9
      ? minimum
      : exclusiveMinimum === undefined
        ? 0
        : exclusiveMinimum + 1
  return Math.min(maximum ?? 1e9, least + dice.pick([0, 1, 2, 5, 30, 1_000]))
}

function fittingText(setting: Setting, name: string, { format, pattern, maxLength = 60 }: Schema): string {
  const { dice, caller, filled, path } = setting
  if (format === 'date-time') return dice.pick(['2026-11-01T00:00:00Z', '2026-12-24T12:30:00.000Z'])
  if (format === 'date') return dice.pick(['2026-11-01', '2027-01-05'])
  if (pattern?.includes('#')) return '#0B6B4F'
  if (pattern?.includes('22,64')) return dice.pick(filled.secrets.files)
  if (path.includes('/reward_infos/')) return dice.pick(['bulk', 'direct', 'digital'])
  if (pattern !== undefined) return 'waiting'
  if (name.endsWith('email')) return `${markOf(caller)}${dice.below(1_000)}@customer.example`
  return `${dice.pick(['Maya', 'Thank you', 'Ordered twice', 'Fair'])} ${markOf(caller)}`.slice(0, maxLength)
}

/** The table whose rows a field or path parameter names. */
function tableOf({ filled, path }: Setting, name: string): string | undefined {
  if (name in TABLES) return TABLES[name]
  const ofPath = () => {
    const segment = path.split('/').findLast((part) => part in TABLES || part in filled.rows)
    return segment === undefined ? undefined : (TABLES[segment] ?? segment)
  }
  if (['id', 'ids', 'after_id', 'up_to_id', 'except_ids'].includes(name)) {
    const before = /\/([a-z_]+)\/\{\w+\}\//.exec(path)?.[1]
    return before === undefined ? ofPath() : (TABLES[before] ?? (before in filled.rows ? before : ofPath()))
  }
  const plural = `${name.replace(/_id$/, '')}s`
  return name.endsWith('_id') && plural in filled.rows ? plural : undefined
}

/** Mostly a row that the caller can see, often another customer's, sometimes one that never existed. */
export function rowId({ dice, filled, caller, path }: Setting, table: string): number {
  const spared = filled.guarded[table] ?? []
  const all = (filled.rows[table] ?? []).filter(({ id }) => path.endsWith('/notes/') || !spared.includes(id))
  const isOwn = ({ site, customer }: OwnedRow) =>
    site === caller.site && (caller.customer === null || customer === null || customer === caller.customer)
  const own = dice.chance(0.65) ? all.filter(isOwn) : all
  if (own.length === 0 || dice.chance(0.03)) return dice.pick([999_999, 2 ** 31, 2 ** 53 - 1])
  return dice.pick(own).id
}
