import { type Canvas2D, coverCard, disc, withStops } from './card-canvas.ts'
import { CARD_BLEED_UNITS, CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'
import type { CardTone } from './card-tone.ts'
import { contrast, mix, withAlpha } from './color.ts'

const SUN_X = 372
const SUN_Y = 150
const HILLS = 5
const RIDGE_STEP = 9
const MIST_WIDTH = 12
const MIST_ALPHA = 0.21
/** Where the customer's second line is, as a share of the sky's height. */
const SKY_AT_TEXT = 213 / CARD_HEIGHT_UNITS

/** Dawn over five ranges of hills. */
export function paintHills(c: Canvas2D, tone: CardTone): void {
  const warmth = skyWarmth(tone)
  c.fillStyle = withStops(c.createLinearGradient(0, 0, 0, CARD_HEIGHT_UNITS), [
    [0, tone.ground],
    [1, mix(tone.ground, tone.spark, warmth)],
  ])
  coverCard(c)

  c.fillStyle = withStops(c.createRadialGradient(SUN_X, SUN_Y, 20, SUN_X, SUN_Y, 210), [
    [0, withAlpha(tone.spark, 0.55)],
    [1, withAlpha(tone.spark, 0)],
  ])
  disc(c, SUN_X, SUN_Y, 210)

  c.fillStyle = withStops(c.createLinearGradient(SUN_X, 92, SUN_X, 208), [
    [0, mix(tone.spark, '#ffffff', 0.35)],
    [1, tone.spark],
  ])
  disc(c, SUN_X, SUN_Y, 56)

  for (let hill = 0; hill < HILLS; hill++) paintHill(c, tone, hill, warmth)
}

/** Nearer ranges are darker, each with its own mist behind it. */
function paintHill(c: Canvas2D, tone: CardTone, hill: number, warmth: number): void {
  const base = 186 + hill * 30
  const shift = hill * 1.9
  const right = CARD_WIDTH_UNITS + CARD_BLEED_UNITS
  const bottom = CARD_HEIGHT_UNITS + CARD_BLEED_UNITS
  const crest = (x: number) => base + 22 * Math.sin(x / 92 + shift) + 11 * Math.sin(x / 41 + shift * 2)
  const lit = mix(tone.ground, tone.spark, Math.min(0.3, warmth))

  const ridge = () => {
    c.beginPath()
    c.moveTo(-CARD_BLEED_UNITS, bottom)
    for (let x = -CARD_BLEED_UNITS; x <= right + RIDGE_STEP; x += RIDGE_STEP) c.lineTo(x, crest(x))
    c.lineTo(right + RIDGE_STEP, bottom)
  }

  // Mist: wider and wider lines along the ridge, at a fraction of the cost of a canvas shadow. Against the
  // bright sky it takes more of them until no step shows.
  const mistLines = hill < 2 ? 8 : 4
  ridge()
  c.strokeStyle = withAlpha(tone.low, MIST_ALPHA / mistLines)
  for (let line = 1; line <= mistLines; line++) {
    c.lineWidth = line * (MIST_WIDTH / mistLines) * 2
    c.stroke()
  }
  c.fillStyle = withStops(c.createLinearGradient(0, base - 40, 0, base + 110), [
    [0, mix(lit, tone.low, 0.12 + hill * 0.2)],
    [1, mix(tone.ground, tone.low, 0.25 + hill * 0.18)],
  ])
  c.fill()
}

/** How far the sky can shift to the accent color while words on it stay legible. */
function skyWarmth(tone: CardTone): number {
  const isReadable = (warmth: number) =>
    contrast(tone.text, mix(tone.ground, tone.spark, warmth * SKY_AT_TEXT)) >= 4.5
  return [0.55, 0.45, 0.35, 0.25, 0.15, 0.05].find(isReadable) ?? 0
}
