import { type Canvas2D, within } from './card-canvas.ts'
import { CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'
import type { CardTone } from './card-tone.ts'

const PIECES = 74
const TRIES = 6000
const LEAST_GAP = 8

type Piece = { x: number; y: number; size: number; turn: number }

/** Paper confetti, denser to the right, clear of every word on the card. */
export function paintConfetti(c: Canvas2D, tone: CardTone): void {
  pieces().forEach(({ x, y, size, turn }, i) => {
    within(c, () => {
      const nth = i + 1
      const color = tone.pieces[nth % tone.pieces.length]!
      c.translate(x, y)
      c.rotate(turn)
      c.fillStyle = color
      c.strokeStyle = color
      c.beginPath()
      paintPiece(c, nth % 5, size)
    })
  })
}

/** A dot, a strip, a half moon, a streamer, or a triangle. */
function paintPiece(c: Canvas2D, kind: number, size: number): void {
  if (kind === 3) {
    c.moveTo(-size, 0)
    c.bezierCurveTo(-size * 0.5, -size, size * 0.1, size, size, 0)
    c.lineWidth = 3
    c.lineCap = 'round'
    c.stroke()
    return
  }
  if (kind === 0) c.arc(0, 0, size * 0.62, 0, Math.PI * 2)
  else if (kind === 1) c.roundRect(-size, -size * 0.28, size * 2, size * 0.56, size * 0.28)
  else if (kind === 2) c.arc(0, 0, size * 0.9, 0, Math.PI)
  else {
    c.moveTo(0, -size * 0.8)
    c.lineTo(size * 0.8, size * 0.6)
    c.lineTo(-size * 0.8, size * 0.6)
    c.closePath()
  }
  c.fill()
}

let knownPieces: readonly Piece[] | undefined

/** Where the pieces are: from a seeded generator, so every card of a design is the same. */
function pieces(): readonly Piece[] {
  knownPieces ??= throwPieces()
  return knownPieces
}

function throwPieces(): Piece[] {
  const next = seeded(77)
  const put: Piece[] = []
  for (let tries = 0; put.length < PIECES && tries < TRIES; tries++) {
    const x = next() * CARD_WIDTH_UNITS
    const y = next() * CARD_HEIGHT_UNITS
    const size = 5 + next() * 9
    if (isKeptFree(x, y)) continue
    if (next() > 0.25 + 0.75 * (x / CARD_WIDTH_UNITS)) continue
    if (put.some((other) => Math.hypot(other.x - x, other.y - y) < other.size + size + LEAST_GAP)) continue
    put.push({ x, y, size, turn: next() * 6.3 })
  }
  return put
}

/** The areas of the words, the logo, the lower line, and the amount. */
function isKeptFree(x: number, y: number): boolean {
  const isWords = x < 330 && y > 112 && y < 240
  const isLogo = x < 230 && y < 88
  const isLowerLine = y > 258
  const isAmount = x > 400 && y < 84
  return isWords || isLogo || isLowerLine || isAmount
}

/** Park and Miller's minimal standard generator: 0 to 1, reproducible by seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return (state - 1) / 2147483646
  }
}
