import { formatCents } from '@laurel/domain/money'
import { REFUND_STATE_WORDS } from '@laurel/domain/money-words'
import { REOPENED, type Reopened, reopenedText, type SearchKind } from '@laurel/domain/office-search'
import { OFFICE_STATUS_LABELS } from '@laurel/domain/office-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { Capability } from '@laurel/domain/staff-roles'
import {
  ArrowRight,
  Building2,
  CreditCard,
  HandCoins,
  type LucideIcon,
  Printer,
  ReceiptText,
  Truck,
  Undo2,
  User,
} from 'lucide-react'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import { capitalized, count, plural } from '../../../parts/format.ts'
import type { TagTone } from '../../../parts/Tag.tsx'
import { TYPE_WORDS } from '../deliveries/delivery-words.ts'
import { BATCH_KIND_WORDS, BATCH_STATES, contentWords } from '../fulfillment/batch-words.ts'
import { STATUS_TONES } from '../OfficeStatusTag.tsx'
import { REFUND_STATE_TONES } from '../order/money-words.ts'
import { calendarDay } from '../times.ts'
import { ACTIONS, type EntryLink, ownEntriesFound, SETTINGS } from './own-entries.ts'
import type { Found, FoundLine } from './search.queries.ts'

/** One line of the search: something that can be opened. */
export type Entry = {
  /** Unique, and the same for the same thing in every answer. */
  key: string
  icon: LucideIcon
  title: string
  detail: string
  tag?: { tone: TagTone; word: string }
  link: EntryLink
  keys?: readonly string[]
}

export type Group = { id: ScopeId; title: string; entries: Entry[]; hasMore: boolean }

export type ScopeId = 'orders' | 'people' | 'cards' | 'batches' | 'payments' | 'actions' | 'settings'

/** In display order. */
export const SCOPES: readonly { id: ScopeId; title: string; kinds: readonly SearchKind[] }[] = [
  { id: 'orders', title: 'Orders', kinds: ['orders'] },
  { id: 'people', title: 'People and companies', kinds: ['companies', 'customers', 'recipients'] },
  { id: 'cards', title: 'Cards and tracking', kinds: ['deliveries'] },
  { id: 'batches', title: 'Batches', kinds: ['batches'] },
  { id: 'payments', title: 'Payments and refunds', kinds: ['payments'] },
  { id: 'actions', title: 'Actions', kinds: [] },
  { id: 'settings', title: 'Pages and settings', kinds: [] },
]

type May = (capability: Capability) => boolean

/** Everything that matches a text, in groups, without empty ones. */
export function groupsOf(found: Found | undefined, text: string, may: May): Group[] {
  return SCOPES.map(({ id, title, kinds }): Group => {
    if (id === 'actions') return { id, title, entries: own(ACTIONS, text, may), hasMore: false }
    if (id === 'settings') return { id, title, entries: own(SETTINGS, text, may), hasMore: false }
    const entries = kinds.flatMap((kind) => [...linesOf(found, kind), ...allOf(found, kind, text)])
    return { id, title, entries, hasMore: kinds.some((kind) => found?.[kind]?.hasMore) }
  }).filter(({ entries }) => entries.length > 0)
}

/** Shown before anything is typed: recent things, newest first, and actions. */
export function beginningGroups(
  recent: Found | undefined,
  things: readonly Reopened[],
  may: May,
): { title: string; entries: Entry[] }[] {
  const lines = new Map(
    REOPENED.flatMap((kind) => linesOf(recent, kind)).map((entry) => [entry.key, entry] as const),
  )
  const opened = things.map((thing) => lines.get(reopenedText(thing))).filter((one) => one !== undefined)
  const actions = ACTIONS.filter(({ needs }) => !needs || may(needs))
  return [
    { title: 'Recent', entries: opened },
    { title: 'Actions', entries: actions.map(ownEntry) },
  ].filter(({ entries }) => entries.length > 0)
}

function own(entries: typeof ACTIONS, text: string, may: May): Entry[] {
  return ownEntriesFound(entries, text)
    .filter(({ needs }) => !needs || may(needs))
    .map(ownEntry)
}

function ownEntry({ label, icon, link, keys }: (typeof ACTIONS)[number]): Entry {
  return { key: label, icon, title: label, detail: '', link, ...(keys && { keys }) }
}

function linesOf(found: Found | undefined, kind: SearchKind): Entry[] {
  const read = LINES[kind] as (line: unknown) => Entry
  return found?.[kind]?.results.map(read) ?? []
}

type Lines = { [Kind in SearchKind]: (line: FoundLine<Kind>) => Entry }

