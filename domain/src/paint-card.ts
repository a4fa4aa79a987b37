import { type Canvas2D, within } from './card-canvas.ts'
import { CARD_LAYERS, type CardFace, type CardLayer, type PaintOptions } from './card-face.ts'
import { CARD_WIDTH_UNITS } from './card-geometry.ts'
import { paintBackground } from './card-layer-background.ts'
import { paintFulfillment } from './card-layer-fulfillment.ts'
import { paintGradient } from './card-layer-gradient.ts'
import { paintLogo } from './card-layer-logo.ts'
import { paintWords } from './card-layer-user.ts'
import { cardTone } from './card-tone.ts'

/**
 * Draws the front of one card, the same on screen and in print: five layers, in order background, gradient,
 * fulfillment layout, user layout, logo.
 *
 * The canvas is the caller's: `widthDots` by `widthDots / CARD_ASPECT`, plus twice the bleed. A layer that
 * can't be painted is reported to `onLayerFailed` and skipped. Artwork extends 24 units beyond each edge, so
 * draw one card per canvas. Words change more often than the artwork below: with `layers`, keep the first two
 * and redraw the rest.
 *
 * @throws {RangeError} when a brand color is not `#rrggbb`
 * @see docs/spec.md §3, "Card preview image"
 */
export function paintCard(c: Canvas2D, face: CardFace, options: PaintOptions): void {
  const tone = cardTone(face.tone, face.colors)
  const dotsPerUnit = options.widthDots / CARD_WIDTH_UNITS
  const paint: Record<CardLayer, () => void> = {
    background: () => paintBackground(c, face, tone, dotsPerUnit),
    gradient: () => paintGradient(c, face, tone),
    fulfillment: () => paintFulfillment(c, face, tone),
    user: () => paintWords(c, face, tone),
    logo: () => paintLogo(c, face, tone, options),
  }
  paintLayers(c, CARD_LAYERS, paint, options)
}

/** Paints layers in order, each with its own settings, and skips those that fail. */
export function paintLayers<Layer extends string>(
  c: Canvas2D,
  layers: readonly Layer[],
  paint: Record<Layer, () => void>,
  options: Pick<PaintOptions<Layer>, 'widthDots' | 'bleedDots' | 'layers' | 'onLayerFailed'>,
): void {
  const { widthDots, bleedDots = 0, onLayerFailed } = options
  const dotsPerUnit = widthDots / CARD_WIDTH_UNITS
  const wanted = options.layers ?? layers

  within(c, () => {
    c.translate(bleedDots, bleedDots)
    c.scale(dotsPerUnit, dotsPerUnit)
    for (const layer of layers) {
      if (!wanted.includes(layer)) continue
      try {
        within(c, paint[layer])
      } catch (cause) {
        onLayerFailed(layer, cause)
      }
    }
  })
}
