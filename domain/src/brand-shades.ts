import { mix } from './color.ts'

/** Lightest first. */
export const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const
export type Shade = (typeof SHADES)[number]
export type BrandShades = Record<Shade, string>

const SITE_COLOR = /^color-(.+)$/

/**
 * The ten shades of a brand color: its scale from white through the color to black, sampled at 0.05, 0.15 …
 * 0.95 and labeled 50, 100 … 900.
 *
 * @throws {RangeError} when the color is not `#rrggbb`
 * @see docs/spec.md §1, "Brand shade palette"
 * @example brandShades('#0b6b4f')[50] // '#e7f0ed'
 */
export function brandShades(color: string): BrandShades {
  const shades = SHADES.map((shade, i) => [shade, shadeAt(color, 0.05 + i * 0.1)])
  return Object.fromEntries(shades) as BrandShades
}

/**
 * The shades of every brand color of a site, by name: each entry named `color-<name>` gives ten, any other
 * entry none.
 *
 * @throws {RangeError} when such an entry is not `#rrggbb`
 * @see docs/spec.md §1, "Brand shade palette"
 * @example sitePalette({ 'color-primary': '#0b6b4f' }).primary?.[900]
 */
export function sitePalette(siteColors: Readonly<Record<string, string>>): Record<string, BrandShades> {
  const palette: Record<string, BrandShades> = {}
  for (const [entry, color] of Object.entries(siteColors)) {
    const name = SITE_COLOR.exec(entry)?.[1]
    if (name !== undefined) palette[name] = brandShades(color)
  }
  return palette
}

function shadeAt(color: string, position: number): string {
  return position <= 0.5 ? mix('#ffffff', color, position * 2) : mix(color, '#000000', position * 2 - 1)
}
