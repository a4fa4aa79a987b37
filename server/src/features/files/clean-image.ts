import { Refusal } from '@laurel/domain/refusal'
import { type ImageType, readImageHeader } from './image-header.ts'

export const MAX_IMAGE_BYTES = 4 * 1024 * 1024
export const MAX_PIXELS = 25_000_000
export const MAX_SIDE = 8_000

export type CleanImage = { bytes: Buffer; contentType: ImageType; width: number; height: number }

/** Visibly the same as what came, at half the size of 100. */
const LOSSY_QUALITY = 92

/** Far more than the logo's place on a printed card takes (358 dots), and quick to write. */
const KEPT_SIDE = 1_600

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
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal('file_too_large', { limit: '4 MB' })
  const header = readImageHeader(bytes)
  if (header === undefined || header.width === 0 || header.height === 0) {
    throw new Refusal('file_not_an_image')
  }
  if (header.width > MAX_SIDE || header.height > MAX_SIDE) {
    throw new Refusal('file_too_large', { limit: '8,000 pixels a side' })
  }
  if (header.width * header.height > MAX_PIXELS) {
    throw new Refusal('file_too_large', { limit: '25 megapixels' })
  }
  // A picture of 25 megapixels takes 100 MB while it is open: one at a time.
  if (waiting >= MAX_WAITING) throw new Refusal('too_many_requests', { seconds: 5 })
  waiting += 1
  const drawn = turn
    .then(() => redraw(bytes, header.contentType))
    .finally(() => {
      waiting -= 1
    })
  turn = drawn.catch(() => {})
  return drawn
}

async function redraw(bytes: Buffer, contentType: ImageType): Promise<CleanImage> {
  // Loaded with the first picture: most processes never draw one.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const image = await loadImage(bytes).catch(() => {
    throw new Refusal('file_not_an_image')
  })
  if (image.width * image.height === 0 || image.width * image.height > MAX_PIXELS) {
    throw new Refusal('file_not_an_image')
  }
  const scale = Math.min(1, KEPT_SIDE / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))

  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const clean =
    contentType === 'image/png'
      ? await canvas.encode('png')
      : await canvas.encode(contentType === 'image/jpeg' ? 'jpeg' : 'webp', LOSSY_QUALITY)
  return { bytes: clean, contentType, width, height }
}
