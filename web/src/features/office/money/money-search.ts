import { OUTSTANDING_AGES, type OutstandingAge } from '@laurel/domain/outstanding-age'
import { oneOf, page, searchParams, when } from '../../../app/search-params.ts'

export type ReceivedPaymentsSearch = {
  only?: 'matched' | 'all' | 'outstanding'
  age?: OutstandingAge
  page?: number
}
export type OpenSearch = { only?: 'all'; page?: number }

/** Money that waits comes first: it needs no word in the address. */
export const readReceivedPaymentsSearch = searchParams<ReceivedPaymentsSearch>({
  only: oneOf('matched', 'all', 'outstanding'),
  age: when(({ only }) => only === 'outstanding', oneOf(...OUTSTANDING_AGES)),
  page,
})

export const readOpenSearch = searchParams<OpenSearch>({ only: oneOf('all'), page })
