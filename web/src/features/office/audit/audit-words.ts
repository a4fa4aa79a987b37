import { formatCents } from '@laurel/domain/money'
import { OFFICE_STATUS_LABELS } from '@laurel/domain/office-status'

const EVENTS: Readonly<Record<string, string>> = {
  'order.placed': 'Order placed',
  'order.moved': 'Order moved on',
  'order.held': 'Order put on hold',
  'order.released': 'Order released',
  'order.flagged': 'Order flagged for review',
  'order.reminded': 'Customer reminded of the payment',
  'deliveries.resent': 'Cards sent again',
  'cards.issued': 'Cards made',
  'card.revealed': 'Card opened by its recipient',
  'label.fetched': 'Labels fetched',
  'batch.printed_again': 'Batch printed again',
  'carrier_account.tested': 'Carrier connection tried',
  'carrier_account.changed': 'Carrier account changed',
  'payment.started': 'Payment started',
  'payment.verified': 'Payment confirmed by the provider',
  'payment.abandoned': 'Customer left the payment page',
  'customer.disabled': 'Customer blocked',
  'customer.enabled': 'Customer unblocked',
  'customer.second_step_reset': 'Second step reset',
  'customer.noted': 'Note about a customer',
  'customer.closing_asked': 'Account to be closed',
  'customer.closed': 'Account closed',
  'system.retried': 'Failed work run again',
  'audit.exported': 'Audit trail exported',
  'orders.exported': 'Orders exported',
}

/** `order.moved` as one reads it; an event without words of its own is read by its parts. */
export function eventWords(event: string): string {
  return EVENTS[event] ?? sentence(event)
}

const KINDS: Readonly<Record<string, string>> = {
  staff: 'Colleague',
  customer: 'Customer',
  account: 'Account',
  integrator: 'Program',
  key: 'Key',
}

/** Who did it: by name where it is known, else what the trail says. */
export function actorWords(actor: string, name: string): string {
  if (name !== '') return name
  if (actor === 'system') return 'The system'
  if (actor === 'visitor') return 'Somebody not signed in'
  if (actor === 'operator') return 'An operator'
  const [kind = '', id = ''] = actor.split(/:(.*)/s)
  return KINDS[kind] ? `${KINDS[kind]} ${shortId(id)}` : actor
}

/** `order:1` as `Order 10475`, `customer:5` as a name, `refund:3` as `Refund 3`. */
export function subjectWords(subject: string, name: string): string {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  if (kind === 'order') return `Order ${name || id}`
  if (name !== '') return name
  return id === '' ? subject : `${sentence(kind)} ${shortId(id)}`
}

/** One fact as one says it: `amount_cents` of 2500 is `Amount: $25.00`. */
export function factWords({ name, value }: { name: string; value: string }): { label: string; said: string } {
  const isMoney = /(^|_)cents(_(old|new))?$/.test(name) && /^-?\d+$/.test(value)
  const label = sentence((isMoney ? name.replace(/_?cents/, '') : name) || 'amount')
    .replace(/ old$/, ' before')
    .replace(/ new$/, ' now')
  return { label, said: isMoney ? formatCents(Number(value)) : saidOf(value) }
}

const UUID_ALONE = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const UUID = /\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi

/** The beginning of a long id tells it from others, and can be read out. */
function shortId(id: string): string {
  return id.replaceAll(UUID, '$1')
}

function saidOf(value: string): string {
  if (/^[[{]/.test(value)) return listed(value)
  if (UUID_ALONE.test(value)) return shortId(value)
  if (value === '') return 'nothing'
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  const status = Object.entries(OFFICE_STATUS_LABELS).find(([name]) => name === value)
  if (status) return status[1]
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

/** `["a","b"]` as `a, b`, `{"state":"done"}` as `State: done`; what is no JSON after all stays as it is. */
function listed(value: string): string {
  try {
    const said = JSON.parse(value) as unknown
    if (Array.isArray(said)) return said.map((one) => partOf(one)).join(', ') || 'nothing'
    return Object.entries(said as object)
      .map(([name, one]) => {
        const fact = factWords({ name, value: typeof one === 'object' ? partOf(one) : String(one) })
        return `${fact.label}: ${fact.said}`
      })
      .join(', ')
  } catch {
    return value
  }
}

function partOf(value: unknown): string {
  if (value === null) return 'nothing'
  return typeof value === 'object' ? listed(JSON.stringify(value)) : saidOf(String(value))
}

function sentence(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
