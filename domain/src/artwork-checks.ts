import type { CardDesign } from './card-design.ts'
import { logoDpi, PRINT_DPI } from './card-geometry.ts'
import type { CardTone } from './card-tone.ts'
import { contrast } from './color.ts'
import { flaggedWords } from './flagged-words.ts'

/** What a printer checks, in display order. */
export const ARTWORK_CHECKS = [
  'logo_known',
  'logo_sharp',
  'logo_transparent',
  'text_contrast',
  'words',
] as const
export type ArtworkCheckName = (typeof ARTWORK_CHECKS)[number]

/** `value` is dpi or a contrast ratio; `words` are the flagged words, or the file's name. */
export type ArtworkCheck = { check: ArtworkCheckName; isGood: boolean; value: number | null; words: string }

export type LogoFacts = {
  fileName: string
  widthPx: number
  heightPx: number
  /** Undefined if the file can't be read. */
  isTransparent: boolean | undefined
  /** An approved order of this customer used the same picture. */
  isKnown: boolean
}
export type ArtworkFacts = {
  design: Pick<CardDesign, 'line1' | 'line2'>
  message: string
  tone: Pick<CardTone, 'text' | 'ground' | 'low'>
  /** What is behind the words if the template has its own picture. */
  pictureGround?: string | undefined
  /** Undefined if the customer has no logo. */
  logo?: LogoFacts | undefined
}

/** WCAG's ratio for normal text; the words on a card can be as small as 2 mm. */
const READABLE = 4.5

/**
 * What a printer checks in a design: the logo's print resolution and transparency, whether it was approved
 * before, whether the words are legible, and which words need review.
 *
 * @returns in the order of {@link ARTWORK_CHECKS}; checks of a logo only if there is one
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
