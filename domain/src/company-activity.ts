import type { ActivityKind, ActivityScreen } from './activity-kinds.ts'
import type { AUDIT_EVENTS, AuditEventName } from './audit-events.ts'
import { JOIN_MODE_WORDS, JOIN_MODES } from './company-domains.ts'
import {
  COMPANY_CAPABILITIES,
  COMPANY_CAPABILITY_WORDS,
  COMPANY_ROLE_WORDS,
  COMPANY_ROLES,
} from './company-roles.ts'
import { formatCents } from './money.ts'
import { isUnplaced } from './order-status.ts'
import type { Texts } from './texts.ts'
import { W9_STATUSES, W9_WORDS } from './year-end.ts'

/** An entry of the audit log, with the names of what it mentions. Facts are empty once their person was erased. */
export type ToldEntry = {
  facts: Readonly<Record<string, unknown>>
  /** `customer:5` as people call them. */
  nameOf: (party: string) => string
  /** The order's number; empty if it has none. */
  orderNumber: string
  /** Whether the company's own person did it, and not the site. */
  isOwn: boolean
  /** The reader's. */
  i18n: Texts
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

/**
 * What entries call things, with and without a name. They are the objects of verbs in whole sentences, so that other
 * languages put them together as easily.
 */
const THINGS = {
  apiKey: { one: /*i18n*/ 'an API key', named: /*i18n*/ 'the API key “{name}”' },
  budget: { one: /*i18n*/ 'a budget', named: /*i18n*/ 'the budget “{name}”' },
  design: { one: /*i18n*/ 'a design', named: /*i18n*/ 'the design “{name}”' },
  draft: { one: /*i18n*/ 'a draft', named: /*i18n*/ 'the draft “{name}”' },
  field: { one: /*i18n*/ 'a custom field', named: /*i18n*/ 'the custom field “{name}”' },
  list: { one: /*i18n*/ 'a list', named: /*i18n*/ 'the list “{name}”' },
  program: { one: /*i18n*/ 'a program', named: /*i18n*/ 'the program “{name}”' },
  report: { one: /*i18n*/ 'a report', named: /*i18n*/ 'the report “{name}”' },
  role: { one: /*i18n*/ 'a role', named: /*i18n*/ 'the role “{name}”' },
  rule: { one: /*i18n*/ 'an approval rule', named: /*i18n*/ 'the approval rule “{name}”' },
  savedReport: { one: /*i18n*/ 'a saved report', named: /*i18n*/ 'the saved report “{name}”' },
  sharedDraft: { one: /*i18n*/ 'a shared draft', named: /*i18n*/ 'the shared draft “{name}”' },
  team: { one: /*i18n*/ 'a team', named: /*i18n*/ 'the team “{name}”' },
} as const
type Thing = keyof typeof THINGS

const ADDED = /*i18n*/ 'added {thing}'
const CHANGED = /*i18n*/ 'changed {thing}'
const REMOVED = /*i18n*/ 'removed {thing}'
const TURNED_ON = /*i18n*/ 'turned on {thing}'
const TURNED_OFF = /*i18n*/ 'turned off {thing}'

/** Does something to a thing. */
const does =
  (text: string, what: Thing, name = 'name'): Shown['says'] =>
  (entry) =>
    entry.i18n.t(text, { thing: named(entry, what, name) })

/** A thing with a new name, or other changes. */
const changed =
  (what: Thing, name = 'name_new', text: string = CHANGED): Shown['says'] =>
  (entry) =>
    renamed(entry, what) || does(text, what, name)(entry)

/** Every event of companies. `undefined` is for the site's staff only, such as a note. */
const COMPANY_EVENTS: Readonly<Record<OwnEvent, Shown | undefined>> = {
  'balance.low_changed': budgets((entry) => {
    const amount = money(entry, 'amount_cents_new')
    return amount === ''
      ? entry.i18n.t('turned off the low-balance alert')
      : entry.i18n.t('set a low-balance alert at {amount}', { amount })
  }),
  'approval.approved': orders((entry) => entry.i18n.t('approved {order}', { order: orderOf(entry) })),
  'approval.delegated': people((entry) =>
    entry.i18n.t('let {person} approve in their place', { person: person(entry) }),
  ),
  'approval.delegation_ended': people((entry) =>
    entry.i18n.t('no longer lets {person} approve in their place', { person: person(entry) }),
  ),
  'approval.requested': orders((entry) =>
    entry.i18n.t('sent {order} for approval', { order: orderOf(entry) }),
  ),
  'approval.returned': orders((entry) =>
    entry.i18n.t('returned {order} to its buyer', { order: orderOf(entry) }),
  ),
  'approval.rule_added': settings(does(ADDED, 'rule')),
  'approval.rule_changed': settings(changed('rule')),
  'approval.rule_removed': settings(does(REMOVED, 'rule')),
  'approval.withdrawn': orders((entry) =>
    entry.i18n.t('withdrew the approval request for {order}', { order: orderOf(entry) }),
  ),
  'balance.top_up_canceled': budgets((entry) => {
    const amount = money(entry, 'amount_cents')
    return amount === ''
      ? entry.i18n.t('canceled a top-up')
      : entry.i18n.t('canceled a top-up of {amount}', { amount })
  }),
  'balance.top_up_started': budgets((entry) => {
    const amount = money(entry, 'amount_cents')
    return amount === ''
      ? entry.i18n.t('topped up the balance')
      : entry.i18n.t('topped up the balance by {amount}', { amount })
  }),
  'budget.changed': budgets(changedBudget),
  'budget.ended': budgets(does(/*i18n*/ 'ended {thing}', 'budget')),
  'budget.made': budgets(madeBudget),
  'company.activity_exported': settings(({ i18n }) => i18n.t('exported the activity')),
  'company.api_key_changed': settings(changed('apiKey')),
  'company.api_key_created': settings(does(/*i18n*/ 'created {thing}', 'apiKey')),
  'company.api_key_revoked': settings(does(/*i18n*/ 'revoked {thing}', 'apiKey')),
  'company.api_key_rotated': settings(does(/*i18n*/ 'rotated {thing}', 'apiKey')),
  'company.billing_changed': settings(changedBilling),
  'company.design_changed': orders(changed('design', 'name_new', /*i18n*/ 'updated {thing}')),
  'company.design_deleted': orders(does(/*i18n*/ 'deleted {thing}', 'design')),
  'company.design_saved': orders(does(/*i18n*/ 'saved {thing}', 'design')),
  'company.domain_added': settings((entry) => {
    const domain = text(entry, 'domain')
    return domain === ''
      ? entry.i18n.t('added an email domain')
      : entry.i18n.t('added the email domain {domain}', { domain })
  }),
  'company.domain_lost': settings((entry) =>
    entry.i18n.t('couldn’t find the DNS record for {domain}', { domain: domain(entry) }),
  ),
  'company.domain_removed': settings((entry) => {
    const domain = text(entry, 'domain')
    return domain === ''
      ? entry.i18n.t('removed an email domain')
      : entry.i18n.t('removed the email domain {domain}', { domain })
  }),
  'company.domain_verified': settings((entry) =>
    entry.i18n.t('verified {domain}', { domain: domain(entry) }),
  ),
  'company.draft_deleted': orders(does(/*i18n*/ 'deleted {thing}', 'sharedDraft')),
  'company.draft_shared': orders(does(/*i18n*/ 'shared {thing}', 'draft')),
  'company.field_added': settings(does(ADDED, 'field')),
  'company.field_changed': settings(changed('field', 'name')),
  'company.field_removed': settings(does(REMOVED, 'field')),
  'company.invitation_withdrawn': people((entry) =>
    entry.i18n.t('withdrew the invitation to {person}', { person: invited(entry) }),
  ),
  'company.join_approved': people((entry) => {
    const role = roleIn(entry, 'role')
    return role === ''
      ? entry.i18n.t('let {person} join', { person: person(entry) })
      : entry.i18n.t('let {person} join as {role}', { person: person(entry), role })
  }),
  'company.join_asked': people(({ i18n }) => i18n.t('asked to join the company')),
  'company.join_declined': people((entry) =>
    entry.i18n.t('declined {person}’s request to join', { person: person(entry) }),
  ),
  'company.join_withdrawn': people(({ i18n }) => i18n.t('withdrew their request to join')),
  'company.joined': people(joined),
  'company.joining_changed': settings(changedJoining),
  'company.left': people(({ i18n }) => i18n.t('left the company')),
  // For staff only.
  'company.merge_asked': undefined,
  'company.merge_undo_asked': undefined,
  'company.merge_undone': settings((entry) =>
    entry.i18n.t('undid the merge into {company}', { company: company(entry, 'into') }),
  ),
  'company.merged': settings((entry) =>
    entry.i18n.t('merged the company into {company}', { company: company(entry, 'into') }),
  ),
  'company.person_invited': people((entry) => {
    const role = roleIn(entry, 'role')
    return role === ''
      ? entry.i18n.t('invited {person}', { person: invited(entry) })
      : entry.i18n.t('invited {person} as {role}', { person: invited(entry), role })
  }),
  'company.person_removed': people((entry) => entry.i18n.t('removed {person}', { person: person(entry) })),
  'company.program_activated': settings(does(TURNED_ON, 'program')),
  'company.program_added': settings(does(ADDED, 'program')),
  'company.program_changed': settings(changed('program')),
  'company.program_ended': settings(does(/*i18n*/ 'ended {thing}', 'program')),
  'company.program_late': orders(does(/*i18n*/ 'couldn’t send cards for {thing} on time', 'program')),
  'company.program_paused': settings(does(/*i18n*/ 'paused {thing}', 'program')),
  'company.program_stuck': orders(does(/*i18n*/ 'couldn’t order for {thing}', 'program')),
  'company.list_file_removed': settings(does(/*i18n*/ 'disconnected the file from {thing}', 'list')),
  'company.list_file_saved': settings((entry) => {
    const [list, place] = [named(entry, 'list', 'name'), text(entry, 'place')]
    return place === ''
      ? entry.i18n.t('connected {list} to a file', { list })
      : entry.i18n.t('connected {list} to a file at {place}', { list, place })
  }),
  'company.list_file_off': settings(does(/*i18n*/ 'turned off sync for {thing}', 'list')),
  'company.list_file_on': settings(does(/*i18n*/ 'turned on sync for {thing}', 'list')),
  'company.list_sync_failed': settings(does(/*i18n*/ 'couldn’t sync {thing}', 'list')),
  'company.list_sync_held': settings(
    does(/*i18n*/ 'put the sync of {thing} on hold: its file looks incomplete', 'list'),
  ),
  'company.list_synced': settings(syncedList),
  'company.limits_changed': settings(changedLimits),
  // For staff only.
  'company.noted': undefined,
  'company.renamed': settings((entry) => {
    const name = text(entry, 'name_new')
    return name === ''
      ? entry.i18n.t('renamed the company')
      : entry.i18n.t('renamed the company to “{name}”', { name })
  }),
  'company.report_changed': settings(changed('savedReport')),
  'company.report_exported': settings(does(/*i18n*/ 'exported {thing}', 'report')),
  'company.report_failed': settings(does(/*i18n*/ 'couldn’t create the file for {thing}', 'report')),
  'company.report_removed': settings(does(REMOVED, 'savedReport')),
  'company.report_saved': settings(does(/*i18n*/ 'saved {thing}', 'report')),
  'company.role_added': settings(does(ADDED, 'role')),
  'company.role_changed': people(changedRoleOf),
  'company.role_edited': settings(editedRole),
  'company.role_removed': settings((entry) => {
    const [role, other] = [named(entry, 'role', 'name'), roleIn(entry, 'replaced_by')]
    return other === ''
      ? entry.i18n.t(REMOVED, { thing: role })
      : entry.i18n.t('removed {role}. Its people are now “{other}”', { role, other })
  }),
  'company.taken_in': settings((entry) =>
    entry.i18n.t('merged {company} into this company', { company: company(entry, 'merged') }),
  ),
  'company.taken_in_undone': settings((entry) =>
    entry.i18n.t('undid the merge of {company} into this company', { company: company(entry, 'merged') }),
  ),
  'company.team_changed': people((entry) =>
    text(entry, 'team') === 'None'
      ? entry.i18n.t('removed {person} from their team', { person: person(entry) })
      : entry.i18n.t('moved {person} to {team}', {
          person: person(entry),
          team: named(entry, 'team', 'team'),
        }),
  ),
  'company.team_made': people(does(ADDED, 'team', 'team')),
  'company.team_removed': people(does(REMOVED, 'team', 'team')),
  'company.team_renamed': people(
    (entry) => renamed(entry, 'team') || entry.i18n.t('renamed {thing}', { thing: entry.i18n.t('a team') }),
  ),
  'company.terms_ended': budgets(({ i18n }) => i18n.t('turned off paying on invoice')),
  'company.terms_reminded': budgets((entry) => {
    const amount = money(entry, 'amount_cents')
    return amount === ''
      ? entry.i18n.t('sent a reminder of open invoices')
      : entry.i18n.t('sent a reminder of open invoices of {amount}', { amount })
  }),
  'company.terms_set': budgets((entry) => {
    const [limit, days] = [money(entry, 'limit_cents'), text(entry, 'days')]
    return [
      limit === ''
        ? entry.i18n.t('set the credit limit')
        : entry.i18n.t('set the credit limit to {limit}', { limit }),
      ...(days === '' ? [] : [entry.i18n.t('invoices due in {days} days', { days })]),
    ].join(', ')
  }),
  'company.time_zone_changed': settings((entry) => {
    const zone = text(entry, 'time_zone_new').replaceAll('_', ' ')
    return zone === ''
      ? entry.i18n.t('changed the time zone')
      : entry.i18n.t('changed the time zone to {zone}', { zone })
  }),
  'company.webhook_changed': settings((entry) => entry.i18n.t(CHANGED, { thing: webhook(entry) })),
  'company.webhook_created': settings((entry) => entry.i18n.t(ADDED, { thing: webhook(entry) })),
  'company.webhook_removed': settings((entry) => entry.i18n.t(REMOVED, { thing: webhook(entry) })),
  'company.webhook_replayed': settings((entry) =>
    entry.i18n.t('replayed events to {webhook}', { webhook: webhook(entry) }),
  ),
  'company.webhook_secret_rotated': settings((entry) =>
    entry.i18n.t('created a new secret for {webhook}', { webhook: webhook(entry) }),
  ),
  'company.webhook_sent_again': settings((entry) =>
    entry.i18n.t('sent an event again to {webhook}', { webhook: webhook(entry) }),
  ),
  'company.webhook_switched_off': settings((entry) => entry.i18n.t(TURNED_OFF, { thing: webhook(entry) })),
  'company.webhook_switched_on': settings((entry) => entry.i18n.t(TURNED_ON, { thing: webhook(entry) })),
  'company.year_end_joined': settings((entry) =>
    entry.i18n.t('joined {person} with {other}', twoPeople(entry)),
  ),
  'company.year_end_marked': settings((entry) => {
    const [name, says] = [text(entry, 'name') || entry.i18n.t('a person'), marksIn(entry)]
    return says === ''
      ? entry.i18n.t('changed the year-end status of {person}', { person: name })
      : entry.i18n.t('changed the year-end status of {person} to {status}', { person: name, status: says })
  }),
  'company.year_end_numbered': settings(({ i18n }) => i18n.t('added employee numbers')),
  'company.year_end_separated': settings((entry) =>
    entry.i18n.t('separated {person} from {other}', twoPeople(entry)),
  ),
}

/** Events of orders that their company may know. */
const ORDER_EVENTS: Readonly<Partial<Record<OrderEvent | 'deliveries.resent', Shown>>> = {
  'deliveries.resent': orders((entry) =>
    entry.i18n.t('sent cards in {order} again', { order: order(entry) }),
  ),
  'delivery.converted': orders((entry) =>
    entry.i18n.t('replaced a letter in {order} with a digital card', { order: order(entry) }),
  ),
  'delivery.fixed': orders((entry) =>
    entry.i18n.t('corrected a recipient’s address in {order}', { order: order(entry) }),
  ),
  'delivery.resent': orders((entry) => entry.i18n.t('sent a card in {order} again', { order: order(entry) })),
  'funds.matched': orders((entry) => {
    const amount = money(entry, 'amount_cents')
    return amount === ''
      ? entry.i18n.t('recorded a payment for {order}', { order: order(entry) })
      : entry.i18n.t('recorded a payment of {amount} for {order}', { amount, order: order(entry) })
  }),
  'funds.reversed': orders((entry) => {
    const amount = money(entry, 'amount_cents')
    return amount === ''
      ? entry.i18n.t('undid a recorded payment for {order}', { order: order(entry) })
      : entry.i18n.t('undid a recorded payment of {amount} for {order}', { amount, order: order(entry) })
  }),
  'order.moved': orders(movedOrder),
  'order.reminded': orders((entry) =>
    entry.i18n.t('sent a payment reminder for {order}', { order: order(entry) }),
  ),
  'refund.done': orders((entry) =>
    entry.i18n.t('refunded {payment} for {order}', {
      payment: money(entry, 'amount_cents') || entry.i18n.t('a payment'),
      order: order(entry),
    }),
  ),
}

const SHOWN: ReadonlyMap<string, Shown> = new Map(
  Object.entries({ ...COMPANY_EVENTS, ...ORDER_EVENTS }).flatMap(([event, shown]) =>
    shown === undefined ? [] : [[event, shown]],
  ),
)

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
 * An entry in plain words of the reader's language, after the name of the person or site: `invited kim@halden.example as
 * Buyer`.
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

function webhook({ facts, i18n }: ToldEntry): string {
  const [isTest, host] = [facts.mode === 'test', facts.host]
  if (typeof host !== 'string' || host === '') {
    return isTest ? i18n.t('the test webhook') : i18n.t('the webhook')
  }
  return isTest ? i18n.t('the test webhook to {host}', { host }) : i18n.t('the webhook to {host}', { host })
}

function movedOrder(entry: ToldEntry): string {
  const { facts, isOwn, i18n } = entry
  const about = { order: order(entry) }
  if (isUnplaced(String(facts.from)))
    return isOwn ? i18n.t('placed {order}', about) : i18n.t('received {order}', about)
  if (facts.to === 'in_review') return i18n.t('received the payment for {order}', about)
  if (facts.to === 'approved') return i18n.t('approved {order}', about)
  if (facts.to === 'fulfilled') return i18n.t('sent all cards in {order}', about)
  if (facts.to === 'declined')
    return isOwn ? i18n.t('canceled {order}', about) : i18n.t('declined {order}', about)
  return i18n.t('changed {order}', about)
}

function madeBudget(entry: ToldEntry): string {
  const { i18n } = entry
  const [budget, amount] = [named(entry, 'budget', 'name'), money(entry, 'amount_cents')]
  if (amount === '') return i18n.t(ADDED, { thing: budget })
  switch (text(entry, 'per')) {
    case 'month':
      return i18n.t('added {budget} of {amount} a month', { budget, amount })
    case 'quarter':
      return i18n.t('added {budget} of {amount} a quarter', { budget, amount })
    case 'year':
      return i18n.t('added {budget} of {amount} a year', { budget, amount })
    default:
      return i18n.t('added {budget} of {amount}', { budget, amount })
  }
}

function changedBudget(entry: ToldEntry): string {
  const { facts, i18n } = entry
  const [from, to] = [Number(facts.amount_cents_old), Number(facts.amount_cents_new)]
  if (from === to || Number.isNaN(from - to)) return changed('budget')(entry)
  const moved = { before: formatCents(from), now: formatCents(to) }
  const name = renamed(entry, 'budget')
  if (name === '') {
    const facts = { budget: named(entry, 'budget', 'name_new'), ...moved }
    return to > from
      ? i18n.t('raised {budget} from {before} to {now}', facts)
      : i18n.t('lowered {budget} from {before} to {now}', facts)
  }
  return to > from
    ? i18n.t('{renamed}, and raised it from {before} to {now}', { renamed: name, ...moved })
    : i18n.t('{renamed}, and lowered it from {before} to {now}', { renamed: name, ...moved })
}

/** What is said of each fact of new billing details. */
const BILLING_WORDS = {
  legal_name: {
    changed: /*i18n*/ 'changed the legal name to “{value}”',
    removed: /*i18n*/ 'removed the legal name',
  },
  attention: {
    changed: /*i18n*/ 'changed the attention line to “{value}”',
    removed: /*i18n*/ 'removed the attention line',
  },
  address: { changed: /*i18n*/ 'changed the address to “{value}”', removed: /*i18n*/ 'removed the address' },
  email: {
    changed: /*i18n*/ 'changed the email for invoices to “{value}”',
    removed: /*i18n*/ 'removed the email for invoices',
  },
} as const

function changedBilling(entry: ToldEntry): string {
  const { i18n } = entry
  const changes = Object.entries(BILLING_WORDS).flatMap(([name, words]) => {
    if (entry.facts[`${name}_new`] === undefined) return []
    const value = text(entry, `${name}_new`)
    return [value === '' ? i18n.t(words.removed) : i18n.t(words.changed, { value })]
  })
  if (changes.length === 0) return i18n.t('changed the billing details')
  return i18n.t('{changes} in the billing details', { changes: listOf(i18n, changes) })
}

function listOf({ locale }: Texts, parts: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}

function joined(entry: ToldEntry): string {
  const { i18n } = entry
  const [role, domain] = [roleIn(entry, 'role'), text(entry, 'domain')]
  if (role === '' && domain === '') return i18n.t('joined the company')
  if (domain === '') return i18n.t('joined the company as {role}', { role })
  return role === ''
    ? i18n.t('joined the company with an address at {domain}', { domain })
    : i18n.t('joined the company as {role} with an address at {domain}', { role, domain })
}

function changedJoining(entry: ToldEntry): string {
  const { i18n } = entry
  const known = JOIN_MODES.find((one) => one === text(entry, 'joining_new'))
  const role = roleIn(entry, 'role_new')
  if (known === undefined) {
    return role === ''
      ? i18n.t('changed joining by email domain')
      : i18n.t('changed the role for joining by email domain to {role}', { role })
  }
  const mode = i18n.t(JOIN_MODE_WORDS[known])
  return role === ''
    ? i18n.t('changed joining by email domain to “{mode}”', { mode })
    : i18n.t('changed joining by email domain to “{mode}”, as {role}', { mode, role })
}

function syncedList(entry: ToldEntry): string {
  const { i18n } = entry
  const list = named(entry, 'list', 'name')
  const [added, changed, removed] = ['people_added', 'people_changed', 'people_left'].map((name) =>
    text(entry, name),
  )
  const changes = [
    ...(added ? [i18n.t('{count} added', { count: added })] : []),
    ...(changed ? [i18n.t('{count} changed', { count: changed })] : []),
    ...(removed ? [i18n.t('{count} removed', { count: removed })] : []),
  ]
  return changes.length === 0
    ? i18n.t('synced {list}', { list })
    : i18n.t('synced {list}: {changes}', { list, changes: changes.join(', ') })
}

function changedLimits(entry: ToldEntry): string {
  const { i18n } = entry
  const [amount, orders] = [money(entry, 'max_order_cents_new'), text(entry, 'max_orders_per_day_new')]
  const limits = [
    ...(amount === '' ? [] : [i18n.t('{amount} per order', { amount })]),
    ...(orders === '' ? [] : [i18n.t('{orders} orders a day', { orders })]),
  ]
  return limits.length === 0
    ? i18n.t('changed the company’s limits')
    : i18n.t('changed the company’s limits to {limits}', { limits: listOf(i18n, limits) })
}

function changedRoleOf(entry: ToldEntry): string {
  const { i18n } = entry
  const facts = { person: person(entry), before: roleIn(entry, 'role_old'), now: roleIn(entry, 'role_new') }
  if (facts.now === '') return i18n.t('changed the role of {person}', facts)
  return facts.before === ''
    ? i18n.t('changed the role of {person} to {now}', facts)
    : i18n.t('changed the role of {person} from {before} to {now}', facts)
}

function editedRole(entry: ToldEntry): string {
  const { i18n } = entry
  const listed = (name: string) => text(entry, name).split(', ').filter(Boolean)
  const [before, now] = [listed('scopes_old'), listed('scopes_new')]
  const capabilities = (some: string[]) => some.map((one) => capability(i18n, one)).join(', ')
  const gained = now.filter((one) => !before.includes(one))
  const lost = before.filter((one) => !now.includes(one))
  return [
    changed('role')(entry),
    ...(gained.length > 0
      ? [i18n.t('allowed it to {capabilities}', { capabilities: capabilities(gained) })]
      : []),
    ...(lost.length > 0
      ? [i18n.t('no longer allows it to {capabilities}', { capabilities: capabilities(lost) })]
      : []),
  ].join(', ')
}

function capability(i18n: Texts, name: string): string {
  const known = COMPANY_CAPABILITIES.find((one) => one === name)
  const words = known === undefined ? name : i18n.t(COMPANY_CAPABILITY_WORDS[known])
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** A role's name as it was. The ones that every company has are translated. */
function roleIn(entry: ToldEntry, name: string): string {
  const role = text(entry, name)
  return COMPANY_ROLES.some((one) => COMPANY_ROLE_WORDS[one].label === role) ? entry.i18n.t(role) : role
}

/** What a person's year-end status became, as it was stored: `employee, another employee number`. */
const MARKS: readonly string[] = [
  /*i18n*/ 'employee',
  /*i18n*/ 'not an employee',
  /*i18n*/ 'another employee number',
  /*i18n*/ 'another day of the W-9',
]

function marksIn(entry: ToldEntry): string {
  const { i18n } = entry
  const inWords = (mark: string) => {
    if (MARKS.includes(mark)) return i18n.t(mark)
    const w9 = W9_STATUSES.find((one) => mark === `W-9 ${W9_WORDS[one].toLowerCase()}`)
    return w9 === undefined ? mark : i18n.t('W-9 {status}', { status: i18n.t(W9_WORDS[w9]).toLowerCase() })
  }
  return text(entry, 'says').split(', ').map(inWords).join(', ')
}

function twoPeople(entry: ToldEntry) {
  return {
    person: text(entry, 'name') || entry.i18n.t('a person'),
    other: text(entry, 'other') || entry.i18n.t('another one'),
  }
}

function order({ orderNumber, i18n }: ToldEntry): string {
  return orderNumber === '' ? i18n.t('an order') : i18n.t('order {number}', { number: orderNumber })
}

/** An order that may have no number yet: `an order of $12.00`. */
function orderOf(entry: ToldEntry): string {
  const amount = money(entry, 'amount_cents')
  return amount === '' ? entry.i18n.t('an order') : entry.i18n.t('an order of {amount}', { amount })
}

function domain(entry: ToldEntry): string {
  return text(entry, 'domain') || entry.i18n.t('an email domain')
}

function company(entry: ToldEntry, name: string): string {
  return text(entry, name) || entry.i18n.t('another company')
}

function person({ facts, nameOf, i18n }: ToldEntry): string {
  return typeof facts.person === 'string' && facts.person !== '' ? nameOf(facts.person) : i18n.t('a person')
}

function invited(entry: ToldEntry): string {
  return text(entry, 'email') || entry.i18n.t('a person')
}

function text({ facts }: ToldEntry, name: string): string {
  const value = facts[name]
  return value === undefined || value === null ? '' : String(value)
}

/** `the budget “Marketing”`, or `a budget` once its name is removed. */
function named(entry: ToldEntry, what: Thing, of: string): string {
  const name = text(entry, of)
  return name === '' ? entry.i18n.t(THINGS[what].one) : entry.i18n.t(THINGS[what].named, { name })
}

/** Empty unless the name changed. */
function renamed(entry: ToldEntry, what: Thing): string {
  const name = text(entry, 'name_new')
  if (name === '' || text(entry, 'name_old') === name) return ''
  return entry.i18n.t('renamed {thing} to “{name}”', { thing: named(entry, what, 'name_old'), name })
}

function money(entry: ToldEntry, name: string): string {
  const cents = Number(entry.facts[name] ?? Number.NaN)
  return Number.isSafeInteger(cents) ? formatCents(cents) : ''
}
