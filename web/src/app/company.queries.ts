import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import type { YearEndFilter } from '@laurel/domain/year-end'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiProblem } from './api-problem.ts'
import { type AnswerOf, call } from './call.ts'
import { chooseCompany, chosenCompany, leaveCompany, useChosenCompany } from './company-choice.ts'
import { paths } from './paths.ts'
import { idToken, useSession } from './session.ts'

export type Company = AnswerOf<'listCompanies'>[number]
type Named = Pick<Company, 'id' | 'name'>
export type Program = AnswerOf<'listPrograms'>[number]
export type ProgramPreview = AnswerOf<'previewProgram'>
export type ProgramRun = AnswerOf<'listProgramRuns'>[number]
export type Budget = AnswerOf<'listBudgets'>[number]
export type CompanyBalance = AnswerOf<'getCompanyBalance'>
export type YearEndPerson = AnswerOf<'getYearEnd'>['people'][number]
export type YearEndDetails = AnswerOf<'getYearEndPerson'>
type YearEndQuery = {
  year?: number | undefined
  filter?: YearEndFilter | undefined
  order?: 'amount_asc' | undefined
  search?: string | undefined
  after?: string | undefined
  pageSize?: number
}
export type CompanyTerms = NonNullable<AnswerOf<'getCompanyTerms'>['terms']>

/** A company verifies its domain once. */
const PROPOSALS_STALE_AFTER_MS = 10 * 60_000
const WEBHOOKS_WAIT_MS = 4_000
const PROGRAMS_WAIT_MS = 8_000

