const WRITTEN = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}):(\d{2}) (AM|PM))?$/

/** A time in a terminal's format: `08/18/2020 06:31:42 PM` in its own zone. */
export function terminalTime(at: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  }).format(at)
  return text.replace(',', '').replaceAll('\u202f', ' ')
}

/**
 * A terminal's time as sortable digits, year first: `20200818183142`.
 *
 * @param dayEnds whether a day without a time means its last second instead of its first
 * @returns undefined for an invalid time
 */
export function sortableTime(text: string, dayEnds = false): string | undefined {
  const [, month = '', day = '', year = '', hour = '', minute = '', second = '', half] =
    WRITTEN.exec(text.trim()) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined
  if (half === undefined) return `${year}${month}${day}${dayEnds ? '235959' : '000000'}`
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59 || Number(second) > 59) return undefined
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return `${year}${month}${day}${String(hours).padStart(2, '0')}${minute}${second}`
}
