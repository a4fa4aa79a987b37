/** Reads one parameter, or returns undefined when it isn't valid. `others` are the raw other parameters. */
type Read<T> = (given: unknown, others: Record<string, unknown>) => T | undefined

/**
 * Reads a route's search params. Invalid values are dropped before a screen
 * sees them. The result has every name, even without a value, because the router keeps the raw value
 * of a name that is missing.
 */
export function searchParams<Search extends object>(
  params: { [Name in keyof Required<Search>]: Read<Search[Name]> },
): (given: Record<string, unknown>) => Search {
  const readers = Object.entries(params) as [string, Read<unknown>][]
  return (given) =>
    Object.fromEntries(readers.map(([name, read]) => [name, read(given[name], given)])) as Search
}

/** A text, unchanged. One that is too long is dropped, since cutting it would change its meaning. */
export const text =
  (maxLength = 2_000): Read<string> =>
  (given) =>
    typeof given === 'string' && given.length <= maxLength ? given : undefined

/** Search words, trimmed and cut to a length. The router reads digits as a number. */
export const words =
  (maxLength = 100): Read<string> =>
  (given) => {
    const typed = typeof given === 'string' || typeof given === 'number' ? `${given}`.trim() : ''
    return typed === '' ? undefined : typed.slice(0, maxLength)
  }

/** A row's ID: a whole number above zero. */
export const id: Read<number> = (given) => {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** A page after the first; the first has no parameter. */
export const page: Read<number> = (given, others) => {
  const number = id(given, others)
  return number === 1 ? undefined : number
}

export const flag: Read<true> = (given) =>
  given === true || given === 'true' || given === 1 ? true : undefined

/** A day, as `2026-11-21`. */
export const dayParam: Read<string> = (given) =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))
    ? given
    : undefined

/** A year that the API knows. */
export const yearParam: Read<number> = (given, others) => {
  const year = id(given, others)
  return year !== undefined && year >= 2000 && year <= 2999 ? year : undefined
}

export const oneOf =
  <const T extends string>(...values: readonly T[]): Read<T> =>
  (given) =>
    values.find((value) => value === given)

/** Reads a parameter that is only meaningful together with another. */
export const when =
  <T>(isMeant: (others: Record<string, unknown>) => boolean, read: Read<T>): Read<T> =>
  (given, others) =>
    isMeant(others) ? read(given, others) : undefined

const MAX_EMAIL_LENGTH = 254

/** The `email` of an address. */
export const emailSearch = searchParams<{ email?: string }>({ email: text(MAX_EMAIL_LENGTH) })

export type RecipientsSearch = { list?: number; page?: number }

/** `?list=3&page=2` */
export const readRecipientsSearch = searchParams<RecipientsSearch>({ list: id, page })
