/** What stands for a character that no font here can draw. */
export const UNDRAWN = '□'

/** The letters every PDF reader draws by itself: Latin-1, and what Windows adds to it. */
const IS_PLAIN = /^[\n -~\u00a0-\u00ff–—‘’‚“”„•…€™ŠšŽžŒœŸ]*$/

/** Can the fonts of every PDF reader draw it? Otherwise it takes the one that travels with the paper. */
export function isPlain(text: string): boolean {
  return IS_PLAIN.test(text)
}

/**
 * A text as it is printed: composed, without what is invisible; a letter the font does not have loses
 * its accent, and one it cannot draw at all is marked, never left out.
 *
 * @param canDraw whether the font that travels with the paper has a character
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
