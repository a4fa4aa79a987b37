import type { Line, PointOfDeath } from './line.ts'

export type Turn = PointOfDeath & { line: Line }

/** Each round's crash point: lines by share in turn, and the points of each in order. */
export function* takeTurns(lines: readonly Line[]): Generator<Turn, never> {
  const most = Math.max(...lines.map(({ share }) => share))
  const order = Array.from({ length: most }, (_, nth) => lines.filter(({ share }) => nth < share)).flat()
  const done = new Map<Line, number>()
  for (;;) {
    for (const line of order) {
      const nth = done.get(line) ?? 0
      done.set(line, nth + 1)
      yield { ...line.points[nth % line.points.length]!, line }
    }
  }
}