const LINES: Lines = {
  orders: ({ id, number, status, customerName, company, poNumber, totalCents }) => ({
    key: reopenedText({ kind: 'orders', id }),
    icon: ReceiptText,
    title: `${number} ${company || customerName}`,
    detail: listed(formatCents(totalCents), company && customerName, poNumber && `PO ${poNumber}`),
    tag: { tone: STATUS_TONES[status], word: OFFICE_STATUS_LABELS[status] },
    link: { to: '/office/orders/$id', params: { id: String(id) } },
  }),
  customers: ({ id, name, company, email, state }) => ({
    key: reopenedText({ kind: 'customers', id }),
    icon: User,
    title: name,
    detail: listed('Customer', company, email !== name && email),
    ...(state !== 'active' && { tag: { tone: 'bad', word: capitalized(state) } }),
    link: { to: '/office/customers/$id', params: { id: String(id) } },
  }),
  companies: ({ id, name, peopleCount, mergedInto }) => ({
    key: reopenedText({ kind: 'companies', id }),
    icon: Building2,
    title: name || `Company ${id}`,
    detail: listed(
      'Company',
      mergedInto === null ? plural(peopleCount, 'person', 'people') : `merged into ${mergedInto}`,
    ),
    link: { to: '/office/companies/$id', params: { id: String(id) } },
  }),
  recipients: ({ id, name, email, rewardType, orderId, orderNumber, deliveryId, deliveryStatus }) => ({
    key: `recipients-${id}`,
    icon: User,
    title: name,
    detail: listed('Recipient', email, `${TYPE_WORDS[rewardType].toLowerCase()} of order ${orderNumber}`),
    ...(deliveryStatus && { tag: DELIVERY_STATES[deliveryStatus] }),
    link:
      deliveryId === null
        ? {
            to: '/office/orders/$id',
            params: { id: String(orderId) },
            search: { tab: 'recipients', search: name },
          }
        : { to: '/office/deliveries/$id', params: { id: String(deliveryId) } },
  }),
  deliveries: ({
    id,
    name,
    rewardType,
    status,
    valueCents,
    cardCount,
    orderNumber,
    carrier,
    trackingNumber,
    last4,
  }) => ({
    key: reopenedText({ kind: 'deliveries', id }),
    icon: rewardType === 'digital' ? CreditCard : Truck,
    title: last4 ? `Card ending ${last4}` : trackingNumber || `${TYPE_WORDS[rewardType]} to ${name}`,
    detail: listed(
      cardCount > 1 ? plural(cardCount, 'card') : formatCents(valueCents),
      (last4 || trackingNumber) && `to ${name}`,
      trackingNumber && carrier,
      `order ${orderNumber}`,
    ),
    tag: DELIVERY_STATES[status],
    link: { to: '/office/deliveries/$id', params: { id: String(id) } },
  }),
  batches: ({ id, number, kind, status, deliveryCount, cardCount }) => ({
    key: reopenedText({ kind: 'batches', id }),
    icon: Printer,
    title: `Batch ${number}`,
    detail: listed(BATCH_KIND_WORDS[kind], contentWords(kind, deliveryCount, cardCount)),
    tag: BATCH_STATES[status],
    link: { to: '/office/fulfillment/$id', params: { id: String(id) } },
  }),
  payments: (line) => {
    const { id, amountCents, orderId, orderNumber } = line
    const ofOrder: EntryLink | undefined =
      orderId === null ? undefined : { to: '/office/orders/$id', params: { id: String(orderId) } }
    if (line.kind === 'refund') {
      return {
        key: `refunds-${id}`,
        icon: Undo2,
        title: `Refund of ${formatCents(amountCents)}`,
        detail: orderNumber && `order ${orderNumber}`,
        tag: { tone: REFUND_STATE_TONES[line.state], word: REFUND_STATE_WORDS[line.state] },
        link: ofOrder ?? { to: '/office/refunds', search: { only: 'all' } },
      }
    }
    const method = capitalized(WAYS_TO_PAY[line.methodCode].noun)
    return {
      key: `received-${id}`,
      icon: HandCoins,
      title: `${method} of ${formatCents(amountCents)}`,
      detail: listed(
        line.payer,
        line.documentNumber && `no. ${line.documentNumber}`,
        calendarDay(line.receivedOn),
        orderNumber && `order ${orderNumber}`,
      ),
      tag: line.isReversed
        ? { tone: 'bad', word: 'Undone' }
        : line.isMatched
          ? { tone: 'good', word: 'Matched' }
          : { tone: 'warn', word: 'To match' },
      link: ofOrder ?? {
        to: '/office/received-payments',
        search: line.isReversed ? { only: 'all' } : line.isMatched ? { only: 'matched' } : {},
      },
    }
  },
}

/** Links to the list with the same search, if it has more. */
function allOf(found: Found | undefined, kind: SearchKind, text: string): Entry[] {
  if (!found?.[kind]?.hasMore) return []
  const to = LISTS[kind]
  if (to === undefined) return []
  return [
    {
      key: `all ${kind}`,
      icon: ArrowRight,
      title: `All ${kind} matching “${text}”`,
      detail: '',
      link: { to, search: { search: text } },
    },
  ]
}

const LISTS = {
  orders: '/office/orders',
  customers: '/office/customers',
  companies: '/office/companies',
} as Readonly<Partial<Record<SearchKind, '/office/orders' | '/office/customers' | '/office/companies'>>>

/** Joins the parts that aren't empty. */
function listed(...parts: (string | false)[]): string {
  return parts.filter((part) => part !== '' && part !== false).join(', ')
}

/** `12 results` */
export function countWords(groups: readonly { entries: readonly Entry[] }[]): string {
  return plural(
    groups.reduce((sum, { entries }) => sum + entries.length, 0),
    'result',
  )
}

/** What a chip says: `Orders 3`, or `Orders 5+`. */
export function chipWords({ entries, hasMore }: Group): string {
  const found = entries.filter(({ key }) => !key.startsWith('all ')).length
  return `${count(found)}${hasMore ? '+' : ''}`
}
