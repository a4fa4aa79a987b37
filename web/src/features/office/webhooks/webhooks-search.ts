import type { MessageStatus } from './webhooks.queries.ts'

export type MessagesSearch = { status?: MessageStatus; page?: number }

/** All messages come first: they need no word in the address. */
export function readMessagesSearch({ status, page }: Record<string, unknown>): MessagesSearch {
  const isStatus = status === 'waiting' || status === 'failed' || status === 'delivered'
  return {
    ...(isStatus && { status }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}
