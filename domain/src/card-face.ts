import type { BrandColors } from './brand-roles.ts'
import type { Art, Gradient, Tone } from './card-design.ts'

/** The layers of a card, first painted first. docs/spec.md §3, "Card preview image". */
export const CARD_LAYERS = ['background', 'gradient', 'fulfillment', 'user', 'logo'] as const
export type CardLayer = (typeof CARD_LAYERS)[number]

/** A decoded picture, with its size in pixels. */
export type CardBitmap = { image: object; width: number; height: number }

/** An organization's logo, with its name next to it unless the logo includes it. */
export type OrganizationLogo = {
  /** Where its picture is loaded from. */
  picture?: { url: string } | undefined
  /** The loaded picture, tinted in the card's text color. */
  bitmap?: CardBitmap
  /**
   * Drawn without a bitmap, in a 32 × 32 box: SVG path data of a logo from before logos were uploaded. The second is
   * drawn fainter.
   */
  paths: ReadonlyArray<{ d: string; second: boolean }>
  word: string
  serif: boolean
}

/** Everything visible on the front of one card, with merge fields already replaced. */
export type CardFace = {
  colors: BrandColors
  art: Art
  tone: Tone
  gradient: Gradient
  line1: string
  line2: string
  rewardType: 'bulk' | 'direct' | 'digital'
  /** Printed on direct cards; a placeholder is shown until it's known, and nothing where it's null. */
  recipientName?: string | null
  /** Shown on digital cards, already masked; dots if absent. */
  accountText?: string
  /** As written on the card: "$75". */
  amountText?: string
  networkName: string
  /** Shown if the customer has no logo. */
  organization?: OrganizationLogo
  bitmapLogo?: CardBitmap
  logoOneColor: boolean
  /** A template's own picture, instead of the painted layer. */
  backgroundImage?: object
  gradientImage?: object
  fulfillmentImage?: object
}

export type PaintOptions<Layer extends string = CardLayer> = {
  /** Width of the card on the canvas in dots, without bleed. */
  widthDots: number
  /** Dots painted beyond each edge; the card starts at this offset. */
  bleedDots?: number
  /** Only these layers, such as for a template without words. All if absent. */
  layers?: readonly Layer[]
  /** The platform's path from SVG path data: `(d) => new Path2D(d)`. */
  makePath: (d: string) => object
  /** The image's silhouette in one color. */
  tint: (image: object, color: string) => object
  /** Reports a layer that couldn't be painted and is skipped. */
  onLayerFailed: (layer: Layer, cause: unknown) => void
}
