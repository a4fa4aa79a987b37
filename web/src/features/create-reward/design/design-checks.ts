import { logoDpi } from '@laurel/domain/card-geometry'
import { cardLineProblems } from '@laurel/domain/message-merge'
import { tidyLine } from '@laurel/domain/printable-text'
import type { RewardType } from '@laurel/domain/reward-type'
import { pageTexts } from '../../../app/texts.ts'

const SHARP_DPI = 300
const SOFT_DPI = 200

type Sharpness = { isSoft: boolean; sentence: string }

/**
 * Describes how sharp a logo will be in print.
 *
 * @param widthPx the image's size in pixels
 */
export function logoSharpness(widthPx: number, heightPx: number): Sharpness {
  const i18n = pageTexts()

  const dpi = logoDpi(widthPx, heightPx)
  if (dpi >= SHARP_DPI)
    return { isSoft: false, sentence: i18n.t('Sharp in print: your logo has {dpi} dots per inch', { dpi }) }
  if (dpi >= SOFT_DPI)
    return { isSoft: false, sentence: i18n.t('Good in print: your logo has {dpi} dots per inch', { dpi }) }
  const enough = Math.ceil((widthPx * SHARP_DPI) / dpi / 10) * 10
  return {
    isSoft: true,
    sentence: i18n.t(
      'Soft in print: your logo has {dpi} dots per inch. A picture {enough} pixels wide would be sharp.',
      { dpi, enough },
    ),
  }
}

/** How many pixels are sampled on each edge. */
const SAMPLES = 24

/**
 * Whether an image is opaque, so that one color would make it a solid block. A logo with a transparent
 * background is transparent somewhere along its edge.
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

/** @param pixels four bytes per pixel, `side` pixels per row */
export function isOpaqueAtEdge(pixels: ArrayLike<number>, side: number): boolean {
  for (let i = 0; i < side; i++) {
    const edge = [i, (side - 1) * side + i, i * side, i * side + side - 1]
    if (edge.some((pixel) => (pixels[pixel * 4 + 3] ?? 0) < 250)) return false
  }
  return true
}

/** The error of a line on the card. */
export function lineProblem(line: string, rewardType: RewardType): string | undefined {
  return cardLineProblems(tidyLine(line), rewardType, 'line')[0]?.message
}
