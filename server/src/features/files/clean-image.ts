import { Refusal } from '@laurel/domain/refusal'
import { drawers } from '../../makers/makers.ts'
import { type ImageHeader, type ImageType, readImageHeader } from './image-header.ts'

export const MAX_IMAGE_BYTES = 4 * 1024 * 1024
export const MAX_PIXELS = 25_000_000
const MAX_SIDE = 8_000

export type CleanImage = { bytes: Buffer; contentType: ImageType; width: number; height: number }

const drawing = drawers.callsTo<typeof import('./redraw-image.ts')>(
  new URL('./redraw-image.ts', import.meta.url),
)

/** How many uploads may wait for their turn, each with its bytes in memory. */
const MAX_WAITING = 8

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Re-encodes an uploaded image, so that only its pixels remain (no location or camera data, and no appended
 * content). PNG stays lossless, photos are rotated upright, and images larger than any print are scaled down.
 *
 * @throws {Refusal} `file_too_large`, `file_not_an_image`; `too_many_requests` while others wait
 */
export async function cleanImage(bytes: Buffer): Promise<CleanImage> {
  const { contentType } = readDrawableHeader(bytes)
  const clean = await inTurn(() => drawing('redrawImage', bytes, contentType, MAX_PIXELS))
  if (clean === undefined) throw new Refusal('file_not_an_image')
  return clean
}

/**
 * An image's header, if it isn't too large to draw. Nothing is decoded.
 *
 * @throws {Refusal} `file_too_large`, `file_not_an_image`
 */
export function readDrawableHeader(bytes: Buffer): ImageHeader {
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal('file_too_large', { limit: '4 MB' })
  const header = readImageHeader(bytes)
  if (header === undefined || header.width === 0 || header.height === 0) {
    throw new Refusal('file_not_an_image')
  }
  if (header.width > MAX_SIDE || header.height > MAX_SIDE) {
    throw new Refusal('file_too_large', { limit: /*i18n*/ '8,000 pixels a side' })
  }
  if (header.width * header.height > MAX_PIXELS) {
    throw new Refusal('file_too_large', { limit: /*i18n*/ '25 megapixels' })
  }
  return header
}

/**
 * Draws when it's this picture's turn: one of 25 megapixels takes 100 MB while it is open.
 *
 * @throws {Refusal} `too_many_requests` while others wait
 */
export async function inTurn<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
  if (waiting >= MAX_WAITING) throw new Refusal('too_many_requests', { seconds: 5 })
  waiting += 1
  const drawn = turn.then(draw).finally(() => {
    waiting -= 1
  })
  turn = drawn.catch(() => {})
  return drawn
}
