import type { BrandColors } from './brand-roles.ts'
import type { Canvas2D } from './card-canvas.ts'
import type { Tone } from './card-design.ts'
import type { PaintOptions } from './card-face.ts'
import { CARD_BLEED_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'
import { paintGround } from './card-layer-background.ts'
import { paintNetwork } from './card-layer-fulfillment.ts'
import { breakLines, CARD_SANS, cardFont, paintLine } from './card-text.ts'
import { type CardTone, cardTone } from './card-tone.ts'
import { mix, withAlpha } from './color.ts'
import { paintLayers } from './paint-card.ts'

export const CARD_BACK_LAYERS = ['background', 'strip', 'signature', 'message', 'network'] as const
export type CardBackLayer = (typeof CARD_BACK_LAYERS)[number]

/** Everything visible on the back of one card. */
export type CardBack = {
  colors: BrandColors
  tone: Tone
  /** Short terms and where to ask: at most four lines are printed. */
  message: string
  /** Below the signature panel. */
  signature: string
  networkName: string
  /** The code's placeholder: dots, or empty if the printer sets the code. */
  code?: string
}

const LEFT = 32
/** Where the printer sets each card's own data, in units: number within the panel, code within its box. */
export const CARD_NUMBER_AT = { x: LEFT + 12, y: 122, width: 306, height: 50 } as const
export const CARD_CODE_AT = { x: 372, y: 128, width: 72, height: 38 } as const
const MESSAGE_TOP = 228
const MESSAGE_LINE = 14
const MESSAGE_LINES = 4
const MESSAGE_WIDTH = 320

/**
 * Draws the back of one card: magnetic stripe, signature panel with a place for the code, terms. The canvas and
 * failing layers are handled as on the front.
 *
 * @throws {RangeError} when a brand color is not `#rrggbb`
 */
export function paintCardBack(
  c: Canvas2D,
  back: CardBack,
  options: Pick<PaintOptions<CardBackLayer>, 'widthDots' | 'bleedDots' | 'layers' | 'onLayerFailed'>,
): void {
  const tone = cardTone(back.tone, back.colors)
  const paint: Record<CardBackLayer, () => void> = {
    background: () => paintGround(c, tone),
    strip: () => paintStrip(c, tone),
    signature: () => paintSignature(c, tone, back.signature, back.code ?? '•••'),
    message: () => paintMessage(c, tone, back.message),
    network: () => {
      c.fillStyle = tone.text
      paintNetwork(c, back.networkName)
    },
  }
  paintLayers(c, CARD_BACK_LAYERS, paint, options)
}

function paintStrip(c: Canvas2D, tone: CardTone): void {
  // The stripe is black for every brand; on a dark card, a light hairline shows its edge.
  c.fillStyle = mix('#141414', tone.low, 0.08)
  c.fillRect(-CARD_BLEED_UNITS, 30, CARD_WIDTH_UNITS + 2 * CARD_BLEED_UNITS, 62)
  c.fillStyle = 'rgba(255,255,255,0.08)'
  c.fillRect(-CARD_BLEED_UNITS, 91.4, CARD_WIDTH_UNITS + 2 * CARD_BLEED_UNITS, 0.6)
}

function paintSignature(c: Canvas2D, tone: CardTone, words: string, code: string): void {
  c.fillStyle = '#f6f4ee'
  c.beginPath()
  c.roundRect(LEFT, 122, 330, 50, 4)
  c.fill()
  c.strokeStyle = withAlpha(tone.text, 0.14)
  c.lineWidth = 0.7
  c.stroke()
  c.strokeStyle = withAlpha(mix(tone.art, '#8a8a8a', 0.4), 0.35)
  for (let y = 128; y < 171; y += 5) {
    c.beginPath()
    c.moveTo(LEFT + 8, y)
    c.lineTo(LEFT + 322, y)
    c.stroke()
  }
  c.fillStyle = '#ffffff'
  c.beginPath()
  c.roundRect(372, 128, 72, 38, 4)
  c.fill()
  c.fillStyle = '#26262a'
  paintLine(c, code, 408, 152, { weight: 500, family: CARD_SANS, size: 17, tracking: 2, align: 'center' })
  c.fillStyle = tone.text
  paintLine(c, words, LEFT, 188, {
    weight: 400,
    family: CARD_SANS,
    size: 9.5,
  })
}

function paintMessage(c: Canvas2D, tone: CardTone, message: string): void {
  const small = { weight: 400, family: CARD_SANS, size: 10.5 } as const
  c.fillStyle = tone.text
  c.letterSpacing = '0px'
  c.font = cardFont(small, message)
  const lines = breakLines(c, message, MESSAGE_WIDTH)
  const shown = lines.slice(0, MESSAGE_LINES)
  // Overflow is cut in the last line, so that the cut is visible.
  if (lines.length > MESSAGE_LINES) shown[MESSAGE_LINES - 1] = lines.slice(MESSAGE_LINES - 1).join(' ')
  shown.forEach((line, i) => {
    paintLine(c, line, LEFT, MESSAGE_TOP + i * MESSAGE_LINE, small, MESSAGE_WIDTH)
  })
}
