import type { Canvas2D } from './card-canvas.ts'
import type { Art } from './card-design.ts'
import type { CardFace } from './card-face.ts'
import { CARD_SANS, CARD_SERIF, paintLine } from './card-text.ts'
import type { CardTone } from './card-tone.ts'

/** Where the words have to end to stay clear of the artwork, in units from their left edge. */
const ROOM: Record<Art, { line1: number; line2: number }> = {
  laurel: { line1: 232, line2: 240 },
  hills: { line1: 276, line2: 280 },
  rosette: { line1: 270, line2: 280 },
  arches: { line1: 218, line2: 190 },
  confetti: { line1: 284, line2: 280 },
  contour: { line1: 310, line2: 280 },
  plain: { line1: 440, line2: 440 },
}

/** How the customer's words are set. A first line without a second is a little lower. */
export function wordLines({ art, line1, line2 }: Pick<CardFace, 'art' | 'line1' | 'line2'>) {
  const room = ROOM[art]
  return {
    line1: {
      text: line1,
      y: line2 ? 184 : 198,
      style: { weight: 400, family: CARD_SERIF, size: 62, minSize: 12, tracking: -1 } as const,
      maxWidth: room.line1,
    },
    line2: {
      text: line2,
      y: 213,
      style: { weight: 500, family: CARD_SANS, size: 17, minSize: 9 } as const,
      maxWidth: room.line2,
    },
  }
}

/** Fourth layer: the customer's words. */
export function paintWords(c: Canvas2D, face: CardFace, tone: CardTone): void {
  const { line1, line2 } = wordLines(face)
  c.fillStyle = tone.text
  if (line1.text) paintLine(c, line1.text, 31, line1.y, line1.style, line1.maxWidth)
  if (line2.text) {
    c.globalAlpha = 0.92
    paintLine(c, line2.text, 32, line2.y, line2.style, line2.maxWidth)
    c.globalAlpha = 1
  }
}
