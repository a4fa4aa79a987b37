import type { BrandColors } from './brand-roles.ts'
import type { Art, Gradient, Tone } from './card-design.ts'

/** The layers of a card, first painted first. docs/spec.md §3, "Card preview image". */
export const CARD_LAYERS = ['background', 'gradient', 'fulfillment', 'user', 'logo'] as const
export type CardLayer = (typeof CARD_LAYERS)[number]

/** A picture the platform has decoded, with its size in pixels. */
export type CardBitmap = { image: object; width: number; height: number }

/** An organization's mark, drawn in a box of 32 by 32, and its name beside it. */
export type OrganizationMark = {
  /** SVG path data; a second path is drawn more quietly than the first. */
  paths: ReadonlyArray<{ d: string; second: boolean }>
  word: string
  serif: boolean
}

/** Everything that is visible on the front of one card. Merge fields are already replaced. */
export type CardFace = {
  colors: BrandColors
  art: Art
  tone: Tone
  gradient: Gradient
  line1: string
  line2: string
  rewardType: 'bulk' | 'direct' | 'digital'
  /** Printed on direct cards; a placeholder stands in its place until it is known. */
  recipientName?: string
  /** Printed on digital cards, as it may be shown: masked. */
  accountText?: string
  /** As it is written on the card: "$75". */
  amountText?: string
  networkName: string
  /** Stands where the customer has no logo of their own. */
  organization?: OrganizationMark
  bitmapLogo?: CardBitmap
  logoOneColor: boolean
  /** A template's own picture, in place of the painted layer. */
  backgroundImage?: object
  gradientImage?: object
  fulfillmentImage?: object
}

export type PaintOptions<Layer extends string = CardLayer> = {
  /** Width of the card on the canvas in dots, bleed not counted. */
  widthDots: number
  /** What is painted beyond each edge, in dots; the card then begins at this offset. */
  bleedDots?: number
  /** Only these layers, for a template without words or a lesson in layers. All of them when absent. */
  layers?: readonly Layer[]
  /** A platform's path of SVG path data: `(d) => new Path2D(d)`. */
  makePath: (d: string) => object
  /** The picture's silhouette in one color. */
  tint: (image: object, color: string) => object
  /** A layer could not be painted and is skipped: the caller logs it. */
  onLayerFailed: (layer: Layer, cause: unknown) => void
}
