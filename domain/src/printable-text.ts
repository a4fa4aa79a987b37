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

/** Most lines of a long list are tidy as they come, and seen to be at once. */
const IS_TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/
const IS_PRINTABLE = /^[ -~\u00a0-\u017f]*$/

/**
 * A line of text as it is kept: composed letters, plain quotes and dashes, single blanks,
 * nothing invisible, nothing around it.
 */
export function tidyLine(text: string): string {
  if (IS_TIDY.test(text)) return text
  const visible = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Cf}/gu, '')
  const plain = [...visible.normalize('NFC')].map((each) => PLAIN[each] ?? each).join('')
  return plain.replace(/ {2,}/g, ' ').trim()
}

/**
 * The characters of a line the card printer has no shape for, each once.
 * It prints Latin letters with all the accents of Europe (Latin-1 and Latin Extended-A).
 */
export function unprintableCharacters(line: string): string[] {
  if (IS_PRINTABLE.test(line)) return []
  return [...new Set(line)].filter((each) => !isPrintable(each))
}

function isPrintable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0x17f)
}
