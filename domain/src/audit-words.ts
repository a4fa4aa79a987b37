import { AUDIT_EVENTS } from './audit-events.ts'
import {
  MAIL_KINDS,
  MAIL_TEXT_PARTS,
  MAIL_TEXT_WORDS,
  MAILS,
  type MailKind,
  type MailTextPart,
  mailTextFact,
} from './mail-texts.ts'
import { formatCents } from './money.ts'
import { REVIEW_WORDS } from './money-rules.ts'
import { OFFICE_STATUS_LABELS } from './office-status.ts'
import { DISCREPANCY_WORDS } from './payment-discrepancy.ts'
import { PAYMENT_METHODS, WAYS_TO_PAY } from './payment-method.ts'

/** `mail_card_heading` is `Card email, heading`. */
const MAIL_FACTS = Object.fromEntries(
  MAIL_KINDS.flatMap((kind) =>
    MAIL_TEXT_PARTS.map((part) => [
      mailTextFact(kind, part),
      `${MAILS[kind].title} email, ${MAIL_TEXT_WORDS[part].toLowerCase()}`,
    ]),
  ),
) as Record<`mail_${MailKind}_${MailTextPart}`, string>

/** The label of each fact of an entry. `_old` and `_new` are appended for changes. */
export const AUDIT_FACTS = {
  about: 'About',
  access_key: 'Access key',
  account_end: 'Account ends in',
  accounts: 'Customer accounts',
  ach_hold_days: 'Bank debit hold in days',
  active: 'Active',
  actor: 'By',
  amount_cents: 'Amount',
  address: 'Address',
  addresses: 'Addresses removed',
  arrives: 'Arrives',
  attempt: 'Attempt',
  attention: 'Attention line',
  auto_approve_below_cents: 'Approved automatically below',
  background: 'Background',
  bounced: 'Bounced',
  budget_id: 'Budget number',
  bytes: 'Bytes',
  card_fee_cents: 'Card fees',
  card_mail_subject: 'Card email subject',
  card_mark: 'Card logo',
  cards: 'Cards',
  carrier: 'Carrier',
  claim_within_days: 'Days to claim a card',
  complete: 'Registration complete',
  connected_model: 'Language model in the guide',
  content: 'Content',
  count: 'Cards',
  days: 'Days until an invoice is due',
  deliveries: 'Deliveries',
  delivery: 'Password delivery',
  delivery_id: 'Delivery',
  description: 'Description',
  details: 'Details removed',
  domain: 'Domain',
  document: 'Check or transfer number',
  email: 'Email',
  enabled: 'Enabled',
  event: 'Event',
  event_count: 'Events',
  favicon: 'Favicon',
  fields: 'Fields',
  file: 'File',
  files: 'Files removed',
  from: 'From',
  fulfillment_layout: 'Print layer',
  good_for: 'Good for',
  gradient: 'Gradient',
  held: 'On hold',
  host: 'Host',
  hosts: 'Hosts',
  image: 'Picture',
  into: 'Merged into',
  into_id: 'Company number',
  instead: 'Replacement delivery',
  instructions: 'Instructions',
  ip: 'IP address',
  iso_logo: 'Small logo',
  jobs: 'Jobs',
  joining: 'Joining',
  kind: 'Kind',
  legal_name: 'Legal name',
  language: 'Language of recipients',
  legal_texts: 'Legal texts',
  limit_cents: 'Credit limit',
  limits: 'Limits',
  lines: 'Lines',
  logo_has_name: 'Logo includes the name',
  mail_texts: 'Email texts',
  max_days: 'Longest delivery in days',
  max_order_cents: 'Highest order total',
  max_orders_per_day: 'Orders a day',
  max_value_cents: 'Maximum value',
  merged: 'Merged company',
  message: 'Message',
  method: 'Payment method',
  min_days: 'Shortest delivery in days',
  min_value_cents: 'Minimum value',
  mode: 'Mode',
  money_rules: 'Payment rules',
  name: 'Name',
  names: 'Names removed',
  needs: 'Needs',
  negative_logo: 'Logo on dark',
  network: 'Network',
  network_name: 'Network name',
  new_secret: 'New secret',
  note: 'Note',
  nth: 'Reminder',
  occasion: 'Occasion',
  only: 'Only',
  order: 'Order',
  order_id: 'Order',
  other: 'Other person',
  payment: 'Payment',
  people: 'People',
  per: 'Charged per',
  person: 'Person',
  program_id: 'Program number',
  report_id: 'Saved report number',
  list_id: 'List number',
  people_added: 'People added',
  people_changed: 'People changed',
  people_left: 'People removed from the list',
  place: 'Place of the file',
  placed_from: 'Placed from',
  placed_to: 'Placed to',
  postal_address: 'Postal address',
  price_cents: 'Price',
  prints: 'Times printed',
  reason: 'Reason',
  records: 'Records',
  records_waiting: 'Records needed for now',
  reasons: 'Reasons',
  recognized: 'Recognized',
  refund: 'Refund',
  remind_before_days: 'Reminder before expiration in days',
  replaced_by: 'Replaced by',
  preview_orders: 'Preview orders deleted',
  retention: 'Retention in days',
  reward_type: 'Card type',
  reward_types: 'Card types',
  role: 'Role',
  says: 'Now',
  scopes: 'Permissions',
  search: 'Search',
  service: 'Service',
  settings: 'Settings',
  short_name: 'Short name',
  since: 'Since',
  site_logo: 'Logo',
  site_primary_color: 'Primary color',
  site_secondary_color: 'Secondary color',
  site_tertiary_color: 'Tertiary color',
  spoiled: 'Spoiled',
  state: 'Status',
  status: 'Status',
  subject: 'About',
  support_email: 'Support email',
  support_hours: 'Support hours',
  support_phone: 'Support phone',
  team: 'Team',
  text: 'Text',
  time_zone: 'Time zone',
  title: 'Title',
  to: 'To',
  tracking_number: 'Tracking number',
  two_people_above_cents: 'Require two people for refunds above',
  until: 'Until',
  updated: 'Updated',
  user_layout: 'Card text layout',
  username: 'Username',
  value_cents: 'Value',
  verdict: 'Result',
  was: 'Status before',
  works: 'Works',
  ...MAIL_FACTS,
} as const satisfies Readonly<Record<string, string>>

