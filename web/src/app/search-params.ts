/** Reads one parameter: undefined when it doesn't fit. `others` are the rest of the address, unread. */
type Read<T> = (given: unknown, others: Record<string, unknown>) => T | undefined

/**
 * A route's search params, each with what may stand there. What doesn't fit is dropped before a screen
 * sees it. Every name is in the answer, also without a value: the router keeps what stood in the address
 * for a name that is left out.
 */
export function searchParams<Search extends object>(
  params: { [Name in keyof Required<Search>]: Read<Search[Name]> },
): (given: Record<string, unknown>) => Search {
  const readers = Object.entries(params) as [string, Read<unknown>][]
  return (given) =>
    Object.fromEntries(readers.map(([name, read]) => [name, read(given[name], given)])) as Search
}

/** A text as it stands there. One that is too long is dropped: cut, it would be another one. */
export const text =
  (maxLength = 2_000): Read<string> =>
  (given) =>
    typeof given === 'string' && given.length <= maxLength ? given : undefined

/** Words to search for, without blanks around them and cut to a length. The router reads digits as a number. */
export const words =
  (maxLength = 100): Read<string> =>
  (given) => {
    const typed = typeof given === 'string' || typeof given === 'number' ? `${given}`.trim() : ''
    return typed === '' ? undefined : typed.slice(0, maxLength)
  }

/** The number of a row: whole, and more than zero. */
export const id: Read<number> = (given) => {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** A page after the first, which needs no word in the address. */
export const page: Read<number> = (given, others) => {
  const number = id(given, others)
  return number === 1 ? undefined : number
}

/** A yes, or nothing. */
export const flag: Read<true> = (given) =>
  given === true || given === 'true' || given === 1 ? true : undefined

/** A day, as `2026-11-21`. */
export const day: Read<string> = (given) =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))
    ? given
    : undefined

export const oneOf =
  <const T extends string>(...values: readonly T[]): Read<T> =>
  (given) =>
    values.find((value) => value === given)

/** Reads a parameter that has a meaning beside another one only. */
export const when =
  <T>(isMeant: (others: Record<string, unknown>) => boolean, read: Read<T>): Read<T> =>
  (given, others) =>
    isMeant(others) ? read(given, others) : undefined
