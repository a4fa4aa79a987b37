import { isInHouseLetters } from './printable-text.ts'

/** How a recipient's name is set on a direct card, down to the smallest size. */
export const CARD_NAME_LINE = { maxWidth: 330, size: 14.5, minSize: 8.5, tracking: 1.6 } as const

/** Letter widths at weight 500, in thousandths of the font size; names are set in capitals. */
type Widths = Readonly<Record<number, string>>

const INSTRUMENT_SANS: Widths = {
  124: '·',
  197: ' \u00a0',
  238: '|',
  244: "'",
  254: 'IÌÍÎÏĪĮİ',
  265: ',.:;',
  284: '!¡',
  301: '¸',
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
  509: '§',
  521: '«»',
  538: '+<=>^~×÷',
  543: '¢',
  546: '7',
  551: '2',
  574: '?¿',
  577: '3',
  578: '5',
  589: 'LĹĻĽ',
  590: '8',
  591: 'Ł',
  594: '£',
  598: 'F',
  607: '46',
  615: '9',
  623: '$SŚŞŠ',
  627: 'ZŹŻŽ',
  628: '¥',
  634: 'EÈÉÊËĒĖĘĚ',
  640: 'B',
  656: 'TŤ',
  660: 'RÞŔŖŘ',
  661: 'P',
  671: '0',
  687: '¶',
  688: 'YÝŸŶ',
  695: 'Ĳ',
  697: 'X',
  702: 'KĶ',
  708: 'UÙÚÛÜŪŬŮŰŲ',
  721: '#',
  728: 'Ŋ',
  731: 'AHNVÀÁÂÃÄÅÑĀĂĄŃŅŇ',
  741: 'Ħ',
  744: 'CÇĆĊČ',
  753: 'DĎ',
  759: 'ÐĐ',
  761: '&',
  764: 'GĞĠĢ',
  786: '%',
  790: 'OÒÓÔÕÖØŌŐ',
  796: 'Q',
  837: '©®',
  860: '@',
  902: 'M',
  952: 'Æ',
  1073: 'Œ',
  1088: 'WŴ',
}

/** Rounded up to ten. A letter that isn't listed is as wide as its base letter. */
const INTER: Widths = {
  170: 'ʾ',
  180: 'ʿ',
  240: '′',
  250: 'ʹ',
  260: 'ǂȷ‚',
  270: ' \u00a0',
  280: 'Iǀʻʼʽ‘’‛',
  290: 'Ɩ',
  300: '¦',
  310: '!,.:¡·¸ǃ',
  320: "';¹",
  340: '`´',
  350: '|Ɨƫ',
  370: '()/[\\]ǁẝ',
  400: '\u2010\u2011‹›',
  410: 'ȴ',
  420: '1',
  430: 'ȶ',
  450: '{}²',
  460: 'ª°³„',
  470: '-_¯',
  480: '^“”″',
  490: 'ºʺ',
  500: '"\u2013',
  530: '*?¿†‡',
  540: '•',
  550: 'ĸ',
  560: '¥ƺƾɁ₹',
  570: 'L§Ŀ',
  580: '7J¢ƍƪẟ',
  590: 'FƑȽ',
  600: 'Ł',
  610: '5E¨«¶»ƎɆ₣',
  620: '2ƻƼɈ₫₺',
  630: '3689£Ɛ₤™',
  640: '#',
  650: '$0PRSZÞƋȠƧƩƲƵȜȢȤⱿ\u2012',
  660: '&4BTŦƂƮȾɌ₮₸',
  670: '+<=>~¬®±×÷ɃƔ₴',
  680: 'ƬǷ€',
  690: 'KƷƸɎ₱',
  700: 'YƘ',
  710: 'AVXȺ₳',
  720: 'ẞ₽',
  730: 'D₢',
  740: 'C¤ƆƇƦƳȻɅ₠₡₵',
  750: 'GHUÐĐƉƏƓǤɄ₭₲',
  760: 'NŊƝȵ',
  770: 'OQØƟƱɊ₦',
  780: 'ȡ',
  790: 'Ħ',
  800: 'Ƥ',
  810: 'ƄỺ',
  820: '¼Ɓ',
  850: 'Ĳ',
  860: '½₪',
  870: '₥',
  880: 'Ɗ',
  900: '¾Ƣ',
  920: 'M©Μȸȹ…',
  930: 'Ɯ',
  990: '@₧₩',
  1000: '%\u2014\u2015',
  1010: 'WÆŒ',
  1100: '№',
  1130: 'Ƕ',
  1140: '₨',
  1150: 'Ǉ',
  1340: 'Ǌ',
  1360: '‰',
  1370: 'Ǳ',
  1420: '₯',
}
const HOUSE_FONT = readWidths(INSTRUMENT_SANS)
const WIDER_FONT = readWidths(INTER)
type Font = ReturnType<typeof readWidths>

function readWidths(widths: Widths) {
  const each = new Map<string, number>()
  for (const [width, characters] of Object.entries(widths)) {
    for (const character of characters) each.set(character, Number(width))
  }
  return { each, widest: Math.max(...each.values()) }
}

/** A name this short fits with any letters. */
const ALWAYS_FITS = Math.floor(
  CARD_NAME_LINE.maxWidth /
    ((2 * WIDER_FONT.widest * CARD_NAME_LINE.minSize) / 1000 + CARD_NAME_LINE.tracking),
)

/**
 * The width of a name at its smallest size, in card units (508.5 across). Kerning is ignored: it only brings
 * letters closer, so what fits here fits on the card.
 */
export function cardNameWidth(name: string): number {
  const font = isInHouseLetters(name) ? HOUSE_FONT : WIDER_FONT
  let width = 0
  for (const letter of name) width += letterWidth(letter, font)
  return width
}

/** The printed width of one letter; some become two capitals, and a combining accent takes no space. */
function letterWidth(letter: string, { each, widest }: Font): number {
  let width = 0
  for (const capital of letter.toUpperCase()) {
    if (/\p{M}/u.test(capital)) continue
    const thousandths = each.get(capital) ?? each.get(capital.normalize('NFD')[0] ?? '') ?? widest
    width += (thousandths / 1000) * CARD_NAME_LINE.minSize + CARD_NAME_LINE.tracking
  }
  return width
}

/**
 * How many letters to remove so that a name prints completely. Trailing spaces don't count. Linear, because a
 * name in a file can be as long as its cell.
 *
 * @returns 0 if it fits
 */
export function lettersTooMany(name: string): number {
  if (name.length <= ALWAYS_FITS) return 0
  const letters = [...name]
  let house = 0
  let wider = 0
  let isHouse = true
  for (const [index, letter] of letters.entries()) {
    isHouse &&= isInHouseLetters(letter)
    house += letterWidth(letter, HOUSE_FONT)
    wider += letterWidth(letter, WIDER_FONT)
    if ((isHouse ? house : wider) > CARD_NAME_LINE.maxWidth && letter.trim() !== '')
      return letters.length - index
  }
  return 0
}
