import type { Canvas2D } from '@laurel/domain/card-canvas'
import type { CardFace, CardLayer } from '@laurel/domain/card-face'
import { CARD_ASPECT } from '@laurel/domain/card-geometry'
import { paintCard } from '@laurel/domain/paint-card'
import { tintImage } from './tint-image.ts'

const MAX_WIDTH_DOTS = 1600

/**
 * Draws a card's face into a canvas of the page, as sharp as the screen can show it.
 *
 * @param shownWidth the canvas's width on the page, in CSS pixels
 * @throws {Error} 'Could not get canvas context' where the browser gives none (docs/spec.md §8)
 */
export function drawCard(
  canvas: HTMLCanvasElement,
  face: CardFace,
  shownWidth: number,
  layers?: readonly CardLayer[],
): void {
  const c = canvas.getContext('2d')
  if (!c) throw new Error('Could not get canvas context')
  // Small letters need more dots than a small canvas has.
  const density = Math.max(devicePixelRatio || 1, shownWidth < 220 ? 2.5 : 2)
  const widthDots = Math.round(Math.min(MAX_WIDTH_DOTS, Math.max(300, shownWidth * density)))
  canvas.width = widthDots
  canvas.height = Math.round(widthDots / CARD_ASPECT)
  paintCard(c as unknown as Canvas2D, face, {
    widthDots,
    ...(layers && { layers }),
    makePath: (d) => new Path2D(d),
    tint: tintImage,
    onLayerFailed: (layer, cause) => console.error(`Card layer ${layer} failed and is left out`, cause),
  })
}
