import { type BrandColors, isVivid } from './brand-roles.ts'
import { brandShades } from './brand-shades.ts'
import type { Tone } from './card-design.ts'
import { contrast, mix } from './color.ts'

/** The colors of one card, for its background and artwork, derived from the brand. */
export type CardTone = {
  /** The background color, and the darker one at the lower right. */
  ground: string
  low: string
  /** The artwork's two colors, and its accent. */
  art: string
  art2: string
  spark: string
  /** Keeps 4.5:1 on `ground` and on `low` with any brand. */
  text: string
  /** For artwork of many pieces: the brand colors that are visible on the background. Never empty. */
  pieces: readonly string[]
}

const WHITE = '#ffffff'
const BLACK = '#000000'
const READABLE = 4.5
/** Artwork with less contrast wouldn't be visible in print. */
const VISIBLE = 1.2

/**
 * Applies a brand's colors to a card.
 *
 * A vivid primary turns brown or olive when darkened, so its deep cards use the secondary for dark and the
 * primary for light.
 *
 * @throws {RangeError} when a color is not `#rrggbb`
 */
export function cardTone(tone: Tone, colors: BrandColors): CardTone {
  const { primary, secondary, tertiary } = colors
  const p = brandShades(primary)
  const s = brandShades(secondary)
  const t = brandShades(tertiary)
  const vivid = isVivid(primary)

  const of = (ground: string, low: string, art: string, art2: string, spark: string): CardTone => {
    const text = [WHITE, t[700]].find((color) => contrast(color, ground) >= READABLE) ?? BLACK
    const pieces = [spark, primary, p[300], s[200], p[600]].filter((c) => contrast(c, ground) >= VISIBLE)
    return {
      ground,
      low: readableLow(ground, low, text),
      art,
      art2,
      spark,
      text,
      pieces: pieces.length > 0 ? pieces : [text],
    }
  }

  switch (tone) {
    case 'deep': {
      if (!vivid) return of(p[600], p[800], p[400], p[200], secondary)
      const night = contrast(s[500], WHITE) > 6 ? s[500] : s[600]
      return of(night, s[800], mix(primary, s[600], 0.2), p[200], primary)
    }
    case 'bright':
      return vivid
        ? of(primary, mix(primary, BLACK, 0.1), p[500], p[200], secondary)
        : of(primary, p[600], p[300], p[100], secondary)
    case 'pale':
      return of(mix(WHITE, primary, 0.1), mix(WHITE, primary, 0.2), p[200], p[300], secondary)
    case 'ink':
      return of(t[500], t[800], mix(tertiary, primary, 0.55), mix(tertiary, p[200], 0.8), secondary)
    case 'warm':
      return of(secondary, s[400], s[500], mix(secondary, WHITE, 0.55), primary)
    case 'paper':
      return of('#fbf8f2', '#f1ebe0', p[200], s[200], secondary)
  }
}

/** The darkest step from `ground` towards `low` on which the text stays legible. */
function readableLow(ground: string, low: string, text: string): string {
  const steps = [1, 0.8, 0.6, 0.4, 0.2].map((share) => (share === 1 ? low : mix(ground, low, share)))
  return steps.find((step) => contrast(text, step) >= READABLE) ?? ground
}
