import { type Canvas2D, withStops } from './card-canvas.ts'
import type { Gradient } from './card-design.ts'
import type { CardFace } from './card-face.ts'
import { CARD_BLEED_UNITS, CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'
import { paintWholeCard } from './card-layer-background.ts'
import type { CardTone } from './card-tone.ts'
import { withAlpha } from './color.ts'

/** Opacity of the background behind the words (dark text needs more) and behind the lower line. */
const STRENGTH: Record<Gradient, { underLight: number; underDark: number; low: number }> = {
  none: { underLight: 0, underDark: 0, low: 0 },
  soft: { underLight: 0.5, underDark: 0.6, low: 0.5 },
  strong: { underLight: 0.9, underDark: 0.92, low: 0.85 },
}
const WORDS_END = 330
const LOW_BEGINS = 210

/** Second layer: fades the artwork behind the words on the left and behind the lower line. */
export function paintGradient(c: Canvas2D, face: CardFace, tone: CardTone): void {
  if (face.gradientImage) {
    paintWholeCard(c, face.gradientImage)
    return
  }
  const beyond = CARD_BLEED_UNITS
  const width = CARD_WIDTH_UNITS + 2 * beyond
  const strength = STRENGTH[face.gradient]
  const isHills = face.art === 'hills' && !face.backgroundImage

  // The hills' sky is the background itself, so a veil would only dull it.
  if (!isHills) {
    const opacity = tone.text === '#ffffff' ? strength.underLight : strength.underDark
    c.fillStyle = withStops(c.createLinearGradient(0, 0, WORDS_END, 0), [
      [0, withAlpha(tone.ground, opacity)],
      [1, withAlpha(tone.ground, 0)],
    ])
    c.fillRect(-beyond, -beyond, width, CARD_HEIGHT_UNITS + 2 * beyond)
  }
  c.fillStyle = withStops(c.createLinearGradient(0, LOW_BEGINS, 0, CARD_HEIGHT_UNITS), [
    [0, withAlpha(tone.low, 0)],
    [1, withAlpha(tone.low, isHills ? Math.min(1, strength.low * 1.4) : strength.low)],
  ])
  c.fillRect(-beyond, LOW_BEGINS, width, CARD_HEIGHT_UNITS - LOW_BEGINS + beyond)
}
