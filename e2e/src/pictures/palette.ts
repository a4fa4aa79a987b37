/** Red, green, and blue, each 0 to 255. */
export type Color = readonly [number, number, number]

type Box = { colors: Color[]; counts: number[]; total: number }

/** Groups colors that differ only in the last two bits of a channel. */
function bucketOf(red: number, green: number, blue: number): number {
  return ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2)
}

/**
 * The most representative colors of a picture, by median cut.
 *
 * @param rgba four bytes per pixel
 */
export function paletteOf(rgba: Uint8Array, size: number): Color[] {
  let boxes = [countColors(rgba)]
  while (boxes.length < size) {
    const widest = boxes.reduce((best, box) => (weight(box) > weight(best) ? box : best))
    if (widest.colors.length < 2) break
    boxes = [...boxes.filter((box) => box !== widest), ...split(widest)]
  }
  return boxes.map(mean)
}

function countColors(rgba: Uint8Array): Box {
  const counts = new Map<number, { color: Color; count: number }>()
  for (let at = 0; at < rgba.length; at += 4) {
    const color = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!] as const
    const key = bucketOf(...color)
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { color, count: 1 })
  }
  return boxOf([...counts.values()])
}

function boxOf(parts: { color: Color; count: number }[]): Box {
  return {
    colors: parts.map(({ color }) => color),
    counts: parts.map(({ count }) => count),
    total: parts.reduce((sum, { count }) => sum + count, 0),
  }
}

function spread({ colors }: Box): { channel: number; width: number } {
  const widths = [0, 1, 2].map((channel) => {
    let low = 255
    let high = 0
    for (const color of colors) {
      low = Math.min(low, color[channel]!)
      high = Math.max(high, color[channel]!)
    }
    return high - low
  })
  const width = Math.max(...widths)
  return { channel: widths.indexOf(width), width }
}

/** Splits wide boxes before full ones: a missing color shows sooner in a gradient than in a flat area. */
function weight(box: Box): number {
  return spread(box).width * box.total ** 0.3
}

function split(box: Box): Box[] {
  const { channel } = spread(box)
  const parts = box.colors
    .map((color, index) => ({ color, count: box.counts[index]! }))
    .sort((a, b) => a.color[channel]! - b.color[channel]!)
  let seen = 0
  const middle = parts.findIndex(({ count }) => {
    seen += count
    return seen * 2 >= box.total
  })
  const cut = Math.min(Math.max(middle, 1), parts.length - 1)
  return [boxOf(parts.slice(0, cut)), boxOf(parts.slice(cut))]
}

function mean({ colors, counts, total }: Box): Color {
  const sum = [0, 0, 0]
  colors.forEach((color, index) => {
    for (const channel of [0, 1, 2]) sum[channel]! += color[channel]! * counts[index]!
  })
  return sum.map((each) => Math.round(each / total)) as unknown as Color
}

/** Finds the nearest color of a palette, with a cache. */
export function nearestIn(palette: readonly Color[]): (red: number, green: number, blue: number) => number {
  const known = new Map<number, number>()
  return (red, green, blue) => {
    const key = (red << 16) | (green << 8) | blue
    const found = known.get(key)
    if (found !== undefined) return found
    let best = 0
    let least = Number.POSITIVE_INFINITY
    palette.forEach((color, index) => {
      const distance = 2 * (color[0] - red) ** 2 + 4 * (color[1] - green) ** 2 + 3 * (color[2] - blue) ** 2
      if (distance < least) [best, least] = [index, distance]
    })
    known.set(key, best)
    return best
  }
}
