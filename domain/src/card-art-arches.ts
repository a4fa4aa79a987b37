import { type Canvas2D, disc, withStops } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { contrast, mix } from './color.ts'

const CENTER_X = 452
const CENTER_Y = 334
const RADII = [248, 196, 146, 98, 52] as const
const SHADOW = 10

/** Five overlapping arches that rise from the lower right corner. */
export function paintArches(c: Canvas2D, tone: CardTone): void {
  const fills = [
    mix(tone.ground, tone.art, 0.4),
    tone.art2,
    tone.spark,
    underNetwork(tone, mix(tone.spark, tone.art, 0.55)),
    tone.low,
  ] as const
  RADII.forEach((radius, i) => {
    paintShadow(c, radius)
    const fill = fills[i]!
    const [x, y] = [CENTER_X, CENTER_Y]
    c.fillStyle = withStops(c.createRadialGradient(x, y, radius * 0.6, x, y, radius), [
      [0, mix(fill, '#000000', 0.1)],
      [1, fill],
    ])
    disc(c, x, y, radius)
  })
}

/** A shadow ring around an arch, lit from below right. A gradient costs a fraction of a canvas shadow. */
function paintShadow(c: Canvas2D, radius: number): void {
  const [x, y] = [CENTER_X - 0.8, CENTER_Y - 1.2]
  c.fillStyle = withStops(c.createRadialGradient(x, y, radius - 2, x, y, radius + SHADOW), [
    [0, 'rgba(0,0,0,0.17)'],
    [0.25, 'rgba(0,0,0,0.105)'],
    [0.5, 'rgba(0,0,0,0.045)'],
    [0.75, 'rgba(0,0,0,0.012)'],
    [1, 'rgba(0,0,0,0)'],
  ])
  disc(c, x, y, radius + SHADOW)
}

/** The arch behind the network's name: as much of its own color as keeps the name legible. */
function underNetwork({ ground, text }: CardTone, own: string): string {
  const steps = [0, 0.2, 0.4, 0.6, 0.8].map((share) => mix(own, ground, share))
  return steps.find((step) => contrast(text, step) >= 4) ?? ground
}
