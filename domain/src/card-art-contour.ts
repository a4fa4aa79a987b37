import { type Canvas2D, setFineLine } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { withAlpha } from './color.ts'

const PEAK_X = 398
const PEAK_Y = 118
const LINES = 33
const POINTS = 160

/** The contour lines of a hill on a map; every fifth is stronger, in the accent color. */
export function paintContour(c: Canvas2D, tone: CardTone, dotsPerUnit: number): void {
  for (let line = 1; line <= LINES; line++) {
    const isStrong = line % 5 === 0
    if (isStrong) {
      c.strokeStyle = withAlpha(tone.spark, Math.max(0.2, 0.95 - line * 0.03))
      c.lineWidth = 1.5
      c.globalAlpha = 1
    } else {
      c.strokeStyle = tone.art2
      setFineLine(c, 0.8, Math.max(0.08, 0.62 - line * 0.019), dotsPerUnit)
    }
    c.beginPath()
    for (let i = 0; i < POINTS; i++) {
      const angle = (i / POINTS) * Math.PI * 2
      const radius = line * 13 * slope(angle, line)
      c.lineTo(PEAK_X + radius * Math.cos(angle) * 1.1, PEAK_Y + radius * Math.sin(angle) * 0.86)
    }
    c.closePath()
    c.stroke()
  }
}

/** How steep the hill is in a direction, around 1. */
function slope(angle: number, line: number): number {
  return (
    1 +
    0.2 * Math.sin(2 * angle + 0.6 + line * 0.06) +
    0.1 * Math.sin(3 * angle - 1 + line * 0.09) +
    0.04 * Math.sin(6 * angle + line * 0.22)
  )
}
