import { api } from '@laurel/contract/routes'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from './call.ts'

export type Approval = AnswerOf<'listApprovals'>['results'][number]
export type ApprovalDetail = AnswerOf<'getApproval'>
export type ApprovalPerson = Approval['askedBy']
export type ApprovalRule = AnswerOf<'listApprovalRules'>[number]
export type ApprovalDelegate = AnswerOf<'listApprovalDelegates'>[number]

const SHOWN = 50
const PEOPLE_PER_PAGE = 25

/** All under ['company', 'approvals']: requests of other companies are never shown. */
export const approvalQueries = {
  list: (show: 'waiting' | 'own' | 'done') =>
    queryOptions({
      queryKey: ['company', 'approvals', 'list', show],
      queryFn: () => call(api.listApprovals, { query: { show, pageSize: SHOWN } }),
      staleTime: 0,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['company', 'approvals', id],
      queryFn: () => call(api.getApproval, { params: { id } }),
      staleTime: 0,
    }),
  recipients: (id: number) =>
    infiniteQueryOptions({
      queryKey: ['company', 'approvals', id, 'recipients'],
      queryFn: ({ pageParam }) =>
        call(api.listApprovalRecipients, {
          params: { id },
          query: { page: pageParam, pageSize: PEOPLE_PER_PAGE },
        }),
      initialPageParam: 1,
      getNextPageParam: (last, _, page) => (last.next === null ? undefined : page + 1),
    }),
  rules: () =>
    queryOptions({
      queryKey: ['company', 'approvals', 'rules'],
      queryFn: () => call(api.listApprovalRules),
    }),
  delegates: () =>
    queryOptions({
      queryKey: ['company', 'approvals', 'delegates'],
      queryFn: () => call(api.listApprovalDelegates),
    }),
}

/** After a request was made, answered, or withdrawn: its order and the budgets have changed, too. */
export async function refreshApprovals(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['company', 'budgets'] })
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  await queryClient.invalidateQueries({ queryKey: ['company', 'approvals'] })
}
