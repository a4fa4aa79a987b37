import type { AUDIT_EVENTS, AuditEventName } from './audit-events.ts'
import { JOIN_MODE_WORDS, JOIN_MODES } from './company-domains.ts'
import { COMPANY_CAPABILITIES, COMPANY_CAPABILITY_WORDS } from './company-roles.ts'
import { formatCents } from './money.ts'
import { isUnplaced } from './order-status.ts'

/** What a company's activity is about, as its filter groups it. */
export const ACTIVITY_KINDS = ['orders', 'people', 'budgets', 'settings'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const ACTIVITY_KIND_WORDS: Readonly<Record<ActivityKind, string>> = {
  orders: 'Orders',
  people: 'People',
  budgets: 'Balance and budgets',
  settings: 'Settings',
}

/** An entry of the audit log, with the names of what it mentions. Facts are empty once their person was erased. */
export type ToldEntry = {
  facts: Readonly<Record<string, unknown>>
  /** `customer:5` as people call them. */
  nameOf: (party: string) => string
  /** The order's number; empty if it has none. */
  orderNumber: string
  /** Whether the company's own person did it, and not the site. */
  isOwn: boolean
}

type Shown = {
  kind: ActivityKind
  /** What follows the name of the person or site: `removed Ann Lee`. */
  says: (entry: ToldEntry) => string
}

type OwnEvent = Extract<
  keyof typeof AUDIT_EVENTS,
  `${'company' | 'budget' | 'balance' | 'approval'}.${string}`
>
type OrderEvent = Extract<keyof typeof AUDIT_EVENTS, `${'order' | 'refund' | 'funds' | 'delivery'}.${string}`>

const orders = (says: Shown['says']): Shown => ({ kind: 'orders', says })
const people = (says: Shown['says']): Shown => ({ kind: 'people', says })
const budgets = (says: Shown['says']): Shown => ({ kind: 'budgets', says })
const settings = (says: Shown['says']): Shown => ({ kind: 'settings', says })

/** Every event of companies. `undefined` is for the site's staff only, such as a note. */
const COMPANY_EVENTS: Readonly<Record<OwnEvent, Shown | undefined>> = {
  'balance.low_changed': budgets((entry) =>
    money(entry, 'amount_cents_new') === ''
      ? 'turned off the low-balance alert'
      : `set a low-balance alert at ${money(entry, 'amount_cents_new')}`,
  ),
  'approval.approved': orders((entry) => `approved an order${amount(entry)}`),
  'approval.delegated': people((entry) => `let ${person(entry)} approve in their place`),
  'approval.delegation_ended': people((entry) => `no longer lets ${person(entry)} approve in their place`),
  'approval.requested': orders((entry) => `sent an order${amount(entry)} for approval`),
  'approval.returned': orders((entry) => `returned an order${amount(entry)} to its buyer`),
  'approval.rule_added': settings((entry) => `added ${named(entry, 'approval rule', 'name')}`),
  'approval.rule_changed': settings(
    (entry) => renamed(entry, 'approval rule') || `changed ${named(entry, 'approval rule', 'name_new')}`,
  ),
  'approval.rule_removed': settings((entry) => `removed ${named(entry, 'approval rule', 'name')}`),
  'approval.withdrawn': orders((entry) => `withdrew the approval request for an order${amount(entry)}`),
  'balance.top_up_canceled': budgets((entry) => `canceled a top-up${amount(entry)}`),
  'balance.top_up_started': budgets(
    (entry) => `topped up the balance${after(' by ', money(entry, 'amount_cents'))}`,
  ),
  'budget.changed': budgets(changedBudget),
  'budget.ended': budgets((entry) => `ended ${named(entry, 'budget', 'name')}`),
  'budget.made': budgets(
    (entry) =>
      `added ${named(entry, 'budget', 'name')}${after(' of ', money(entry, 'amount_cents'), a(entry, 'per'))}`,
  ),
  'company.activity_exported': settings(() => 'exported the activity'),
  'company.api_key_changed': settings(
    (entry) => renamed(entry, 'API key') || `changed ${named(entry, 'API key', 'name_new')}`,
  ),
  'company.api_key_created': settings((entry) => `created ${named(entry, 'API key', 'name')}`),
  'company.api_key_revoked': settings((entry) => `revoked ${named(entry, 'API key', 'name')}`),
  'company.api_key_rotated': settings((entry) => `rotated ${named(entry, 'API key', 'name')}`),
  'company.billing_changed': settings(changedBilling),
  'company.design_changed': orders(
    (entry) => renamed(entry, 'design') || `updated ${named(entry, 'design', 'name_new')}`,
  ),
  'company.design_deleted': orders((entry) => `deleted ${named(entry, 'design', 'name')}`),
  'company.design_saved': orders((entry) => `saved ${named(entry, 'design', 'name')}`),
  'company.domain_added': settings((entry) => `added the email domain${after(' ', text(entry, 'domain'))}`),
  'company.domain_lost': settings(
    (entry) => `couldn’t find the DNS record for ${text(entry, 'domain') || 'an email domain'}`,
  ),
  'company.domain_removed': settings(
    (entry) => `removed the email domain${after(' ', text(entry, 'domain'))}`,
  ),
  'company.domain_verified': settings((entry) => `verified ${text(entry, 'domain') || 'an email domain'}`),
  'company.draft_deleted': orders((entry) => `deleted ${named(entry, 'shared draft', 'name')}`),
  'company.draft_shared': orders((entry) => `shared ${named(entry, 'draft', 'name')}`),
  'company.field_added': settings((entry) => `added ${named(entry, 'custom field', 'name')}`),
  'company.field_changed': settings(
    (entry) => renamed(entry, 'custom field') || `changed ${named(entry, 'custom field', 'name')}`,
  ),
  'company.field_removed': settings((entry) => `removed ${named(entry, 'custom field', 'name')}`),
  'company.invitation_withdrawn': people(
    (entry) => `withdrew the invitation to ${text(entry, 'email') || 'a person'}`,
  ),
  'company.join_approved': people(
    (entry) => `let ${person(entry)} join${after(' as ', text(entry, 'role'))}`,
  ),
  'company.join_asked': people(() => 'asked to join the company'),
  'company.join_declined': people((entry) => `declined ${person(entry)}’s request to join`),
  'company.join_withdrawn': people(() => 'withdrew their request to join'),
  'company.joined': people(
    (entry) =>
      `joined the company${after(' as ', text(entry, 'role'))}${after(' with an address at ', text(entry, 'domain'))}`,
  ),
  'company.joining_changed': settings(changedJoining),
  'company.left': people(() => 'left the company'),
  // For staff only.
  'company.merge_asked': undefined,
  'company.merge_undo_asked': undefined,
  'company.merge_undone': settings(
    (entry) => `undid the merge into ${text(entry, 'into') || 'another company'}`,
  ),
  'company.merged': settings(
    (entry) => `merged the company into ${text(entry, 'into') || 'another company'}`,
  ),
  'company.person_invited': people(
    (entry) => `invited ${text(entry, 'email') || 'a person'}${after(' as ', text(entry, 'role'))}`,
  ),
  'company.person_removed': people((entry) => `removed ${person(entry)}`),
  'company.program_activated': settings((entry) => `turned on ${named(entry, 'program', 'name')}`),
  'company.program_added': settings((entry) => `added ${named(entry, 'program', 'name')}`),
  'company.program_changed': settings(
    (entry) => renamed(entry, 'program') || `changed ${named(entry, 'program', 'name_new')}`,
  ),
  'company.program_ended': settings((entry) => `ended ${named(entry, 'program', 'name')}`),
  'company.program_late': orders(
    (entry) => `couldn’t send cards for ${named(entry, 'program', 'name')} on time`,
  ),
  'company.program_paused': settings((entry) => `paused ${named(entry, 'program', 'name')}`),
  'company.program_stuck': orders((entry) => `couldn’t order for ${named(entry, 'program', 'name')}`),
  'company.list_file_removed': settings(
    (entry) => `disconnected the file from ${named(entry, 'list', 'name')}`,
  ),
  'company.list_file_saved': settings(
    (entry) => `connected ${named(entry, 'list', 'name')} to a file${after(' at ', text(entry, 'place'))}`,
  ),
  'company.list_file_off': settings((entry) => `turned off sync for ${named(entry, 'list', 'name')}`),
  'company.list_file_on': settings((entry) => `turned on sync for ${named(entry, 'list', 'name')}`),
  'company.list_sync_failed': settings((entry) => `couldn’t sync ${named(entry, 'list', 'name')}`),
  'company.list_sync_held': settings(
    (entry) => `put the sync of ${named(entry, 'list', 'name')} on hold: its file looks incomplete`,
  ),
  'company.list_synced': settings(
    (entry) =>
      `synced ${named(entry, 'list', 'name')}${after(': ', text(entry, 'people_added'), ' added')}${after(', ', text(entry, 'people_changed'), ' changed')}${after(', ', text(entry, 'people_left'), ' removed')}`,
  ),
  'company.limits_changed': settings((entry) => {
    const [highest, aDay] = [money(entry, 'max_order_cents_new'), text(entry, 'max_orders_per_day_new')]
    const limits = [
      ...(highest === '' ? [] : [`${highest} per order`]),
      ...(aDay === '' ? [] : [`${aDay} orders a day`]),
    ]
    return `changed the company’s limits${after(' to ', limits.join(' and '))}`
  }),
  // For staff only.
  'company.noted': undefined,
  'company.renamed': settings((entry) => `renamed the company${after(' to ', quoted(entry, 'name_new'))}`),
  'company.report_changed': settings(
    (entry) => renamed(entry, 'saved report') || `changed ${named(entry, 'saved report', 'name_new')}`,
  ),
  'company.report_exported': settings((entry) => `exported ${named(entry, 'report', 'name')}`),
  'company.report_failed': settings(
    (entry) => `couldn’t create the file for ${named(entry, 'report', 'name')}`,
  ),
  'company.report_removed': settings((entry) => `removed ${named(entry, 'saved report', 'name')}`),
  'company.report_saved': settings((entry) => `saved ${named(entry, 'report', 'name')}`),
  'company.role_added': settings((entry) => `added ${named(entry, 'role', 'name')}`),
  'company.role_changed': people(
    (entry) =>
      `changed the role of ${person(entry)}${after(' from ', text(entry, 'role_old'))}${after(' to ', text(entry, 'role_new'))}`,
  ),
  'company.role_edited': settings(editedRole),
  'company.role_removed': settings(
    (entry) =>
      `removed ${named(entry, 'role', 'name')}${after('. Its people are now ', quoted(entry, 'replaced_by'))}`,
  ),
  'company.taken_in': settings(
    (entry) => `merged ${text(entry, 'merged') || 'another company'} into this company`,
  ),
  'company.taken_in_undone': settings(
    (entry) => `undid the merge of ${text(entry, 'merged') || 'another company'} into this company`,
  ),
  'company.team_changed': people((entry) => {
    const team = text(entry, 'team')
    if (team === 'None') return `removed ${person(entry)} from their team`
    return `moved ${person(entry)} to ${named(entry, 'team', 'team')}`
  }),
  'company.team_made': people((entry) => `added ${named(entry, 'team', 'team')}`),
  'company.team_removed': people((entry) => `removed ${named(entry, 'team', 'team')}`),
  'company.team_renamed': people((entry) => renamed(entry, 'team') || 'renamed a team'),
  'company.terms_ended': budgets(() => 'turned off paying on invoice'),
  'company.terms_reminded': budgets((entry) => `sent a reminder of open invoices${amount(entry)}`),
  'company.terms_set': budgets(
    (entry) =>
      `set the credit limit${after(' to ', money(entry, 'limit_cents'))}${after(', invoices due in ', text(entry, 'days'), ' days')}`,
  ),
  'company.time_zone_changed': settings(
    (entry) => `changed the time zone${after(' to ', text(entry, 'time_zone_new').replaceAll('_', ' '))}`,
  ),
  'company.webhook_changed': settings((entry) => `changed ${webhook(entry)}`),
  'company.webhook_created': settings((entry) => `added ${webhook(entry)}`),
  'company.webhook_removed': settings((entry) => `removed ${webhook(entry)}`),
  'company.webhook_replayed': settings((entry) => `replayed events to ${webhook(entry)}`),
  'company.webhook_secret_rotated': settings((entry) => `created a new secret for ${webhook(entry)}`),
  'company.webhook_sent_again': settings((entry) => `sent an event again to ${webhook(entry)}`),
  'company.webhook_switched_off': settings((entry) => `turned off ${webhook(entry)}`),
  'company.webhook_switched_on': settings((entry) => `turned on ${webhook(entry)}`),
  'company.year_end_joined': settings(
    (entry) => `joined ${text(entry, 'name') || 'a person'} with ${text(entry, 'other') || 'another one'}`,
  ),
  'company.year_end_marked': settings(
    (entry) =>
      `changed the year-end status of ${text(entry, 'name') || 'a person'}${after(' to ', text(entry, 'says'))}`,
  ),
  'company.year_end_numbered': settings(() => 'added employee numbers'),
  'company.year_end_separated': settings(
    (entry) => `separated ${text(entry, 'name') || 'a person'} from ${text(entry, 'other') || 'another one'}`,
  ),
}

/** Events of orders that their company may know. */
const ORDER_EVENTS: Readonly<Partial<Record<OrderEvent | 'deliveries.resent', Shown>>> = {
  'deliveries.resent': orders((entry) => `sent cards in ${order(entry)} again`),
  'delivery.converted': orders((entry) => `replaced a letter in ${order(entry)} with a digital card`),
  'delivery.fixed': orders((entry) => `corrected a recipient’s address in ${order(entry)}`),
  'delivery.resent': orders((entry) => `sent a card in ${order(entry)} again`),
  'funds.matched': orders((entry) => `recorded a payment${amount(entry)} for ${order(entry)}`),
  'funds.reversed': orders((entry) => `undid a recorded payment${amount(entry)} for ${order(entry)}`),
  'order.moved': orders(movedOrder),
  'order.reminded': orders((entry) => `sent a payment reminder for ${order(entry)}`),
  'refund.done': orders(
    (entry) => `refunded ${money(entry, 'amount_cents') || 'a payment'} for ${order(entry)}`,
  ),
}

const SHOWN: ReadonlyMap<string, Shown> = new Map(
  Object.entries({ ...COMPANY_EVENTS, ...ORDER_EVENTS }).flatMap(([event, shown]) =>
    shown === undefined ? [] : [[event, shown]],
  ),
)

/** The screens that entries lead to. */
export const ACTIVITY_SCREENS = ['reports', 'year_end', 'list', 'program', 'api_keys', 'webhooks'] as const
export type ActivityScreen = (typeof ACTIVITY_SCREENS)[number]

const SCREENS: readonly (readonly [string, ActivityScreen, string?])[] = [
  ['company.report_', 'reports'],
  ['company.year_end_', 'year_end'],
  ['company.list_', 'list', 'list_id'],
  ['company.program_', 'program', 'program_id'],
  ['company.api_key_', 'api_keys'],
  ['company.webhook_', 'webhooks'],
]

/** The screen that an entry leads to, and which of its things; null if that's the screen of its kind. */
export function activityScreen(
  event: string,
  facts: ToldEntry['facts'],
): { screen: ActivityScreen; id: number | null } | null {
  const found = SCREENS.find(([start]) => event.startsWith(start))
  if (found === undefined) return null
  const [, screen, idFact = ''] = found
  const id = facts[idFact]
  return { screen, id: typeof id === 'number' ? id : null }
}

/** Whether the company sees entries of this event in its activity. */
export function isCompanyActivity(event: AuditEventName): boolean {
  return SHOWN.has(event)
}

/** The events that a company's activity shows. */
export function activityEvents(kind?: ActivityKind): string[] {
  return [...SHOWN].filter(([, shown]) => kind === undefined || shown.kind === kind).map(([event]) => event)
}

/**
 * An entry in plain words, after the name of the person or site: `invited kim@halden.example as Buyer`.
 *
 * @returns undefined for an event that isn't shown
 */
export function activityWords(
  event: string,
  entry: ToldEntry,
): { kind: ActivityKind; words: string } | undefined {
  const shown = SHOWN.get(event)
  return shown && { kind: shown.kind, words: shown.says(entry) }
}

function webhook(entry: ToldEntry): string {
  return `the ${text(entry, 'mode') === 'test' ? 'test ' : ''}webhook${after(' to ', text(entry, 'host'))}`
}

function movedOrder(entry: ToldEntry): string {
  const { facts, isOwn } = entry
  if (isUnplaced(String(facts.from))) return `${isOwn ? 'placed' : 'received'} ${order(entry)}`
  if (facts.to === 'in_review') return `received the payment for ${order(entry)}`
  if (facts.to === 'approved') return `approved ${order(entry)}`
  if (facts.to === 'fulfilled') return `sent all cards in ${order(entry)}`
  if (facts.to === 'declined') return `${isOwn ? 'canceled' : 'declined'} ${order(entry)}`
  return `changed ${order(entry)}`
}

function changedBudget(entry: ToldEntry): string {
  const { facts } = entry
  const [before, now] = [Number(facts.amount_cents_old), Number(facts.amount_cents_new)]
  const name = renamed(entry, 'budget')
  if (before === now || Number.isNaN(before - now))
    return name || `changed ${named(entry, 'budget', 'name_new')}`
  const how = now > before ? 'raised' : 'lowered'
  const moved = `${how} ${named(entry, 'budget', 'name_new')} from ${formatCents(before)} to ${formatCents(now)}`
  return name === '' ? moved : `${name}, and ${how} it from ${formatCents(before)} to ${formatCents(now)}`
}

/** What each fact of new billing details is called. */
const BILLING_WORDS = {
  legal_name: 'legal name',
  attention: 'attention line',
  address: 'address',
  email: 'email for invoices',
} as const

function changedBilling(entry: ToldEntry): string {
  const changes = Object.entries(BILLING_WORDS).flatMap(([name, words]) => {
    if (entry.facts[`${name}_new`] === undefined) return []
    const to = quoted(entry, `${name}_new`)
    return to === '' ? [`removed the ${words}`] : [`changed the ${words} to ${to}`]
  })
  return `${changes.length === 0 ? 'changed' : `${LIST.format(changes)} in`} the billing details`
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' })

function changedJoining(entry: ToldEntry): string {
  const mode = JOIN_MODES.find((one) => one === text(entry, 'joining_new'))
  const how = mode === undefined ? '' : `“${JOIN_MODE_WORDS[mode]}”`
  const to = after(' to ', [how, after('as ', text(entry, 'role_new'))].filter(Boolean).join(', '))
  return `changed joining by email domain${to}`
}

function editedRole(entry: ToldEntry): string {
  const listed = (name: string) => text(entry, name).split(', ').filter(Boolean)
  const [before, now] = [listed('scopes_old'), listed('scopes_new')]
  const gained = now.filter((one) => !before.includes(one)).map(capability)
  const lost = before.filter((one) => !now.includes(one)).map(capability)
  const what = [
    ...(gained.length > 0 ? [`allowed it to ${gained.join(', ')}`] : []),
    ...(lost.length > 0 ? [`no longer allows it to ${lost.join(', ')}`] : []),
  ]
  const name = renamed(entry, 'role')
  if (what.length === 0) return name || `changed ${named(entry, 'role', 'name_new')}`
  return [name || `changed ${named(entry, 'role', 'name_new')}`, ...what].join(', ')
}

function capability(name: string): string {
  const known = COMPANY_CAPABILITIES.find((one) => one === name)
  const words = known === undefined ? name : COMPANY_CAPABILITY_WORDS[known]
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function order({ orderNumber }: ToldEntry): string {
  return orderNumber === '' ? 'an order' : `order ${orderNumber}`
}

function person({ facts, nameOf }: ToldEntry): string {
  return typeof facts.person === 'string' && facts.person !== '' ? nameOf(facts.person) : 'a person'
}

function text({ facts }: ToldEntry, name: string): string {
  const value = facts[name]
  return value === undefined || value === null ? '' : String(value)
}

function quoted(entry: ToldEntry, name: string): string {
  return after('“', text(entry, name), '”')
}

/** `the budget “Marketing”`, or `a budget` once its name is removed. */
function named(entry: ToldEntry, what: string, name: string): string {
  const shown = quoted(entry, name)
  const article = /^[aeiou]/i.test(what) ? 'an' : 'a'
  return shown === '' ? `${article} ${what}` : `the ${what} ${shown}`
}

/** Empty unless the name changed. */
function renamed(entry: ToldEntry, what: string): string {
  const now = text(entry, 'name_new')
  if (now === '' || text(entry, 'name_old') === now) return ''
  return `renamed ${named(entry, what, 'name_old')} to ${quoted(entry, 'name_new')}`
}

function money(entry: ToldEntry, name: string): string {
  const cents = Number(entry.facts[name] ?? Number.NaN)
  return Number.isSafeInteger(cents) ? formatCents(cents) : ''
}

function amount(entry: ToldEntry): string {
  return after(' of ', money(entry, 'amount_cents'))
}

function a(entry: ToldEntry, name: string): string {
  return after(' a ', text(entry, name))
}

/** Nothing without the value that it surrounds. */
function after(before: string, value: string, behind = ''): string {
  return value === '' ? '' : `${before}${value}${behind}`
}