export type AuditFactName = keyof typeof AUDIT_FACTS
export type AuditFacts = Readonly<
  Partial<
    Record<AuditFactName | `${AuditFactName}_old` | `${AuditFactName}_new`, string | number | boolean | null>
  >
>

/** Screen names of stored values, for any fact. */
const VALUES: Readonly<Record<string, string>> = {
  ...OFFICE_STATUS_LABELS,
  ...Object.fromEntries(PAYMENT_METHODS.map((method) => [method, WAYS_TO_PAY[method].name])),
  ...REVIEW_WORDS,
  ...DISCREPANCY_WORDS,
  abandoned: 'Abandoned',
  asked: 'Waiting for approval',
  bulk: 'Bulk',
  by_hand: 'By check or transfer',
  cart: 'Cart',
  direct: 'Direct',
  digital: 'Digital',
  done: 'Completed',
  expired: 'Expired',
  failed: 'Failed',
  fulfillment: 'Fulfillment',
  manifest_csv: 'Mailing manifest (CSV)',
  manifest_pdf: 'Mailing manifest (PDF)',
  no_transaction: 'The provider knows no payment',
  packing_slip: 'Packing slip',
  paid: 'Paid',
  return: 'Refunded to the card',
  sent: 'At the provider',
  settled: 'Settled',
  started: 'On the payment page',
  submitted: 'Processing',
  unknown: 'Result unknown',
  void: 'Charge canceled',
  SOFTWARE_TOKEN_MFA: 'Authenticator app',
  EMAIL_OTP: 'Codes by email',
  SMS_MFA: 'Codes by text message',
}

