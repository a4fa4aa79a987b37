/** Red, green, and blue, each 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

const HEX_COLOR = /^#[0-9a-f]{6}$/i

/** Whether a text is a color that Laurel accepts: `#` and six hex digits. */
export function isHexColor(text: unknown): text is string {
  return typeof text === 'string' && HEX_COLOR.test(text)
}

/**
 * Parses a brand color.
 *
 * @throws {RangeError} when it is not `#rrggbb`: colors are validated on input
 */
export function parseHex(hex: string): Rgb {
  if (!isHexColor(hex)) throw new RangeError(`not a color: ${hex}`)
  const bits = Number.parseInt(hex.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}

/** Writes a color as `#rrggbb`, with channels rounded to the nearest step. */
export function formatHex(rgb: Rgb): string {
  const bits = rgb.reduce((sum, channel) => sum * 256 + Math.round(channel), 0)
  return `#${bits.toString(16).padStart(6, '0')}`
}

/** The color `share` (0 to 1) of the way from one color to another. */
export function mix(from: string, to: string, share: number): string {
  const a = parseHex(from)
  const b = parseHex(to)
  const between = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share
  return formatHex([between(0), between(1), between(2)])
}

/** A color with an opacity (0 to 1), in CSS and canvas notation. */
export function withAlpha(hex: string, alpha: number): string {
  return `rgba(${parseHex(hex).join(',')},${alpha})`
}

/** Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colors, 1 (the same) to 21 (black on white): WCAG 2.2. */
export function contrast(a: string, b: string): number {
  const first = luminance(a) + 0.05
  const second = luminance(b) + 0.05
  return first > second ? first / second : second / first
}
