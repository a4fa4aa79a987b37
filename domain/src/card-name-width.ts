/** How a recipient's name is set on a direct card: it shrinks to the smallest size and no further. */
export const CARD_NAME_LINE = { maxWidth: 330, size: 14.5, minSize: 8.5, tracking: 1.6 } as const

/** Widths of the card's sans serif at weight 500, in thousandths of its size; names are set in capitals. */
const CHARACTERS_OF_WIDTH: Readonly<Record<number, string>> = {
  0: '\u00ad',
  124: '·',
  197: ' \u00a0',
  238: '|',
  244: "'",
  254: 'IÌÍÎÏĨĪĮİ',
  260: '¦',
  265: ',.:;',
  278: 'Ĭ',
  284: '!¡',
  301: '¸',
  318: 'ʼ',
  333: '²³¹',
  354: '`´',
  373: 'ª',
  379: '°',
  389: '1',
  411: '¯',
  413: 'º',
  417: '"',
  419: '*',
  423: '()[]{}',
  441: 'J',
  444: '/\\',
  446: '_',
  464: '¨',
  499: '-',
  500: 'Ĵĸ',
  509: '§',
  521: '«»',
  538: '+<=>^~×÷',
  543: '¢',
  546: '7',
  549: '±',
  551: '2',
  556: '¤Ŀ',
  574: '?¿',
  577: '3',
  578: '5',
  584: '¬',
  589: 'LĹĻĽ',
  590: '8',
  591: 'Ł',
  594: '£',
  598: 'F',
  607: '46',
  611: 'ŢŦ',
  615: '9',
  623: '$SŚŞŠ',
  627: 'ZŹŻŽ',
  628: '¥',
  634: 'EÈÉÊËĒĖĘĚ',
  640: 'B',
  656: 'TŤ',
  660: 'RÞŔŖŘ',
  661: 'P',
  667: 'ĔŜ',
  671: '0',
  687: '¶',
  688: 'YÝŸŶ',
  695: 'Ĳ',
  697: 'X',
  702: 'KĶ',
  708: 'UÙÚÛÜŨŪŬŮŰŲ',
  721: '#',
  722: 'ĈĤ',
  728: 'Ŋ',
  731: 'AHNVÀÁÂÃÄÅÑĀĂĄŃŅŇ',
  741: 'Ħ',
  744: 'CÇĆĊČ',
  753: 'DĎ',
  759: 'ÐĐ',
  761: '&',
  764: 'GĞĠĢ',
  778: 'ĜŎ',
  786: '%',
  790: 'OÒÓÔÕÖØŌŐ',
  796: 'Q',
  833: 'Μ',
  834: '¼½¾',
  837: '©®',
  860: '@',
  902: 'M',
  952: 'Æ',
  1073: 'Œ',
  1088: 'WŴ',
}
const WIDEST = 1088
const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(CHARACTERS_OF_WIDTH).flatMap(([width, characters]) =>
    [...characters].map((character) => [character, Number(width)] as const),
  ),
)

/** A name this short fits whatever its letters are. */
const ALWAYS_FITS = Math.floor(CARD_NAME_LINE.maxWidth / ((WIDEST / 1000) * CARD_NAME_LINE.minSize + 1.6))

/**
 * How wide a name is on the card at its smallest size, in units of the card (508.5 across). Kerning,
 * which brings letters closer, is left out: what fits here fits on the card.
 */
export function cardNameWidth(name: string): number {
  let width = 0
  for (const letter of name) width += letterWidth(letter)
  return width
}

/** Of one letter as it is printed; some become two capitals. */
function letterWidth(letter: string): number {
  let width = 0
  for (const capital of letter.toUpperCase()) {
    width += ((WIDTHS.get(capital) ?? WIDEST) / 1000) * CARD_NAME_LINE.minSize + CARD_NAME_LINE.tracking
  }
  return width
}

/**
 * How many letters must go so that a name is printed whole. Blanks at its end take no room. Looks at
 * each letter once: a name in a file may be as long as its cell.
 *
 * @returns 0 when it fits
 */
export function lettersTooMany(name: string): number {
  if (name.length <= ALWAYS_FITS) return 0
  const letters = [...name]
  let width = 0
  for (const [index, letter] of letters.entries()) {
    width += letterWidth(letter)
    if (width > CARD_NAME_LINE.maxWidth && letter.trim() !== '') return letters.length - index
  }
  return 0
}
