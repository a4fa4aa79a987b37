/** How the brand's colors are used on a card, from the darkest background to the lightest. */
export const TONES = ['deep', 'bright', 'pale', 'ink', 'warm', 'paper'] as const
export type Tone = (typeof TONES)[number]

/** How strongly the second layer fades the artwork behind the words. */
export const GRADIENTS = ['none', 'soft', 'strong'] as const
export type Gradient = (typeof GRADIENTS)[number]

/** What a reward card template draws on its background layer. */
export const ARTS = ['laurel', 'hills', 'rosette', 'arches', 'confetti', 'contour', 'plain'] as const
export type Art = (typeof ARTS)[number]

/** In characters, with merge fields as typed: a longer line would shrink below legible print. */
export const LINE1_MAX = 40
export const LINE2_MAX = 40

/** The values of a card's user layout: what the customer chose and wrote on the template. */
export type CardDesign = {
  tone: Tone
  gradient: Gradient
  line1: string
  line2: string
  logoFileKey: string | null
  logoOneColor: boolean
}

/** A template without any words yet. The logo starts in one color, which is legible on every background. */
export const EMPTY_DESIGN: Readonly<CardDesign> = {
  tone: 'deep',
  gradient: 'soft',
  line1: '',
  line2: '',
  logoFileKey: null,
  logoOneColor: true,
}

/**
 * Repairs a stored card design, so that an old or damaged draft still opens: unusable values fall back to the
 * empty design's, and lines are cut to length.
 */
export function repairDesign(stored: unknown): CardDesign {
  const values: Partial<Record<keyof CardDesign, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {}
  return {
    tone: oneOf(TONES, values.tone) ?? EMPTY_DESIGN.tone,
    gradient: oneOf(GRADIENTS, values.gradient) ?? EMPTY_DESIGN.gradient,
    line1: line(values.line1, LINE1_MAX),
    line2: line(values.line2, LINE2_MAX),
    logoFileKey:
      typeof values.logoFileKey === 'string' && values.logoFileKey !== '' ? values.logoFileKey : null,
    logoOneColor: typeof values.logoOneColor === 'boolean' ? values.logoOneColor : EMPTY_DESIGN.logoOneColor,
  }
}

function oneOf<const Choice>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** One printed line: line breaks become spaces, and a cut never splits a character. */
function line(value: unknown, max: number): string {
  if (typeof value !== 'string') return ''
  return Array.from(value.replace(/\s*[\r\n]+\s*/g, ' '))
    .slice(0, max)
    .join('')
}
