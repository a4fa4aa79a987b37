import type { BrandColors } from './brand-roles.ts'
import { brandShades } from './brand-shades.ts'
import { contrast, formatHex, luminance, mix, parseHex, type Rgb } from './color.ts'

/** A color of a logo, and the share of its visible area, 0 to 1. */
export type LogoColor = { color: string; share: number }

const MOST_COLORS = 6
/** Edges between two shapes mix their colors; so little is no color of its own. */
const LEAST_SHARE = 0.02
/** Nearer colors are one color: shadows, gradients, and compression. */
const SAME_WITHIN = 60
const OPAQUE = 200

/** A color has this much contrast, or it's taken for a tint of white. */
const WHITISH = 1.15
const BLACKISH = 0.012
const LEAST_CHROMA = 0.15

const WHITE = '#ffffff'
const BLACK = '#000000'
/** Text of any size: WCAG 2.2, 1.4.3. */
const READABLE = 4.5
/** The page's text: `ink` of brand-roles.ts. */
const INK = 12.5

/**
 * The colors a logo consists of, the most frequent first.
 *
 * @param pixels red, green, blue, and alpha of each pixel
 */
export function logoColors(pixels: Uint8ClampedArray): LogoColor[] {
  const counts = new Map<number, number>()
  let visible = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < OPAQUE) continue
    visible += 1
    const bits = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!
    counts.set(bits, (counts.get(bits) ?? 0) + 1)
  }
  const found: Array<{ rgb: Rgb; count: number }> = []
  // Rare colors are mixtures: they join a frequent one, and are otherwise left out.
  for (const [bits, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const rgb: Rgb = [bits >> 16, (bits >> 8) & 255, bits & 255]
    const same = found.find((one) => distance(one.rgb, rgb) < SAME_WITHIN)
    if (same) same.count += count
    else if (found.length < 64) found.push({ rgb, count })
  }
  return found
    .filter(({ count }) => count >= visible * LEAST_SHARE)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_COLORS)
    .map(({ rgb, count }) => ({ color: formatHex(rgb), share: count / visible }))
}

/** By brightness of the channels as seen: green counts most. */
function distance(a: Rgb, b: Rgb): number {
  const [red, green, blue] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  return Math.sqrt(red * red * 0.9 + green * green * 1.4 + blue * blue * 0.7)
}

/** How a color reads: WCAG contrast on white, and of the better of white and black text on it. */
export type Reading = { onWhite: number; text: '#ffffff' | '#000000'; ofText: number }

export function readingOf(color: string): Reading {
  const white = contrast(WHITE, color)
  const text = white >= READABLE || white >= contrast(BLACK, color) ? WHITE : BLACK
  return { onWhite: white, text, ofText: contrast(text, color) }
}

/**
 * A site's three colors, proposed from its logo's. The primary is the largest color that white text can be read
 * on, if it's a real part of the logo; otherwise the largest. The tertiary is dark enough for text.
 *
 * @returns undefined for a logo without any color but white
 */
export function proposeColors(colors: readonly LogoColor[]): BrandColors | undefined {
  const visible = colors.filter(({ color }) => contrast(color, WHITE) >= WHITISH)
  const colored = visible.filter(
    ({ color }) => chromaOf(color) >= LEAST_CHROMA && luminance(color) > BLACKISH,
  )
  const choices = colored.length > 0 ? colored : visible
  const total = choices.reduce((sum, { share }) => sum + share, 0)
  const readable = choices.find(({ color, share }) => share >= total * 0.15 && isReadable(color))
  const primary = (readable ?? choices[0])?.color
  if (primary === undefined) return undefined
  const secondary = choices.find(({ color }) => color !== primary)?.color ?? brandShades(primary)[300]
  const dark = visible.find(({ color }) => contrast(color, WHITE) >= INK)?.color
  return { primary, secondary, tertiary: dark ?? darkened(primary) }
}

/** Whether a logo can hardly be seen on white. */
export function isFaintOnWhite(colors: readonly LogoColor[]): boolean {
  return colors.every(({ color }) => contrast(color, WHITE) < 1.6)
}

function isReadable(color: string): boolean {
  return contrast(color, WHITE) >= READABLE
}

function chromaOf(color: string): number {
  const rgb = parseHex(color)
  return (Math.max(...rgb) - Math.min(...rgb)) / 255
}

function darkened(color: string): string {
  for (let share = 0.4; share < 1; share += 0.05) {
    const darker = mix(color, BLACK, share)
    if (contrast(darker, WHITE) >= INK) return darker
  }
  return BLACK
}
