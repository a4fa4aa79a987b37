import { formatHex } from '@laurel/domain/color'
import { drawers } from '../../makers/makers.ts'
import type { FileStore } from '../files/file-store.ts'

type Files = Pick<FileStore, 'find'>

const drawing = drawers.callsTo<typeof import('../files/redraw-image.ts')>(
  new URL('../files/redraw-image.ts', import.meta.url),
)

/** So small that a picture is judged at a glance; large enough that a thin frame is seen. */
const SIDE = 64
const MOST_KEPT = 500
const OPAQUE = 250

/** The content of a key never changes, so each image is checked once. */
const transparent = new Map<string, boolean | undefined>()
const grounds = new Map<string, string | undefined>()

/**
 * Whether a picture's edge lets the card show through: on a ground of its own a logo is printed as a box.
 *
 * @returns undefined when it cannot be read
 */
export function hasTransparentGround(files: Files, key: string): Promise<boolean | undefined> {
  return kept(transparent, key, async () => {
    const pixels = await smallPixels(files, key)
    return pixels && edges().some((at) => pixels[at * 4 + 3]! < OPAQUE)
  })
}

/**
 * The color behind a card's words if the template has its own image: the average of their area.
 *
 * @returns `#rrggbb`; undefined if the image can't be read
 */
export function groundOfPicture(files: Files, key: string): Promise<string | undefined> {
  return kept(grounds, key, async () => {
    const pixels = await smallPixels(files, key)
    if (pixels === undefined) return undefined
    const sum = [0, 0, 0]
    let count = 0
    // Both lines of words are in the left two thirds, from 40 to 70 percent of the height.
    for (let y = Math.round(SIDE * 0.4); y < SIDE * 0.7; y += 1) {
      for (let x = Math.round(SIDE * 0.06); x < SIDE * 0.6; x += 1) {
        for (const channel of [0, 1, 2]) sum[channel]! += pixels[(y * SIDE + x) * 4 + channel]!
        count += 1
      }
    }
    const [red, green, blue] = sum.map((channel) => channel / count) as [number, number, number]
    return formatHex([red, green, blue])
  })
}

async function kept<T>(store: Map<string, T>, key: string, find: () => Promise<T>): Promise<T> {
  if (store.has(key)) return store.get(key) as T
  const value = await find()
  if (store.size >= MOST_KEPT) store.clear()
  // A file that could not be reached just now may be reached later.
  if (value !== undefined) store.set(key, value)
  return value
}

async function smallPixels(files: Files, key: string): Promise<Uint8ClampedArray | undefined> {
  const bytes = await files.find(key)
  return bytes && drawing('pixelsOf', bytes, SIDE)
}

/** The outermost pixels, by their number. */
function edges(): number[] {
  const last = SIDE - 1
  return Array.from({ length: SIDE }, (_, at) => [at, last * SIDE + at, at * SIDE, at * SIDE + last]).flat()
}