const GUESSES: Readonly<Record<string, string>> = {
  password: 'passwords',
  'code:sign-in': 'sign-in codes',
  'code:sign-up': 'sign-up codes',
  'code:reset-password': 'password reset codes',
  'code:verify-attribute': 'verification codes',
}

/** `order.moved` as staff read it. */
export function auditEventWords(event: string): string {
  if (Object.hasOwn(AUDIT_EVENTS, event)) return AUDIT_EVENTS[event as keyof typeof AUDIT_EVENTS]
  const [, guess] = /^account\.locked:(.+)$/.exec(event) ?? []
  if (guess !== undefined) return `Locked after too many wrong ${GUESSES[guess] ?? 'codes'}`
  return sentence(event)
}

const KINDS: Readonly<Record<string, string>> = {
  account: 'Account',
  amounts: 'Amount',
  api_credential: 'API credential',
  batch: 'Batch',
  carrier: 'Carrier',
  company: 'Company',
  customer: 'Customer',
  delivery: 'Delivery',
  doubt: 'Payment discrepancy',
  erasure: 'Erasure',
  file: 'File',
  funds: 'Received payment',
  heard_about: 'Referral option',
  integrator: 'Program',
  key: 'Access key',
  landing: 'Home page section',
  messages: 'Message',
  order: 'Order',
  payment: 'Payment',
  payment_provider: 'Payment method:',
  queue: 'Jobs:',
  refund: 'Refund',
  reward_infos: 'Card type text',
  rewards: 'Reward',
  shipment: 'Shipment',
  shipping_options: 'Delivery method',
  site: 'This site',
  staff: 'Staff member',
  templates: 'Template',
  webhook: 'Webhook endpoint',
}

const ALONE: Readonly<Record<string, string>> = {
  '': '',
  system: 'The system',
  visitor: 'Someone not signed in',
  operator: 'An operator',
  provider: 'The payment provider',
  recipient: 'The recipient',
  amounts: 'Amounts',
  heard_about: 'Referral options',
  landing: 'Home page sections',
  messages: 'Messages',
  rewards: 'Rewards',
  shipping_options: 'Delivery methods',
  templates: 'Templates',
}

/**
 * The actor or subject of an entry: `order:1` as `Order 10475`, `customer:5` by name, `refund:3` as `Refund 3`.
 *
 * @param name of the person, or number of the order or batch, if known
 */
export function auditPartyWords(party: string, name: string): string {
  if (Object.hasOwn(ALONE, party)) return ALONE[party]!
  const [kind = '', id = ''] = party.split(/: ?(.*)/s)
  if (name !== '') return kind === 'order' || kind === 'batch' ? `${KINDS[kind]} ${name}` : name
  if (kind === 'site') return KINDS.site!
  if (id === '') return valueWords(party)
  return `${KINDS[kind] ?? sentence(kind)} ${valueWords(kind === 'delivery' ? `D-${id}` : id)}`.trim()
}

type Told = { name: string; value: string }
type Known = {
  /** Names by the log's own references, such as `order:7`. */
  names: ReadonlyMap<string, string>
  timeZone: string
}

/** The reference in a fact that names a thing by its number, such as `order:7`. */
export function auditReference({ name, value }: Told): string | undefined {
  if (!/^\d+$/.test(value)) return undefined
  if (name === 'order' || name === 'order_id') return `order:${value}`
  if (name === 'delivery_id' || name === 'instead') return `delivery:${value}`
  return undefined
}

/** One fact as staff read it: `amount_cents` of 2500 is `Amount`, `$25.00`. */
export function auditFactWords(fact: Told, known: Known): { label: string; words: string } {
  const [, base = '', age] = /^(.*?)(?:_(old|new))?$/s.exec(fact.name) ?? []
  const label = Object.hasOwn(AUDIT_FACTS, base) ? AUDIT_FACTS[base as AuditFactName] : sentence(base)
  const suffix = age === 'old' ? ' before' : age === 'new' ? ' now' : ''
  return { label: `${label}${suffix}`, words: factValue(base, fact, known) }
}

