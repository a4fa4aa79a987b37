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

/** Fourth layer: the customer's words. A first line without a second is a little lower. */
export function paintWords(c: Canvas2D, face: CardFace, tone: CardTone): void {
  const room = ROOM[face.art]
  c.fillStyle = tone.text
  if (face.line1) {
    const words = { weight: 400, family: CARD_SERIF, size: 62, minSize: 12, tracking: -1 } as const
    paintLine(c, face.line1, 31, face.line2 ? 184 : 198, words, room.line1)
  }
  if (face.line2) {
    const words = { weight: 500, family: CARD_SANS, size: 17, minSize: 9 } as const
    c.globalAlpha = 0.92
    paintLine(c, face.line2, 32, 213, words, room.line2)
    c.globalAlpha = 1
  }
}
