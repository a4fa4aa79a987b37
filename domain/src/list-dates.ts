/** The dates that a saved person can have, by their names on the wire and in files. */
export const DATE_HEADINGS = { birthday: /*i18n*/ 'Birthday', start_date: /*i18n*/ 'Start date' } as const
export type DateField = keyof typeof DATE_HEADINGS
export const DATE_WIRE_FIELDS = ['birthday', 'start_date'] as const satisfies readonly DateField[]

/** Rows of a spreadsheet that one paste adds to a list. */
export const MAX_LIST_ROWS = 2_000

/** Other headings of each date, in lower case and without spaces and punctuation. */
const ALIASES: Readonly<Record<DateField, readonly string[]>> = {
  birthday: ['birthday', 'birthdate', 'dateofbirth', 'dob', 'bday', 'birth'],
  start_date: [
    ...['startdate', 'started', 'startedon', 'start', 'startday', 'firstday'],
    ...['hiredate', 'dateofhire', 'hired', 'joined', 'joindate', 'anniversary', 'workanniversary'],
  ],
}

/** Which date a column with this heading holds. */
export function dateOfHeading(heading: string): DateField | undefined {
  const plain = heading.toLowerCase().replaceAll(/[^a-z]+/g, '')
  return DATE_WIRE_FIELDS.find((field) => ALIASES[field].includes(plain))
}

/** A date of a person on a list. Birthdays often come without a year. */
export type ListDate = { year: number | null; month: number; day: number }

export const LIST_DATE_INVALID = /*i18n*/ 'Enter a date such as 6/14 or 2019-06-14.'

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const AMERICAN = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/
const ISO_WITHOUT_YEAR = /^--(\d{1,2})-(\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})[ -]([a-z]{3,9})\.?(?:,?[ -](\d{4}|\d{2}))?$/i
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/i

/** The time that exports put behind a day. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?$/i

/** A day as spreadsheets count them, between 1927 and 2036; a cell without a format has its number. */
const DAY_NUMBER = /^[1-4]\d{4}$/
const DAY_NUMBER_0 = Date.UTC(1899, 11, 30)

/** Years of two digits are read as spreadsheets do: up to 29 is 2029. */
const LAST_SHORT_YEAR = 29

/**
 * Reads a date as people write it: `6/14`, `06/14/1990`, `6/14/90`, `1990-06-14`, `8-Jun`, `June 8, 1990`, and
 * as spreadsheets export it: `1990-06-14 00:00:00`, `33038`. Of two numbers, the month is first.
 *
 * @returns undefined for what isn't a date, such as February 30
 */
export function readListDate(text: string): ListDate | undefined {
  const [year, month, day] = partsOf(text.trim().replace(TIME, ''))
  if (month === undefined || day === undefined || month < 1 || month > 12 || day < 1) return undefined
  if (year !== undefined && (year < 1900 || year > 2100)) return undefined
  // Without a year, February 29 is a date.
  if (day > new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate()) return undefined
  return { year: year ?? null, month, day }
}

function partsOf(text: string): Array<number | undefined> {
  if (DAY_NUMBER.test(text)) {
    const date = new Date(DAY_NUMBER_0 + Number(text) * 86_400_000)
    return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  }
  const iso = ISO.exec(text)
  if (iso) return iso.slice(1).map(Number)
  const bare = ISO_WITHOUT_YEAR.exec(text)
  if (bare) return [undefined, ...bare.slice(1).map(Number)]
  const [american, first, second, third] = AMERICAN.exec(text) ?? []
  if (american !== undefined) return [yearOf(third), Number(first), Number(second)]
  const [dayFirst, day, named, ofYear] = DAY_FIRST.exec(text) ?? []
  if (dayFirst !== undefined) return [yearOf(ofYear), monthNamed(named!), Number(day)]
  const [monthFirst, name, number, inYear] = MONTH_FIRST.exec(text) ?? []
  if (monthFirst !== undefined) return [yearOf(inYear), monthNamed(name!), Number(number)]
  return []
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const century = text.length > 2 ? 0 : Number(text) <= LAST_SHORT_YEAR ? 2000 : 1900
  return century + Number(text)
}

/** 1 to 12, by a month's English name or its first three letters. */
export function monthNamed(name: string): number | undefined {
  const lower = name.toLowerCase()
  const asked = lower === 'sept' ? 'sep' : lower
  const index = MONTHS.findIndex((month) => month === asked || month.slice(0, 3) === asked)
  return index < 0 ? undefined : index + 1
}

/** A date as it's kept: `1990-06-14`, or `06-14` without a year. What isn't a date stays as entered, to be corrected. */
export function tidyListDate(text: string): string {
  const date = readListDate(text)
  if (date === undefined) return text.trim()
  const { year, month, day } = date
  return [...(year === null ? [] : [year]), two(month), two(day)].join('-')
}

/** A kept date as people read it: `6/14`, `6/14/1990`. */
export function shownListDate(text: string): string {
  const date = readListDate(text)
  if (date === undefined) return text
  return [date.month, date.day, ...(date.year === null ? [] : [date.year])].join('/')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
