import type { CardBitmap } from '@laurel/domain/card-face'
import { isInHouseLetters } from '@laurel/domain/printable-text'

const CARD_FONTS = [
  '400 20px "Instrument Serif"',
  '500 20px "Instrument Sans"',
  '600 20px "Instrument Sans"',
  '700 20px "Instrument Sans"',
]
const WIDER_FONTS = ['20px "Noto Serif Display"', '20px "Inter"']

const loading = new Map<string, Promise<boolean>>()

/**
 * Loads the fonts of a card, because a canvas does not redraw when a font arrives.
 *
 * @param words all texts on the card
 * @returns false when a font failed; the card is then drawn with system fonts
 */
export function loadCardFonts(words: string): Promise<boolean> {
  const isHouse = isInHouseLetters(words.normalize('NFC'))
  // Characters beyond ASCII are in separate font files, which the browser loads on demand.
  const letters = [...new Set(words.replace(/[ -~]/g, ''))].sort().join('')
  const known = loading.get(letters)
  if (known) return known

  const fonts = isHouse ? CARD_FONTS : [...CARD_FONTS, ...WIDER_FONTS]
  const begun = Promise.all(fonts.map((font) => document.fonts.load(font, `A${letters}`))).then(
    () => true,
    (cause: unknown) => {
      console.error('Failed to load the card fonts', cause)
      return false
    },
  )
  loading.set(letters, begun)
  return begun
}

const loaded = new Map<string, Promise<CardBitmap | undefined>>()

/**
 * Loads the image of a card's layer, once per URL.
 *
 * @returns undefined when it failed, which is logged; the layer is left out
 * @see docs/spec.md §3, "A failed image layer is logged and skipped"
 */
export function loadCardImage(url: string): Promise<CardBitmap | undefined> {
  const known = loaded.get(url)
  if (known) return known
  const bitmap = decode(url).catch((cause: unknown) => {
    console.error(`Failed to load card image ${url}`, cause)
    loaded.delete(url)
    return undefined
  })
  loaded.set(url, bitmap)
  return bitmap
}

async function decode(url: string): Promise<CardBitmap> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { image, width: image.naturalWidth, height: image.naturalHeight }
}
