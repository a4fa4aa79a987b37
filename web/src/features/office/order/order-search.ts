import { oneOf, page, searchParams, when, words } from '../../../app/search-params.ts'
export type OrderSearch = { tab?: 'recipients'; search?: string; page?: number }

const isList = ({ tab }: Record<string, unknown>) => tab === 'recipients'

/** Which part of an order the address shows. */
export const readOrderSearch = searchParams<OrderSearch>({
  tab: oneOf('recipients'),
  search: when(isList, words()),
  page: when(isList, page),
})
