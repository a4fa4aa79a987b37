/** The card's name line, in the printer's fixed pitch. */
export const CARD_NAME_MAX = 26

const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201b': "'",
  '\u02bc': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
}

/**
 * A line of text as it is kept: composed letters, plain quotes and dashes, single blanks,
 * nothing invisible, nothing around it.
 */
export function tidyLine(text: string): string {
  const visible = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Cf}/gu, '')
  const plain = [...visible.normalize('NFC')].map((each) => PLAIN[each] ?? each).join('')
  return plain.replace(/ {2,}/g, ' ').trim()
}

/**
 * The characters of a line the card printer has no shape for, each once.
 * It prints Latin letters with all the accents of Europe (Latin-1 and Latin Extended-A).
 */
export function unprintableCharacters(line: string): string[] {
  return [...new Set(line)].filter((each) => !isPrintable(each))
}

/** How many places a line takes on the card. */
export function printedLength(line: string): number {
  return [...line].length
}

function isPrintable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0x17f)
}
