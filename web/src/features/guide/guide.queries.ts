import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'

export type Conversation = AnswerOf<'listConversations'>[number]
export type Message = AnswerOf<'listMessages'>[number]
export type Block = Message['content'][number]
export type PlanBlock = Extract<Block, { type: 'plan' }>
export type Proposal = NonNullable<PlanBlock['proposal']>
export type ShopLink = NonNullable<PlanBlock['notes'][number]['link']>

/** Keys: ['conversations', 'list'], and ['conversations', 7] for the messages of conversation 7. */
export const guideQueries = {
  list: () =>
    queryOptions({
      queryKey: ['conversations', 'list'],
      queryFn: () => call(api.listConversations),
      staleTime: 0,
    }),
  messages: (id: number) =>
    queryOptions({
      queryKey: ['conversations', id],
      queryFn: () => call(api.listMessages, { params: { id } }),
      staleTime: 0,
      refetchOnMount: 'always',
    }),
}
