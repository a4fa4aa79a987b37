import { type Canvas2D, coverCard, withStops } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { withAlpha } from './color.ts'

const CENTER_X = 392
const CENTER_Y = 160
const RINGS = 44
const POINTS = 480

/** A guilloche of fine rings, as on a banknote. */
export function paintRosette(c: Canvas2D, tone: CardTone): void {
  c.fillStyle = withStops(c.createRadialGradient(CENTER_X, CENTER_Y, 10, CENTER_X, CENTER_Y, 240), [
    [0, withAlpha(tone.art, 0.55)],
    [1, withAlpha(tone.art, 0)],
  ])
  coverCard(c)

  c.strokeStyle = withStops(c.createLinearGradient(240, 0, 520, 320), [
    [0, withAlpha(tone.art2, 0.75)],
    [0.55, withAlpha(tone.spark, 0.85)],
    [1, withAlpha(tone.art2, 0.5)],
  ])
  c.lineWidth = 0.6
  c.globalAlpha = 0.62
  // One stroke a ring: where rings cross, the lines add up, as engraved ones do.
  for (const ring of rings()) {
    c.beginPath()
    c.moveTo(ring[0]!, ring[1]!)
    for (let i = 2; i < ring.length; i += 2) c.lineTo(ring[i]!, ring[i + 1]!)
    c.closePath()
    c.stroke()
  }
  c.globalAlpha = 1
}

let knownRings: readonly Float32Array[] | undefined

/** The points of every ring, x and y in turn. The same for every brand, so they are worked out once. */
function rings(): readonly Float32Array[] {
  knownRings ??= Array.from({ length: RINGS }, (_, j) => {
    const points = new Float32Array(POINTS * 2)
    for (let i = 0; i < POINTS; i++) {
      const angle = (i / POINTS) * Math.PI * 2
      const petals = (10 + j * 0.42) * Math.sin(12 * angle + j * 0.142)
      const waves = (4 + j * 0.2) * Math.sin(6 * angle - j * 0.18)
      const radius = 30 + j * 3.3 + petals + waves
      points[i * 2] = CENTER_X + radius * Math.cos(angle)
      points[i * 2 + 1] = CENTER_Y + radius * Math.sin(angle)
    }
    return points
  })
  return knownRings
}
