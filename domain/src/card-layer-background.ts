import { PAINT_ART } from './card-art.ts'
import { type Canvas2D, coverCard, withStops } from './card-canvas.ts'
import type { CardFace } from './card-face.ts'
import { CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'
import type { CardTone } from './card-tone.ts'
import { mix } from './color.ts'

/** A card's background color, lit from the top left. */
export function paintGround(c: Canvas2D, tone: Pick<CardTone, 'ground' | 'low'>): void {
  c.fillStyle = withStops(c.createLinearGradient(0, 0, CARD_WIDTH_UNITS * 0.8, CARD_HEIGHT_UNITS), [
    [0, mix(tone.ground, '#ffffff', 0.05)],
    [1, tone.low],
  ])
  coverCard(c)
}

/**
 * First layer: the background color, then the template's picture or artwork. A card is complete without its
 * picture.
 */
export function paintBackground(c: Canvas2D, face: CardFace, tone: CardTone, dotsPerUnit: number): void {
  paintGround(c, tone)
  if (face.backgroundImage) paintWholeCard(c, face.backgroundImage)
  else PAINT_ART[face.art](c, tone, dotsPerUnit)
}

/** Draws an image over the whole card: 508.5 by 321 units. */
export function paintWholeCard(c: Canvas2D, image: object): void {
  c.drawImage(image, 0, 0, CARD_WIDTH_UNITS, CARD_HEIGHT_UNITS)
}
