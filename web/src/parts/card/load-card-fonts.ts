const CARD_FONTS = [
  '400 20px "Instrument Serif"',
  '500 20px "Instrument Sans"',
  '600 20px "Instrument Sans"',
  '700 20px "Instrument Sans"',
]

let loading: Promise<boolean> | undefined

/**
 * Waits for the letters a card is drawn with: a canvas does not redraw itself when a font arrives.
 *
 * @returns false when a font failed; the card is then drawn with the system's letters
 */
export function loadCardFonts(): Promise<boolean> {
  loading ??= Promise.all(CARD_FONTS.map((font) => document.fonts.load(font))).then(
    () => true,
    (cause: unknown) => {
      console.error('Failed to load the card fonts', cause)
      return false
    },
  )
  return loading
}
