import { type Canvas2D, coverCard, setFineLine, withStops } from './card-canvas.ts'
import type { CardTone } from './card-tone.ts'
import { mix, withAlpha } from './color.ts'

const CENTER_X = 392
const CENTER_Y = 160
const RINGS = 44

/** Across the card the lines change from the second art color through the accent and back, in this many steps. */
const BANDS = 16
const RAMP_FROM = { x: 240, y: 0 }
const RAMP_ALONG = { x: 280, y: 320 }
const SPARK_AT = 0.55

/** A piece of a ring within one band: x and y alternating. */
type Run = readonly number[]

/**
 * A guilloche of fine rings, as on a banknote.
 *
 * Lines are drawn band by band in plain colors: with a gradient as stroke style the same picture takes three
 * times as long, more than a frame.
 */
export function paintRosette(c: Canvas2D, tone: CardTone, dotsPerUnit: number): void {
  c.fillStyle = withStops(c.createRadialGradient(CENTER_X, CENTER_Y, 10, CENTER_X, CENTER_Y, 240), [
    [0, withAlpha(tone.art, 0.55)],
    [1, withAlpha(tone.art, 0)],
  ])
  coverCard(c)

  setFineLine(c, 0.6, 0.62, dotsPerUnit)
  rosette().forEach((rings, band) => {
    c.strokeStyle = bandColor(tone, (band + 0.5) / BANDS)
    // One stroke per ring, so that crossing lines add up as in engraving.
    for (const runs of rings) strokeRuns(c, runs)
  })
}

function strokeRuns(c: Canvas2D, runs: readonly Run[]): void {
  c.beginPath()
  for (const run of runs) {
    c.moveTo(run[0]!, run[1]!)
    for (let i = 2; i < run.length; i += 2) c.lineTo(run[i]!, run[i + 1]!)
  }
  c.stroke()
}

function bandColor({ art2, spark }: CardTone, at: number): string {
  if (at <= SPARK_AT) {
    const share = at / SPARK_AT
    return withAlpha(mix(art2, spark, share), 0.75 + 0.1 * share)
  }
  const share = (at - SPARK_AT) / (1 - SPARK_AT)
  return withAlpha(mix(spark, art2, share), 0.85 - 0.35 * share)
}

let knownRosette: ReadonlyArray<ReadonlyArray<readonly Run[]>> | undefined

/** The runs to draw, by band, then by ring. Computed once, because they're the same for every brand. */
function rosette(): ReadonlyArray<ReadonlyArray<readonly Run[]>> {
  knownRosette ??= cutIntoBands(Array.from({ length: RINGS }, (_, ring) => ringPoints(ring)))
  return knownRosette
}

function ringPoints(ring: number): Array<readonly [x: number, y: number]> {
  // Outer rings are longer and need more points, so that no corner shows in print.
  const count = 160 + ring * 6
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = (i / count) * Math.PI * 2
    const petals = (10 + ring * 0.42) * Math.sin(12 * angle + ring * 0.142)
    const waves = (4 + ring * 0.2) * Math.sin(6 * angle - ring * 0.18)
    const radius = 30 + ring * 3.3 + petals + waves
    return [CENTER_X + radius * Math.cos(angle), CENTER_Y + radius * Math.sin(angle)]
  })
}

function cutIntoBands(rings: ReadonlyArray<ReadonlyArray<readonly [x: number, y: number]>>): Run[][][] {
  const bands: Run[][][] = Array.from({ length: BANDS }, () => [])
  for (const points of rings) {
    const cut: number[][][] = Array.from({ length: BANDS }, () => [])
    let run: number[] = []
    let runBand = -1
    for (const [x, y] of points) {
      run.push(x, y) // The next run starts at this run's last point, so there's no gap.
      const band = bandOf(x, y)
      if (band === runBand) continue
      run = [x, y]
      runBand = band
      cut[band]!.push(run)
    }
    cut.forEach((runs, band) => {
      if (runs.length > 0) bands[band]!.push(runs)
    })
  }
  return bands
}

function bandOf(x: number, y: number): number {
  const along = (x - RAMP_FROM.x) * RAMP_ALONG.x + (y - RAMP_FROM.y) * RAMP_ALONG.y
  const at = along / (RAMP_ALONG.x ** 2 + RAMP_ALONG.y ** 2)
  return Math.max(0, Math.min(BANDS - 1, Math.floor(at * BANDS)))
}