/** Keys: ['companies'] are the customer's, ['company', …] what is of the current one. */
export const companyQueries = {
  mine: () => queryOptions({ queryKey: ['companies'], queryFn: listCompanies }),
  proposals: () =>
    queryOptions({
      queryKey: ['companies', 'proposals'],
      queryFn: () => call(api.listCompanyProposals),
      staleTime: PROPOSALS_STALE_AFTER_MS,
    }),
  joining: () =>
    queryOptions({ queryKey: ['company', 'joining'], queryFn: () => call(api.getCompanyJoining) }),
  billing: () =>
    queryOptions({ queryKey: ['company', 'billing'], queryFn: () => call(api.getCompanyBilling) }),
  orderFields: () =>
    queryOptions({ queryKey: ['company', 'order-fields'], queryFn: () => call(api.listOrderFields) }),
  people: () => queryOptions({ queryKey: ['company', 'people'], queryFn: () => call(api.getCompanyPeople) }),
  apiKeys: () =>
    queryOptions({ queryKey: ['company', 'api-keys'], queryFn: () => call(api.listCompanyKeys) }),
  /** What waits to be sent arrives or fails soon. */
  webhooks: () =>
    queryOptions({
      queryKey: ['company', 'webhooks'],
      queryFn: () => call(api.listCompanyWebhooks),
      refetchInterval: ({ state }) =>
        state.data?.some(({ waitingCount }) => waitingCount > 0) ? WEBHOOKS_WAIT_MS : false,
    }),
  webhookMessages: (id: number, query: { page: number; status?: 'waiting' | 'failed' | 'delivered' }) =>
    queryOptions({
      queryKey: ['company', 'webhooks', id, 'messages', query],
      queryFn: () => call(api.listCompanyWebhookMessages, { params: { id }, query }),
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ status }) => status === 'waiting') ? WEBHOOKS_WAIT_MS : false,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  programs: () =>
    queryOptions({
      queryKey: ['company', 'programs'],
      queryFn: () => call(api.listPrograms),
      refetchInterval: ({ state }) =>
        state.data?.some((program) => program.state === 'active') ? PROGRAMS_WAIT_MS : false,
    }),
  programPreview: (id: number) =>
    queryOptions({
      queryKey: ['company', 'programs', id, 'preview'],
      queryFn: () => call(api.previewProgram, { params: { id } }),
      staleTime: 0,
    }),
  programRuns: (id: number) =>
    queryOptions({
      queryKey: ['company', 'programs', id, 'runs'],
      queryFn: () => call(api.listProgramRuns, { params: { id } }),
      refetchInterval: PROGRAMS_WAIT_MS,
      staleTime: 0,
    }),
  /** Null if the program has no such run. */
  programRun: (id: number, runId: number) =>
    queryOptions({
      queryKey: ['company', 'programs', id, 'runs', runId],
      queryFn: () =>
        call(api.getProgramRun, { params: { id, runId } }).catch((cause) => {
          if (cause instanceof ApiProblem && cause.code === 'not_found') return null
          throw cause
        }),
      staleTime: 0,
    }),
  budgets: () => queryOptions({ queryKey: ['company', 'budgets'], queryFn: () => call(api.listBudgets) }),
  balance: () =>
    queryOptions({ queryKey: ['company', 'balance'], queryFn: () => call(api.getCompanyBalance) }),
  yearEnd: (query: YearEndQuery) =>
    queryOptions({
      queryKey: ['company', 'year-end', 'people', query],
      queryFn: () => call(api.getYearEnd, { query }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  /** Null for a person who isn't one anymore, or is of another company. */
  yearEndPerson: (id: number, query: Pick<YearEndQuery, 'year' | 'after'>) =>
    queryOptions({
      queryKey: ['company', 'year-end', 'person', id, query],
      queryFn: () =>
        call(api.getYearEndPerson, { params: { id }, query }).catch((cause) => {
          if (cause instanceof ApiProblem && cause.code === 'not_found') return null
          throw cause
        }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  terms: () => queryOptions({ queryKey: ['company', 'terms'], queryFn: () => call(api.getCompanyTerms) }),
  waysToTopUp: () =>
    queryOptions({
      queryKey: ['catalog', 'payment-providers'],
      queryFn: () => call(api.listPaymentProviders),
    }),
  statement: (month: string) =>
    queryOptions({
      queryKey: ['company', 'balance', month],
      queryFn: () => call(api.getBalanceStatement, { query: { month } }),
    }),
}

/** Pins the company they joined first, so that being removed from it is noticed as from any other. */
async function listCompanies(): Promise<Company[]> {
  const companies = await call(api.listCompanies)
  const token = await idToken()
  if (token === undefined) return companies
  const chosen = chosenCompany(token)
  const [first] = companies
  if (chosen !== undefined && !companies.some(({ id }) => id === chosen)) leaveCompany(chosen)
  else if (chosen === undefined && first) chooseCompany(token, first)
  return companies
}

/** Continues in the company that a left one was merged into, if the customer is in it. */
export async function chooseMerged(id: number): Promise<Named | undefined> {
  const companies = await call(api.listCompanies).catch(() => [])
  const merged = companies.find(({ mergedIds }) => mergedIds.includes(id))
  const token = await idToken()
  if (merged === undefined || token === undefined) return undefined
  chooseCompany(token, merged)
  return merged
}

type Companies = {
  companies: readonly Company[]
  /** The one this tab works in; undefined before registration, and until it is known. */
  company: Company | undefined
}

export function useCompanies(): Companies {
  const { data: companies = [] } = useQuery({
    ...companyQueries.mine(),
    enabled: useSession() === 'signed-in',
  })
  const chosen = useChosenCompany()
  return { companies, company: companies.find(({ id }) => id === chosen) ?? companies[0] }
}

/** Whether the customer's role allows placing orders. Until it is known, the server alone decides. */
export function useMayOrder(): boolean {
  const { company } = useCompanies()
  return company === undefined || mayInCompany(company, 'orders.place')
}

/** Whether the company has approval rules, and the customer's role lets them ask or answer. */
export function usesApprovals(company: Company): boolean {
  const isPart = mayInCompany(company, 'orders.place') || mayInCompany(company, 'approvals.decide')
  return company.hasApprovalRules && isPart
}

/** The current company, if the customer can share things with others in it. */
export function useShareableCompany(): Company | undefined {
  const { company } = useCompanies()
  const isShareable = company && company.peopleCount > 1 && mayInCompany(company, 'orders.place')
  return isShareable ? company : undefined
}

export async function refreshYearEnd(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['company', 'year-end'] })
}

/** After budgets or the people they apply to changed: whether the company has any may have changed too. */
export async function refreshBudgets(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(companyQueries.budgets()),
    queryClient.invalidateQueries(companyQueries.people()),
    queryClient.invalidateQueries(companyQueries.mine()),
  ])
}

/** After money was added to the balance, or taken from it. */
export async function refreshBalance(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['company', 'balance'] }),
    queryClient.invalidateQueries(companyQueries.people()),
    queryClient.invalidateQueries(companyQueries.mine()),
  ])
}

/** Makes a company the current one if the customer is in it, as a mail's link asks. */
export async function chooseLinked(queryClient: QueryClient, companyId: number): Promise<void> {
  const companies = await queryClient.ensureQueryData(companyQueries.mine())
  const company = companies.find(({ id }) => id === companyId)
  const token = await idToken()
  if (company && token !== undefined && chosenCompany(token) !== companyId) {
    chooseCompany(token, company)
    await resetCompanyData(queryClient)
  }
}

/** Makes another company the current one and shows its orders, or another of its pages. */
export function useSwitchCompany(): (company: Named, to?: string, search?: object) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (company, to = paths.myRewards, search = {}) => {
    const token = await idToken()
    if (token === undefined) return
    chooseCompany(token, company)
    const isReset = resetCompanyData(queryClient)
    await navigate({ to, search: search as never })
    await isReset
  }
}

/** What is the same in each company: the site, the customer, their companies, and invitations to others. */
const SHARED: readonly unknown[] = ['site', 'landing', 'customer', 'companies', 'invitation']

/** Drops what was loaded for another company, and reloads what is on screen. */
export function resetCompanyData(queryClient: QueryClient): Promise<void> {
  return queryClient.resetQueries({ predicate: ({ queryKey: [key] }) => !SHARED.includes(key) })
}
