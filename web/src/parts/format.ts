import { count, plural } from '@laurel/domain/plural'
import { pageTexts } from '../app/texts.ts'

export { count, plural }

/** `order.in_review` → `order in review`, for a code without a name of its own. */
export function spaced(code: string): string {
  return code.replaceAll(/[._]/g, ' ')
}

/** Addresses and paths at the beginning keep their spelling. */
export function capitalized(words: string): string {
  if (/^\S+[:/.]\S/.test(words)) return words
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `ZIP code` → `ZIP code`, `First name` → `first name`: a label within a sentence. */
export function lowerCase(label: string): string {
  return label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
}

/**
 * `Nov 21`, with the year if it is not the current one. Spanish spells months out.
 *
 * @param timeZone by default, that of the browser
 */
export function day(iso: string, now = new Date(), timeZone?: string): string {
  const { locale } = pageTexts()
  const at = new Date(iso)
  const yearOf = (moment: Date) => moment.toLocaleDateString('en-US', { year: 'numeric', timeZone })
  const year = yearOf(at) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  const month = locale.startsWith('es') ? 'long' : 'short'
  return at.toLocaleDateString(locale, { month, day: 'numeric', ...year, timeZone })
}

/** `Nov 21, 9:30 AM`, with the year if it is not the current one. */
export function moment(iso: string, now = new Date()): string {
  const time = new Date(iso).toLocaleTimeString(pageTexts().locale, { hour: 'numeric', minute: '2-digit' })
  return `${day(iso, now)}, ${time}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `20 min ago`, or `just now`. */
export function ago(iso: string, now = Date.now()): string {
  const i18n = pageTexts()

  return now - Date.parse(iso) < MINUTE_MS ? i18n.t('just now') : i18n.t('{age} ago', { age: age(iso, now) })
}

/** How long something has waited: `20 min`, `3 h`, `2 days`. */
export function age(iso: string, now = Date.now()): string {
  const i18n = pageTexts()
  const ms = Math.max(0, now - Date.parse(iso))
  if (ms < HOUR_MS) return i18n.t('{minutes} min', { minutes: Math.floor(ms / MINUTE_MS) })
  if (ms < DAY_MS) return i18n.t('{hours} h', { hours: Math.floor(ms / HOUR_MS) })
  return i18n.t('{days, plural, one {# day} other {# days}}', { days: Math.floor(ms / DAY_MS) })
}
