import type { CardFace } from '@laurel/domain/card-face'
import { CARD_WIDTH_MM, dotsFromMm, printSize } from '@laurel/domain/card-geometry'
import { paintCard } from '@laurel/domain/paint-card'
import { type CardBack, paintCardBack } from '@laurel/domain/paint-card-back'
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas'
import { JPEG_QUALITY, registerFonts, tint, withResolution } from '../../card-items/card-painter.ts'

/** What is printed beyond each edge and cut away. */
export const BLEED_MM = 3

/** Pictures being encoded at the same time: each on a thread of its own. */
const AT_ONCE = 4

export type LayerFailure = (layer: string, cause: unknown) => void

/**
 * Draws many cards with bleed, several at once. A design's background and gradient are drawn once and reused
 * for all its cards.
 */
export function makeCardPress(onLayerFailed: LayerFailure) {
  registerFonts()
  const { width, height } = printSize({ bleedMm: BLEED_MM })
  const widthDots = dotsFromMm(CARD_WIDTH_MM)
  const options = { widthDots, bleedDots: (width - widthDots) / 2, onLayerFailed }
  const face = { ...options, makePath: (d: string) => new Path2D(d), tint }
  const grounds = new Map<string, Canvas>()
  const free: Canvas[] = []

  const groundOf = (designKey: string, card: CardFace): Canvas => {
    const kept = grounds.get(designKey)
    if (kept !== undefined) return kept
    const canvas = createCanvas(width, height)
    paintCard(canvas.getContext('2d'), card, { ...face, layers: ['background', 'gradient'] })
    // Cards come design by design: the one before is over.
    grounds.clear()
    grounds.set(designKey, canvas)
    return canvas
  }
  const encode = async (canvas: Canvas) => withResolution(await canvas.encode('jpeg', JPEG_QUALITY))

  return {
    /** The front of one card. @param designKey what cards with the same artwork have in common */
    async front(designKey: string, card: CardFace): Promise<Buffer> {
      const canvas = free.pop() ?? createCanvas(width, height)
      const c = canvas.getContext('2d')
      c.drawImage(groundOf(designKey, card), 0, 0)
      paintCard(c, card, { ...face, layers: ['fulfillment', 'user', 'logo'] })
      try {
        return await encode(canvas)
      } finally {
        if (free.length < AT_ONCE) free.push(canvas)
      }
    },
    /** The back of a design's cards, without number and code. */
    back(card: CardBack): Promise<Buffer> {
      const canvas = createCanvas(width, height)
      paintCardBack(canvas.getContext('2d'), { ...card, code: '' }, options)
      return encode(canvas)
    },
  }
}
export type CardPress = ReturnType<typeof makeCardPress>

/** Maps items concurrently, a few at a time, and yields results in order. */
export async function* inOrder<From, To>(
  source: AsyncIterable<From>,
  work: (one: From) => Promise<To>,
): AsyncGenerator<To> {
  const under: Promise<To>[] = []
  try {
    for await (const one of source) {
      under.push(work(one))
      if (under.length >= AT_ONCE) yield await under.shift()!
    }
    while (under.length > 0) yield await under.shift()!
  } finally {
    // The others aren't awaited, and their failures must not end the process.
    for (const one of under) one.catch(() => {})
  }
}
