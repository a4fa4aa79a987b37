import { logoDpi } from '@laurel/domain/card-geometry'

const SHARP_DPI = 300
const SOFT_DPI = 200

export type Sharpness = { isSoft: boolean; sentence: string }

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
