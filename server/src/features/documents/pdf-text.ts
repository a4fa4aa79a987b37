/** Replaces characters that none of our fonts has. */
export const UNDRAWN = '□'

/** Characters that every PDF reader has: Latin-1 plus Windows-1252's additions. */
const IS_PLAIN = /^[\n -~\u00a0-\u00ff–—‘’‚“”„•…€™ŠšŽžŒœŸ]*$/

/** Can the fonts of every PDF reader draw it? Otherwise the embedded font is used. */
export function isPlain(text: string): boolean {
  return IS_PLAIN.test(text)
}

/**
 * A text's printable form: composed, without invisible characters. A missing letter loses its accent; one that
 * can't be drawn at all is replaced by a mark.
 *
 * @param canDraw whether the document's embedded font has a character
 */
export function drawable(text: string, canDraw: (character: string) => boolean): string {
  const visible = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/gu, '')
  if (isPlain(visible)) return visible
  return [...visible]
    .map((each) => {
      if (isPlain(each) || canDraw(each)) return each
      const base = each.normalize('NFKD').replace(/\p{M}/gu, '')
      return base !== '' && [...base].every((one) => isPlain(one) || canDraw(one)) ? base : UNDRAWN
    })
    .join('')
}
