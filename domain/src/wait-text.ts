/** How long to wait, rounded up: "40 seconds", "15 minutes", "1 hour". */
export function waitText(seconds: number, locale = 'en-US'): string {
  const [unit, length] = seconds < 60 ? ['second', 1] : seconds < 3600 ? ['minute', 60] : ['hour', 3600]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, style).format(Math.max(1, Math.ceil(seconds / length)))
}
