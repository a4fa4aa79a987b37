import { api } from '@laurel/contract/routes'
import type { InvoiceAge } from '@laurel/domain/company-terms'
import type { OfficeStatus } from '@laurel/domain/office-status'
import type { OutstandingAge } from '@laurel/domain/outstanding-age'
import type { ReportPeriod } from '@laurel/domain/report-period'
import type { Capability } from '@laurel/domain/staff-roles'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { readEmbedded } from '../../app/site.ts'
import { SIGNED_OUT } from './signed-out.ts'

export type OfficeMe = AnswerOf<'getOfficeMe'>
export type Today = AnswerOf<'getOfficeToday'>
export type Todo = Today['todos'][number]
export type OrderedOverTime = AnswerOf<'getOrderedOverTime'>
export type OfficeOrder = AnswerOf<'getOfficeOrder'>
export type OfficeOrderLine = AnswerOf<'listOfficeOrders'>['results'][number]
export type OrderMoney = AnswerOf<'getOrderMoney'>
export type ReceivedPayment = OrderMoney['receivedPayments'][number]
export type OpenInvoices = AnswerOf<'listOpenInvoices'>
export type OfficeTerms = AnswerOf<'getOfficeCompanyTerms'>
export type OutstandingMoney = AnswerOf<'listOutstanding'>
export type OutstandingOrder = OutstandingMoney['results'][number]
export type MatchableOrder = AnswerOf<'listMatchableOrders'>[number]
export type Discrepancy = AnswerOf<'listPaymentDiscrepancies'>['results'][number]
export type Refund = OrderMoney['refunds'][number]

export type OrdersAsked = {
  status?: OfficeStatus[] | undefined
  only?: 'held' | 'flagged' | undefined
  search?: string | undefined
  page?: number | undefined
  pageSize?: number
}

/** Always stale, because others work on the same lists: shows the last result and fetches again. */
export const FRESH = { staleTime: 0, refetchOnMount: true } as const
/** Keeps the last page while the next one loads. */
export const FRESH_PAGE = { placeholderData: keepPreviousData, ...FRESH } as const

export const PAGE_SIZE = 25
export const ME_KEY = ['office', 'me'] as const

export const officeQueries = {
  /** Null if signed out. */
  me: () =>
    queryOptions<OfficeMe | null>({
      queryKey: ME_KEY,
      queryFn: readMe,
      // The server may have found no session.
      initialData: () => readEmbedded<null>(SIGNED_OUT),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The organization's other sites where this person works. */
  sites: () => queryOptions({ queryKey: ['office', 'sites'], queryFn: () => call(api.listOfficeSites) }),
  /** The to-dos, shared by the navigation and the Today screen. */
  today: () =>
    queryOptions({ queryKey: ['office', 'today'], queryFn: () => call(api.getOfficeToday), ...FRESH }),
  ordered: (period: ReportPeriod) =>
    queryOptions({
      queryKey: ['office', 'ordered', period],
      queryFn: () => call(api.getOrderedOverTime, { query: { period } }),
      ...FRESH_PAGE,
    }),
  orders: (query: OrdersAsked) =>
    queryOptions({
      queryKey: ['office', 'orders', 'list', query],
      queryFn: () => call(api.listOfficeOrders, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  order: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id],
      queryFn: () => call(api.getOfficeOrder, { params: { id } }),
      ...FRESH,
    }),
  money: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'money'],
      queryFn: () => call(api.getOrderMoney, { params: { id } }),
      ...FRESH,
    }),
  receivedPayments: (query: { only?: 'unmatched' | 'matched' | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'received-payments', query],
      queryFn: () => call(api.listReceivedPayments, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  matchable: (receivedPaymentId: number, search: string) =>
    queryOptions({
      queryKey: ['office', 'received-payments', receivedPaymentId, 'orders', search],
      queryFn: () =>
        call(api.listMatchableOrders, {
          params: { id: receivedPaymentId },
          query: search === '' ? {} : { search },
        }),
      ...FRESH_PAGE,
    }),
  invoices: (query: { age?: InvoiceAge | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'invoices', query],
      queryFn: () => call(api.listOpenInvoices, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  terms: (companyId: number) =>
    queryOptions({
      queryKey: ['office', 'terms', companyId],
      queryFn: () => call(api.getOfficeCompanyTerms, { params: { id: companyId } }),
      ...FRESH_PAGE,
    }),
  outstanding: (query: { age?: OutstandingAge | undefined; page?: number | undefined; pageSize?: number }) =>
    queryOptions({
      queryKey: ['office', 'outstanding', query],
      queryFn: () => call(api.listOutstanding, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  discrepancies: (query: { only?: 'open' | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'discrepancies', query],
      queryFn: () => call(api.listPaymentDiscrepancies, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  refunds: (query: { only?: 'open' | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'refunds', query],
      queryFn: () => call(api.listRefunds, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
}

async function readMe(): Promise<OfficeMe | null> {
  try {
    return await call(api.getOfficeMe)
  } catch (cause) {
    if (cause instanceof ApiProblem && cause.code === 'sign_in_required') return null
    throw cause
  }
}

/** The signed-in staff member. Office screens render only after sign-in. */
export function useMe(): OfficeMe {
  const { data } = useQuery(officeQueries.me())
  if (!data) throw new Error('Sign in to open the office')
  return data
}

/** Whether the signed-in staff member may do this. The server checks again. */
export function useMay(): (capability: Capability) => boolean {
  const { capabilities } = useMe()
  return (capability) => capabilities.includes(capability)
}

/** Reloads all office data after a change. */
export function refreshOffice(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: isOfficeData })
}

/** Clears cached data so that the next person on this computer can't see it. */
export function forgetOffice(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isOfficeData })
}

function isOfficeData({ queryKey: [room, what] }: { queryKey: readonly unknown[] }): boolean {
  return room === 'office' && what !== 'me'
}
