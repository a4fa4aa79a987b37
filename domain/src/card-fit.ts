import type { CardFace } from './card-face.ts'
import { mmFromUnits } from './card-geometry.ts'
import { lowerLine } from './card-layer-fulfillment.ts'
import { wordLines } from './card-layer-user.ts'
import { fitLine, type TextRuler } from './card-text.ts'
import { hasMergeField } from './message-merge.ts'

/** A text that a person's name makes too wide for its place. Sizes are in points, as printed. */
export type TightText = { what: 'name' | 'line1' | 'line2'; pt: number; designedPt: number; isCut: boolean }

/** Words shrink to fit by design, so they count only when they're smaller than this share of their size. */
const SMALL_WORDS = 2 / 3

/**
 * The texts of a card that a person's name makes small: the printed name below its size, and words with a merge field
 * that shrink by more than a third or are cut.
 *
 * @param c a canvas that has the card's fonts
 * @param face the card as this person gets it
 * @param design the same words with their merge fields
 */
export function tightTexts(
  c: TextRuler,
  face: Pick<CardFace, 'art' | 'line1' | 'line2' | 'rewardType' | 'recipientName'>,
  design: { line1: string; line2: string },
): TightText[] {
  const { line1, line2 } = wordLines(face)
  const lines = [
    ...(face.rewardType === 'direct' ? [{ what: 'name' as const, least: 1, ...lowerLine(face) }] : []),
    ...(hasMergeField(design.line1) ? [{ what: 'line1' as const, least: SMALL_WORDS, ...line1 }] : []),
    ...(hasMergeField(design.line2) ? [{ what: 'line2' as const, least: SMALL_WORDS, ...line2 }] : []),
  ]
  return lines.flatMap(({ what, least, text, style, maxWidth }) => {
    const { size, isCut } = fitLine(c, text, style, maxWidth)
    if (!isCut && size >= least * style.size) return []
    return [{ what, pt: pointsOf(size), designedPt: pointsOf(style.size), isCut }]
  })
}

/** Points of a size in card units, to one decimal. */
function pointsOf(units: number): number {
  return Math.round((mmFromUnits(units) / 25.4) * 72 * 10) / 10
}
