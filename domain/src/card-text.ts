import type { Canvas2D } from './card-canvas.ts'
import { isInHouseLetters } from './printable-text.ts'

export const CARD_SANS = '"Instrument Sans", sans-serif'
export const CARD_SERIF = '"Instrument Serif", serif'

/**
 * Replaces the font for a whole line if the brand's font lacks a letter: single letters in another font look
 * patched in.
 */
const WIDER_FAMILIES: Readonly<Record<string, string>> = {
  [CARD_SANS]: '"Inter", sans-serif',
  [CARD_SERIF]: '"Noto Serif Display", serif',
}

/** How a line of text is set: weight and family, size and tracking in units. */
export type LineStyle = {
  weight: 400 | 500 | 600 | 700
  family: string
  size: number
  /** Text shrinks to this size, then is cut with an ellipsis. */
  minSize?: number
  tracking?: number
  align?: 'left' | 'right' | 'center'
}

/** Draws a line of text on its baseline. It shrinks to fit `maxWidth` and never wraps. */
export function paintLine(
  c: Canvas2D,
  text: string,
  x: number,
  y: number,
  style: LineStyle,
  maxWidth = Number.POSITIVE_INFINITY,
): void {
  c.textBaseline = 'alphabetic'
  c.textAlign = style.align ?? 'left'
  c.fillText(fitLine(c, text, style, maxWidth).text, x, y)
}

/** A line's font, as canvas expects it. */
export function cardFont({ weight, size, family }: LineStyle, text: string): string {
  return `${weight} ${size}px ${isInHouseLetters(text) ? family : (WIDER_FAMILIES[family] ?? family)}`
}

/** What measures a line. */
export type TextRuler = Pick<Canvas2D, 'font' | 'letterSpacing' | 'measureText'>

/**
 * Sets the largest whole-step font in which the text fits.
 *
 * @returns its size, and the text, cut if even the smallest is too wide
 */
export function fitLine(
  c: TextRuler,
  line: string,
  style: LineStyle,
  maxWidth: number,
): { text: string; size: number; isCut: boolean } {
  const text = line.normalize('NFC')
  c.letterSpacing = `${style.tracking ?? 0}px`
  const set = (size: number) => {
    c.font = cardFont({ ...style, size }, text)
  }
  const fits = (line: string) => c.measureText(line).width <= maxWidth

  let { size } = style
  set(size)
  if (fits(text)) return { text, size, isCut: false }
  while (size - 1 >= (style.minSize ?? style.size)) {
    size -= 1
    set(size)
    if (fits(text)) return { text, size, isCut: false }
  }
  const letters = Array.from(text)
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return { text: `${letters.join('').trimEnd()}…`, size, isCut: true }
}

/** Breaks a paragraph into lines no wider than `maxWidth` in the current font. A single long word isn't split. */
export function breakLines(c: Canvas2D, text: string, maxWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && c.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
