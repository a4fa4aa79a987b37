import { logoDpi } from '@laurel/domain/card-geometry'
import { cardLineProblems } from '@laurel/domain/message-merge'
import { tidyLine } from '@laurel/domain/printable-text'
import type { RewardType } from '@laurel/domain/reward-type'

const SHARP_DPI = 300
const SOFT_DPI = 200

type Sharpness = { isSoft: boolean; sentence: string }

/**
 * How a logo will look in print, in one sentence.
 *
 * @param widthPx the picture's size in pixels
 */
export function logoSharpness(widthPx: number, heightPx: number): Sharpness {
  const dpi = logoDpi(widthPx, heightPx)
  if (dpi >= SHARP_DPI)
    return { isSoft: false, sentence: `Sharp in print: your logo has ${dpi} dots per inch` }
  if (dpi >= SOFT_DPI) return { isSoft: false, sentence: `Good in print: your logo has ${dpi} dots per inch` }
  const enough = Math.ceil((widthPx * SHARP_DPI) / dpi / 10) * 10
  return {
    isSoft: true,
    sentence: `Soft in print: your logo has ${dpi} dots per inch. A picture ${enough} pixels wide would be sharp.`,
  }
}

/** How many points of the picture's edge are looked at, on each side. */
const SAMPLES = 24

/**
 * Whether a picture has a ground of its own: then one color would make a solid block of it. A logo cut
 * out of its ground is transparent somewhere along its edge.
 */
export async function hasGround(file: Blob): Promise<boolean> {
  if (file.type === 'image/jpeg') return true
  const bitmap = await createImageBitmap(file, { resizeWidth: SAMPLES, resizeHeight: SAMPLES }).catch(
    () => undefined,
  )
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLES
  canvas.height = SAMPLES
  const context = canvas.getContext('2d')
  if (bitmap === undefined || context === null) return false
  context.drawImage(bitmap, 0, 0)
  return isOpaqueAtEdge(context.getImageData(0, 0, SAMPLES, SAMPLES).data, SAMPLES)
}

/** @param pixels four bytes a pixel, `side` pixels a row */
export function isOpaqueAtEdge(pixels: ArrayLike<number>, side: number): boolean {
  for (let i = 0; i < side; i++) {
    const edge = [i, (side - 1) * side + i, i * side, i * side + side - 1]
    if (edge.some((pixel) => (pixels[pixel * 4 + 3] ?? 0) < 250)) return false
  }
  return true
}

/** What is wrong with a line on the card, as a sentence under its field. */
export function lineProblem(line: string, rewardType: RewardType): string | undefined {
  return cardLineProblems(tidyLine(line), rewardType, 'line')[0]?.message
}
