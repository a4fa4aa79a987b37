import type { CatalogKind } from '@laurel/contract/office-catalog'
import { BATCH_KINDS, type BatchKind } from '@laurel/domain/batch-status'
import { INVOICE_AGES, type InvoiceAge } from '@laurel/domain/company-terms'
import { DELIVERY_GROUPS, type DeliveryGroup } from '@laurel/domain/delivery-status'
import { OUTSTANDING_AGES, type OutstandingAge } from '@laurel/domain/outstanding-age'
import { REPORT_RANGES, STAFF_REPORT_KINDS, STAFF_SPEND_BY } from '@laurel/domain/reports'
import { dayParam, flag, id, oneOf, page, searchParams, text, when, words } from '../../app/search-params.ts'
import type { ReportSearch } from '../../parts/reports/ReportsView.tsx'
import { KIND_WORDS } from './catalog/kind-words.ts'
import type { MessageStatus } from './webhooks/webhooks.queries.ts'

export type ArriveSearch = { from?: string; path?: string }

/** The site that staff come from, and the place they were at. */
export const readArriveSearch = searchParams<ArriveSearch>({ from: text(253), path: text(100) })

export type SwitchSearch = { to?: string; challenge?: string }

export const readSwitchSearch = searchParams<SwitchSearch>({ to: text(253), challenge: text(100) })

export type CatalogSearch = { kind?: CatalogKind }

/** Rewards are the default and need no search parameter. */
export const readCatalogSearch = searchParams<CatalogSearch>({
  kind: oneOf(...KIND_WORDS.map(({ value }) => value).filter((kind) => kind !== 'rewards')),
})

export type CustomersSearch = {
  search?: string
  only?: 'disabled' | 'closed'
  sort?: 'oldest'
  before?: number
}

/** The filters, the sort, and the page of the customers list. The newest first is the default. */
export const readCustomersSearch = searchParams<CustomersSearch>({
  search: words(),
  only: oneOf('disabled', 'closed'),
  sort: oneOf('oldest'),
  before: id,
})

export type CompaniesSearch = { search?: string; sort?: 'oldest' | 'name' | '-name'; after?: number }

/** The newest first is the default and needs no search parameter. */
export const readCompaniesSearch = searchParams<CompaniesSearch>({
  search: words(),
  sort: oneOf('oldest', 'name', '-name'),
  after: id,
})

export type FulfillmentSearch = { show?: 'batches'; kind?: BatchKind; page?: number }

/** Waiting orders are the default and need no search parameter. */
export const readFulfillmentSearch = searchParams<FulfillmentSearch>({
  show: oneOf('batches'),
  kind: oneOf(...BATCH_KINDS),
  page,
})

export type OrderSearch = { tab?: 'recipients'; search?: string; page?: number; queue?: 'review' }

const isList = ({ tab }: Record<string, unknown>) => tab === 'recipients'

/** The open tab of an order, the search in its recipients, and whether it was opened in the review queue. */
export const readOrderSearch = searchParams<OrderSearch>({
  tab: oneOf('recipients'),
  search: when(isList, words()),
  page: when(isList, page),
  queue: oneOf('review'),
})

export const SITE_PARTS = [
  { value: 'general', label: 'Name and addresses' },
  { value: 'brand', label: 'Logos and colors' },
  { value: 'texts', label: 'Texts' },
  { value: 'limits', label: 'Limits and fees' },
  { value: 'cards', label: 'Digital cards' },
  { value: 'emails', label: 'Email texts' },
  { value: 'accounts', label: 'Accounts' },
  { value: 'payments', label: 'Payment methods' },
  { value: 'carriers', label: 'Carriers' },
  { value: 'sender', label: 'Email' },
  { value: 'guide', label: 'Guide' },
  { value: 'retention', label: 'Retention' },
] as const
export type SitePart = (typeof SITE_PARTS)[number]['value']
export type SiteSearch = { part?: SitePart }

export const readSiteSearch = searchParams<SiteSearch>({
  part: oneOf(...SITE_PARTS.map(({ value }) => value).filter((part) => part !== 'general')),
})

export type StaffSearch = { view?: 'programs'; add?: true }

/** People are the default and need no search parameter. `add` opens the form for a new one. */
export const readStaffSearch = searchParams<StaffSearch>({ view: oneOf('programs'), add: flag })

export type SystemSearch = { queue?: string }

const QUEUE = /^[\w.-]{1,100}$/

export const readSystemSearch = searchParams<SystemSearch>({
  queue: (given) => (typeof given === 'string' && QUEUE.test(given) ? given : undefined),
})

export type MessagesSearch = { status?: MessageStatus; page?: number }

/** All messages are the default and need no search parameter. */
export const readMessagesSearch = searchParams<MessagesSearch>({
  status: oneOf('waiting', 'failed', 'delivered'),
  page,
})

/** The choices of a report. */
export const readReportSearch = searchParams<ReportSearch>({
  kind: oneOf(...STAFF_REPORT_KINDS),
  range: oneOf(...REPORT_RANGES),
  from: dayParam,
  until: dayParam,
  by: (given) => (typeof given === 'string' && STAFF_SPEND_BY.test(given) ? given : undefined),
  companyId: id,
  status: words(40),
  file: id,
})

export type AuditSearch = {
  event?: string
  actor?: string
  subject?: string
  /** Days in the site's time zone, both included. */
  from?: string
  until?: string
  before?: string
}

/** The filters of the audit log. */
export const readAuditSearch = searchParams<AuditSearch>({
  event: words(80),
  actor: words(120),
  subject: words(120),
  from: dayParam,
  until: dayParam,
  before: words(60),
})

export type DeliveriesSearch = {
  group?: DeliveryGroup | 'all'
  search?: string
  order?: number
  sort?: 'changed'
  page?: number
}

/** The filters, the sort, and the page of the deliveries list. Those changed last are first by default. */
export const readDeliveriesSearch = searchParams<DeliveriesSearch>({
  group: oneOf(...DELIVERY_GROUPS, 'all'),
  search: words(),
  order: id,
  sort: oneOf('changed'),
  page,
})

/** Shows bounced and returned deliveries first, but a search finds all. */
export function groupOf({ group, search, order }: DeliveriesSearch): DeliveryGroup | 'all' {
  return group ?? (search || order ? 'all' : 'needs_a_hand')
}

export type ReceivedPaymentsSearch = {
  only?: 'matched' | 'all' | 'outstanding' | 'invoices'
  age?: OutstandingAge
  overdue?: InvoiceAge
  page?: number
}
export type OpenSearch = { only?: 'all'; page?: number }

/** Unmatched payments are the default and need no search parameter. */
export const readReceivedPaymentsSearch = searchParams<ReceivedPaymentsSearch>({
  only: oneOf('matched', 'all', 'outstanding', 'invoices'),
  age: when(({ only }) => only === 'outstanding', oneOf(...OUTSTANDING_AGES)),
  overdue: when(({ only }) => only === 'invoices', oneOf(...INVOICE_AGES)),
  page,
})

export const readOpenSearch = searchParams<OpenSearch>({ only: oneOf('all'), page })
