import type { CardDesign } from './card-design.ts'
import { logoDpi, PRINT_DPI } from './card-geometry.ts'
import type { CardTone } from './card-tone.ts'
import { contrast } from './color.ts'
import { flaggedWords } from './flagged-words.ts'

/** What a printer looks at, in the order it is told. */
export const ARTWORK_CHECKS = [
  'logo_known',
  'logo_sharp',
  'logo_transparent',
  'text_contrast',
  'words',
] as const
export type ArtworkCheckName = (typeof ARTWORK_CHECKS)[number]

/** `value` is dots per inch or a ratio of contrast; `words` which words, or which file. */
export type ArtworkCheck = { check: ArtworkCheckName; isGood: boolean; value: number | null; words: string }

export type LogoFacts = {
  fileName: string
  widthPx: number
  heightPx: number
  /** Undefined when the file cannot be read. */
  isTransparent: boolean | undefined
  /** The same picture was on an order of this customer that was approved. */
  isKnown: boolean
}
export type ArtworkFacts = {
  design: Pick<CardDesign, 'line1' | 'line2'>
  message: string
  tone: Pick<CardTone, 'text' | 'ground' | 'low'>
  /** The ground under the words where the template has a picture of its own. */
  pictureGround?: string | undefined
  /** Undefined without a logo of the customer's own. */
  logo?: LogoFacts | undefined
}

/** As WCAG asks of text of ordinary size; the words on a card may be as small as 2 mm. */
const READABLE = 4.5

/**
 * What a printer checks of one design: the logo's sharpness in its printed size, whether its ground is
 * transparent, whether it was approved before, whether the words can be read, and which of them need a look.
 *
 * @returns in the order of {@link ARTWORK_CHECKS}; those about a logo only where there is one
 */
export function artworkChecks({ design, message, tone, pictureGround, logo }: ArtworkFacts): ArtworkCheck[] {
  const grounds = pictureGround === undefined ? [tone.ground, tone.low] : [pictureGround]
  const ratio = Math.min(...grounds.map((ground) => contrast(tone.text, ground)))
  const flagged = flaggedWords(design.line1, design.line2, message)
  return [
    ...(logo ? logoChecks(logo) : []),
    { check: 'text_contrast', isGood: ratio >= READABLE, value: Math.floor(ratio * 10) / 10, words: '' },
    { check: 'words', isGood: flagged.length === 0, value: null, words: flagged.join(', ') },
  ]
}

function logoChecks(logo: LogoFacts): ArtworkCheck[] {
  const { fileName: words } = logo
  const dpi = logoDpi(logo.widthPx, logo.heightPx)
  const see = { value: null, words }
  return [
    { check: 'logo_known', isGood: logo.isKnown, ...see },
    { check: 'logo_sharp', isGood: dpi >= PRINT_DPI, value: dpi, words },
    { check: 'logo_transparent', isGood: logo.isTransparent === true, ...see },
  ]
}