/** Typed text and addresses: never translated like stored values. */
export const TYPED_FACTS: readonly string[] = [
  ...['address', 'attention', 'description', 'document', 'email', 'host', 'instructions', 'legal_name'],
  ...['name', 'note', 'postal_address', 'search'],
  ...Object.keys(MAIL_FACTS),
  ...['short_name', 'support_email', 'text', 'title', 'tracking_number', 'username'],
]

function factValue(base: string, fact: Told, { names, timeZone }: Known): string {
  const { value } = fact
  const party = auditReference(fact)
  if (party !== undefined) return party.startsWith('order:') ? names.get(party) || value : `D-${value}`
  // Account names are `email#site`.
  if (base === 'username') return value.replace(/#[a-z0-9-]+$/, '')
  if (TYPED_FACTS.includes(base)) return value === '' ? 'None' : value
  if (/^[[{]/.test(value)) return listed(value, base.endsWith('cents'))
  if (PARTIES.includes(base)) return auditPartyWords(value, names.get(value) ?? '')
  if (base === 'event') return auditEventWords(value)
  if (base === 'fields') return value.split(/[, ]+/).map(sentence).join(', ')
  if (base === 'scopes') return value.split(' ').map(sentence).join(', ')
  if (isCents(base, value)) return formatCents(Number(value))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return momentWords(value, timeZone)
  return LISTS.includes(base) ? value.split(/, ?/).map(valueWords).join(', ') : valueWords(value)
}

/** Facts that name someone or something, as an entry's actor does. */
export const PARTIES: readonly string[] = ['actor', 'subject', 'person']

const LISTS: readonly string[] = ['reasons', 'reward_types', 'status']

function isCents(name: string, value: string): boolean {
  return name.endsWith('cents') && /^-?\d+$/.test(value)
}

/** `Nov 21, 2026, 9:30 AM`, in the site's time zone. */
export function momentWords(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

const UUID = /\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi

function valueWords(value: string): string {
  if (value === '' || value === 'null') return 'None'
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  if (Object.hasOwn(VALUES, value)) return VALUES[value]!
  // The refused operation and its code: `verifyPayment: not_found`.
  const [, refused, why] = /^([a-z][A-Za-z]+): ([a-z_]+)$/.exec(value) ?? []
  if (refused !== undefined) return `${sentence(spaced(refused))}: ${why!.replaceAll('_', ' ')}`
  if (/^[a-z]+(_[a-z]+)+$/.test(value)) return sentence(value)
  if (/^(?=.*_)[a-z_]+(, ?[a-z_]+)+$/.test(value)) return value.split(/, ?/).map(valueWords).join(', ')
  return value.replaceAll(UUID, '$1')
}

/** `["a","b"]` as `a, b`, `{"state":"done"}` as `Status: Completed`. Invalid JSON stays unchanged. */
function listed(value: string, areCents: boolean): string {
  try {
    return partOf(JSON.parse(value), areCents)
  } catch {
    return value
  }
}

function partOf(value: unknown, areCents: boolean): string {
  if (Array.isArray(value)) return value.map((one) => partOf(one, areCents)).join(', ') || 'None'
  if (typeof value !== 'object' || value === null) {
    return areCents && typeof value === 'number' ? formatCents(value) : valueWords(String(value))
  }
  return Object.entries(value)
    .map(([name, one]) => {
      const label = Object.hasOwn(AUDIT_FACTS, name) ? AUDIT_FACTS[name as AuditFactName] : sentence(name)
      return `${label}: ${partOf(one, areCents || name.endsWith('cents'))}`
    })
    .join(', ')
}

function spaced(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function sentence(name: string): string {
  const words = spaced(name.replace(/_?cents$/, ''))
    .replaceAll(/[._:-]/g, ' ')
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
