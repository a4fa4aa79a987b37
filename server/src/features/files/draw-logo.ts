import type { LogoPart } from '@laurel/contract/office-site'
import { contrast, formatHex, luminance } from '@laurel/domain/color'
import { type LogoColor, logoColors } from '@laurel/domain/logo-colors'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { cleanSvg } from './clean-svg.ts'
import type { ImageType } from './image-header.ts'

/** The long side that a logo is drawn with before its forms are made from it. */
const DRAWN_SIDE = 1_024
/** Four times what the largest header shows, and what 300 dpi take on a document. */
const PLAIN_BOX = { width: 960, height: 256 }
/** Margins above this share of a side are cut: the logo would be smaller than others in the same place. */
const MOST_MARGIN = 0.25
const LOSSY_QUALITY = 92
const COLOR_SAMPLE_SIDE = 160

export const ICON_SIZES = [32, 48, 180, 192, 512] as const
/** Icons that a device cuts to its own shape keep what matters in a circle of 80%. */
const MASKED_SHARE = 0.72
const MASKED_OWN_GROUND_SHARE = 0.84
const ON_WHITE_SHARE = 0.8
const DARK_GROUND = '#18222d'

type Drawing = { bytes: Buffer; contentType: ImageType | 'image/svg+xml'; width: number; height: number }

/** Everything that is drawn from one uploaded logo. */
export type DrawnLogo = {
  /** As uploaded, with its pixels or shapes only. */
  shown: Drawing
  /** For mails and documents, which show no SVG. */
  plain: Drawing
  /** Its silhouette in white: for dark backgrounds, and tinted on cards. */
  white: Drawing
  icons: Array<Drawing & { purpose: 'any' | 'maskable' }>
  colors: LogoColor[]
  removed: LogoPart[]
}

/**
 * Draws a logo's forms.
 *
 * @returns undefined if there is nothing to see, or it isn't a picture
 */
export async function drawLogo(
  bytes: Buffer,
  contentType: ImageType | 'image/svg+xml',
  maxPixels: number,
): Promise<DrawnLogo | undefined> {
  const read =
    contentType === 'image/svg+xml' ? await readSvg(bytes) : await readBitmap(bytes, contentType, maxPixels)
  if (read === undefined) return undefined
  const { shown, image, removed } = read
  const plain = fit(image, PLAIN_BOX)
  const sample = fit(image, { width: COLOR_SAMPLE_SIDE, height: COLOR_SAMPLE_SIDE })
  const colors = logoColors(pixelsIn(sample))
  return {
    shown,
    plain: png(plain),
    white: png(silhouette(plain)),
    icons: drawIcons(image, colors),
    colors,
    removed,
  }
}

/** An SVG as a PNG, and what was left out. @returns undefined if there is nothing to see, or it isn't one */
export async function drawSvg(bytes: Buffer): Promise<{ drawing: Drawing; removed: LogoPart[] } | undefined> {
  const read = await readSvg(bytes)
  return read && { drawing: png(read.image), removed: read.removed }
}

type Read = { shown: Drawing; image: Canvas; removed: LogoPart[] }

async function readSvg(bytes: Buffer): Promise<Read | undefined> {
  const clean = cleanSvg(bytes)
  if (clean === undefined) return undefined
  const draw = async (viewBox: typeof clean.viewBox) => {
    const scale = DRAWN_SIDE / Math.max(viewBox.width, viewBox.height)
    const size = { width: whole(viewBox.width * scale), height: whole(viewBox.height * scale) }
    const svg = Buffer.from(clean.write(viewBox, size))
    const image = await loadImage(svg).catch(() => undefined)
    return image && { svg, size, image: onCanvas(image, size) }
  }
  const complete = await draw(clean.viewBox)
  const box = complete && visibleBox(complete.image)
  if (complete === undefined || box === undefined) return undefined
  const perPixel = clean.viewBox.width / complete.size.width
  const cut = box.isCut
    ? await draw({
        x: clean.viewBox.x + box.x * perPixel,
        y: clean.viewBox.y + box.y * perPixel,
        width: box.width * perPixel,
        height: box.height * perPixel,
      })
    : complete
  if (cut === undefined) return undefined
  const shown = { bytes: cut.svg, contentType: 'image/svg+xml' as const, ...cut.size }
  return { shown, image: cut.image, removed: clean.removed }
}

async function readBitmap(
  bytes: Buffer,
  contentType: ImageType,
  maxPixels: number,
): Promise<Read | undefined> {
  const decoded = await loadImage(bytes).catch(() => undefined)
  if (decoded === undefined || decoded.width * decoded.height === 0) return undefined
  if (decoded.width * decoded.height > maxPixels) return undefined
  const scale = Math.min(1, DRAWN_SIDE / Math.max(decoded.width, decoded.height))
  const size = { width: whole(decoded.width * scale), height: whole(decoded.height * scale) }
  const drawn = onCanvas(decoded, size)
  const box = visibleBox(drawn)
  if (box === undefined) return undefined
  const image = box.isCut ? cutOut(drawn, box) : drawn
  const encoded =
    contentType === 'image/png'
      ? image.encodeSync('png')
      : image.encodeSync(contentType === 'image/jpeg' ? 'jpeg' : 'webp', LOSSY_QUALITY)
  return {
    shown: { bytes: encoded, contentType, width: image.width, height: image.height },
    image,
    removed: [],
  }
}

type Size = { width: number; height: number }
type Box = Size & { x: number; y: number }

