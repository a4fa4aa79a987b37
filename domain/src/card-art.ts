import { paintArches } from './card-art-arches.ts'
import { paintConfetti } from './card-art-confetti.ts'
import { paintContour } from './card-art-contour.ts'
import { paintHills } from './card-art-hills.ts'
import { paintLaurel } from './card-art-laurel.ts'
import { paintRosette } from './card-art-rosette.ts'
import type { Canvas2D } from './card-canvas.ts'
import type { Art } from './card-design.ts'
import type { CardTone } from './card-tone.ts'

/**
 * Draws artwork in card units on a painted background.
 *
 * @param dotsPerUnit the canvas's scale, for lines as fine as one dot
 */
export type PaintArt = (c: Canvas2D, tone: CardTone, dotsPerUnit: number) => void

export const PAINT_ART: Record<Art, PaintArt> = {
  laurel: paintLaurel,
  hills: paintHills,
  rosette: paintRosette,
  arches: paintArches,
  confetti: paintConfetti,
  contour: paintContour,
  plain: () => {},
}
