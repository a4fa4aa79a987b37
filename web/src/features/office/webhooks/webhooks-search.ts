import { oneOf, page, searchParams } from '../../../app/search-params.ts'
import type { MessageStatus } from './webhooks.queries.ts'

export type MessagesSearch = { status?: MessageStatus; page?: number }

/** All messages come first: they need no word in the address. */
export const readMessagesSearch = searchParams<MessagesSearch>({
  status: oneOf('waiting', 'failed', 'delivered'),
  page,
})
