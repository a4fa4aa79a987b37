import type { CardFace } from '@laurel/domain/card-face'
import { CARD_WIDTH_MM, dotsFromMm, printSize } from '@laurel/domain/card-geometry'
import { paintCard } from '@laurel/domain/paint-card'
import { type CardBack, paintCardBack } from '@laurel/domain/paint-card-back'
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas'
import {
  type Artwork,
  type Failure,
  JPEG_QUALITY,
  type Painted,
  registerFonts,
  tint,
  withArtwork,
  withResolution,
} from '../../card-items/card-painter.ts'
import { BLEED_MM } from './card-sheet.ts'

/** What the cards of a design share. Cards come design by design, so one is kept. */
type Ground = {
  design: string
  canvas: Canvas
  pictures: Pick<CardFace, 'organization' | 'bitmapLogo' | 'fulfillmentImage'>
}
let kept: Ground | undefined
let sheet: Canvas | undefined

/** Draws a card's front with bleed. @returns undefined for a design that this process hasn't drawn before */
export function pressFront(design: string, card: CardFace): Painted | undefined {
  if (kept?.design !== design) return undefined
  const failures: Failure[] = []
  const { width, height, ...options } = pressOptions(failures)
  // Every card covers all of it.
  sheet ??= createCanvas(width, height)
  const c = sheet.getContext('2d')
  c.drawImage(kept.canvas, 0, 0)
  const { organization: _, ...face } = card
  paintCard(c, { ...face, ...kept.pictures }, { ...options, layers: ['fulfillment', 'user', 'logo'] })
  return { bytes: encode(sheet), failures }
}

/** As {@link pressFront}, for the first card of a design. */
export async function pressFrontOfNewDesign(
  design: string,
  card: CardFace,
  artwork: Artwork,
): Promise<Painted> {
  const failures: Failure[] = []
  const { width, height, ...options } = pressOptions(failures)
  const face = await withArtwork(card, artwork, failures)
  const canvas = createCanvas(width, height)
  paintCard(canvas.getContext('2d'), face, { ...options, layers: ['background', 'gradient'] })
  const { organization, bitmapLogo, fulfillmentImage } = face
  const pictures = {
    ...(organization && { organization }),
    ...(bitmapLogo && { bitmapLogo }),
    ...(fulfillmentImage && { fulfillmentImage }),
  }
  kept = { design, canvas, pictures }
  const painted = pressFront(design, card)!
  return { ...painted, failures: [...failures, ...painted.failures] }
}

/** Draws the back of a design's cards with bleed, without number and code. */
export function pressBack(card: CardBack): Painted {
  const failures: Failure[] = []
  const { width, height, ...options } = pressOptions(failures)
  const canvas = createCanvas(width, height)
  paintCardBack(canvas.getContext('2d'), { ...card, code: '' }, options)
  return { bytes: encode(canvas), failures }
}

function pressOptions(failures: Failure[]) {
  registerFonts()
  const { width, height } = printSize({ bleedMm: BLEED_MM })
  const widthDots = dotsFromMm(CARD_WIDTH_MM)
  return {
    width,
    height,
    widthDots,
    bleedDots: (width - widthDots) / 2,
    makePath: (d: string) => new Path2D(d),
    tint,
    onLayerFailed: (part: string, cause: unknown) => failures.push({ part, reason: String(cause) }),
  }
}

const encode = (canvas: Canvas) => withResolution(canvas.encodeSync('jpeg', JPEG_QUALITY))
