import { type Messages, setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { ACTIVITY_KINDS } from './activity-kinds.ts'
import { AUDIT_EVENTS } from './audit-events.ts'
import { activityEvents, activityWords, type ToldEntry } from './company-activity.ts'
import english from './texts/server/en.json'
import spanish from './texts/server/es.json'

/** What staff do about a company that it must not know. */
const INTERNAL: readonly string[] = ['company.merge_asked', 'company.merge_undo_asked', 'company.noted']

const told = (facts: ToldEntry['facts'] = {}, isOwn = true): ToldEntry => ({
  facts,
  isOwn,
  nameOf: (party) => (party === 'customer:5' ? 'Ann Lee' : party),
  orderNumber: '10475',
  i18n,
})
const wordsOf = (event: string, facts?: ToldEntry['facts'], isOwn?: boolean) =>
  activityWords(event, told(facts, isOwn))?.words

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': english.messages as object as Messages } })

test('every event of a company has a sentence, unless it is for staff only', () => {
  const ofCompanies = Object.keys(AUDIT_EVENTS).filter((event) =>
    /^(company|budget|balance|approval)\./.test(event),
  )
  expect(ofCompanies.length).toBeGreaterThan(20)
  const shown = activityEvents()
  expect(ofCompanies.filter((event) => !shown.includes(event))).toEqual(INTERNAL)
})

test('nothing that staff keep to themselves is shown', () => {
  const shown = activityEvents()
  for (const kept of [
    'order.held',
    'order.flagged',
    'order.noted',
    'order.released',
    'doubt.opened',
    'customer.noted',
    'company.noted',
  ]) {
    expect(shown).not.toContain(kept)
  }
})

test('each kind has events, and each event one kind', () => {
  for (const kind of ACTIVITY_KINDS) expect(activityEvents(kind).length).toBeGreaterThan(0)
  expect(ACTIVITY_KINDS.flatMap((kind) => activityEvents(kind)).toSorted()).toEqual(
    activityEvents().toSorted(),
  )
})

test.each(activityEvents())('%s reads as a sentence with and without its details', (event) => {
  for (const facts of [
    {},
    {
      name: 'West',
      person: 'customer:5',
      email: 'kim@halden.example',
      role: 'Buyer',
      amount_cents: 500,
      per: 'month',
    },
    {
      name_old: 'West',
      name_new: 'East',
      amount_cents_old: 1,
      amount_cents_new: 2,
      role_old: 'Buyer',
      role_new: 'Admin',
    },
    { from: 'cart', to: 'approved', team: 'None', order: 7 },
  ]) {
    const words = wordsOf(event, facts)
    expect(words).toMatch(/^[a-z]/)
    expect(words).not.toMatch(/undefined|null|NaN|customer:|“”| {2}| $|_/)
  }
})

test.each<[event: string, facts: ToldEntry['facts'], words: string]>([
  [
    'budget.changed',
    { name_old: 'Marketing', name_new: 'Marketing', amount_cents_old: 400_000, amount_cents_new: 500_000 },
    'raised the budget “Marketing” from $4,000.00 to $5,000.00',
  ],
  [
    'budget.changed',
    { name_old: 'Ads', name_new: 'Marketing', amount_cents_old: 500, amount_cents_new: 400 },
    'renamed the budget “Ads” to “Marketing”, and lowered it from $5.00 to $4.00',
  ],
  [
    'budget.changed',
    { name_old: 'Ads', name_new: 'Marketing', amount_cents_old: 500, amount_cents_new: 500 },
    'renamed the budget “Ads” to “Marketing”',
  ],
  [
    'budget.made',
    { name: 'Marketing', amount_cents: 500_000, per: 'quarter' },
    'added the budget “Marketing” of $5,000.00 a quarter',
  ],
  [
    'company.person_invited',
    { email: 'kim@halden.example', role: 'Buyer' },
    'invited kim@halden.example as Buyer',
  ],
  ['company.person_invited', {}, 'invited a person'],
  [
    'company.billing_changed',
    {
      legal_name_old: 'Halden',
      legal_name_new: 'Halden Tools Inc.',
      email_old: 'ap@halden.example',
      email_new: '',
    },
    'changed the legal name to “Halden Tools Inc.” and removed the email for invoices in the billing details',
  ],
  ['company.domain_lost', { domain: 'halden.example' }, 'couldn’t find the DNS record for halden.example'],
  [
    'company.joined',
    { role: 'Viewer', domain: 'halden.example' },
    'joined the company as Viewer with an address at halden.example',
  ],
  [
    'company.joining_changed',
    { joining_old: 'approval', joining_new: 'open', role_old: 'Viewer', role_new: 'Buyer' },
    'changed joining by email domain to “Immediately”, as Buyer',
  ],
  [
    'company.role_changed',
    { person: 'customer:5', role_old: 'Buyer', role_new: 'Admin' },
    'changed the role of Ann Lee from Buyer to Admin',
  ],
  ['company.team_changed', { person: 'customer:5', team: 'None' }, 'removed Ann Lee from their team'],
  ['company.team_changed', { person: 'customer:5', team: 'West' }, 'moved Ann Lee to the team “West”'],
  [
    'company.role_edited',
    { name_old: 'Payer', name_new: 'Payer', scopes_old: 'money.see', scopes_new: 'budgets.manage' },
    'changed the role “Payer”, allowed it to manage budgets, no longer allows it to see the balance and all budgets',
  ],
  [
    'company.role_removed',
    { name: 'Payer', replaced_by: 'Buyer' },
    'removed the role “Payer”. Its people are now “Buyer”',
  ],
  ['balance.top_up_started', { amount_cents: 500_000 }, 'topped up the balance by $5,000.00'],
  ['balance.top_up_canceled', { amount_cents: 500_000 }, 'canceled a top-up of $5,000.00'],
  ['order.moved', { from: 'cart', to: 'in_review' }, 'placed order 10475'],
  ['order.moved', { from: 'pending_payment', to: 'declined' }, 'canceled order 10475'],
  ['refund.done', { amount_cents: 2500 }, 'refunded $25.00 for order 10475'],
])('%s %j says %s', (event, facts, words) => {
  expect(wordsOf(event, facts)).toBe(words)
})

test('what the site does to an order is said from its side', () => {
  expect(wordsOf('order.moved', { from: 'cart', to: 'in_review' }, false)).toBe('received order 10475')
  expect(wordsOf('order.moved', { from: 'in_review', to: 'declined' }, false)).toBe('declined order 10475')
  expect(wordsOf('order.held', {}, false)).toBeUndefined()
})

const inSpanish = setupI18n({
  locale: 'es-US',
  messages: { 'es-US': spanish.messages as object as Messages },
})

test.each<[event: string, facts: ToldEntry['facts'], words: string]>([
  [
    'budget.changed',
    { name_old: 'Marketing', name_new: 'Marketing', amount_cents_old: 400_000, amount_cents_new: 500_000 },
    'aumentó el presupuesto “Marketing” de $4,000.00 a $5,000.00',
  ],
  [
    'company.role_changed',
    { person: 'customer:5', role_old: 'Buyer', role_new: 'Events' },
    'cambió el rol de Ann Lee de Comprador a Events',
  ],
  [
    'company.year_end_marked',
    { name: 'Ana Ruiz', says: 'not an employee, W-9 requested' },
    'cambió la situación de Ana Ruiz para el cierre del año: no es empleado, W-9 solicitado',
  ],
  [
    'company.webhook_sent_again',
    { mode: 'test', host: 'hooks.halden.example' },
    'reenvió un evento mediante el webhook de prueba de hooks.halden.example',
  ],
  ['order.moved', { from: 'cart', to: 'in_review' }, 'hizo el pedido 10475'],
])('%s %j says %s in Spanish', (event, facts, words) => {
  expect(activityWords(event, { ...told(facts), i18n: inSpanish })?.words).toBe(words)
})
