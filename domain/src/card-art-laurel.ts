import { type Canvas2D, disc, within, withStops } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { mix, withAlpha } from './color.ts'

const CENTER_X = 394
const CENTER_Y = 142
const RADIUS = 89
const PAIRS = 11

/** A wreath of two branches, open at the top, with berries in the brand's second color. */
export function paintLaurel(c: Canvas2D, tone: CardTone): void {
  for (const side of [1, -1] as const) {
    paintBranch(c, tone, side)
    for (let pair = 0; pair < PAIRS; pair++) paintPair(c, tone, side, pair)
  }
}

function paintBranch(c: Canvas2D, tone: CardTone, side: 1 | -1): void {
  c.strokeStyle = withAlpha(tone.art2, 0.5)
  c.lineWidth = 1.6
  c.beginPath()
  c.arc(CENTER_X, CENTER_Y, RADIUS, Math.PI / 2, Math.PI / 2 - side * 2.5, side > 0)
  c.stroke()
}

/** Two leaves, the outer lit and the inner shaded; every third pair has a berry. */
function paintPair(c: Canvas2D, tone: CardTone, side: 1 | -1, pair: number): void {
  const at = Math.PI / 2 - side * (0.16 + pair * 0.232)
  const x = CENTER_X + RADIUS * Math.cos(at)
  const y = CENTER_Y + RADIUS * Math.sin(at)
  const along = at - (side * Math.PI) / 2
  const length = 45 - pair * 1.5
  const height = pair / (PAIRS - 1)

  paintLeaf(c, tone, x, y, length, along + side * 0.62, [
    mix(tone.art, tone.ground, 0.1 + 0.3 * (1 - height)),
    mix(tone.art2, tone.art, 0.75 - height * 0.55),
  ])
  paintLeaf(c, tone, x, y, length * 0.86, along - side * 0.66, [
    mix(tone.art, tone.ground, 0.45 - 0.2 * height),
    mix(tone.art, tone.art2, 0.2 + height * 0.35),
  ])
  if (pair % 3 === 1) paintBerry(c, tone, x + Math.cos(at) * 9, y + Math.sin(at) * 9)
}

function paintLeaf(
  c: Canvas2D,
  tone: CardTone,
  x: number,
  y: number,
  length: number,
  angle: number,
  [stem, tip]: readonly [string, string],
): void {
  within(c, () => {
    c.translate(x, y)
    c.rotate(angle)
    c.fillStyle = withStops(c.createLinearGradient(0, -length * 0.2, length, length * 0.3), [
      [0, stem],
      [1, tip],
    ])
    c.beginPath()
    c.moveTo(0, 0)
    c.bezierCurveTo(length * 0.22, -length * 0.36, length * 0.7, -length * 0.34, length, 0)
    c.bezierCurveTo(length * 0.68, length * 0.2, length * 0.25, length * 0.24, 0, 0)
    c.fill()

    c.strokeStyle = withAlpha(tone.ground, 0.45)
    c.lineWidth = 0.9
    c.beginPath()
    c.moveTo(2, 0)
    c.quadraticCurveTo(length * 0.5, -length * 0.06, length * 0.94, 0)
    c.stroke()
  })
}

function paintBerry(c: Canvas2D, tone: CardTone, x: number, y: number): void {
  c.fillStyle = tone.spark
  disc(c, x, y, 3.9)
  c.fillStyle = 'rgba(255,255,255,0.45)'
  disc(c, x - 1.4, y - 1.5, 1.3)
}
