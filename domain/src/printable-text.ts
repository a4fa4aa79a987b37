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

/** Most lines of a long list are already tidy; this recognizes them fast. */
const IS_TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/

/**
 * Every character that all our fonts have: Latin letters with their accents, including Vietnamese and African
 * ones, combining accents, and punctuation. A test compares the table with the font files.
 */
const PRINTABLE =
  '\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u0148\\u014a-\\u019a\\u019c-\\u01c3\\u01c7-\\u023e\\u0240-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0260\\u0263\\u0268\\u0269\\u026f\\u0272\\u0275\\u0283\\u0289-\\u028c\\u0292\\u02b9-\\u02bf\\u0300-\\u0304\\u0306-\\u030a\\u030c\\u030f\\u031b\\u0323\\u0326-\\u0328\\u1e00-\\u1e95\\u1e97-\\u1e9b\\u1e9d-\\u1efb\\u2010-\\u2015\\u2018-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a\\u20a0-\\u20af\\u20b1-\\u20b5\\u20b8-\\u20ba\\u20bd\\u2116\\u2122'
/** The subset in the brand's own fonts, Instrument Sans and Instrument Serif. */
const HOUSE =
  '\\u0020-\\u007e\\u00a0-\\u00a3\\u00a5\\u00a7-\\u00ab\\u00ae-\\u00b0\\u00b4\\u00b6-\\u00b8\\u00ba\\u00bb\\u00bf-\\u0107\\u010a-\\u0113\\u0116-\\u011b\\u011e-\\u0123\\u0126\\u0127\\u012a\\u012b\\u012e-\\u0133\\u0136\\u0137\\u0139-\\u013e\\u0141-\\u0148\\u014a-\\u014d\\u0150-\\u015b\\u015e-\\u0161\\u0164\\u0165\\u016a-\\u017e\\u01cd\\u01ce\\u0218-\\u021b\\u0237\\u1e80-\\u1e85\\u1e9e\\u1ef2\\u1ef3\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u2039\\u203a\\u20ac\\u2122'
const IS_PRINTABLE = new RegExp(`^[${PRINTABLE}]*$`, 'u')
const IS_HOUSE = new RegExp(`^[${HOUSE}]*$`, 'u')

/**
 * The stored form of a line of text: composed letters, plain quotes and dashes, single spaces, no invisible
 * characters, trimmed.
 */
export function tidyLine(text: string): string {
  if (IS_TIDY.test(text)) return text
  const visible = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Cf}/gu, '')
  const plain = [...visible.normalize('NFC')].map((each) => PLAIN[each] ?? each).join('')
  return plain.replace(/ {2,}/g, ' ').trim()
}

/** Characters that none of our fonts has, each once. Line breaks are fine. */
export function unprintableCharacters(text: string): string[] {
  if (IS_PRINTABLE.test(text)) return []
  const composed = text.normalize('NFC').replace(/[\r\n]/g, '')
  return [...new Set(composed)].filter((each) => !IS_PRINTABLE.test(each))
}

const NAMED_AT_MOST = 5

/** What to do about characters that can't be printed. `undefined` when there are none. */
export function unprintableSentence(text: string): string | undefined {
  const found = unprintableCharacters(text)
  if (found.length === 0) return undefined
  const named = found.slice(0, NAMED_AT_MOST).join(' ')
  return `We can’t print ${named}${found.length > NAMED_AT_MOST ? ' and others' : ''}. Use Latin letters instead.`
}

/** Whether the brand's own fonts have every letter; if not, the whole line uses another font. */
export function isInHouseLetters(text: string): boolean {
  return IS_HOUSE.test(text)
}

/**
 * The closest text we can print: without the accents our fonts lack, and without emoji.
 *
 * @returns undefined if no change is needed, or a letter of another script has no Latin form
 */
export function printableForm(text: string): string | undefined {
  const composed = text.normalize('NFC')
  const lacking = new Set(unprintableCharacters(composed))
  if (lacking.size === 0) return undefined
  const plain = [...composed].map((each) => (lacking.has(each) ? plainForm(each) : each)).join('')
  const form = plain.replace(/[^\S\n]{2,}/g, ' ').trim()
  return form === '' || unprintableCharacters(form).length > 0 ? undefined : form
}

/** "Ａ" and "𝐀" become A; an emoji becomes empty. */
function plainForm(character: string): string {
  if (/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{Cf}]/u.test(character))
    return ''
  return character.normalize('NFKD').replace(/\p{M}/gu, '')
}
