export type FundsSearch = { only?: 'matched' | 'all'; page?: number }
export type RefundsSearch = { only?: 'all'; page?: number }

/** Money that waits comes first: it needs no word in the address. */
export function readFundsSearch({ only, page }: Record<string, unknown>): FundsSearch {
  return { ...((only === 'matched' || only === 'all') && { only }), ...readPage(page) }
}

export function readRefundsSearch({ only, page }: Record<string, unknown>): RefundsSearch {
  return { ...(only === 'all' && { only }), ...readPage(page) }
}

function readPage(page: unknown): { page?: number } {
  return Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}
}
