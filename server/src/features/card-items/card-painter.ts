import { brandRoles } from '@laurel/domain/brand-roles'
import type { CardFace } from '@laurel/domain/card-face'
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

/** The layers whose picture a template may have. */
type PictureLayer = 'backgroundImage' | 'gradientImage' | 'fulfillmentImage'
/** A card's pictures as they were uploaded. `isOwnLogo`: the customer chose one, even if it is lost. */
export type Artwork = Partial<Record<PictureLayer | 'logo' | 'organizationLogo', Buffer>> & {
  isOwnLogo: boolean
}

/** A layer or picture that couldn't be painted and is left out. */
export type Failure = { part: string; reason: string }
export type Painted = { bytes: Buffer; failures: Failure[] }

/**
 * Draws a card's front at 300 dpi: 1011 by 638 dots, the same picture the browser shows.
 *
 * @returns a JPEG that includes its resolution
 * @see docs/spec.md §3, "Card preview image"
 */
export async function paintPrintFile(face: CardFace, artwork: Artwork): Promise<Painted> {
  const { canvas, failures } = await paintFront(face, artwork, printSize())
  return { bytes: withResolution(canvas.encodeSync('jpeg', JPEG_QUALITY)), failures }
}

/** Draws a card's front for a screen, as a JPEG. The height follows from the width. */
export async function paintScreenPicture(
  face: CardFace,
  artwork: Artwork,
  widthDots: number,
): Promise<Painted> {
  const { width, height } = printSize()
  const size = { width: widthDots, height: Math.round((widthDots * height) / width) }
  const { canvas, failures } = await paintFront(face, artwork, size)
  return { bytes: canvas.encodeSync('jpeg', SCREEN_JPEG_QUALITY), failures }
}

/** What link previews show: the proportions that chat and mail programs don't crop. */
const SHARED_SIZE = { width: 1_200, height: 630 }
const SHARED_CARD_WIDTH = 800
/** Of the card's width: ISO/IEC 7810 gives a corner of 3.18 mm on 85.6 mm. */
const CORNER_SHARE = 0.03715

/** Draws a card's front on the brand's light ground, for previews of links to it, as a JPEG. */
export async function paintSharePicture(face: CardFace, artwork: Artwork): Promise<Painted> {
  const print = printSize()
  const size = {
    width: SHARED_CARD_WIDTH,
    height: Math.round((SHARED_CARD_WIDTH * print.height) / print.width),
  }
  const { canvas: card, failures } = await paintFront(face, artwork, size)
  const canvas = createCanvas(SHARED_SIZE.width, SHARED_SIZE.height)
  const c = canvas.getContext('2d')
  c.fillStyle = brandRoles(face.colors)['accent-wash']
  c.fillRect(0, 0, SHARED_SIZE.width, SHARED_SIZE.height)
  c.beginPath()
  const [x, y] = [(SHARED_SIZE.width - size.width) / 2, (SHARED_SIZE.height - size.height) / 2]
  c.roundRect(x, y, size.width, size.height, size.width * CORNER_SHARE)
  c.clip()
  c.drawImage(card, x, y)
  return { bytes: canvas.encodeSync('jpeg', SCREEN_JPEG_QUALITY), failures }
}

async function paintFront(face: CardFace, artwork: Artwork, { width, height }: Size) {
  registerFonts()
  const failures: Failure[] = []
  const canvas = createCanvas(width, height)
  paintCard(canvas.getContext('2d'), await withArtwork(face, artwork, failures), {
    widthDots: width,
    makePath: (d) => new Path2D(d),
    tint,
    onLayerFailed: (part, cause) => failures.push({ part, reason: String(cause) }),
  })
  return { canvas, failures }
}
type Size = { width: number; height: number }

/**
 * A card with its pictures. Where a template's is damaged, the layer is painted; where a logo of the customer's
 * own is, the organization's would make it another card.
 */
export async function withArtwork(
  { organization, ...face }: CardFace,
  { logo, organizationLogo, isOwnLogo, ...pictures }: Artwork,
  failures: Failure[],
): Promise<CardFace> {
  const decode = (part: string, bytes: Buffer) =>
    loadImage(bytes).catch((cause: unknown) => {
      failures.push({ part, reason: String(cause) })
      return undefined
    })
  const decoded: CardFace = { ...face }
  if (!isOwnLogo && organization) {
    const image = organizationLogo && (await decode('organizationLogo', organizationLogo))
    const bitmap = image && { image, width: image.width, height: image.height }
    decoded.organization = bitmap ? { ...organization, bitmap } : organization
  }
  for (const layer of ['backgroundImage', 'gradientImage', 'fulfillmentImage'] as const) {
    const bytes = pictures[layer]
    const image = bytes && (await decode(layer, bytes))
    if (image !== undefined) decoded[layer] = image
  }
  const image = logo && (await decode('logo', logo))
  if (image !== undefined) decoded.bitmapLogo = { image, width: image.width, height: image.height }
  return decoded
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
