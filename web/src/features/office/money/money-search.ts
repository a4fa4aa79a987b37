import { AWAITED_AGES, type AwaitedAge } from '@laurel/domain/awaited-age'
import { oneOf, page, searchParams, when } from '../../../app/search-params.ts'

export type ReceivedPaymentsSearch = { only?: 'matched' | 'all' | 'awaited'; age?: AwaitedAge; page?: number }
export type OpenSearch = { only?: 'all'; page?: number }

/** Money that waits comes first: it needs no word in the address. */
export const readReceivedPaymentsSearch = searchParams<ReceivedPaymentsSearch>({
  only: oneOf('matched', 'all', 'awaited'),
  age: when(({ only }) => only === 'awaited', oneOf(...AWAITED_AGES)),
  page,
})

export const readOpenSearch = searchParams<OpenSearch>({ only: oneOf('all'), page })
