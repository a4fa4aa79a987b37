import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { CleanImage } from './clean-image.ts'
import type { ImageType } from './image-header.ts'

/** Visibly the same as what came, at half the size of 100. */
const LOSSY_QUALITY = 92
/** Far more than the logo's place on a printed card takes (358 dots), and quick to write. */
const KEPT_SIDE = 1_600

/** The pixels of a picture, encoded anew. @returns undefined if it isn't one, or has more than `maxPixels` */
export async function redrawImage(
  bytes: Buffer,
  contentType: ImageType,
  maxPixels: number,
): Promise<CleanImage | undefined> {
  const image = await loadImage(bytes).catch(() => undefined)
  if (image === undefined || image.width * image.height === 0) return undefined
  if (image.width * image.height > maxPixels) return undefined
  const scale = Math.min(1, KEPT_SIDE / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))

  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const clean =
    contentType === 'image/png'
      ? canvas.encodeSync('png')
      : canvas.encodeSync(contentType === 'image/jpeg' ? 'jpeg' : 'webp', LOSSY_QUALITY)
  return { bytes: clean, contentType, width, height }
}

/** The pixels of a picture drawn into a square, as red, green, blue, and alpha. @returns undefined if it isn't one */
export async function pixelsOf(bytes: Buffer, side: number): Promise<Uint8ClampedArray | undefined> {
  const image = await loadImage(bytes).catch(() => undefined)
  if (image === undefined) return undefined
  const context = createCanvas(side, side).getContext('2d')
  context.drawImage(image, 0, 0, side, side)
  return context.getImageData(0, 0, side, side).data
}

/** A picture on white, as high as told. @throws {Error} if it isn't one */
export async function jpegOnWhite(bytes: Buffer, height: number): Promise<Buffer> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(Math.round((image.width / image.height) * height), height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, height)
  context.drawImage(image, 0, 0, canvas.width, height)
  return canvas.encodeSync('jpeg', LOSSY_QUALITY)
}
