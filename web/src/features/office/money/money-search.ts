import { AWAITED_AGES, type AwaitedAge } from '@laurel/domain/awaited-age'

export type FundsSearch = { only?: 'matched' | 'all' | 'awaited'; age?: AwaitedAge; page?: number }
export type OpenSearch = { only?: 'all'; page?: number }

/** Money that waits comes first: it needs no word in the address. */
export function readFundsSearch({ only, age, page }: Record<string, unknown>): FundsSearch {
  if (only === 'awaited') return { only, ...(isAge(age) && { age }), ...readPage(page) }
  return { ...((only === 'matched' || only === 'all') && { only }), ...readPage(page) }
}

function isAge(age: unknown): age is AwaitedAge {
  return AWAITED_AGES.some((one) => one === age)
}

export function readOpenSearch({ only, page }: Record<string, unknown>): OpenSearch {
  return { ...(only === 'all' && { only }), ...readPage(page) }
}

function readPage(page: unknown): { page?: number } {
  return Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}
}