function onCanvas(image: Image | Canvas, { width, height }: Size): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas
}

/** Contained in a box, never enlarged. */
function fit(image: Canvas, box: Size): Canvas {
  const scale = Math.min(1, box.width / image.width, box.height / image.height)
  return onCanvas(image, { width: whole(image.width * scale), height: whole(image.height * scale) })
}

function cutOut(image: Canvas, { x, y, width, height }: Box): Canvas {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, x, y, width, height, 0, 0, width, height)
  return canvas
}

function pixelsIn(canvas: Canvas): Uint8ClampedArray {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
}

function png(canvas: Canvas): Drawing {
  return {
    bytes: canvas.encodeSync('png'),
    contentType: 'image/png',
    width: canvas.width,
    height: canvas.height,
  }
}

const whole = (length: number) => Math.max(1, Math.round(length))

/** Where the picture isn't transparent. @returns undefined if nothing is seen */
function visibleBox(canvas: Canvas): (Box & { isCut: boolean }) | undefined {
  const { width, height } = canvas
  const pixels = pixelsIn(canvas)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[(y * width + x) * 4 + 3]! < 8) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (right < 0) return undefined
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  const isCut = box.width < width * (1 - MOST_MARGIN) || box.height < height * (1 - MOST_MARGIN)
  return { ...box, isCut }
}

/**
 * The logo in white. How much of a color is seen depends on how dark it is among the logo's colors, so that parts stay
 * apart and white letters in a colored box stay legible. A light logo, drawn for dark backgrounds, is the reverse.
 */
function silhouette(logo: Canvas): Canvas {
  const canvas = createCanvas(logo.width, logo.height)
  const context = canvas.getContext('2d')
  const data = logo.getContext('2d').getImageData(0, 0, logo.width, logo.height)
  const pixels = data.data
  const seen = visibleLuminances(pixels)
  const isLight = seen.mean > 0.6 && hasTransparentEdge(logo, pixels)
  for (let at = 0; at < pixels.length; at += 4) {
    const own = luminanceAt(pixels, at)
    const share = isLight ? own / Math.max(seen.lightest, 0.01) : (1 - own) / Math.max(1 - seen.darkest, 0.01)
    pixels[at + 3] = Math.round(pixels[at + 3]! * Math.min(1, Math.max(0, share)) ** 0.75)
    pixels[at] = pixels[at + 1] = pixels[at + 2] = 255
  }
  context.putImageData(data, 0, 0)
  return canvas
}

function visibleLuminances(pixels: Uint8ClampedArray) {
  const all: number[] = []
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3]! >= 128) all.push(luminanceAt(pixels, at))
  all.sort((a, b) => a - b)
  const at = (share: number) => all[Math.floor((all.length - 1) * share)] ?? 0
  return {
    darkest: at(0.02),
    lightest: at(0.98),
    mean: all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length),
  }
}

const LINEAR = Array.from({ length: 256 }, (_, channel) => luminance(formatHex([channel, channel, channel])))

function luminanceAt(pixels: Uint8ClampedArray, at: number): number {
  return 0.2126 * LINEAR[pixels[at]!]! + 0.7152 * LINEAR[pixels[at + 1]!]! + 0.0722 * LINEAR[pixels[at + 2]!]!
}

function hasTransparentEdge({ width, height }: Size, pixels: Uint8ClampedArray): boolean {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1]
  return corners.some((at) => pixels[at * 4 + 3]! < 200)
}

function drawIcons(image: Canvas, colors: readonly LogoColor[]): DrawnLogo['icons'] {
  const own = ownGround(image)
  // A pale logo can't be seen on white.
  const isPale = colors.every(({ color }) => contrast(color, '#ffffff') < 1.6)
  const ground = own ?? (isPale ? DARK_GROUND : '#ffffff')
  const any = ICON_SIZES.map((side) => {
    // Tabs show small icons without a background. Devices put the others on one.
    const isBare = side < 180
    const isWhole = isBare || own !== undefined
    return {
      ...png(iconOf(image, side, isBare ? undefined : ground, isWhole ? 1 : ON_WHITE_SHARE)),
      purpose: 'any' as const,
    }
  })
  const share = own === undefined ? MASKED_SHARE : MASKED_OWN_GROUND_SHARE
  const maskable = { ...png(iconOf(image, 512, ground, share)), purpose: 'maskable' as const }
  return [...any, maskable]
}

function iconOf(image: Canvas, side: number, ground: string | undefined, share: number): Canvas {
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, side, side)
  }
  const scale = (side * share) / Math.max(image.width, image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, (side - width) / 2, (side - height) / 2, width, height)
  return canvas
}

/** The color of a square picture's own background: that of the middle of its edges, if they agree. */
function ownGround(image: Canvas): string | undefined {
  const { width, height } = image
  if (Math.max(width, height) > Math.min(width, height) * 1.1) return undefined
  const pixels = pixelsIn(image)
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)]
  const inset = Math.ceil(Math.max(width, height) * 0.01)
  const edges = [
    [x, inset],
    [x, height - 1 - inset],
    [inset, y],
    [width - 1 - inset, y],
  ].map(([left, top]) => {
    const at = (top! * width + left!) * 4
    return pixels[at + 3]! < 250 ? undefined : formatHex([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
  })
  const [first] = edges
  const agree = first !== undefined && edges.every((one) => one !== undefined && contrast(one, first) < 1.05)
  return agree ? first : undefined
}
