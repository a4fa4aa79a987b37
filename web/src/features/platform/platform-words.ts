import { age } from '../../parts/format.ts'

/** Such as "3 days ago". */
export function ago(iso: string): string {
  const waited = age(iso)
  return waited === '0 min' ? 'Just now' : `${waited} ago`
}

const SIZES = ['kB', 'MB', 'GB', 'TB'] as const

export function sizeOf(bytes: number): string {
  let value = bytes / 1_000
  let unit = 0
  for (; value >= 1_000 && unit < SIZES.length - 1; unit += 1) value /= 1_000
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${SIZES[unit]}`
}
