import { type Canvas2D, disc, within, withStops } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { mix } from './color.ts'

const CENTER_X = 452
const CENTER_Y = 334
const RADII = [248, 196, 146, 98, 52] as const

/** Five arches that rise from the lower right corner, each lying on the one behind. */
export function paintArches(c: Canvas2D, tone: CardTone, dotsPerUnit: number): void {
  const fills = [
    mix(tone.ground, tone.art, 0.4),
    tone.art2,
    tone.spark,
    mix(tone.spark, tone.art, 0.55),
    tone.low,
  ] as const
  RADII.forEach((radius, i) => {
    const fill = fills[i]!
    within(c, () => {
      c.shadowColor = 'rgba(0,0,0,0.28)'
      c.shadowBlur = 9 * dotsPerUnit
      c.shadowOffsetX = -0.8 * dotsPerUnit
      c.shadowOffsetY = -1.2 * dotsPerUnit
      c.fillStyle = withStops(
        c.createRadialGradient(CENTER_X, CENTER_Y, radius * 0.6, CENTER_X, CENTER_Y, radius),
        [
          [0, mix(fill, '#000000', 0.1)],
          [1, fill],
        ],
      )
      disc(c, CENTER_X, CENTER_Y, radius)
    })
  })
}
