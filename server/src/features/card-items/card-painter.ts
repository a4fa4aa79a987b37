import type { CardBitmap, CardFace, CardLayer } from '@laurel/domain/card-face'
import { printSize } from '@laurel/domain/card-geometry'
import { paintCard } from '@laurel/domain/paint-card'
import { createCanvas, GlobalFonts, type Image, loadImage, Path2D } from '@napi-rs/canvas'

const FONTS = new URL('../../../../web/public/fonts/', import.meta.url)
/** The same files the browser draws the card with. Inter and Noto Serif Display set lines that Instrument can't. */
export const FONT_FILES = [
  ['instrument-sans.woff2', 'Instrument Sans'],
  ['instrument-sans-ext.woff2', 'Instrument Sans'],
  ['instrument-serif.woff2', 'Instrument Serif'],
  ['instrument-serif-ext.woff2', 'Instrument Serif'],
  ['inter.woff2', 'Inter'],
  ['noto-serif-display.woff2', 'Noto Serif Display'],
] as const

export const JPEG_QUALITY = 95
const SCREEN_JPEG_QUALITY = 82
const DOTS_PER_INCH = 300

let fontsAreRegistered = false

/** @throws {Error} when a font is missing: a card in other letters is not the card that was seen */
export function registerFonts() {
  if (fontsAreRegistered) return
  for (const [file, family] of FONT_FILES) {
    if (GlobalFonts.registerFromPath(new URL(file, FONTS).pathname, family) === null) {
      throw new Error(`the card's font cannot be read: ${file}`)
    }
  }
  fontsAreRegistered = true
}

export type PaintFailure = (layer: CardLayer, cause: unknown) => void

/**
 * Draws a card's front at 300 dpi: 1011 by 638 dots, the same picture the browser shows.
 *
 * @param onLayerFailed reports a layer that couldn't be painted and is left out
 * @returns a JPEG that includes its resolution
 * @see docs/spec.md §3, "Card preview image"
 */
export async function paintPrintFile(face: CardFace, onLayerFailed: PaintFailure): Promise<Buffer> {
  registerFonts()
  const { width, height } = printSize()
  const canvas = createCanvas(width, height)
  paintCard(canvas.getContext('2d'), face, {
    widthDots: width,
    makePath: (d) => new Path2D(d),
    tint,
    onLayerFailed,
  })
  return withResolution(await canvas.encode('jpeg', JPEG_QUALITY))
}

/**
 * Draws a card's front for a screen.
 *
 * @param widthDots the width; the height follows
 * @param onLayerFailed reports a layer that couldn't be painted and is left out
 */
export async function paintScreenPicture(
  face: CardFace,
  widthDots: number,
  onLayerFailed: PaintFailure,
): Promise<Buffer> {
  registerFonts()
  const { width, height } = printSize()
  const canvas = createCanvas(widthDots, Math.round((widthDots * height) / width))
  paintCard(canvas.getContext('2d'), face, { widthDots, makePath: (d) => new Path2D(d), tint, onLayerFailed })
  return canvas.encode('jpeg', SCREEN_JPEG_QUALITY)
}

/** Decodes a picture for a card's layer. */
export async function decodeBitmap(bytes: Buffer): Promise<CardBitmap> {
  const image = await loadImage(bytes)
  return { image, width: image.width, height: image.height }
}

/** The silhouette of a picture in one color. */
export function tint(picture: object, color: string): object {
  const { width, height } = picture as Image
  const canvas = createCanvas(width, height)
  const c = canvas.getContext('2d')
  c.drawImage(picture as Image, 0, 0, width, height)
  c.globalCompositeOperation = 'source-in'
  c.fillStyle = color
  c.fillRect(0, 0, width, height)
  return canvas
}

/** Where a JPEG's first segment says how large it prints: unit (1 is inch), then dots across and down. */
const JFIF_AT = 6
const UNIT_AT = 13

export function withResolution(jpeg: Buffer): Buffer {
  if (jpeg.toString('latin1', JFIF_AT, JFIF_AT + 4) !== 'JFIF') return jpeg
  jpeg.writeUInt8(1, UNIT_AT)
  jpeg.writeUInt16BE(DOTS_PER_INCH, UNIT_AT + 1)
  jpeg.writeUInt16BE(DOTS_PER_INCH, UNIT_AT + 3)
  return jpeg
}
